/**
 * An exam as a candidate sees it, in a frame the size of a common phone. The frame is a separate page, so that everything
 * in it is laid out for the phone and not for this screen.
 */
import { useCallback, useState } from 'react';
import { useParams } from 'react-router-dom';
import { examSchema } from '#contract/wire/exams.ts';
import { DeskList, DeskPage } from '#web/shared/desk/desk-page.tsx';
import { useWayBack } from '#web/shared/desk/row-act.tsx';
import { formatDateTime } from '#web/shared/format.ts';
import { api } from '#web/shared/http.ts';
import { examPreviewPath, paths } from '#web/shared/paths.ts';
import { useAsk } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import styles from './exam-preview.module.css';

const steps = [
  { step: 'card', label: 'Card' },
  { step: 'instructions', label: 'Instructions' },
  { step: 'exam', label: 'Sample paper' },
] as const;

export default function ExamPreview() {
  const examId = useParams().examId ?? '';
  const asked = useAsk(
    useCallback(
      (signal: AbortSignal) =>
        api.get(`exams/${encodeURIComponent(examId)}`, examSchema, { signal }),
      [examId],
    ),
  );
  /** Each press raises `round` and so reloads the frame, which draws a new sample paper. */
  const [shown, setShown] = useState<{ step: string; round: number }>({ step: 'card', round: 0 });

  return (
    <DeskPage
      title="Preview"
      acts={
        <LinkButton to={useWayBack(paths.examManager)} icon="arrow-left">
          Exam Manager
        </LinkButton>
      }
    >
      <DeskList
        asked={asked}
        loadingLabel="Loading the exam…"
        failedTitle="We couldn’t load the exam"
        one="exam"
      >
        {(exam) => (
          <div className={styles.desk}>
            <div className={styles.words}>
              <h2 className={styles.name}>{exam.name}</h2>
              <p>
                {exam.status}, starts {formatDateTime(exam.startDate)}
              </p>
              <p>
                This is how a candidate sees it on a phone. The paper is a sample, drawn from the
                bank just for you. Nobody takes it, and nothing is saved.
              </p>
              <div className={styles.steps}>
                {steps.map(({ step, label }) => (
                  <Button
                    key={step}
                    {...(step === 'exam' && { icon: 'refresh' as const })}
                    onClick={() => setShown({ step, round: shown.round + 1 })}
                  >
                    {label}
                  </Button>
                ))}
              </div>
            </div>
            <div className={styles.phone}>
              <iframe
                key={shown.round}
                className={styles.glass}
                // CSS pixels; most candidates' phones have about this size.
                width={360}
                height={720}
                title="The exam on a phone"
                src={`${examPreviewPath(examId)}/phone?step=${shown.step}`}
              />
            </div>
          </div>
        )}
      </DeskList>
    </DeskPage>
  );
}
