/** After an application: that it has arrived, what happens next, and what can be done now. */
import { paths } from '#web/shared/paths.ts';
import {
  applicationFor,
  CoursePaymentBox,
  ordersOf,
} from '#web/shared/payments/course-payment-box.tsx';
import { telHref, useBrand } from '#web/shared/use-brand.ts';
import { Icon } from '#web/ui/icon.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { useIsAlive } from '#web/ui/use-is-alive.ts';
import { seats } from './content/course.ts';
import styles from './thanks.module.css';

/** What is said after an application; the office answers within 48 hours on working days. */
interface ThanksContent {
  title: string;
  lead: string;
  next: readonly string[];
  back: { to: string; label: string };
  /** The course whose seat can be paid for now. */
  seatIn?: 'US CMA' | 'US CPA' | 'CRM & AI Mastery';
}

const CALL = 'We’ll call or write to you within 48 hours on working days.';
const PAY = 'Pay the seat confirmation to hold your place.';
const SEAT = 'Confirm your seat now, or later from this phone.';

/** By the address of the page. */
const thanks: Readonly<Record<string, ThanksContent>> = {
  [paths.cmaThanks]: {
    title: 'Thank you. We have your US CMA application',
    lead: 'You’ve taken the first of five steps.',
    next: [SEAT, CALL, 'Together we’ll choose your first exam window and draw up your study plan.'],
    back: { to: paths.cma, label: 'Back to US CMA' },
    seatIn: 'US CMA',
  },
  [paths.cpaThanks]: {
    title: 'Thank you. We have your US CPA application',
    lead: 'Next, we’ll look at your marksheets.',
    next: [
      SEAT,
      CALL,
      'Keep your marksheets ready: we’ll check which American state suits your degree.',
    ],
    back: { to: paths.cpa, label: 'Back to US CPA' },
    seatIn: 'US CPA',
  },
  [paths.womenThanks]: {
    title: 'Thank you. Your hundred days can begin',
    lead: 'We have your application for CRM & AI Mastery.',
    next: [SEAT, CALL, 'Together we’ll decide when your hundred days begin.'],
    back: { to: paths.remoteReadyWomen, label: 'Back to Remote Ready Women' },
    seatIn: 'CRM & AI Mastery',
  },
  [paths.germanyThanks]: {
    title: 'Thank you for your enquiry about Germany',
    lead: 'It’s with our regional office. You don’t have to pay anything now.',
    next: [
      CALL,
      'Keep your passport, school certificates and proof of work ready, if you have them.',
      'We’ll tell you whether you qualify, and what the program costs by EMI.',
    ],
    back: { to: paths.germany, label: 'Back to the Germany program' },
  },
};

export const description =
  'We have your application and will reply within 48 hours on working days.';

export default function Thanks({ path }: { path: string }) {
  const brand = useBrand();
  const content = thanks[path];
  if (!content) throw new Error(`Nothing is said at ${path}.`);
  const { seatIn, back } = content;
  // The prerendered page can't know who has applied. On a phone that keeps something of this site, the page comes alive
  // at once.
  const isAlive = useIsAlive();
  const application = isAlive && seatIn ? applicationFor(seatIn) : null;
  if (seatIn && !application)
    return (
      <div className={styles.page}>
        <div className={styles.text}>
          <h1>Thank you for your interest in {seatIn}</h1>
          <p className={styles.lead}>You haven’t applied from this phone yet.</p>
          <p>
            <LinkButton to={`${back.to}#apply`} variant="primary">
              Apply for {seatIn}
            </LinkButton>
          </p>
          <h2>Already applied?</h2>
          <p>We’ll call or write to you within 48 hours on working days.</p>
        </div>
        <div className={styles.now}>
          <CoursePaymentBox course={seatIn} {...seats[seatIn]} />
        </div>
      </div>
    );
  const isPaid = ordersOf(application).paid !== null;
  return (
    <div className={styles.page} data-beside={seatIn !== undefined}>
      <div className={styles.text}>
        <span className={styles.mark}>
          <Icon name="check" size="lg" />
        </span>
        <h1>{content.title}</h1>
        <p className={styles.lead}>
          {content.lead} {seatIn && !isPaid && PAY}
        </p>
        <h2>What happens next</h2>
        <ol>
          {(isPaid ? content.next.filter((step) => step !== SEAT) : content.next).map((step) => (
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
