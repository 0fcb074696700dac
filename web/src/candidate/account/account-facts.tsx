/**
 * The parts of My account that can't be edited: details of the person, what they agreed to, and all their data as a
 * file.
 */
import { Link } from 'react-router-dom';
import type { Account, ConsentDocument } from '#contract/site/account.ts';
import { DownloadButton } from '#web/shared/desk/download-button.tsx';
import { formatDate } from '#web/shared/format.ts';
import { paths } from '#web/shared/paths.ts';
import { telHref, useBrand } from '#web/shared/use-brand.ts';
import { Fact } from '#web/ui/fact.tsx';
import styles from './account.module.css';

/** Details that only the office can change, and how to have them corrected. */
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
      {account.role !== 'admin' && (
        <p className={styles.note}>
          {isCandidate
            ? 'We check your name and date of birth against your ID card, so you can’t change them here. If either is wrong, call '
            : 'The office maintains these details. If any of them is wrong, call '}
          <a href={telHref(brand.phone)}>{brand.phone}</a> or write to{' '}
          <a href={`mailto:${brand.email}`}>{brand.email}</a>
          {isCandidate ? '. Keep your UID and ID card handy.' : '.'}
        </p>
      )}
    </>
  );
}

const texts: Record<ConsentDocument, { name: string; to: string }> = {
  terms: { name: 'Terms and conditions', to: paths.terms },
  privacy: { name: 'Privacy policy', to: paths.privacy },
  'exam-policy': { name: 'Exam policy', to: paths.terms },
};

const day = (version: string) => formatDate(`${version}T00:00:00+05:30`);

/** The texts that the user agreed to, each with the date of the text and of the agreement. */
export function ConsentList({ consents }: { consents: Account['consents'] }) {
  if (consents.length === 0)
    return <p className={styles.note}>You registered before we began recording this.</p>;
  return (
    <ul className={styles.list}>
      {consents.map(({ document, version, givenAt }) => (
        <li key={`${document} ${version}`} className={styles.line}>
          <Link to={texts[document].to}>{texts[document].name}</Link>
          <span className={styles.note}>
            text of {day(version)}, agreed on {formatDate(givenAt)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Downloads everything we hold about the user. */
export function OwnData({ uid }: { uid: string }) {
  return (
    <>
      <p>
        A single file with everything we hold about you: your details, what you agreed to, your
        exams with your answers and scores, payments and receipts, and a list of the pages you
        submitted.
      </p>
      <p className={styles.note}>
        It’s a text file (JSON) that other programs can read. Keep it private: it has your address
        and mobile number in it.
      </p>
      <DownloadButton path="account/data" fileName={`my-data-${uid}.json`}>
        Download my data
      </DownloadButton>
    </>
  );
}
