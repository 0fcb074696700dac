/** Exam Score: choose an exam, see its participants, export them. */
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ExamName } from '#contract/desk/exam-draft.ts';
import { DeskList, DeskPage, DeskToolbar } from '#web/shared/desk/desk-page.tsx';
import { examOptions, listExamNames } from '#web/shared/desk/exam-options.ts';
import { RowAct, useCameFrom } from '#web/shared/desk/row-act.tsx';
import { SearchBox } from '#web/shared/desk/search-box.tsx';
import { formatDateTime } from '#web/shared/format.ts';
import { examAnalysisPath, markingPath, meritListPath } from '#web/shared/paths.ts';
import { useAsk } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/field.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { EmptyState } from '#web/ui/state-panel.tsx';
import { TELL, TextResultsDialog } from '../messages/text-results-dialog.tsx';
import { ExamParticipants, useSwitch } from './exam-participants.tsx';

export default function ExamScore() {
  const exams = useAsk(listExamNames);
  // The address holds the chosen exam and the search among its participants.
  const [address, setAddress] = useSearchParams();
  const examId = address.get('exam') ?? '';
  const [words, setWords] = useState('');
  const [showsHall, turnHall] = useSwitch('rooms');
  const [isTelling, turnTelling] = useSwitch(TELL);
  const cameFrom = useCameFrom();
  const exam = useMemo(
    () => exams.latest?.find(({ _id }) => _id === examId),
    [exams.latest, examId],
  );
  return (
    <DeskPage
      title="Filter Exam Participants"
      acts={
        exam && (
          <>
            {exam.format !== 'MCQ' && (
              <LinkButton to={markingPath(exam._id)} state={cameFrom} icon="document">
                Mark documents
              </LinkButton>
            )}
            <LinkButton to={examAnalysisPath(exam._id)} state={cameFrom} icon="chart">
              Analysis
            </LinkButton>
            <LinkButton to={meritListPath(exam._id)} state={cameFrom} icon="grid">
              Merit list
            </LinkButton>
            <Button icon="send" onClick={turnTelling}>
              Tell candidates by text message
            </Button>
          </>
        )
      }
    >
      <DeskList
        asked={exams}
        loadingLabel="Loading the exams…"
        failedTitle="We couldn’t load the exams"
      >
        {(list) => (
          <DeskToolbar>
            {list.length > MANY && (
              <SearchBox label="Find an exam..." value={words} onChange={setWords} />
            )}
            <Select
              label="Select Exam"
              placeholder="Select an Exam"
              options={examOptions(list, isFound(words, examId))}
              value={examId}
              onChange={({ target: { value } }) => {
                setWords('');
                const next = new URLSearchParams(value ? { exam: value } : {});
                for (const way of ['rooms', 'marks']) if (address.has(way)) next.set(way, '1');
                setAddress(next);
              }}
            />
            {exam && (
              <RowAct icon="user" aria-pressed={showsHall} onClick={turnHall}>
                Rooms and accommodations
              </RowAct>
            )}
          </DeskToolbar>
        )}
      </DeskList>
      {exams.latest && examId !== '' && !exam && (
        <Notice tone="warn" title="We can’t find this exam">
          <p>It may have been deleted, or the address is wrong. Choose another above.</p>
        </Notice>
      )}
      {exam && <TextResultsDialog exam={exam} open={isTelling} onClose={turnTelling} />}
      {exam ? (
        <ExamParticipants key={exam._id} exam={exam} showsHall={showsHall} />
      ) : (
        exams.latest && (
          <EmptyState icon="grid" title="Choose an exam">
            <p>
              {exams.latest.length === 0
                ? 'There are no exams yet. Create one in the Exam Manager.'
                : 'Its participants, with their scores and documents, will appear here.'}
            </p>
          </EmptyState>
        )
      )}
    </DeskPage>
  );
}

/** With more exams than this, a search box helps to choose one. */
const MANY = 12;

/**
 * @returns whether an exam can be chosen: its name or start contains every word. The exam in `chosen` always can, even an
 *   archived one, to which only an address leads.
 */
function isFound(words: string, chosen: string) {
  const wanted = words.toLowerCase().split(/\s+/);
  return ({ _id, name, startDate, archived }: ExamName) => {
    if (archived && _id !== chosen) return false;
    const said = `${name} ${formatDateTime(startDate)}`.toLowerCase();
    return _id === chosen || wanted.every((word) => said.includes(word));
  };
}
