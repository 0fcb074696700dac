/** The editor's toolbar: one Tab stop, with arrow keys between the buttons; each button says whether its format is on. */
import { type ChainedCommands, type Editor, useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import styles from './description-editor.module.css';

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
      // Keeps the focus and the selection in the text.
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

// The buttons of the toolbar, with their keyboard shortcuts.

interface ToolbarAct<Key extends string = string> {
  key: Key;
  label: string;
  /** The keyboard shortcut; for an act without one, what it does. */
  hint: string;
  picture: ReactNode;
  active?: (editor: Editor) => boolean;
  run: (chain: ChainedCommands) => ChainedCommands;
}

const drawn = (path: string) => (
  <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={path} />
  </svg>
);

const formats: readonly ToolbarAct[] = [
  {
    key: 'bold',
    label: 'Bold',
    hint: 'Ctrl+B',
    picture: <strong>B</strong>,
    active: (editor) => editor.isActive('bold'),
    run: (chain) => chain.toggleBold(),
  },
  {
    key: 'italic',
    label: 'Italic',
    hint: 'Ctrl+I',
    picture: <em>I</em>,
    active: (editor) => editor.isActive('italic'),
    run: (chain) => chain.toggleItalic(),
  },
  {
    key: 'heading',
    label: 'Heading H1',
    hint: 'Ctrl+Alt+3',
    picture: <span>H1</span>,
    active: (editor) => editor.isActive('heading', { level: 3 }),
    run: (chain) => chain.toggleHeading({ level: 3 }),
  },
  {
    key: 'subheading',
    label: 'Smaller heading H2',
    hint: 'Ctrl+Alt+4',
    picture: <span>H2</span>,
    active: (editor) => editor.isActive('heading', { level: 4 }),
    run: (chain) => chain.toggleHeading({ level: 4 }),
  },
  {
    key: 'bullets',
    label: 'Bulleted list',
    hint: 'Ctrl+Shift+8',
    picture: drawn('M9 6.500h11M9 12h11M9 17.500h11M4.5 6.500v.1m0 5.400v.1m0 5.400v.1'),
    active: (editor) => editor.isActive('bulletList'),
    run: (chain) => chain.toggleBulletList(),
  },
  {
    key: 'numbers',
    label: 'Numbered list',
    hint: 'Ctrl+Shift+7',
    picture: drawn(
      'M10 6.500h10M10 12h10M10 17.500h10M4 5l1.5-1v5M4 15.500c1-1.5 3-1 3 .3 0 1.2-3 2.2-3 4.200h3',
    ),
    active: (editor) => editor.isActive('orderedList'),
    run: (chain) => chain.toggleOrderedList(),
  },
  {
    key: 'plain',
    label: 'Clear formatting',
    hint: 'plain paragraphs',
    picture: drawn('M6 5h12M12 5 9.5 19M15 14l5 5m0-5-5 5'),
    run: (chain) => chain.unsetAllMarks().clearNodes(),
  },
];

/** Opens the row below the toolbar that asks for the address. */
const link = {
  key: 'link',
  label: 'Link',
  hint: 'Ctrl+K',
  picture: drawn(
    'M10 14a4.5 4.5 0 0 0 6.4 0l3-3A4.5 4.5 0 0 0 13 4.600l-1 1M14 10a4.5 4.5 0 0 0-6.4 0l-3 3A4.5 4.5 0 0 0 11 19.400l1-1',
  ),
  active: (editor: Editor) => editor.isActive('link'),
};

const history: readonly ToolbarAct<'undo' | 'redo'>[] = [
  {
    key: 'undo',
    label: 'Undo',
    hint: 'Ctrl+Z',
    picture: drawn('M8 5 4 9l4 4M4 9h9.500a5.5 5.5 0 0 1 0 11H8'),
    run: (chain) => chain.undo(),
  },
  {
    key: 'redo',
    label: 'Redo',
    hint: 'Ctrl+Y',
    picture: drawn('m16 5 4 4-4 4m4-4h-9.500a5.5 5.5 0 0 0 0 11H16'),
    run: (chain) => chain.redo(),
  },
];
