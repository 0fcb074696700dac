/** Where a link is typed: Enter sets it, an empty address takes it away, Escape leaves it as it was. */
import type { Editor } from '@tiptap/react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toAddress } from './editor-extensions.ts';
import styles from './link-row.module.css';

export function LinkRow({ editor, onEnd }: { editor: Editor; onEnd: () => void }) {
  const before = String(editor.getAttributes('link').href ?? '');
  const [typed, setTyped] = useState(before);
  const [error, setError] = useState<string | undefined>();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => row.current?.querySelector('input')?.select(), []);

  function apply() {
    const chain = editor.chain().focus().extendMarkRange('link');
    if (typed.trim() === '') chain.unsetLink().run();
    else {
      const href = toAddress(typed);
      if (!href) {
        setError('Please type a web or e-mail address, such as example.com/syllabus.');
        return;
      }
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
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Neither the form is sent nor its dialog closed.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') onEnd();
    else apply();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: watches for Enter and Escape of the field in it.
    <div
      ref={row}
      className={styles.row}
      onKeyDown={(event) => event.target instanceof HTMLInputElement && press(event)}
      // The form has nothing to learn from an address that is still being typed.
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
