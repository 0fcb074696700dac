/** The editor of a description: text looks as it will to candidates, and pasted text is cleaned. */
import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { type ControlWiring, TextField } from '#web/ui/field.tsx';
import styles from './description-editor.module.css';
import { DescriptionToolbar } from './description-toolbar.tsx';
import { extensions, toAddress, toContent } from './editor-extensions.ts';

interface DescriptionEditorProps {
  markup: string;
  control: Omit<ControlWiring, 'className'>;
  /** The whole markup after each change; empty when nothing is left. */
  onTyped: (markup: string) => void;
}

export default function DescriptionEditor({ markup, control, onTyped }: DescriptionEditorProps) {
  const [linking, setLinking] = useState(false);
  const [content] = useState(() => toContent(markup));
  const editor = useEditor({
    extensions,
    content,
    injectCSS: false,
    onUpdate: (update) => onTyped(update.editor.isEmpty ? '' : update.editor.getHTML()),
    editorProps: {
      attributes: {
        ...control,
        'aria-invalid': String(control['aria-invalid'] ?? false),
        'aria-label': 'Description',
        'aria-multiline': 'true',
        role: 'textbox',
        class: styles.text ?? '',
      },
      handleKeyDown: (_, { key, ctrlKey, metaKey, altKey }) => {
        if (altKey && key === 'F10') document.getElementById(`${control.id}-bold`)?.focus();
        else if ((ctrlKey || metaKey) && key.toLowerCase() === 'k') setLinking(true);
        else return false;
        return true;
      },
      // Keeps the editor from handling Escape, which is for the link row and the window around the editor.
      handleDOMEvents: { keydown: (_, { key, isComposing }) => key === 'Escape' && !isComposing },
    },
  });

  function endLinking() {
    setLinking(false);
    editor.commands.focus();
  }

  /** Escape anywhere in the editor closes the link row and leaves the link unchanged; without a link row, the window handles it. */
  function press(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !linking) return;
    event.preventDefault();
    event.stopPropagation();
    endLinking();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only watches for Escape.
    <div onKeyDown={press}>
      <DescriptionToolbar
        editor={editor}
        controlId={control.id}
        linking={linking}
        onLink={() => setLinking(!linking)}
      />
      {linking && <LinkRow editor={editor} onEnd={endLinking} />}
      <EditorContent editor={editor} />
    </div>
  );
}

/** The row for the address of a link: Enter sets the link, an empty address removes it. */
function LinkRow({ editor, onEnd }: { editor: Editor; onEnd: () => void }) {
  const before = String(editor.getAttributes('link').href ?? '');
  const [typed, setTyped] = useState(before);
  const [error, setError] = useState<string | undefined>();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => row.current?.querySelector('input')?.select(), []);

  function apply() {
    const isEmpty = typed.trim() === '';
    const href = isEmpty ? null : toAddress(typed);
    if (!isEmpty && !href) {
      setError('Please type a web or email address, such as example.com/syllabus.');
      return;
    }
    // Only now, because starting the chain moves the focus to the text a moment later.
    const chain = editor.chain().focus().extendMarkRange('link');
    if (!href) chain.unsetLink().run();
    else {
      // With nothing selected the address itself becomes the text.
      if (editor.state.selection.empty && before === '')
        chain.insertContent({
          type: 'text',
          text: typed.trim(),
          marks: [{ type: 'link', attrs: { href } }],
        });
      else chain.setLink({ href });
      chain.run();
    }
    onEnd();
  }

  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    // Otherwise Enter would submit the form.
    event.preventDefault();
    apply();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: watches for Enter in the field in it.
    <div
      ref={row}
      className={styles.row}
      onKeyDown={(event) => event.target instanceof HTMLInputElement && press(event)}
      // An address that is still being typed changes nothing in the form.
      onInput={(event) => event.stopPropagation()}
    >
      <TextField
        label="Link to"
        type="text"
        inputMode="url"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={error}
        optional
      />
      <Button onClick={apply}>{typed.trim() === '' && before ? 'Remove link' : 'Set link'}</Button>
      <Button variant="quiet" onClick={onEnd}>
        Cancel
      </Button>
    </div>
  );
}
