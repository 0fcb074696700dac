/** Which texts somebody agreed to, of which day, and when. */
import { Link } from 'react-router-dom';
import type { Account, ConsentDocument } from '#contract/site/account.ts';
import { formatDate } from '#web/shared/format.ts';
import { paths } from '#web/shared/paths.ts';
import styles from './account.module.css';

const texts: Record<ConsentDocument, { name: string; to: string }> = {
  terms: { name: 'Terms and conditions', to: paths.terms },
  privacy: { name: 'Privacy policy', to: paths.privacy },
  'exam-policy': { name: 'Exam policy', to: paths.terms },
};

const day = (version: string) => formatDate(`${version}T00:00:00+05:30`);

export function ConsentList({ consents }: { consents: Account['consents'] }) {
  if (consents.length === 0)
    return <p className={styles.note}>You registered before we recorded this.</p>;
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
