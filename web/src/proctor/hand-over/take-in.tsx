/**
 * Takes in what candidates hand over without a network (offline rule 21), by camera, file or typed: kept on this phone
 * first, with the time, and sent when the exam server can be reached.
 */
import { useRef, useState } from 'react';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { hallDb, type QueuedRow } from '../local-db/hall-db.ts';
import { queueHandOver } from '../local-db/queue.ts';
import { hallNow } from '../sync/hall-clock.ts';
import { addCode, gathered, nothingYet } from './gather-codes.ts';
import { MISTYPED, NOT_OURS, readGiven } from './read-given.ts';
import { Before, type Given, SaidOf } from './said-of.tsx';
import { Scan } from './scan.tsx';
import styles from './take-in.module.css';

interface TakeInProps {
  uid: string;
  /** All hand-overs on this phone. */
  rows: readonly QueuedRow[];
}

export function TakeIn({ uid, rows }: TakeInProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.start}>
      <Button icon="phone" onClick={() => setOpen(true)}>
        Take in a hand-over
      </Button>
      <p>For a candidate whose phone has no network to submit with.</p>
      {open && <TakeInDialog uid={uid} rows={rows} onClose={() => setOpen(false)} />}
    </div>
  );
}

function TakeInDialog({ uid, rows, onClose }: TakeInProps & { onClose: () => void }) {
  const [scanning, setScanning] = useState(false);
  // Read faster than a slow phone draws.
  const codes = useRef(nothingYet);
  const [progress, setProgress] = useState('');
  const [given, setGiven] = useState<Given | null>(null);
  const [before, setBefore] = useState<readonly string[]>([]);

  /** What was said of the one before makes room, and stays in sight below. */
  const begin = () => {
    if (given && 'id' in given) setBefore([given.id, ...before.filter((id) => id !== given.id)]);
    setGiven(null);
  };

  const keep = async (what: Uint8Array<ArrayBuffer> | string, typed: boolean) => {
    const read = readGiven(what);
    if (!read) return setGiven({ wrong: typed ? MISTYPED : NOT_OURS });
    try {
      setGiven({ ...(await queueHandOver(hallDb, uid, read, hallNow())), typed });
    } catch (error) {
      console.error('A hand-over could not be kept', error);
      setGiven({ wrong: 'This phone could not keep it. Please try again.' });
    }
  };
  const seen = (text: string): boolean => {
    const more = addCode(codes.current, text);
    if (more === codes.current) return false;
    codes.current = more;
    setProgress(more.count > 1 ? `${more.parts.size} of ${more.count} codes read` : '');
    const whole = gathered(more);
    if (!whole) return false;
    codes.current = nothingYet;
    setProgress('');
    setScanning(false);
    void keep(whole, false);
    return true;
  };

  return (
    <Dialog open onClose={onClose} title="Take in a hand-over" placement="sheet">
      <div className={styles.ways}>
        <p>
          Ask the candidate to press <strong>No network? Hand over</strong>. This works offline too.
        </p>
        {given && <SaidOf key={JSON.stringify(given)} given={given} rows={rows} />}
        <Before
          rows={rows}
          ids={before.filter((id) => !given || !('id' in given) || id !== given.id)}
        />
        <section className={styles.way}>
          <h3>Code on their screen</h3>
          {scanning ? (
            <Scan progress={progress} onText={seen} onStop={() => setScanning(false)} />
          ) : (
            <Button
              variant="primary"
              icon="camera"
              full
              onClick={() => {
                begin();
                setScanning(true);
              }}
            >
              Scan
            </Button>
          )}
        </section>
        <section className={styles.way}>
          <h3>File they sent you</h3>
          <label className={classNames(buttonClass({ full: true }), styles.choose)}>
            <Icon name="document" />
            Choose file
            <input
              className={styles.chooser}
              type="file"
              onChange={async ({ target }) => {
                const file = target.files?.[0];
                begin();
                if (file) await keep(new Uint8Array(await file.arrayBuffer()), false);
                // The same file can be chosen again.
                target.value = '';
              }}
            />
          </label>
        </section>
        <form
          className={styles.way}
          onSubmit={(event) => {
            event.preventDefault();
            const form = event.currentTarget;
            const text = String(new FormData(form).get('text') ?? '');
            void keep(text, true);
            if (readGiven(text)) form.reset();
          }}
        >
          <TextArea
            label="Typed or scanned code"
            hint="Type what they read out. Small letters are fine, and O counts as 0, I and L as 1."
            name="text"
            onInput={() => given && begin()}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
          />
          <Button type="submit">Take in</Button>
        </form>
      </div>
    </Dialog>
  );
}
