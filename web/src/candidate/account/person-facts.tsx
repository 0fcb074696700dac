/** What of a person only the office changes, and how to have it put right. */
import type { Account } from '#contract/site/account.ts';
import { formatDate } from '#web/shared/format.ts';
import { telHref, useBrand } from '#web/shared/use-brand.ts';
import styles from './account.module.css';

export function PersonFacts({ account }: { account: Account }) {
  const brand = useBrand();
  const isCandidate = account.role === 'candidate';
  return (
    <>
      <dl className={styles.facts}>
        <Fact name="UID">{account.uid}</Fact>
        <Fact name="Full name">{account.fullName}</Fact>
        {account.dateOfBirth && (
          <Fact name="Date of birth">{formatDate(`${account.dateOfBirth}T00:00:00+05:30`)}</Fact>
        )}
        {!isCandidate && account.mobile && <Fact name="Mobile">{account.mobile}</Fact>}
        {!isCandidate && account.email && <Fact name="Email">{account.email}</Fact>}
        <Fact name={isCandidate ? 'Registered on' : 'Account since'}>
          {formatDate(account.registeredAt)}
        </Fact>
      </dl>
      <p className={styles.note}>
        {isCandidate
          ? 'Your name and date of birth are checked against your ID card, so you can’t change them here. If one is wrong, call '
          : 'The office keeps these details. If one is wrong, call '}
        <a href={telHref(brand.phone)}>{brand.phone}</a> or write to{' '}
        <a href={`mailto:${brand.email}`}>{brand.email}</a>
        {isCandidate ? ' and have your UID and your ID card with you.' : '.'}
      </p>
    </>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
