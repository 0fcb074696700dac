/** For an address without a page: says so, and leads on to what most people come for. */
import { Link } from 'react-router-dom';
import { paths } from '#web/shared/paths.ts';
import { telHref, useBrand } from '#web/shared/use-brand.ts';
import { Page } from '#web/ui/page.tsx';
import styles from './not-found.module.css';

const ways = [
  { to: paths.home, label: 'Home page', text: 'Who we are and what we do' },
  {
    to: paths.onlineAssessment,
    label: 'Online assessment',
    text: 'Exams open now, with dates and fees',
  },
  { to: paths.signIn, label: 'Sign in', text: 'Your exam, your payment, your result' },
  { to: paths.exploreCourses, label: 'Courses', text: 'US CMA, US CPA, Germany and more' },
  { to: paths.results, label: 'Results', text: 'Published results of past exams' },
] as const;

export const description = 'There’s no page at this address.';

export default function NotFound() {
  const brand = useBrand();
  return (
    <Page
      title="Page not found"
      intro="There’s no page at this address. It may have moved, or the address may have a typo. Here’s where most people want to go:"
      width="text"
    >
      <ul className={styles.ways}>
        {ways.map(({ to, label, text }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <p>
        Still lost? Call <a href={telHref(brand.phone)}>{brand.phone}</a>.
      </p>
    </Page>
  );
}
