/** Whose pages these are, what was scored by the machine, and what a marker must know before marking. */
import type { MarkableSitting } from '#contract/desk/marking.ts';
import { DOCUMENTS, TOTAL } from '#contract/wire/results.ts';
import { Notice } from '#web/ui/notice.tsx';
import styles from './marking.module.css';

export function SittingFacts({ sitting }: { sitting: MarkableSitting }) {
  const { fullName, uid, score, missing, held, provisional, outdated } = sitting;
  const sections = score
    .flatMap((entry) => Object.entries(entry))
    .filter(([name]) => name !== TOTAL && name !== DOCUMENTS);
  return (
    <>
      <div>
        <h2 className={styles.whose}>{fullName}</h2>
        <p className={styles.facts}>UID {uid}</p>
      </div>
      {sections.length > 0 && (
        <dl className={styles.scores}>
          {sections.map(([name, marks]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{marks}</dd>
            </div>
          ))}
        </dl>
      )}
      {outdated && (
        <Notice tone="warn" title="Pages came after the mark">
          <p>Please look at them again and save the mark.</p>
        </Notice>
      )}
      {missing > 0 && (
        <Notice
          tone="warn"
          title={missing === 1 ? 'One page is missing' : `${missing} pages are missing`}
        >
          <p>The candidate’s phone has not sent everything yet.</p>
        </Notice>
      )}
      {held > 0 && (
        <Notice tone="warn" title="Late work arrived">
          <p>It is waiting for a decision. More pages may be added.</p>
        </Notice>
      )}
      {provisional && (
        <Notice tone="info" title="Never submitted">
          <p>The time ran out and the server closed this sitting with what it had.</p>
        </Notice>
      )}
    </>
  );
}
