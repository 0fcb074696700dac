/**
 * A window over the page, with the browser's own <dialog>: focus stays inside; Escape closes it, and so does the
 * backdrop unless it contains a form; focus then returns to the control that opened it. `sheet` rises from the bottom
 * on phones, within reach of a thumb, and is an ordinary window on wide screens. Its content is mounted only while it
 * is open.
 */
import { type ReactNode, useId } from 'react';
import styles from './dialog.module.css';
import { Icon } from './icon.tsx';

/**
 * The second tap of a double tap that opened the dialog falls on the backdrop; it must not close the dialog before
 * anybody saw it.
 */
const DOUBLE_TAP_MS = 500;

/** When the newest dialog was opened. */
let openedAt = 0;

/**
 * Opens the dialog with its content, and closes it before the content is removed: only a dialog that was closed gives
 * the focus back.
 */
function show(content: HTMLElement | null) {
  const dialog = content?.closest('dialog');
  if (!dialog) return;
  dialog.showModal();
  openedAt = performance.now();
  return () => dialog.close();
}

interface DialogProps {
  open: boolean;
  /** Called when Escape, the backdrop or the Close button asks to close; the owner sets `open`. */
  onClose: () => void;
  title: string;
  placement?: 'center' | 'sheet';
  /** The acts, kept in sight while the content scrolls. */
  footer?: ReactNode;
  children: ReactNode;
}

export function Dialog(props: DialogProps) {
  const { open, onClose, title, placement = 'center', footer, children } = props;
  const titleId = useId();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way out is Escape, which <dialog> handles.
    <dialog
      className={styles[placement]}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // The content covers the dialog's own box, so a press on the dialog itself is on the backdrop. With a form
      // inside, such a press is a slip, or meant for a button that has just moved, and would lose what was typed.
      onClick={({ target, currentTarget }) =>
        target === currentTarget &&
        !currentTarget.querySelector('form') &&
        performance.now() - openedAt > DOUBLE_TAP_MS &&
        onClose()
      }
    >
      {open && (
        <div ref={show} className={styles.panel}>
          <header className={styles.head}>
            <h2 id={titleId} className={styles.title} tabIndex={-1}>
              {title}
            </h2>
            <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
              <Icon name="cross" />
            </button>
          </header>
          <div className={styles.body}>{children}</div>
          {footer && <footer className={styles.foot}>{footer}</footer>}
        </div>
      )}
    </dialog>
  );
}
