/** The acts of the editor: one stop for Tab, the arrows move among them; each says whether it is on. */
import { type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import styles from './description-editor.module.css';
import { formats, history, link, type ToolbarAct } from './toolbar-acts.tsx';

interface DescriptionToolbarProps {
  editor: Editor;
  controlId: string;
  linking: boolean;
  onLink: () => void;
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

export function DescriptionToolbar({
  editor,
  controlId,
  linking,
  onLink,
}: DescriptionToolbarProps) {
  const [current, setCurrent] = useState('bold');
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      [...formats, link]
        .filter(({ active }) => active?.(now))
        .map(({ key }) => key)
        .join(),
  }).split(',');
  const may = useEditorState({
    editor,
    selector: ({ editor: now }) => ({ undo: now.can().undo(), redo: now.can().redo() }),
  });

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const all = [...event.currentTarget.querySelectorAll('button')];
    const at = all.findIndex(({ id }) => id === document.activeElement?.id);
    const step = STEPS[event.key];
    const next = step
      ? all[(at + step + all.length) % all.length]
      : { Home: all[0], End: all.at(-1) }[event.key];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  const button = (
    { key, label, hint, picture }: Pick<ToolbarAct, 'key' | 'label' | 'hint' | 'picture'>,
    act: () => void,
    state: { pressed?: boolean; unable?: boolean },
  ): ReactNode => (
    <button
      key={key}
      id={`${controlId}-${key}`}
      type="button"
      className={classNames(styles.act, state.pressed && styles.on)}
      aria-label={label}
      title={hint ? `${label} (${hint})` : label}
      aria-pressed={state.pressed}
      aria-disabled={state.unable || undefined}
      tabIndex={key === current ? 0 : -1}
      onFocus={() => setCurrent(key)}
      // The selection stays where it is in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !state.unable && act()}
    >
      {picture}
    </button>
  );

  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      aria-controls={controlId}
      className={styles.toolbar}
      onKeyDown={move}
    >
      {formats.map((act) =>
        button(act, () => act.run(editor.chain().focus()).run(), { pressed: on.includes(act.key) }),
      )}
      {button(link, onLink, { pressed: linking || on.includes(link.key) })}
      <span className={styles.gap} />
      {history.map((act) =>
        button(act, () => act.run(editor.chain().focus()).run(), { unable: !may[act.key] }),
      )}
    </div>
  );
}
