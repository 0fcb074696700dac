import { Suspense } from 'react';
import { PageMeta } from '#web/shared/page-meta.tsx';
import { cma } from '#web/site/content/cma.ts';
import { cmaThanks } from '#web/site/content/thanks.ts';
import { Thanks } from '#web/site/thanks.tsx';
import { paymentPart } from '../../enrol-section.tsx';

const Payment = paymentPart(cma);

export default function CmaThanksRoute() {
  return (
    <>
      <PageMeta
        title="Application received: US CMA"
        description="Your application for US CMA has arrived. Confirm your seat; we answer within 48 hours on working days."
      />
      <Thanks content={cmaThanks}>
        <Suspense>
          <Payment />
        </Suspense>
      </Thanks>
    </>
  );
}
