/** A candidate's answers and the marks for each, for when somebody asks the office about a score. */
import { type ReactNode, useCallback } from 'react';
import { Link } from 'react-router-dom';
import { type Answered, answerSheetSchema, type Received } from '#contract/desk/answer-sheet.ts';
import { lateNotes } from '#contract/wire/late-words.ts';
import { type OptionName, optionNames } from '#contract/wire/values.ts';
import { DeskList } from '#web/shared/desk/desk-page.tsx';
import { formatDate, formatTime } from '#web/shared/format.ts';
import { formatMarks } from '#web/shared/format-marks.ts';
import { api } from '#web/shared/http.ts';
import { paths } from '#web/shared/paths.ts';
import { useAsk } from '#web/shared/use-load.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './candidate.module.css';

interface AnswersDialogProps {
  /** Null while the window is closed. */
  sitting: { id: string; exam: string } | null;
  onClose: () => void;
}

export function AnswersDialog({ sitting, onClose }: AnswersDialogProps) {
  return (
    <Dialog open={sitting !== null} onClose={onClose} title={`Answers: ${sitting?.exam ?? ''}`}>
      {sitting && <Answers sittingId={sitting.id} />}
    </Dialog>
  );
}

function Answers({ sittingId }: { sittingId: string }) {
  const path = `sittings/${sittingId}/answers`;
  const asked = useAsk(
    useCallback((signal: AbortSignal) => api.get(path, answerSheetSchema, { signal }), [path]),
  );
  return (
    <DeskList
      asked={asked}
      loadingLabel="Loading the answers…"
      failedTitle="We couldn’t load the answers"
    >
      {({ sections, ...late }) => (
        <div className={styles.parts}>
          {lateNotes(late) && (
            <Notice tone="info">
              <p>
                {lateNotes(late)}{' '}
                {(late.lateWork || late.tooLate === 'waits') && (
                  <Link to={`${paths.live}?tab=held`}>Review it</Link>
                )}
              </p>
            </Notice>
          )}
          <p className={styles.about}>
            {sections.length === 0
              ? 'This exam has no questions to choose from.'
              : 'Everything that counts, in the order of this candidate’s paper, by the key in force now. Under each answer: what the candidate chose and when.'}
          </p>
          {sections.map(({ name, marks, questions }) => (
            <DataTable
              key={name}
              caption={`${name}: ${formatMarks(marks)}`}
              cards
              columns={columns}
              rows={questions}
              rowKey={(_, index) => index}
            />
          ))}
        </div>
      )}
    </DeskList>
  );
}

const columns: readonly Column<Answered>[] = [
  { key: 'number', head: 'No.', numeric: true, cell: (_, index) => index + 1 },
  {
    key: 'question',
    head: 'Question',
    rowHead: true,
    cell: ({ text }) => (
      <span className={styles.asked} dir="auto">
        {text}
      </span>
    ),
  },
  {
    key: 'chosen',
    head: 'Answered',
    cell: (row) => (
      <>
        {row.chosen === null ? 'Left blank' : option(row, row.chosen)}
        {row.received?.map((one) => (
          <span key={`${one.at} ${one.receivedAt} ${one.chosen}`} className={styles.detail}>
            {sayReceived(one)}
          </span>
        ))}
        {row.received?.length === 0 && <span className={styles.detail}>Nothing was received.</span>}
      </>
    ),
  },
  { key: 'right', head: 'Right answer', cell: (row) => rightOptions(row) },
  { key: 'marks', head: 'Marks', numeric: true, cell: ({ marks }) => formatMarks(marks) },
];

function rightOptions(row: Answered): ReactNode {
  return [row.right, ...(row.also ?? [])].map((name) => (
    <span key={name} className={styles.answer}>
      {option(row, name)}
    </span>
  ));
}

/** "B, 10:31 am IST", then when it was received if that is another minute, with the day if it is another day, and "not counted". */
export function sayReceived({ chosen, at, receivedAt, counts }: Received): string {
  const given = clock(at);
  const isSameDay = formatDate(at) === formatDate(receivedAt);
  const received = `${isSameDay ? '' : `${formatDate(receivedAt)}, `}${clock(receivedAt)}`;
  return [
    `${chosen === null ? 'Cleared' : letterOf(chosen)}, ${given}`,
    ...(received === given ? [] : [`received ${received}`]),
    ...(counts ? [] : ['not counted']),
  ].join(', ');
}

/** Non-breaking spaces keep a time on one line in a narrow column. */
const clock = (at: string) => formatTime(at).replaceAll(' ', '\u00a0');

const letterOf = (name: OptionName) => 'ABCD'[optionNames.indexOf(name)];

function option({ options }: Answered, name: OptionName): ReactNode {
  return (
    <>
      {letterOf(name)}. <bdi>{options[optionNames.indexOf(name)]}</bdi>
    </>
  );
}
