import { Rescore } from '#web/desk/rescoring/rescore.tsx';
import { PageMeta } from '#web/shared/page-meta.tsx';

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
