/** One page of the questions, with how candidates answered each. */
import { Link } from 'react-router-dom';
import type { QuestionFigures } from '#contract/desk/analysis.ts';
import { optionNames } from '#contract/wire/values.ts';
import { NO_VALUE } from '#web/shared/desk/no-value.ts';
import { rowActClass } from '#web/shared/desk/row-act.tsx';
import { questionSearchPath } from '#web/shared/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { BarRows } from '#web/ui/charts/bar-rows.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { flagWords, percent, signed, whole } from './headline.tsx';
import styles from './questions.module.css';

interface QuestionTableProps {
  questions: readonly QuestionFigures[];
  /** The number of questions on earlier pages. */
  before: number;
}

export function QuestionTable({ questions, before }: QuestionTableProps) {
  const columns: Column<QuestionFigures>[] = [
    { key: 'number', head: '#', numeric: true, cell: (_, index) => before + index + 1 },
    {
      key: 'question',
      head: 'Question',
      cell: (question) => <QuestionCell question={question} />,
    },
    { key: 'flags', head: 'Flags', cell: (question) => <Flags question={question} /> },
    { key: 'asked', head: 'Asked', numeric: true, cell: ({ asked }) => whole(asked) },
    { key: 'right', head: 'Right', numeric: true, cell: ({ right }) => whole(right) },
    { key: 'wrong', head: 'Wrong', numeric: true, cell: ({ wrong }) => whole(wrong) },
    { key: 'blank', head: 'Blank', numeric: true, cell: ({ blank }) => whole(blank) },
    {
      key: 'facility',
      head: 'Facility',
      numeric: true,
      cell: ({ right, asked }) => percent(right, asked),
    },
    {
      key: 'discrimination',
      head: 'Discrimination',
      numeric: true,
      cell: ({ discrimination }) => signed(discrimination),
    },
    {
      key: 'upperLower',
      head: 'Gap, best to weakest',
      numeric: true,
      cell: ({ upperLower }) => signed(upperLower),
    },
  ];
  return (
    <DataTable
      caption="Questions of the exam"
      captionHidden
      dense
      columns={columns}
      rows={questions}
      rowKey={({ revision }) => revision}
    />
  );
}

function QuestionCell({ question }: { question: QuestionFigures }) {
  const { text, section, options, correct, also = [], blank, asked, inBank } = question;
  const isRight = (index: number) => [correct, ...also].some((name) => name === optionNames[index]);
  const answered = asked - blank;
  return (
    <div className={styles.question}>
      <p id={textId(question)} className={styles.text}>
        {text}
      </p>
      <p className={styles.section}>
        {section}
        {inBank === 'changed' && '; changed in the bank since'}
        {inBank === 'gone' && '; deleted from the bank since'}
      </p>
      <details>
        <summary aria-describedby={textId(question)}>Options chosen</summary>
        <BarRows
          whole={Math.max(1, answered)}
          rows={options.map((option, index) => ({
            label: `${'ABCD'[index]}. ${option.text}${isRight(index) ? ' ✓ right by the key' : ''}`,
            note: `${whole(option.chosen)} (${percent(option.chosen, answered)})`,
            parts: [{ look: isRight(index) ? 'solid' : 'hatched', value: option.chosen }],
          }))}
        />
      </details>
    </div>
  );
}

/** Characters of a question's first line that are searched for; the search accepts at most 200. */
const SEARCHED = 120;

function Flags({ question }: { question: QuestionFigures }) {
  const { flags, text, inBank } = question;
  if (flags.length === 0) return <span className={styles.none}>{NO_VALUE}</span>;
  const isGrave = flags.some((flag) => flagWords[flag].grave);
  const words = text.trim().split('\n')[0]?.slice(0, SEARCHED) ?? '';
  return (
    <div className={styles.flags}>
      {flags.map((flag) => (
        <Badge
          key={flag}
          {...(flagWords[flag].grave ? { tone: 'danger', icon: 'alert' } : { tone: 'neutral' })}
        >
          {flagWords[flag].short}
        </Badge>
      ))}
      {isGrave && inBank !== 'gone' && (
        <Link
          className={rowActClass()}
          to={questionSearchPath(words)}
          aria-describedby={textId(question)}
        >
          Check its key
        </Link>
      )}
    </div>
  );
}

function textId({ revision }: QuestionFigures): string {
  return `question-${revision}`;
}
