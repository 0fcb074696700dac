/** The editor of a description: what is typed looks as candidates will read it; what is pasted is cleaned. */
import { EditorContent, useEditor } from '@tiptap/react';
import { useState } from 'react';
import type { ControlWiring } from '#web/ui/field.tsx';
import styles from './description-editor.module.css';
import { DescriptionToolbar } from './description-toolbar.tsx';
import { extensions, toContent } from './editor-extensions.ts';
import { LinkRow } from './link-row.tsx';

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
    },
  });

  function endLinking() {
    setLinking(false);
    editor.commands.focus();
  }

  return (
    <>
      <DescriptionToolbar
        editor={editor}
        controlId={control.id}
        linking={linking}
        onLink={() => setLinking(!linking)}
      />
      {linking && <LinkRow editor={editor} onEnd={endLinking} />}
      <EditorContent editor={editor} />
    </>
  );
}
