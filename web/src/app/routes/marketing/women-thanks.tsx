import { Suspense } from 'react';
import { PageMeta } from '#web/shared/page-meta.tsx';
import { womenThanks } from '#web/site/content/thanks.ts';
import { women } from '#web/site/content/women.ts';
import { Thanks } from '#web/site/thanks.tsx';
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
