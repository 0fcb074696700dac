/**
 * Ways to the exam server that need no network on this phone (offline rule 21): a code and a file for the proctor, and
 * one text message. Each is sealed with the answers as they are at that moment.
 */
import { useCallback, useEffect, useState } from 'react';
import { toReadOut } from '#seals/code-to-read-out.ts';
import { localDb } from '#web/exam/local-db/database.ts';
import { packForHandOver, writeAnswerText } from '#web/exam/sync/hand-over.ts';
import { serverClock } from '#web/exam/sync/server-clock.ts';
import { saveFile } from '#web/shared/save-file.ts';
import { useBrand } from '#web/shared/use-brand.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { continueAt } from '#web/ui/continue-at.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { intoView } from '#web/ui/into-view.ts';
import { Notice } from '#web/ui/notice.tsx';
import { readSitting } from '../../local-db/read-sitting.ts';
import { CANT_SEAL, CodeOnScreen } from './code-on-screen.tsx';
import styles from './hand-over.module.css';

export interface HandOverDialogProps {
  sittingId: string;
  onClose: () => void;
}

export default function HandOverDialog({ sittingId, onClose }: HandOverDialogProps) {
  const [way, setWay] = useState<'code' | null>(null);
  const [said, setSaid] = useState<{ tone: 'success' | 'danger'; text: string } | null>(null);

  const pack = useCallback(async () => {
    const bytes = await packForHandOver(localDb, sittingId, serverClock);
    if (!bytes) throw new TypeError('nothing to seal with');
    return bytes;
  }, [sittingId]);
  const save = async () => {
    const bytes = await pack().catch((error: unknown) => {
      console.warn('Nothing could be handed over', error);
      setSaid({ tone: 'danger', text: CANT_SEAL });
    });
    if (!bytes) return;
    // Named by the candidate's UID, so that a proctor with forty files can tell whose is whose.
    const name = (await readSitting(localDb, sittingId).catch(() => null))?.uid ?? sittingId;
    await giveFile(new File([bytes], `${name}.pariksha`, { type: 'application/octet-stream' }));
    setSaid({
      tone: 'success',
      text: 'The file is saved in your Downloads folder, unless you chose another. Give it to the proctor by Bluetooth, Quick Share or cable. None of these needs a network.',
    });
  };

  return (
    <Dialog open onClose={onClose} title="No network? Hand over" placement="sheet">
      <div className={styles.ways}>
        <p>
          Your answers are safe on this phone. Any one of these will get them to the exam server. If
          your exam is still on, you can carry on afterwards: nothing is counted twice.
        </p>
        {said && (
          <div key={said.text} ref={intoView}>
            <Notice tone={said.tone} live>
              <p>{said.text}</p>
            </Notice>
          </div>
        )}
        <section className={styles.first}>
          {/* When the code appears, it replaces the button that had the focus; the heading takes the focus. */}
          <h3 key={way} ref={continueAt}>
            Code to scan
          </h3>
          <p>The quickest way. Show it to the proctor.</p>
          {way === 'code' ? (
            <CodeOnScreen pack={pack} />
          ) : (
            <Button variant="primary" icon="grid" full onClick={() => setWay('code')}>
              Show code
            </Button>
          )}
        </section>
        <p>If the proctor can’t scan it:</p>
        <section className={styles.way}>
          <h3>File</h3>
          <Button icon="download" full onClick={save}>
            Save file
          </Button>
        </section>
        <TextMessage sittingId={sittingId} />
      </div>
    </Dialog>
  );
}

/**
 * Shares the file if the phone can, which is quicker; if the candidate closes the share sheet, the file is saved
 * instead.
 */
async function giveFile(file: File): Promise<void> {
  const isPhone = matchMedia('(pointer: coarse)').matches;
  if (isPhone && navigator.canShare?.({ files: [file] })) {
    const isGiven = await navigator.share({ files: [file] }).then(
      () => true,
      () => false,
    );
    if (isGiven) return;
  }
  saveFile(file, file.name);
}

/**
 * The answers as one text message: the phone's own message app with everything filled in, or letters that the candidate
 * reads out and the proctor types.
 */
export function TextMessage({ sittingId }: { sittingId: string }) {
  // Null when the answers don't fit, empty when no message can be made; undefined while it is being written.
  const [text, setText] = useState<string | null>();
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
            ? 'This exam is too long for a text message.'
            : (text ?? 'Writing the text message…') || CANT_SEAL}
        </p>
      </section>
    );
  return (
    <>
      <section className={styles.way}>
        <h3>Code to read out</h3>
        {shown ? (
          <div ref={beginAt}>
            <ol className={styles.letters} data-testid="answer-text">
              {toReadOut(text).map((group) => (
                <li key={group}>{group}</li>
              ))}
            </ol>
            <p>
              Read it out group by group while the proctor types. Anything that looks like an O is a
              zero; anything that looks like an I or L is a one.
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
          It costs the same as any other text message.{' '}
          {textTo === ''
            ? 'Please ask your proctor which number to send it to, and for your receipt.'
            : 'Once you’ve submitted the exam, you may get your receipt in reply.'}
        </p>
        <a className={buttonClass({ full: true })} href={smsHref(textTo, text)}>
          <Icon name="send" />
          <span>Send by text message</span>
        </a>
        <p>
          You can also send it from another phone{textTo === '' ? '.' : ', to '}
          {textTo !== '' && <strong>{textTo}</strong>}
        </p>
        <CopyButton text={text}>Copy the text</CopyButton>
      </section>
    </>
  );
}

function beginAt(shown: HTMLElement | null) {
  intoView(shown);
  continueAt(shown);
}

/** Apple's systems read the message after `&`, all others after `?` (RFC 5724). */
function smsHref(number: string, body: string): string {
  const isApple = /iPad|iPhone|iPod/.test(navigator.userAgent);
  return `sms:${number.replaceAll(' ', '')}${isApple ? '&' : '?'}body=${encodeURIComponent(body)}`;
}
