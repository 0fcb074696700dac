/** Exam Score: choose an exam, see its participants, export them (specification section 2, /adminexamscore). */
import { useMemo, useState } from 'react';
import { examListSchema } from '#contract/exams.ts';
import { DeskList } from '#web/components/desk/desk-list.tsx';
import { DeskPage, DeskToolbar } from '#web/components/desk/desk-page.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { EmptyState } from '#web/components/ui/state-panel.tsx';
import { api } from '#web/lib/http.ts';
import { useAsk } from '#web/lib/use-load.ts';
import { ExamParticipants } from './exam-participants.tsx';

const listExams = (signal: AbortSignal) => api.get('exams', examListSchema, { signal });

export function ExamScore() {
  const exams = useAsk(listExams);
  const [examId, setExamId] = useState('');
  const exam = useMemo(
    () => exams.latest?.find(({ _id }) => _id === examId),
    [exams.latest, examId],
  );
  return (
    <DeskPage title="Filter Exam Participants">
      <DeskList
        asked={exams}
        loadingLabel="Loading the exams…"
        failedTitle="The exams could not be loaded"
      >
        {(list) => (
          <DeskToolbar>
            <Select
              label="Select Exam"
              placeholder="Select an Exam"
              options={list.map(({ _id, name }) => ({ value: _id, label: name }))}
              value={examId}
              onChange={({ target }) => setExamId(target.value)}
            />
          </DeskToolbar>
        )}
      </DeskList>
      {exam ? (
        <ExamParticipants key={exam._id} exam={exam} />
      ) : (
        exams.latest && (
          <EmptyState icon="grid" title="Choose an exam">
            <p>
              {exams.latest.length === 0
                ? 'There is none yet; create one in the Exam Manager.'
                : 'Its participants, their scores and documents appear here.'}
            </p>
          </EmptyState>
        )
      )}
    </DeskPage>
  );
}
