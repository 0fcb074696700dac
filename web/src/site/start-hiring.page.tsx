/** Start hiring: the Hire Us form, and what follows once it is sent. */
import { paths } from '#web/shared/paths.ts';
import { telHref, useBrand } from '#web/shared/use-brand.ts';
import { Hero } from '#web/site/parts/hero.tsx';
import { DotPicture } from '#web/site/parts/picture.tsx';
import { Steps } from '#web/site/parts/steps.tsx';
import { afterwards } from './content/hiring.ts';
import { HireUsForm } from './enquiries/hire-us-dialog.tsx';
import styles from './start-hiring-page.module.css';

/** A question mark. */
const picture = ['·xxx·', 'x···x', '····x', '···x·', '··x··', '·····', '··*··'];

export const description =
  'Tell us who you’re looking for. Leave your name, number and a few lines about the work, and we’ll call you within 24 hours.';

export default function StartHiringPage() {
  const brand = useBrand();
  return (
    <>
      <Hero
        tag="Start hiring"
        title="Who are you looking for?"
        lead="We need your name, your number and a few lines about the work. It takes two minutes, with no obligation."
        acts={[{ to: paths.forCompanies, label: 'See our services' }]}
        picture={<DotPicture rows={picture} />}
      />
      <div className={styles.page}>
        <section id="hire" className={styles.form} aria-labelledby="hire-title">
          <h2 id="hire-title">Hire Us</h2>
          <HireUsForm />
        </section>
        <section className={styles.after} aria-labelledby="after-title">
          <h2 id="after-title">What happens next</h2>
          <Steps steps={afterwards} />
          <p>
            Prefer to talk? <a href={telHref(brand.phone)}>{brand.phone}</a>
          </p>
        </section>
      </div>
    </>
  );
}
