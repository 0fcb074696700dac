/**
 * A window over the page, on the browser's own <dialog>: focus stays inside, Escape and (unless a form is in it) the backdrop
 * close it, focus returns to the control that opened it. `sheet` rises from the bottom on phones, in thumb
 * reach, and is an ordinary window on wide screens. Content mounts only while open.
 */
import { type ReactNode, useId } from 'react';
import styles from './dialog.module.css';
import { Icon } from './icon.tsx';

/** The second tap of two that opened it falls on the backdrop: it would be gone before anybody saw it. */
const DOUBLE_TAP_MS = 500;

/** When the newest window was. */
let openedAt = 0;

/** Its content opens it, and closes it before it is gone: only then does a window that is taken away give the focus back. */
function show(content: HTMLElement | null) {
  const dialog = content?.closest('dialog');
  if (!dialog) return;
  dialog.showModal();
  openedAt = performance.now();
  return () => dialog.close();
}

interface DialogProps {
  open: boolean;
  /** Asked to close by Escape, backdrop or the Close button; the owner sets `open`. */
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
      // The dialog's own box is covered by its content, so a press on itself is one on the backdrop. With a form inside it is a
      // slip, or meant for a button that has just moved, and what was typed would be gone.
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
