/** Windows and other places with a form. Leaving one asks first when something in it was changed and not saved. */
import { type ComponentProps, useRef, useState } from 'react';
import { isSaving } from '#web/shared/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useUnsaved } from './leave-guard.tsx';

interface FormDialogProps extends ComponentProps<typeof Dialog> {
  /** A button that closes it, where each act in it is saved by a button of its own: "Done". */
  done?: string;
}

export function FormDialog({ onClose, children, done, ...dialog }: FormDialogProps) {
  const content = useRef<HTMLDivElement>(null);
  const [leaving, setLeaving] = useState<'unsaved' | 'saving' | null>(null);
  useUnsaved(() => dialog.open && isChanged(content.current));
  // Saved after all while the question stood there.
  if (leaving && !dialog.open) setLeaving(null);
  function close() {
    if (isSaving(content.current)) setLeaving('saving');
    else if (isChanged(content.current)) setLeaving('unsaved');
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
