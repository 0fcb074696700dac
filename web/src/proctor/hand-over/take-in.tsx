/**
 * Takes in what candidates hand over without a network (offline rule 21), by camera, file or typed: kept on this phone
 * first, with the time, and sent when the exam server can be reached.
 */
import { useState } from 'react';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { hallDb } from '../local-db/hall-db.ts';
import { queueHandOver } from '../local-db/queue.ts';
import { hallNow } from '../sync/hall-clock.ts';
import { addCode, gathered, nothingYet } from './gather-codes.ts';
import { type Given, NOT_OURS, readGiven } from './read-given.ts';
import { Scan } from './scan.tsx';
import styles from './take-in.module.css';

export function TakeIn({ uid }: { uid: string }) {
  const [open, setOpen] = useState(false);
  return (
    <div>
      <Button icon="download" onClick={() => setOpen(true)}>
        Take in a hand-over
      </Button>
      {open && <TakeInDialog uid={uid} onClose={() => setOpen(false)} />}
    </div>
  );
}

type Said = { tone: 'success' | 'danger'; text: string };

function TakeInDialog({ uid, onClose }: { uid: string; onClose: () => void }) {
  const [scanning, setScanning] = useState(false);
  const [codes, setCodes] = useState(nothingYet);
  const [said, setSaid] = useState<Said | null>(null);

  const keep = async (given: Given | null) => {
    if (!given) return setSaid({ tone: 'danger', text: NOT_OURS });
    try {
      const { isNew } = await queueHandOver(hallDb, uid, given, hallNow());
      setSaid({
        tone: 'success',
        text: isNew
          ? 'It is on this phone now, with the time. The candidate can put their phone away.'
          : 'This one is on this phone already.',
      });
    } catch (error) {
      console.error('A hand-over could not be kept', error);
      setSaid({ tone: 'danger', text: 'This phone could not keep it. Please try again.' });
    }
  };
  const seen = (text: string) => {
    const more = addCode(codes, text);
    setCodes(more);
    if (more === codes) return;
    const whole = gathered(more);
    if (!whole) return;
    setScanning(false);
    setCodes(nothingYet);
    void keep(readGiven(whole));
  };

  return (
    <Dialog open onClose={onClose} title="Take in a hand-over" placement="sheet">
      <div className={styles.ways}>
        <p>
          On their phone the candidate presses <strong>No network? Hand over</strong>. It works
          without a network here, too, and taking in the same one twice changes nothing.
        </p>
        {said && (
          <Notice tone={said.tone} live>
            <p>{said.text}</p>
          </Notice>
        )}
        <section className={styles.way}>
          <h3>They show a code</h3>
          {scanning ? (
            <Scan
              progress={codes.count > 1 ? `${codes.parts.size} of ${codes.count} codes read` : ''}
              onText={seen}
              onStop={() => setScanning(false)}
            />
          ) : (
            <Button
              variant="primary"
              icon="camera"
              full
              onClick={() => {
                setSaid(null);
                setScanning(true);
              }}
            >
              Scan
            </Button>
          )}
        </section>
        <section className={styles.way}>
          <h3>They give a file</h3>
          <label className={classNames(buttonClass({ full: true }), styles.choose)}>
            <Icon name="document" />
            Choose file
            <input
              className={styles.chooser}
              type="file"
              onChange={async ({ target }) => {
                const file = target.files?.[0];
                if (file) await keep(readGiven(new Uint8Array(await file.arrayBuffer())));
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
            const given = readGiven(text);
            void keep(given);
            if (given) form.reset();
          }}
        >
          <h3>They read it out</h3>
          <TextArea
            label="Typed or scanned code"
            hint="Capitals, spaces and O for 0 don’t matter."
            name="text"
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
