/** The answer sheet as one text message: the phone's own message app with everything filled in, or to be typed by the proctor. */
import { useEffect, useState } from 'react';
import { toReadOut } from '#seals/code-to-read-out.ts';
import { localDb } from '#web/exam/local-db/database.ts';
import { writeAnswerText } from '#web/exam/sync/hand-over.ts';
import { serverClock } from '#web/exam/sync/server-clock.ts';
import { useBrand } from '#web/shared/use-brand.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { intoView } from '#web/ui/into-view.ts';
import { CANT_SEAL } from './code-on-screen.tsx';
import styles from './hand-over.module.css';

export function TextMessage({ sittingId }: { sittingId: string }) {
  // Null where it doesn't fit, empty where it can't be made; undefined while it is being written.
  const [text, setText] = useState<string | null>();
  const [copied, setCopied] = useState(false);
  const [shown, setShown] = useState(false);
  const { textTo = '' } = useBrand();
  useEffect(() => {
    writeAnswerText(localDb, sittingId, serverClock.now()).then(setText, (error: unknown) => {
      console.warn('No text message could be written', error);
      setText('');
    });
  }, [sittingId]);

  if (!text)
    return (
      <section className={styles.way}>
        <h3>Text message</h3>
        <p role="status">
          {text === null
            ? 'This exam doesn’t fit into a text message.'
            : (text ?? 'Writing the text message…') || CANT_SEAL}
        </p>
      </section>
    );
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <>
      <section className={styles.way}>
        <h3>Code to read out</h3>
        {shown ? (
          <div ref={intoView}>
            <ol className={styles.letters} data-testid="answer-text">
              {toReadOut(text).map((group) => (
                <li key={group}>{group}</li>
              ))}
            </ol>
            <p>
              The proctor types it group by group. What looks like an O is a zero, what looks like
              an I or L is a one.
            </p>
          </div>
        ) : (
          <Button icon="copy" full onClick={() => setShown(true)}>
            Show letters
          </Button>
        )}
      </section>
      <section className={styles.way}>
        <h3>Text message</h3>
        <p>
          It costs as much as any text message.{' '}
          {textTo === ''
            ? 'Please ask your proctor for a number to send it to, and for your receipt.'
            : 'You may get a reply with your receipt once you have submitted the exam.'}
        </p>
        <a className={buttonClass({ full: true })} href={smsHref(textTo, text)}>
          <Icon name="send" />
          <span>Send by text message</span>
        </a>
        <p>
          It can be sent from another phone, too{textTo === '' ? '.' : ', to '}
          {textTo !== '' && <strong>{textTo}</strong>}
        </p>
        <Button icon="copy" onClick={copy}>
          {copied ? 'Copied' : 'Copy the text'}
        </Button>
      </section>
    </>
  );
}

/** iOS reads the body behind `&`, everything else behind `?` (RFC 5724). */
function smsHref(number: string, body: string): string {
  const isApple = /iPad|iPhone|iPod/.test(navigator.userAgent);
  return `sms:${number.replaceAll(' ', '')}${isApple ? '&' : '?'}body=${encodeURIComponent(body)}`;
}
