import { PageMeta } from '#web/shared/page-meta.tsx';
import { germanyThanks } from '#web/site/content/thanks.ts';
import { Thanks } from '#web/site/thanks.tsx';

export default function GermanyThanksRoute() {
  return (
    <>
      <PageMeta
        title="Enquiry received: Germany placement program"
        description="Your enquiry about work in Germany has arrived. We answer within 48 hours on working days."
      />
      <Thanks content={germanyThanks} />
    </>
  );
}
