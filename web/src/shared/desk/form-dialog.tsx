/** A window with a form. Closing it by accident asks first when something in it was changed and not saved. */
import { type ComponentProps, useRef, useState } from 'react';
import { Dialog } from '#web/ui/dialog.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useUnsaved } from './leave-guard.tsx';

export function FormDialog({ onClose, children, ...dialog }: ComponentProps<typeof Dialog>) {
  const content = useRef<HTMLDivElement>(null);
  const [leaving, setLeaving] = useState(false);
  useUnsaved(() => dialog.open && isChanged(content.current));
  // Saved after all while the question stood there.
  if (leaving && !dialog.open) setLeaving(false);
  return (
    <>
      {/* Before the window, so that it closes first and the focus goes back to what opened the window. */}
      <ConfirmDialog
        open={leaving}
        title="Leave without saving?"
        action="Leave"
        pendingLabel="Leaving…"
        onConfirm={async () => onClose()}
        onClose={() => setLeaving(false)}
      >
        <p>What you typed is not saved.</p>
      </ConfirmDialog>
      <Dialog
        {...dialog}
        onClose={() => (isChanged(content.current) ? setLeaving(true) : onClose())}
      >
        <div ref={content}>{children}</div>
      </Dialog>
    </>
  );
}

/** Compared with what the fields were opened with; a search among them has no name. */
function isChanged(content: HTMLElement | null): boolean {
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
