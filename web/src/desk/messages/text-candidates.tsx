/** The last step before candidates of an exam are texted: the message, who won't get it and why, and the button that sends it. */
import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { textsSentSchema } from '#contract/desk/start-texts.ts';
import { SubmitProblem } from '#web/shared/desk/submit-problem.tsx';
import { BareForm } from '#web/shared/form.tsx';
import { formatCount } from '#web/shared/format-count.ts';
import { api } from '#web/shared/http.ts';
import { isUnsure } from '#web/shared/is-unsure.ts';
import { useSubmit } from '#web/shared/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './text-candidates.module.css';

interface TextCandidatesProps extends SendTextsProps {
  /** The message in the words of its registered template, with example values. */
  text: string;
  /** Why no messages can be sent; null when they can be. */
  refused: string | null;
  /** Shown in place of the message when there is nobody to text. */
  nobody: string;
  /** Sentences about candidates who won't be texted. */
  others: readonly (string | false)[];
  /** A sentence about the candidates who will be texted. */
  children: ReactNode;
}

export function TextCandidates(props: TextCandidatesProps) {
  const { text, refused, nobody, others, children, ...send } = props;
  const said = others.filter((sentence) => sentence !== false);
  return (
    <div className={styles.column}>
      {send.toTell > 0 ? (
        <>
          <p>{children}</p>
          <blockquote className={styles.text}>{text}</blockquote>
        </>
      ) : (
        <p>
          <strong>{nobody}</strong>
        </p>
      )}
      {refused === null ? (
        <>
          {said.length > 0 && <p className={styles.note}>{said.join(' ')}</p>}
          {send.toTell > 0 && <SendTexts {...send} />}
        </>
      ) : (
        <Notice tone="warn" title="We can’t send any text messages">
          <p>{refused}</p>
        </Notice>
      )}
    </div>
  );
}

interface SendTextsProps {
  path: string;
  body: object;
  toTell: number;
  onSent: (queued: number) => void;
  /** No reply came, but the messages may have been sent. */
  onUnsure: () => void;
}

const nothingTyped = z.object({});

function SendTexts({ path, body, toTell, onSent, onUnsure }: SendTextsProps) {
  const [unsure, setUnsure] = useState(false);
  const submit = useSubmit({
    schema: nothingTyped,
    send: async () => {
      try {
        return await api.post(path, body, textsSentSchema, { timeoutMs: TIMEOUT_MS });
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
    <BareForm className={styles.send} submit={submit}>
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

/** Enough for 100,000 messages on a busy machine. */
const TIMEOUT_MS = 120_000;
