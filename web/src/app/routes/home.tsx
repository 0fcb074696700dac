import { Suspense } from 'react';
import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { Home } from '#web/features/marketing/home.tsx';
import { ContactSection } from '../contact-section.tsx';
import { lazyPart } from '../lazy-part.ts';

const Testimonials = lazyPart(
  async () => (await import('#web/features/marketing/testimonials.tsx')).Testimonials,
  '#voices',
);

export default function HomeRoute() {
  return (
    <>
      <PageMeta
        title="Find the best-fit & talented professionals"
        description="Recruitment, training and online examinations for companies and candidates across India. Sit your exam on your own phone, even on a weak network."
      />
      <Home />
      <Suspense>
        <Testimonials />
      </Suspense>
      <ContactSection />
    </>
  );
}
