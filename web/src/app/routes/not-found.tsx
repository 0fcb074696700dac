import { PageMeta } from '#web/shared/page-meta.tsx';
import { NotFound } from '#web/site/not-found.tsx';

export default function NotFoundRoute() {
  return (
    <>
      <PageMeta title="Page not found" description="There is no page at this address." />
      <NotFound />
    </>
  );
}
