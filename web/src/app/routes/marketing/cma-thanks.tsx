import { Suspense } from 'react';
import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { cma } from '#web/features/marketing/content/cma.ts';
import { cmaThanks } from '#web/features/marketing/content/thanks.ts';
import { Thanks } from '#web/features/marketing/thanks.tsx';
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
