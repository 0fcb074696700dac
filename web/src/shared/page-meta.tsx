/** Title and description of a page; React moves them into <head>. */
import { useBrand } from '#web/shared/use-brand.ts';

interface PageMetaProps {
  /** Without the provider's name, which is added here. */
  title: string;
  /** One or two sentences for search results. */
  description?: string;
}

export function PageMeta({ title, description }: PageMetaProps) {
  const brand = useBrand();
  return (
    <>
      <title>{`${title} – ${brand.name}`}</title>
      {description && <meta name="description" content={description} />}
    </>
  );
}
