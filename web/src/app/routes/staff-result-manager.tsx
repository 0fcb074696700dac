import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { ResultManager } from '#web/features/result-files/result-manager.tsx';

export default function ResultManagerRoute() {
  return (
    <>
      <PageMeta title="Result Manager" description="Publish the result PDF of each exam." />
      <ResultManager />
    </>
  );
}
