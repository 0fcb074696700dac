/** The progress or the outcome of a rescore, in a sentence, with a bar while it runs. */
import { Link } from 'react-router-dom';
import type { Rescore } from '#contract/desk/rescores.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { paths } from '#web/shared/paths.ts';
import { Notice } from '#web/ui/notice.tsx';
import styles from './rescore.module.css';

export function RescoreProgress({ rescore }: { rescore: Rescore }) {
  const { state, corrected, papers, checked, leftOut, changes, applied } = rescore;
  switch (state) {
    case 'checking':
      return (
        <Progress
          label={
            corrected
              ? 'Looking for sittings that have changed since…'
              : 'Working out what would change…'
          }
          done={checked}
          of={Math.max(papers, checked)}
        />
      );
    case 'applying':
      return <Progress label="Changing the scores…" done={applied} of={applied + changes} />;
    case 'ready':
      if (changesNothing(rescore))
        return (
          <Notice tone="info" title="Nothing would change" live>
            <p>No candidate’s paper has the old version of this question.</p>
          </Notice>
        );
      return (
        <>
          {corrected && changes > 0 ? (
            <Notice tone="warn" title={`${formatCount(changes, 'more score')} to change`} live>
              <p>
                {formatCount(applied, 'score')} {applied === 1 ? 'has' : 'have'} already changed.
                These sittings ended or changed after you saw the list.
              </p>
            </Notice>
          ) : (
            <Notice tone="info" title={`${formatCount(changes, 'score')} would change`} live>
              <p>
                {formatCount(checked, 'finished sitting')} had this question. Nothing has changed
                yet.
              </p>
            </Notice>
          )}
          <LeftOut count={leftOut} />
        </>
      );
    case 'done':
      return (
        <>
          <Notice tone="success" title={`${formatCount(applied, 'score')} changed`} live>
            <p>
              Candidates can now see their new scores. From now on, sittings use the corrected key.
            </p>
            {applied > 0 && (
              <p>
                A merit list that’s already published still shows the old scores. Publish it again
                from <Link to={paths.examScore}>Exam Score</Link>.
              </p>
            )}
          </Notice>
          <LeftOut count={leftOut} />
        </>
      );
  }
}

function Progress({ label, done, of }: { label: string; done: number; of: number }) {
  return (
    <div className={styles.progress} role="status">
      <p>
        {label} {done.toLocaleString('en-IN')} of {of.toLocaleString('en-IN')}
      </p>
      <progress aria-label={label} value={done} max={Math.max(of, 1)} />
      <p className={styles.muted}>You can leave this page; the server will carry on.</p>
    </div>
  );
}

function LeftOut({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Notice
      tone="warn"
      title={`${formatCount(count, 'sitting')} left as ${count === 1 ? 'it is' : 'they are'}`}
    >
      <p>
        These candidates weren’t given the option that’s now right. To leave the question out of
        every score, set its Weightage and Negative to 0.
      </p>
    </Notice>
  );
}

/**
 * Whether confirming a rescore would do nothing at all, so that it isn't offered. A paper with the old version of the question
 * counts even without a finished sitting: the sitting may still end, and is then scored by the confirmed key.
 */
export function changesNothing({ papers, checked, changes }: Rescore): boolean {
  return papers === 0 && checked === 0 && changes === 0;
}
