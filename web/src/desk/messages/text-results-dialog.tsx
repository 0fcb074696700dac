/** Tells candidates of an exam by text message that their result is out (decision 105). */
import { useCallback, useState } from 'react';
import type { ExamName } from '#contract/desk/exam-draft.ts';
import { type ResultTexts, resultTextsSchema } from '#contract/desk/result-texts.ts';
import { DeskList } from '#web/shared/desk/desk-page.tsx';
import { formatCount } from '#web/shared/format-count.ts';
import { api } from '#web/shared/http.ts';
import { examScorePath } from '#web/shared/paths.ts';
import { useAsk } from '#web/shared/use-load.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './text-candidates.module.css';
import { TextCandidates } from './text-candidates.tsx';

/** The query parameter of Exam Score that opens this window, so that other screens can link to it. */
export const TELL = 'tell';

export function tellResultsPath(examId: string): string {
  return `${examScorePath(examId)}&${TELL}=1`;
}

interface TextResultsDialogProps {
  exam: ExamName;
  open: boolean;
  onClose: () => void;
}

export function TextResultsDialog({ exam, open, onClose }: TextResultsDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Tell candidates that their result is out">
      <TextResults exam={exam} />
    </Dialog>
  );
}

function TextResults({ exam }: { exam: ExamName }) {
  const path = `exams/${exam._id}/result-texts`;
  const asked = useAsk(
    useCallback((signal: AbortSignal) => api.get(path, resultTextsSchema, { signal }), [path]),
  );
  const [queued, setQueued] = useState<number | null>(null);
  return (
    <div className={styles.column}>
      <DeskList
        asked={asked}
        loadingLabel="Counting the candidates…"
        failedTitle="We couldn’t count the candidates"
      >
        {(facts) =>
          queued === null ? (
            <TextCandidates
              path={path}
              body={{}}
              text="The result of an exam you took is out. Please sign in with your UID XGA6HGK to see it."
              refused={facts.refused}
              toTell={facts.toTell}
              nobody={
                isEmpty(facts)
                  ? 'There’s nobody to tell: nobody has taken this exam yet.'
                  : 'There’s nobody left to tell now.'
              }
              others={sayOthers(facts)}
              onSent={setQueued}
              onUnsure={asked.retry}
            >
              Everyone who took{' '}
              <strong>
                <bdi>{exam.name}</bdi>
              </strong>{' '}
              and has a result to see will get a text message using your company’s registered
              template, such as:
            </TextCandidates>
          ) : (
            <Notice tone="success" live>
              <p>
                {queued === 0
                  ? 'Someone else has just told them. No further text message will go out.'
                  : `${formatCount(queued, 'text message')} will go out now. If one doesn’t get through, open this window again later to send it once more.`}
              </p>
            </Notice>
          )
        }
      </DeskList>
    </div>
  );
}

const isEmpty = ({ toTell, told, notYet, blocked, unreachable }: ResultTexts) =>
  toTell + told + notYet + blocked + unreachable === 0;

function sayOthers({
  toTell,
  told,
  notYet,
  blocked,
  unreachable,
}: ResultTexts): (string | false)[] {
  return [
    told > 0 &&
      `${formatCount(told, 'candidate was', 'candidates were')} told before and won’t be told again.`,
    told > 0 && toTell > 0 && 'The others have a new result, or their message didn’t get through.',
    notYet > 0 &&
      `${formatCount(notYet, 'candidate has', 'candidates have')} no result to see yet: their exam isn’t over, nothing was submitted, or their documents aren’t marked.`,
    blocked > 0 && `${formatCount(blocked, 'candidate is', 'candidates are')} blocked.`,
    unreachable > 0 &&
      `${formatCount(unreachable, 'candidate has', 'candidates have')} no mobile number.`,
  ];
}
