/**
 * Windows and other places with a form. Leaving one asks first when something in it was changed and not saved, and what goes away
 * in it takes the keyboard to no other place.
 */
import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react';
import { isSaving } from '#web/shared/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { continueAt } from '#web/ui/continue-at.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useUnsaved } from './leave-guard.tsx';

interface FormDialogProps extends ComponentProps<typeof Dialog> {
  /** A button that closes it, where each act in it is saved by a button of its own: "Done". */
  done?: string;
  /** Something was changed that stands in no field of a form. */
  changed?: boolean;
}

export function FormDialog({ onClose, children, done, changed, ...dialog }: FormDialogProps) {
  const content = useRef<HTMLDivElement>(null);
  const [leaving, setLeaving] = useState<'unsaved' | 'saving' | null>(null);
  const isUnsaved = () => changed === true || isChanged(content.current);
  useUnsaved(() => dialog.open && isUnsaved());
  useKeptPlace(content, dialog.open);
  // Saved after all while the question stood there.
  if (leaving && !dialog.open) setLeaving(null);
  function close() {
    if (isSaving(content.current)) setLeaving('saving');
    else if (isUnsaved()) setLeaving('unsaved');
    else onClose();
  }
  return (
    <>
      {/* Before the window, so that it closes first and the focus goes back to what opened the window. */}
      <ConfirmDialog
        open={leaving !== null}
        title={leaving === 'saving' ? 'Leave before it’s saved?' : 'Leave without saving?'}
        action="Leave"
        pendingLabel="Leaving…"
        onConfirm={async () => onClose()}
        onClose={() => setLeaving(null)}
      >
        <p>
          {leaving === 'saving'
            ? 'It’s being saved right now. If you leave, check later whether it was saved.'
            : 'Your changes aren’t saved.'}
        </p>
      </ConfirmDialog>
      <Dialog
        {...dialog}
        onClose={close}
        footer={
          done === undefined ? (
            dialog.footer
          ) : (
            <Button variant="primary" onClick={close}>
              {done}
            </Button>
          )
        }
      >
        <div ref={content}>{children}</div>
      </Dialog>
    </>
  );
}

/**
 * A press may take away what was pressed, alone or with its row: the keyboard and a screen reader then continue at what it stood
 * in. Where that is the whole window, at its title.
 */
function useKeptPlace(content: RefObject<HTMLElement | null>, open: boolean): void {
  useEffect(() => {
    const whole = content.current;
    if (!open || !whole) return;
    let last: Element | null = null;
    const stop = new AbortController();
    whole.addEventListener(
      'focusin',
      () => {
        last = document.activeElement;
      },
      { signal: stop.signal },
    );
    const watch = new MutationObserver((changes) => {
      const lost = changes.find(
        ({ target, removedNodes }) =>
          whole.contains(target) && [...removedNodes].some((gone) => gone.contains(last)),
      );
      if (!(lost?.target instanceof HTMLElement)) return;
      const title = whole.closest('dialog')?.querySelector('h2');
      continueAt(lost.target === whole ? title : lost.target);
    });
    watch.observe(whole, { childList: true, subtree: true });
    return () => {
      stop.abort();
      watch.disconnect();
    };
  }, [content, open]);
}

/** Compared with what the fields were opened with; a search among them has no name. @param content a form, or what holds some */
export function isChanged(content: HTMLElement | null): boolean {
  const controls = content?.querySelectorAll<
    HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
  >('form :is(input, select, textarea)[name]');
  return [...(controls ?? [])].some((control) => {
    if (control instanceof HTMLSelectElement)
      return [...control.options].some((option) => option.selected !== option.defaultSelected);
    if (control instanceof HTMLInputElement && /checkbox|radio/.test(control.type))
      return control.checked !== control.defaultChecked;
    return control.value !== control.defaultValue;
  });
}
