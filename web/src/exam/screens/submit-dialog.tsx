/** Asks once before submitting, with a summary of each section. */
import { useOnline } from '#web/shared/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { countStates, type QuestionState } from './question-state.ts';
import styles from './sitting-screen.module.css';

export interface SectionSummary {
  name: string;
  states: readonly QuestionState[];
}

interface SubmitDialogProps {
  open: boolean;
  sections: readonly SectionSummary[];
  /** How many document pages; null when the exam asks for none. */
  pages: number | null;
  onClose: () => void;
  onSubmit: () => void;
}

const columns: readonly Column<SectionSummary>[] = [
  {
    key: 'section',
    head: 'Section',
    rowHead: true,
    cell: ({ name }) => <bdi>{name || 'Questions'}</bdi>,
  },
  {
    key: 'answered',
    head: 'Answered',
    numeric: true,
    cell: ({ states }) => tally(states).answered,
  },
  { key: 'left', head: 'Not answered', numeric: true, cell: ({ states }) => tally(states).left },
  { key: 'marked', head: 'Marked', numeric: true, cell: ({ states }) => tally(states).marked },
];

function tally(states: readonly QuestionState[]) {
  const counts = countStates(states);
  const both = counts['answered and marked'];
  const answered = counts.answered + both;
  return { answered, left: states.length - answered, marked: counts.marked + both };
}

export function SubmitDialog({ open, sections, pages, onClose, onSubmit }: SubmitDialogProps) {
  const online = useOnline();
  const left = tally(sections.flatMap(({ states }) => states)).left;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Submit your exam?"
      placement="sheet"
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button variant="primary" icon="send" onClick={onSubmit}>
            Submit
          </Button>
        </>
      }
    >
      <div className={styles.summary}>
        {sections.length > 0 && (
          <DataTable
            caption="Your answers by section"
            captionHidden
            columns={columns}
            rows={sections}
            rowKey={(_, index) => index}
          />
        )}
        {pages !== null && (
          <p>
            Document pages: <strong>{pages}</strong>
          </p>
        )}
        {(left > 0 || pages === 0) && (
          <Notice tone="warn" title={unfinished(left, pages)}>
            <p>You still have time to go back.</p>
          </Notice>
        )}
        <p>After you submit, you can’t change anything.</p>
        {!online && (
          <p>
            You’re offline right now. Your exam stays on this phone and will be sent when the
            network is back.
          </p>
        )}
      </div>
    </Dialog>
  );
}

function unfinished(left: number, pages: number | null): string {
  const questions = left === 1 ? '1 question has no answer' : `${left} questions have no answer`;
  const parts = [left > 0 ? questions : '', pages === 0 ? 'you haven’t added a document page' : ''];
  const sentence = parts.filter(Boolean).join(', and ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
