/**
 * Takes in what candidates hand over without a network (offline rule 21), by camera, as a file or typed. A hand-over is
 * saved on this phone first, with the time, and sent when the exam server can be reached.
 */
import { type RefObject, useRef, useState } from 'react';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { continueAt } from '#web/ui/continue-at.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { hallDb, type QueuedRow } from '../local-db/hall-db.ts';
import { queueHandOver } from '../local-db/queue.ts';
import { hallNow } from '../sync/hall-clock.ts';
import {
  addCode,
  gathered,
  lettersOf,
  NOT_OURS,
  nothingYet,
  readGiven,
  sayTyped,
} from './read-given.ts';
import { Before, type Given, SaidOf } from './said-of.tsx';
import { Scan } from './scan.tsx';
import styles from './take-in.module.css';

interface TakeInProps {
  uid: string;
  /** All hand-overs on this phone. */
  rows: readonly QueuedRow[];
  /** A refused hand-over whose letters are to be corrected; null for none. */
  correcting: QueuedRow | null;
  onClose: () => void;
}

export function TakeIn({ uid, rows, correcting, onClose }: TakeInProps) {
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onClose();
  };
  return (
    <div className={styles.start}>
      <Button icon="phone" onClick={() => setOpen(true)}>
        Take in a hand-over
      </Button>
      <p>For a candidate whose phone has no network.</p>
      {(open || correcting) && (
        <TakeInDialog uid={uid} rows={rows} correcting={correcting} onClose={close} />
      )}
    </div>
  );
}

function TakeInDialog({ uid, rows, correcting, onClose }: TakeInProps) {
  const [scanning, setScanning] = useState(false);
  // A ref, because a phone reads codes faster than it renders.
  const codes = useRef(nothingYet);
  const [progress, setProgress] = useState('');
  const [given, setGiven] = useState<Given | null>(null);
  const [before, setBefore] = useState<readonly string[]>([]);
  const [text, setText] = useState(() => lettersOf(correcting?.body) ?? '');
  const [isAll, setIsAll] = useState(false);
  const typed = useRef<HTMLFormElement>(null);
  /** Id of the refused hand-over that is being corrected. */
  const [corrects, setCorrects] = useState(correcting?.id);

  /** Makes room for the next hand-over. The last one stays visible in the list below. */
  const begin = () => {
    if (given && 'id' in given) setBefore([given.id, ...before.filter((id) => id !== given.id)]);
    setGiven(null);
  };

  /** @returns whether the hand-over is saved on this phone */
  const keep = async (what: Uint8Array<ArrayBuffer> | string, of?: string): Promise<boolean> => {
    const read = readGiven(what);
    if (!read) {
      setGiven({ wrong: NOT_OURS });
      return false;
    }
    try {
      const kept = await queueHandOver(hallDb, uid, read, hallNow(), of);
      setGiven({ ...kept, isSure: read.isSure });
      return true;
    } catch (error) {
      console.error('A hand-over could not be kept', error);
      setGiven({ wrong: 'This phone couldn’t save it. Please try again.' });
      return false;
    }
  };
  const focusTyped = () => typed.current?.querySelector('textarea')?.focus();
  const takeInTyped = async () => {
    setIsAll(true);
    if (sayTyped(text, true).slip !== undefined) return focusTyped();
    if (!(await keep(text, corrects))) return;
    setText('');
    setIsAll(false);
    setCorrects(undefined);
  };
  const correct = (row: QueuedRow) => {
    setGiven(null);
    setText(lettersOf(row.body) ?? '');
    setCorrects(row.id);
    focusTyped();
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
    void keep(whole);
    return true;
  };

  return (
    <Dialog open onClose={onClose} title="Take in a hand-over" placement="sheet">
      <div className={styles.ways}>
        <p>
          Ask the candidate to press <strong>No network? Hand over</strong>. This works offline too.
        </p>
        {given && (
          <SaidOf key={JSON.stringify(given)} given={given} rows={rows} onCorrect={correct} />
        )}
        <Before rows={rows} ids={before} now={given && 'id' in given ? given.id : null} />
        <section className={styles.way}>
          <h3 key={String(scanning)} ref={continueAt}>
            Code to scan
          </h3>
          {scanning ? (
            <Scan
              instead="choose the file"
              progress={progress}
              onText={seen}
              onStop={() => setScanning(false)}
            />
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
          <h3>File</h3>
          <label className={classNames(buttonClass({ full: true }), styles.choose)}>
            <Icon name="document" />
            Choose file
            <input
              className={styles.chooser}
              type="file"
              onChange={async ({ target }) => {
                const file = target.files?.[0];
                begin();
                if (file) await keep(new Uint8Array(await file.arrayBuffer()));
                // So that the same file can be chosen again.
                target.value = '';
              }}
            />
          </label>
        </section>
        <TypedField
          form={typed}
          text={text}
          isAll={isAll}
          onText={(letters) => {
            if (given) begin();
            setIsAll(false);
            setText(letters);
          }}
          onTakeIn={() => void takeInTyped()}
        />
      </div>
    </Dialog>
  );
}

// The field for a code that a candidate reads out. Each group is checked while it is typed, and nothing with a mistake
// is saved.

interface TypedFieldProps {
  form: RefObject<HTMLFormElement | null>;
  text: string;
  /** Whether the proctor has finished typing, so that missing letters are a mistake, too. */
  isAll: boolean;
  onText: (text: string) => void;
  onTakeIn: () => void;
}

function TypedField({ form, text, isAll, onText, onTakeIn }: TypedFieldProps) {
  const { slip, progress } = sayTyped(text, isAll);
  return (
    <form
      ref={form}
      className={styles.way}
      onSubmit={(event) => {
        event.preventDefault();
        onTakeIn();
      }}
    >
      <h3>Code to read out</h3>
      <TextArea
        label="Typed or scanned code"
        hint="Type it as they read it out. Small letters are fine, and O counts as 0, I and L as 1. You can also paste a text message."
        error={slip}
        value={text}
        onChange={({ target }) => onText(target.value)}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
      />
      <p role="status" className={styles.progress}>
        {slip && progress ? <VisuallyHidden>{progress}</VisuallyHidden> : progress}
      </p>
      <Button type="submit">Take in</Button>
    </form>
  );
}
