/**
 * What the phone in the administrator's preview shows: the exam's card, the instructions and a sample paper, made of
 * the candidate's own screens. It leaves nothing behind.
 */
import { useCallback, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { samplePaperSchema } from '#contract/desk/sample-paper.ts';
import { type Exam, examSchema } from '#contract/wire/exams.ts';
import { ExamCard, ExamDetailsDialog } from '#web/candidate/exams/assessment-card.tsx';
import { PreviewPaper, PreviewWaitingRoom } from '#web/exam/screens/preview-paper.tsx';
import { useLoad } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { EmptyState, FailedState } from '#web/ui/state-panel.tsx';
import styles from './exam-preview-phone.module.css';

export default function ExamPreviewPhoneRoute() {
  const path = `exams/${encodeURIComponent(useParams().examId ?? '')}`;
  const [exam, retry] = useLoad(path, examSchema);
  const [search, setSearch] = useSearchParams();
  const step = search.get('step') ?? 'card';
  const go = useCallback(
    (next: string) => setSearch({ step: next }, { replace: true }),
    [setSearch],
  );
  const over = useCallback(() => go('over'), [go]);
  // The instructions already have a heading: the exam's name.
  const Word = step === 'instructions' ? 'p' : 'h1';
  return (
    <>
      {exam.state === 'loading' && <Loading label="Loading the exam…" onRetry={retry} />}
      {exam.state === 'failed' && (
        <FailedState title="We couldn’t load the exam" message={exam.message} onRetry={retry} />
      )}
      {exam.state === 'ready' &&
        (step === 'exam' ? (
          <Paper exam={exam.data} path={`${path}/preview`} onOver={over} />
        ) : (
          <>
            <Word className={styles.word}>Preview</Word>
            {step === 'card' && <Card exam={exam.data} onApply={() => go('instructions')} />}
            {step === 'instructions' && (
              <PreviewWaitingRoom exam={exam.data} onStart={() => go('exam')} />
            )}
            {step === 'over' && (
              <EmptyState icon="circle-check" title="The exam is submitted">
                <p>
                  At this point a candidate sees that it’s been received, along with their receipt.
                </p>
                <p>This was a preview, so nothing was saved.</p>
                <Button onClick={() => go('exam')}>See another paper</Button>
              </EmptyState>
            )}
          </>
        ))}
    </>
  );
}

function Card({ exam, onApply }: { exam: Exam; onApply: () => void }) {
  const [detailed, setDetailed] = useState(false);
  return (
    <div className={styles.card}>
      {exam.status === 'Inactive' && (
        <Notice tone="info" title="This exam is Inactive">
          <p>Candidates can’t see it now.</p>
        </Notice>
      )}
      <ExamCard exam={exam} at={Date.now()} onDetails={() => setDetailed(true)} onApply={onApply} />
      <ExamDetailsDialog
        exam={detailed ? exam : null}
        onClose={() => setDetailed(false)}
        onApply={onApply}
      />
    </div>
  );
}

function Paper({ exam, path, onOver }: { exam: Exam; path: string; onOver: () => void }) {
  const [paper, retry] = useLoad(path, samplePaperSchema);
  if (paper.state === 'loading') return <Loading label="Drawing a sample paper…" onRetry={retry} />;
  if (paper.state === 'failed')
    return <FailedState title="We couldn’t draw a paper" message={paper.message} onRetry={retry} />;
  if (paper.data.length === 0 && exam.format === 'MCQ')
    return (
      <EmptyState title="This exam has no questions">
        <p>Add sections to it in the Exam Manager.</p>
      </EmptyState>
    );
  return <PreviewPaper exam={exam} questions={paper.data} onOver={onOver} />;
}
