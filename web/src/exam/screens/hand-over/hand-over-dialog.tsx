/**
 * Ways to the exam server that need no network on this phone (offline rule 21): a code and a
 * file for the proctor, and one text message. Each is sealed as the answers stand when it is asked for.
 */
import { useEffect, useState } from 'react';
import { toCodes } from '#seals/hand-over-codes.ts';
import { localDb } from '#web/exam/local-db/database.ts';
import { packForHandOver } from '#web/exam/sync/hand-over.ts';
import { serverClock } from '#web/exam/sync/server-clock.ts';
import { QrCode } from '#web/shared/qr-code.tsx';
import { saveFile } from '#web/shared/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { intoView } from '#web/ui/into-view.ts';
import { Notice } from '#web/ui/notice.tsx';
import { readSitting } from '../../local-db/read-sitting.ts';
import styles from './hand-over.module.css';
import { TextMessage } from './text-message.tsx';

export interface HandOverDialogProps {
  sittingId: string;
  onClose: () => void;
}

export default function HandOverDialog({ sittingId, onClose }: HandOverDialogProps) {
  const [way, setWay] = useState<'code' | null>(null);
  const [said, setSaid] = useState<{ tone: 'success' | 'danger'; text: string } | null>(null);

  const pack = async (): Promise<Uint8Array<ArrayBuffer> | null> => {
    try {
      const bytes = await packForHandOver(localDb, sittingId, serverClock);
      if (!bytes) throw new TypeError('nothing to seal with');
      return bytes;
    } catch (error) {
      console.warn('Nothing could be handed over', error);
      setSaid({
        tone: 'danger',
        text: 'This phone can’t make a hand-over of this exam. Your answers are safe here: please show this to the proctor.',
      });
      return null;
    }
  };
  const save = async () => {
    const bytes = await pack();
    if (!bytes) return;
    // A proctor with forty of them finds whose it is.
    const name = (await readSitting(localDb, sittingId).catch(() => null))?.uid ?? sittingId;
    await giveFile(new File([bytes], `${name}.pariksha`, { type: 'application/octet-stream' }));
    setSaid({
      tone: 'success',
      text: 'The file is saved, in your downloads if you chose no other place. Give it to the proctor by Bluetooth, Quick Share or a cable. This works without a network too.',
    });
  };

  return (
    <Dialog open onClose={onClose} title="No network? Hand over" placement="sheet">
      <div className={styles.ways}>
        <p>
          Your answers are safe on this phone. Each way below brings them to the exam server. You
          can continue afterwards: nothing counts twice.
        </p>
        {said && (
          <div key={said.text} ref={intoView}>
            <Notice tone={said.tone} live>
              <p>{said.text}</p>
            </Notice>
          </div>
        )}
        <section className={styles.first}>
          <h3>Code to scan</h3>
          <p>The quickest way: show it to the proctor.</p>
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

/** Where the phone can pass a file on by itself, that is the shorter way; who closes its sheet gets it saved. */
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

/** A camera that reads ten pictures a second sees each code several times. */
const EACH_MS = 900;
/** A code that is shown until the proctor comes says when it was sealed, and that must not be long ago. */
const FRESH_MS = 60_000;

/** The hand-over as a code for a camera; several follow one another by themselves, and come together in any order. */
function CodeOnScreen({ pack }: { pack: () => Promise<Uint8Array<ArrayBuffer> | null> }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [place, setPlace] = useState(0);
  const [still, setStill] = useState(false);

  const count = codes?.length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: sealed as it stands when it is asked for, or shown for a while.
  useEffect(() => {
    const seal = () => void pack().then((bytes) => bytes && setCodes(toCodes(bytes)));
    if (count === 0) seal();
    // Several are not taken from under a camera that is gathering them.
    if (count !== 1) return;
    const timer = setInterval(seal, FRESH_MS);
    return () => clearInterval(timer);
  }, [count]);
  useEffect(() => {
    if (count < 2 || still) return;
    const timer = setInterval(() => setPlace((shown) => (shown + 1) % count), EACH_MS);
    return () => clearInterval(timer);
  }, [count, still]);

  if (!codes) return null;
  const code = codes[place];
  if (code === undefined)
    return (
      <Notice tone="warn">
        <p>Your answers do not fit into codes. Please save a file.</p>
      </Notice>
    );
  return (
    <div className={styles.code}>
      <QrCode text={code} label={count > 1 ? `Code ${place + 1} of ${count}` : 'Code'} dense />
      {count > 1 && (
        <div className={styles.steps}>
          <p>
            Code {place + 1} of {count}
          </p>
          <Button variant="quiet" icon={still ? 'play' : 'pause'} onClick={() => setStill(!still)}>
            {still ? 'Play' : 'Pause'}
          </Button>
          <Button
            variant="quiet"
            icon="arrow-right"
            onClick={() => {
              setStill(true);
              setPlace((place + 1) % count);
            }}
          >
            Next code
          </Button>
        </div>
      )}
      <p>
        Make the screen bright and hold it in front of the proctor’s camera until they say that it
        worked.
      </p>
    </div>
  );
}
