import { Suspense } from 'react';
import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { womenThanks } from '#web/features/marketing/content/thanks.ts';
import { women } from '#web/features/marketing/content/women.ts';
import { Thanks } from '#web/features/marketing/thanks.tsx';
import { paymentPart } from '../../enrol-section.tsx';

const Payment = paymentPart(women);

export default function WomenThanksRoute() {
  return (
    <>
      <PageMeta
        title="Application received: Remote Ready Women"
        description="Your application for CRM &amp; AI Mastery has arrived. Confirm your seat; we answer within 48 hours on working days."
      />
      <Thanks content={womenThanks}>
        <Suspense>
          <Payment />
        </Suspense>
      </Thanks>
    </>
  );
}
