/** The form for a company's enquiry: in a dialog, and as a part of a page. */
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { EnquirerFields, EnquiryForm, LONGEST_MESSAGE, THANKS } from './enquiry-form.tsx';
import { useEnquiry } from './use-enquiry.ts';

const loadSchema = async () => (await import('#contract/site/enquiries.ts')).hireUsRequestSchema;

interface HireUsDialogProps {
  open: boolean;
  /** The service whose Hire Us button was pressed. */
  service?: string | undefined;
  onClose: () => void;
}

export function HireUsDialog({ open, service, onClose }: HireUsDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Hire Us" placement="sheet">
      <HireUsForm service={service} onSent={onClose} />
    </Dialog>
  );
}

interface HireUsFormProps {
  service?: string | undefined;
  /** Called when the server has the enquiry and the writer has been told so. */
  onSent?: () => void;
}

export function HireUsForm({ service, onSent }: HireUsFormProps) {
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
      problemTitle="Your enquiry wasn’t sent"
      thanks={THANKS}
    >
      {service && (
        <p>
          About: <strong>{service}</strong>
          <input type="hidden" name="service" value={service} />
        </p>
      )}
      <EnquirerFields />
      <TextArea label="Message" name="message" rows={4} longest={LONGEST_MESSAGE} />
    </EnquiryForm>
  );
}
