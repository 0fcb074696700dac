/** The key figures above the charts, with a caution when they are based on few candidates. */
import { type ExamAnalysis, FEWEST_TO_JUDGE, type QuestionFlag } from '#contract/desk/analysis.ts';
import { NO_VALUE } from '#web/shared/desk/no-value.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { Notice } from '#web/ui/notice.tsx';
import styles from './analysis.module.css';

interface HeadlineProps {
  analysis: ExamAnalysis;
  enrolled: number;
}

export function Headline({ analysis, enrolled }: HeadlineProps) {
  const { participants, scoresCounted, scores, timeUsed, answers } = analysis;
  const done = participants.completed + participants.provisional;
  const [none, why] = scoresCounted ? [NO_VALUE, 'no complete score yet'] : ['…', 'being counted'];
  const figures = [
    {
      name: 'Completed',
      value: whole(done),
      note: `${percent(done, enrolled)} of ${formatCount(enrolled, 'candidate')}`,
    },
    {
      name: 'Mean score',
      value: scores ? decimal(scores.spread.mean) : none,
      note: scores
        ? `median ${decimal(scores.spread.median)}, standard deviation ${decimal(scores.spread.deviation)}`
        : why,
    },
    {
      name: 'Lowest to highest',
      value: scores ? `${decimal(scores.spread.least)} to ${decimal(scores.spread.most)}` : none,
      note: scores ? `of ${formatCount(scores.spread.count, 'candidate')}` : why,
    },
    {
      name: 'Median time',
      value: timeUsed ? minutes(timeUsed.spread.median) : none,
      note: `of ${analysis.durationMinutes} minutes`,
    },
    {
      name: 'Suspicious questions',
      value: answers.state === 'counted' ? whole(answers.suspicious) : '…',
      note: answers.state === 'counted' ? `of ${whole(answers.questions)} asked` : 'being counted',
    },
  ];
  return (
    <>
      <dl className={styles.figures}>
        {figures.map(({ name, value, note }) => (
          <div key={name} className={styles.figure}>
            <dt>{name}</dt>
            <dd className={styles.value}>{value}</dd>
            <dd className={styles.note}>{note}</dd>
          </div>
        ))}
      </dl>
      {done > 0 && done < FEWEST_TO_JUDGE && (
        <Notice tone="info" title={`Only ${formatCount(done, 'candidate')} so far`}>
          <p>
            With fewer than {FEWEST_TO_JUDGE}, facility and discrimination don’t mean much: one more
            candidate can reverse them. A question is flagged only once {FEWEST_TO_JUDGE} candidates
            have been asked it.
          </p>
        </Notice>
      )}
    </>
  );
}

/** What the figures mean and how they are worked out, in plain words, with their sources. */
export function HowMade() {
  return (
    <details className={styles.how}>
      <summary>How these figures are worked out</summary>
      <dl className={styles.terms}>
        <dt>Who counts</dt>
        <dd>
          Everyone whose sitting is over, whether submitted or closed by the server. An answer
          counts here exactly when it counts for the score, and is judged by today’s key.
        </dd>
        <dt>Standard deviation (SD)</dt>
        <dd>How far scores usually are from the mean, taken over all candidates (÷ N).</dd>
        <dt>Time used</dt>
        <dd>
          From start to submission, by the server’s clock. Sittings that were never submitted have
          none.
        </dd>
        <dt>Facility</dt>
        <dd>
          The share of those asked who got it right: 0% is very hard, 100% very easy. Every
          candidate’s paper is drawn separately, so not everyone was asked every question.
        </dd>
        <dt>Discrimination</dt>
        <dd>
          Do strong candidates get this question right more often? This is the correlation, from −1
          to +1, between getting this question right and the marks on the rest of the paper
          (corrected item–total correlation; Henrysson 1963). Above +0.2 is good, around 0 tells you
          nothing, and below 0 something is wrong.
        </dd>
        <dt>Gap, best to weakest</dt>
        <dd>
          The share who got it right among the best 27% of candidates, minus the share among the
          weakest 27%, counting only those who were asked (upper–lower index D; Kelley 1939). +0.4
          or more is very good; under +0.2 is poor (Ebel).
        </dd>
        {Object.values(flagWords).map(({ short, long }) => (
          <div key={short} className={styles.pair}>
            <dt>Flag “{short}”</dt>
            <dd>{long}</dd>
          </div>
        ))}
        <dt>Few candidates</dt>
        <dd>
          A question is flagged only once {FEWEST_TO_JUDGE} or more candidates have been asked it.
          With fewer, it’s mostly down to chance.
        </dd>
      </dl>
    </details>
  );
}

// Numbers as text.

/** At most two decimals, Indian grouping, a real minus. */
export function decimal(value: number): string {
  return value.toLocaleString('en-IN', { maximumFractionDigits: 2 }).replace('-', '−');
}

export function whole(value: number): string {
  return value.toLocaleString('en-IN');
}

/** A part of a whole as `42%`; a dash when the whole is 0. */
export function percent(part: number, of: number): string {
  return of === 0 ? NO_VALUE : `${Math.round((part / of) * 100)}%`;
}

/** @param value minutes; shown in seconds below one minute: `2 s`, `12.5 min` */
export function minutes(value: number): string {
  return value < 1 ? `${Math.round(value * 60)} s` : `${decimal(value)} min`;
}

/** An index between −1 and 1 with its sign, as `+0.31`; a dash for null. */
export function signed(index: number | null): string {
  if (index === null) return NO_VALUE;
  const rounded = Math.round(index * 100) / 100;
  const sign = rounded > 0 ? '+' : rounded < 0 ? '−' : '';
  return `${sign}${Math.abs(rounded).toFixed(2)}`;
}

/** The words for each flag: the label in a cell, its meaning, and whether the key of the question is in doubt. */
export const flagWords: Record<QuestionFlag, { short: string; long: string; grave: boolean }> = {
  'nobody-right': {
    short: 'Nobody right',
    long: 'Nobody got it right. The key may be wrong.',
    grave: true,
  },
  'below-chance': {
    short: 'Below chance',
    long: 'Fewer got it right than you’d expect from guessing: under one in four.',
    grave: true,
  },
  'negative-discrimination': {
    short: 'Negative discrimination',
    long: 'Those who did better on the rest of the paper got it wrong more often. The key is probably wrong, or the question is misleading.',
    grave: true,
  },
  'everyone-right': {
    short: 'Everyone right',
    long: 'It doesn’t tell strong and weak candidates apart.',
    grave: false,
  },
  'option-never-chosen': {
    short: 'Option never chosen',
    long: 'At least one option didn’t tempt anyone.',
    grave: false,
  },
};
