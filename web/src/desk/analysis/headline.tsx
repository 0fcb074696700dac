/** The figures to know before any chart, and a word of caution where they rest on few. */
import { type ExamAnalysis, FEWEST_TO_JUDGE } from '#contract/desk/analysis.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { Notice } from '#web/ui/notice.tsx';
import { decimal, percent, whole } from './figures.ts';
import styles from './headline.module.css';

interface HeadlineProps {
  analysis: ExamAnalysis;
  enrolled: number;
}

export function Headline({ analysis, enrolled }: HeadlineProps) {
  const { participants, scores, timeUsed, answers } = analysis;
  const done = participants.completed + participants.provisional;
  const figures = [
    {
      name: 'Completed',
      value: whole(done),
      note: `${percent(done, enrolled)} of ${formatCount(enrolled, 'candidate')}`,
    },
    {
      name: 'Mean score',
      value: scores ? decimal(scores.spread.mean) : '–',
      note: scores
        ? `median ${decimal(scores.spread.median)}, standard deviation ${decimal(scores.spread.deviation)}`
        : 'no whole score yet',
    },
    {
      name: 'Lowest to highest',
      value: scores ? `${decimal(scores.spread.least)} to ${decimal(scores.spread.most)}` : '–',
      note: scores ? `of ${formatCount(scores.spread.count, 'candidate')}` : 'no whole score yet',
    },
    {
      name: 'Median time',
      value: timeUsed ? `${decimal(timeUsed.spread.median)} min` : '–',
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
            With fewer than {FEWEST_TO_JUDGE}, facility and discrimination mean little: one
            candidate more can turn them round. No question is flagged before {FEWEST_TO_JUDGE} were
            asked it.
          </p>
        </Notice>
      )}
    </>
  );
}
