/**
 * Dialogs and other places with a form. Leaving one asks first when something in it was changed and not saved. When an
 * element disappears in one, the keyboard stays where it was.
 */
import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react';
import { isSaving } from '#web/shared/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { continueAt } from '#web/ui/continue-at.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useUnsaved } from './leave-guard.tsx';

interface FormDialogProps extends ComponentProps<typeof Dialog> {
  /** Label of a button that closes the dialog, for when each act in it has its own save button: "Done". */
  done?: string;
  /** Something was changed that isn't a field of a form. */
  changed?: boolean;
}

export function FormDialog({ onClose, children, done, changed, ...dialog }: FormDialogProps) {
  const content = useRef<HTMLDivElement>(null);
  const [leaving, setLeaving] = useState<'unsaved' | 'saving' | null>(null);
  const isUnsaved = () => changed === true || isChanged(content.current);
  useUnsaved(() => dialog.open && isUnsaved());
  useKeptPlace(content, dialog.open);
  // The form was saved after all while the question was on screen.
  if (leaving && !dialog.open) setLeaving(null);
  function close() {
    if (isSaving(content.current)) setLeaving('saving');
    else if (isUnsaved()) setLeaving('unsaved');
    else onClose();
  }
  return (
    <>
      {/* Before the dialog, so that it closes first and the focus goes back to what opened the dialog. */}
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
 * A press may remove the element that was pressed, alone or with its row. The keyboard and a screen reader then
 * continue at the element that contained it; if that is the whole dialog, at the dialog's title.
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

/**
 * Compares the fields with their first values; a search box among them has no name and doesn't count.
 * @param content a form, or an element that contains forms
 */
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
