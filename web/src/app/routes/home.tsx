import { Suspense } from 'react';
import { lazyPart } from '#web/shared/lazy-part.ts';
import { PageMeta } from '#web/shared/page-meta.tsx';
import { ContactSection } from '#web/site/contact-section.tsx';
import { Home } from '#web/site/home.tsx';

const Testimonials = lazyPart(
  async () => (await import('#web/site/testimonials.tsx')).Testimonials,
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
