import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { Rescore } from '#web/features/rescoring/rescore.tsx';

export default function RescoreRoute() {
  return (
    <>
      <PageMeta
        title="Rescore after a correction"
        description="What a corrected question changes in the scores."
      />
      <Rescore />
    </>
  );
}
