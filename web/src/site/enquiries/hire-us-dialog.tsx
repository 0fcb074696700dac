/** A company's enquiry: in a window over the page (specification, /forcompanies), and as a part of one. */
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { EnquiryForm } from './enquiry-form.tsx';
import { PersonFields } from './person-fields.tsx';
import { THANKS } from './thanks.ts';
import { useEnquiry } from './use-enquiry.ts';

const loadSchema = async () => (await import('#contract/site/enquiries.ts')).hireUsRequestSchema;

interface HireUsDialogProps {
  open: boolean;
  onClose: () => void;
}

export function HireUsDialog({ open, onClose }: HireUsDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Hire Us" placement="sheet">
      <HireUsForm onSent={onClose} />
    </Dialog>
  );
}

/** @param onSent called when the server has it and its writer knows */
export function HireUsForm({ onSent }: { onSent?: () => void }) {
  const enquiry = useEnquiry({
    form: 'hire-us',
    path: 'enquiries',
    schema: loadSchema,
    fallback: 'Something went wrong. Please try again later.',
    onSent: () => {
      window.alert(THANKS);
      onSent?.();
    },
  });
  return (
    <EnquiryForm
      enquiry={enquiry}
      action="Submit"
      pendingLabel="Sending..."
      problemTitle="Your enquiry was not sent"
      thanks={THANKS}
    >
      <PersonFields errors={enquiry.errors} />
      <TextArea
        label="Message"
        name="message"
        rows={4}
        maxLength={4_000}
        error={enquiry.errors.message}
      />
    </EnquiryForm>
  );
}
