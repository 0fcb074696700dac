/** After an application: that it has arrived, what happens next, and what can be done now. */
import { paths } from '#web/shared/paths.ts';
import { applicationFor, CoursePaymentBox } from '#web/shared/payments/course-payment-box.tsx';
import { telHref, useBrand } from '#web/shared/use-brand.ts';
import { Icon } from '#web/ui/icon.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { useIsAlive } from '#web/ui/use-is-alive.ts';
import { seats } from './content/seats.ts';
import { thanks } from './content/thanks.ts';
import styles from './thanks.module.css';

export const description =
  'Your application has arrived. We answer within 48 hours on working days.';

export default function Thanks({ path }: { path: string }) {
  const brand = useBrand();
  const content = thanks[path];
  if (!content) throw new Error(`Nothing is said at ${path}.`);
  const { seatIn, back } = content;
  // The ready page can't know who has applied; where this phone keeps something, it comes alive at once.
  const isAlive = useIsAlive();
  if (seatIn && !(isAlive && applicationFor(seatIn)))
    return (
      <div className={styles.page}>
        <div className={styles.text}>
          <h1>Thank you for your interest in {seatIn}</h1>
          <p className={styles.lead}>You have not applied from this phone yet.</p>
          <p>
            <LinkButton to={`${back.to}#apply`} variant="primary">
              Apply for {seatIn}
            </LinkButton>
          </p>
          <h2>Applied already?</h2>
          <p>We call or write to you within 48 hours on working days.</p>
        </div>
        <div className={styles.now}>
          <CoursePaymentBox course={seatIn} {...seats[seatIn]} />
        </div>
      </div>
    );
  return (
    <div className={styles.page} data-beside={seatIn !== undefined}>
      <div className={styles.text}>
        <span className={styles.mark}>
          <Icon name="check" size="lg" />
        </span>
        <h1>{content.title}</h1>
        <p className={styles.lead}>{content.lead}</p>
        <h2>What happens next</h2>
        <ol>
          {content.next.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      {seatIn && (
        <div className={styles.now}>
          <CoursePaymentBox course={seatIn} {...seats[seatIn]} />
        </div>
      )}
      <div className={styles.more}>
        <p>
          Something wrong? Call <a href={telHref(brand.phone)}>{brand.phone}</a> or write to{' '}
          <a href={`mailto:${brand.email}`}>{brand.email}</a>.
        </p>
        <p className={styles.acts}>
          <LinkButton to={back.to}>{back.label}</LinkButton>
          <LinkButton to={paths.home} variant="quiet">
            Home page
          </LinkButton>
        </p>
      </div>
    </div>
  );
}
