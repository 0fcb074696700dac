import { EnquiryDesk } from '#web/desk/enquiries/enquiry-desk.tsx';
import { PageMeta } from '#web/shared/page-meta.tsx';

export default function EnquiriesRoute() {
  return (
    <>
      <PageMeta title="Enquiries" description="Read and answer what visitors wrote." />
      <EnquiryDesk />
    </>
  );
}
