/** The frame of every public form: its fields, the trap for robots, where it stands, its button. */
import type { ReactNode } from 'react';
import { Form } from '#web/shared/form.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import type { Enquiry } from './use-enquiry.ts';

interface EnquiryFormProps {
  enquiry: Enquiry;
  action: string;
  pendingLabel: string;
  /** Said above a problem: "Your message was not sent". */
  problemTitle: string;
  /** Said once the server has it. */
  thanks: string;
  children: ReactNode;
}

export function EnquiryForm({ enquiry, thanks, children, ...form }: EnquiryFormProps) {
  return (
    <Form
      submit={enquiry}
      {...form}
      before={
        <>
          {enquiry.standing === 'kept' && (
            <Notice tone="info" live>
              <p>Kept on this phone. We are still trying to send it; you need not press again.</p>
            </Notice>
          )}
          {enquiry.standing === 'sent' && (
            <Notice tone="success" live>
              <p>{thanks}</p>
            </Notice>
          )}
        </>
      }
    >
      {children}
      <Trap />
    </Form>
  );
}

/** A robot fills every field; no person meets this one. */
function Trap() {
  return (
    <VisuallyHidden>
      <label aria-hidden="true">
        Leave this empty
        <input name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </VisuallyHidden>
  );
}
