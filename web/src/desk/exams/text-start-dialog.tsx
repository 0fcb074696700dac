/** Tells candidates by text message when their exam starts: after it was moved, or the day before (decision 100). */
import { useCallback, useState } from 'react';
import {
  type StartTexts,
  startTextsRequestSchema,
  startTextsSchema,
  startTextsSentSchema,
} from '#contract/desk/start-texts.ts';
import type { Exam } from '#contract/wire/exams.ts';
import { DeskList } from '#web/shared/desk/desk-page.tsx';
import { SubmitProblem } from '#web/shared/desk/submit-problem.tsx';
import { BareForm } from '#web/shared/form.tsx';
import { formatDateTime } from '#web/shared/format.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { api } from '#web/shared/http.ts';
import { isUnsure } from '#web/shared/is-unsure.ts';
import { useAsk } from '#web/shared/use-load.ts';
import { useSubmit } from '#web/shared/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './exams.module.css';

interface TextStartDialogProps {
  /** Null while it is closed. */
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
        {(facts) => <Counted exam={exam} facts={facts} onSent={onSent} onUnsure={asked.retry} />}
      </DeskList>
    </div>
  );
}

function Counted({ exam, facts, onSent, onUnsure }: SendTextsProps) {
  const { startDate, refused, toTell } = facts;
  const start = formatDateTime(startDate);
  const who = sayWho(facts);
  return (
    <div className={styles.codes}>
      <p>
        Candidates of <strong>{exam.name}</strong> who have paid but not started yet will get a text
        message using your company’s registered template, such as:
      </p>
      <blockquote className={styles.text}>
        Your exam starts on {start}. Please sign in before that with your UID XGA6HGK.
      </blockquote>
      {refused === null ? (
        <>
          {who && <p className={styles.note}>{who}</p>}
          {toTell > 0 && (
            <SendTexts exam={exam} facts={facts} onSent={onSent} onUnsure={onUnsure} />
          )}
        </>
      ) : (
        <Notice tone="warn" title="We can’t send any text messages">
          <p>{refused}</p>
        </Notice>
      )}
    </div>
  );
}

function sayWho({ toTell, told, unreachable }: StartTexts): string {
  if (toTell + told + unreachable === 0)
    return 'There’s nobody to text: nobody has paid who hasn’t already started.';
  return [
    told > 0 && `${formatCount(told, 'candidate')} got this message today and won’t get it again.`,
    unreachable > 0 &&
      `${formatCount(unreachable, 'candidate has', 'candidates have')} no mobile number.`,
    toTell === 0 && 'There’s nobody left to text today.',
  ]
    .filter((said) => said !== false)
    .join(' ');
}

interface SendTextsProps {
  exam: Exam;
  facts: StartTexts;
  onSent: (queued: number) => void;
  /** No answer came: the messages may be on their way all the same. */
  onUnsure: () => void;
}

function SendTexts({ exam, facts: { startDate, toTell }, onSent, onUnsure }: SendTextsProps) {
  const [unsure, setUnsure] = useState(false);
  const submit = useSubmit({
    schema: startTextsRequestSchema,
    send: async (body) => {
      try {
        return await api.post(`exams/${exam._id}/start-texts`, body, startTextsSentSchema);
      } catch (error) {
        setUnsure(isUnsure(error));
        if (isUnsure(error)) onUnsure();
        throw error;
      }
    },
    onDone: ({ queued }) => onSent(queued),
    fallback: 'We couldn’t send the messages. Please try again.',
  });
  return (
    <BareForm className={styles.form} submit={submit}>
      <input type="hidden" name="startDate" value={startDate} />
      <SubmitProblem
        submit={submit}
        title={unsure ? 'The messages may or may not have been sent' : 'No text message was sent'}
      />
      <Button type="submit" variant="primary" pending={submit.pending} pendingLabel="Sending…">
        Send {formatCount(toTell, 'text message')}
      </Button>
    </BareForm>
  );
}
