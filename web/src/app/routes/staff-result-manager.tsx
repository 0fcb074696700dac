import { ResultManager } from '#web/desk/result-files/result-manager.tsx';
import { PageMeta } from '#web/shared/page-meta.tsx';

export default function ResultManagerRoute() {
  return (
    <>
      <PageMeta title="Result Manager" description="Publish the result PDF of each exam." />
      <ResultManager />
    </>
  );
}
