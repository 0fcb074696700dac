/** Tells candidates by text message when their exam starts: after it was moved, or the day before (decision 100). */
import { useCallback } from 'react';
import { type StartTexts, startTextsSchema } from '#contract/desk/start-texts.ts';
import type { Exam } from '#contract/wire/exams.ts';
import { DeskList } from '#web/shared/desk/desk-page.tsx';
import { formatDateTime } from '#web/shared/format.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { api } from '#web/shared/http.ts';
import { useAsk } from '#web/shared/use-load.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextCandidates } from '../messages/text-candidates.tsx';
import styles from './exams.module.css';

interface TextStartDialogProps {
  /** Null while the window is closed. */
  exam: Exam | null;
  onClose: () => void;
  onSent: (exam: Exam, queued: number) => void;
}

export function TextStartDialog({ exam, onClose, onSent }: TextStartDialogProps) {
  return (
    <Dialog open={exam !== null} onClose={onClose} title="Text the start time to candidates">
      {exam && <TextStart exam={exam} onSent={(queued) => onSent(exam, queued)} />}
    </Dialog>
  );
}

function TextStart({ exam, onSent }: { exam: Exam; onSent: (queued: number) => void }) {
  const path = `exams/${exam._id}/start-texts`;
  const asked = useAsk(
    useCallback((signal: AbortSignal) => api.get(path, startTextsSchema, { signal }), [path]),
  );
  return (
    <div className={styles.codes}>
      <DeskList
        asked={asked}
        loadingLabel="Counting the candidates…"
        failedTitle="We couldn’t count the candidates"
      >
        {(facts) => (
          <TextCandidates
            path={path}
            body={{ startDate: facts.startDate }}
            text={`Your exam starts on ${formatDateTime(facts.startDate)}. Please sign in before that with your UID XGA6HGK.`}
            refused={facts.refused}
            toTell={facts.toTell}
            nobody={
              facts.told + facts.unreachable === 0
                ? 'There’s nobody to text: nobody has paid who hasn’t already started.'
                : 'There’s nobody left to text today.'
            }
            others={sayOthers(facts)}
            onSent={onSent}
            onUnsure={asked.retry}
          >
            Candidates of{' '}
            <strong>
              <bdi>{exam.name}</bdi>
            </strong>{' '}
            who have paid but not started yet will get a text message using your company’s
            registered template, such as:
          </TextCandidates>
        )}
      </DeskList>
    </div>
  );
}

function sayOthers({ told, unreachable }: StartTexts): (string | false)[] {
  return [
    told > 0 && `${formatCount(told, 'candidate')} got this message today and won’t get it again.`,
    unreachable > 0 &&
      `${formatCount(unreachable, 'candidate has', 'candidates have')} no mobile number.`,
  ];
}
