/** Applications & payments: the orders of exams and courses, and who applied for a course. */
import { Link, useSearchParams } from 'react-router-dom';
import { DeskPage } from '#web/shared/desk/desk-page.tsx';
import { ApplicationDesk } from './application-desk.tsx';
import { OrderDesk } from './order-desk.tsx';
import styles from './payment-desk.module.css';

const tabs = [
  { name: 'orders', label: 'Orders' },
  { name: 'applications', label: 'Applications' },
] as const;

/** The tab stands in the address, so that it can be linked to and survives a reload. */
export default function PaymentDesk() {
  const asked = useSearchParams()[0].get('tab');
  const current = tabs.find(({ name }) => name === asked) ?? tabs[0];
  return (
    <DeskPage title="Applications & payments">
      <nav className={styles.tabs} aria-label="Applications & payments">
        {tabs.map(({ name, label }) => (
          <Link
            key={name}
            to={{ search: `tab=${name}` }}
            className={styles.tab}
            aria-current={name === current.name ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      {current.name === 'orders' ? <OrderDesk /> : <ApplicationDesk />}
    </DeskPage>
  );
}
