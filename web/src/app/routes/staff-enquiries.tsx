import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { EnquiryDesk } from '#web/features/enquiry-desk/enquiry-desk.tsx';

export default function EnquiriesRoute() {
  return (
    <>
      <PageMeta title="Enquiries" description="Read and answer what visitors wrote." />
      <EnquiryDesk />
    </>
  );
}
