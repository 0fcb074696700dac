import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { NotFound } from '#web/features/marketing/not-found.tsx';

export default function NotFoundRoute() {
  return (
    <>
      <PageMeta title="Page not found" description="There is no page at this address." />
      <NotFound />
    </>
  );
}
