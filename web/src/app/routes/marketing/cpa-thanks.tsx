import { Suspense } from 'react';
import { PageMeta } from '#web/shared/page-meta.tsx';
import { cpa } from '#web/site/content/cpa.ts';
import { cpaThanks } from '#web/site/content/thanks.ts';
import { Thanks } from '#web/site/thanks.tsx';
import { paymentPart } from '../../enrol-section.tsx';

const Payment = paymentPart(cpa);

export default function CpaThanksRoute() {
  return (
    <>
      <PageMeta
        title="Application received: US CPA"
        description="Your application for US CPA has arrived. Confirm your seat; we answer within 48 hours on working days."
      />
      <Thanks content={cpaThanks}>
        <Suspense>
          <Payment />
        </Suspense>
      </Thanks>
    </>
  );
}
