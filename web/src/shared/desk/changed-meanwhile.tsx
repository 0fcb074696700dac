/** Tells the second of two editors what the first one changed, and lets them choose; nothing typed is lost. */
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ApiProblem } from '../api-problem.ts';
import { Form } from '../form.tsx';
import { isUnsure } from '../is-unsure.ts';
import { type Submit, type SubmitPlan, useSubmit } from '../use-submit.ts';
import styles from './changed-meanwhile.module.css';
import { changesBetween, type InWords } from './changes-between.ts';

interface ChangedMeanwhileProps<T> {
  conflict: Conflict<T> | null;
  /** Continues from the other version; what was typed is dropped. */
  onTakeTheirs: (theirs: T) => void;
}

export function ChangedMeanwhile<T>({ conflict, onTakeTheirs }: ChangedMeanwhileProps<T>) {
  return conflict && <TheirVersion {...conflict} onTakeTheirs={onTakeTheirs} />;
}

type SaveFormProps<T> = Omit<ComponentProps<typeof Form>, 'action' | 'pendingLabel' | 'before'> &
  ChangedMeanwhileProps<T>;

/** A form whose one button saves something that someone else may change meanwhile. */
export function SaveForm<T>({ conflict, onTakeTheirs, ...form }: SaveFormProps<T>) {
  return (
    <Form
      action="Save"
      pendingLabel="Saving…"
      before={<ChangedMeanwhile conflict={conflict} onTakeTheirs={onTakeTheirs} />}
      {...form}
    />
  );
}

type TheirVersionProps<T> = Conflict<T> & Pick<ChangedMeanwhileProps<T>, 'onTakeTheirs'>;

function TheirVersion<T>(props: TheirVersionProps<T>) {
  const { what, inWords, wordless = [], seen, theirs, kept, unsure, keepMine } = props;
  const changes = changesBetween(inWords(seen), inWords(theirs));
  const told = useRef<HTMLDivElement>(null);
  const shown = useRef<T | null>(null);
  // In a scrolling dialog the notice may appear out of sight; it is brought into view once for each new version.
  useEffect(() => {
    if (shown.current === theirs) return;
    shown.current = theirs;
    told.current?.scrollIntoView({ block: 'nearest' });
  }, [theirs]);

  return (
    <div ref={told} tabIndex={-1} className={styles.told}>
      {kept ? (
        <Notice tone="info" title="We’ve kept your changes" live>
          <p>They aren’t saved yet. Save to replace their version.</p>
        </Notice>
      ) : (
        <Notice
          tone="warn"
          title={unsure ? 'What’s saved has changed' : `Someone else has changed ${what}`}
          live
        >
          <p>
            {unsure
              ? 'It may be your own last try: no reply came, so we couldn’t tell whether it was saved. What you typed is still here.'
              : 'Your changes are still here, but they aren’t saved.'}
          </p>
          {/* Above the list of differences, which may be longer than the dialog. */}
          <div className={styles.acts}>
            <Button
              onClick={() => {
                keepMine();
                told.current?.focus(); // the button disappears; the keyboard continues here
              }}
            >
              Keep my changes
            </Button>
            <Button onClick={() => props.onTakeTheirs(theirs)}>
              {unsure ? 'Load what’s saved' : 'Load their version'}
            </Button>
          </div>
          <p>
            {changes.length > 0
              ? unsure
                ? 'Saved now:'
                : 'Their version has:'
              : 'Their version shows nothing different here.'}
          </p>
          <dl className={styles.changes}>
            {changes.map(({ label, now }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{wordless.includes(label) ? 'changed' : now || 'none'}</dd>
              </div>
            ))}
          </dl>
        </Notice>
      )}
    </div>
  );
}

// A form for something that somebody else may save meanwhile: their version is fetched and shown, never overwritten
// unseen, and nothing typed is lost.

interface InConflict<T> {
  /** "this exam", "these details". */
  what: string;
  /** What the form shows of a version, and who saved it if that is known. */
  inWords: (version: T) => InWords;
  /** Labels whose text is too long to show, or would say nothing. */
  wordless?: readonly string[];
}

export interface Conflict<T> extends InConflict<T> {
  /** `seen`: the version when editing began, or the one that was shown last. `theirs`: the version now. */
  seen: T;
  theirs: T;
  /** What was typed is to replace their version on the next try. */
  kept: boolean;
  /** The previous try got no reply: their version may be what it saved. */
  unsure: boolean;
  keepMine: () => void;
}

type Plan<Body, T, Reply> = Omit<SubmitPlan<Body, Reply>, 'send'> &
  InConflict<T> & {
    opened: T;
    /** @param seen the version on which the change is based */
    send: (body: Body, seen: T) => Promise<Reply>;
    readNewest: () => Promise<T>;
    /**
     * Everything that saving would replace: when the newest version has the same, the form saves again without asking.
     */
    replaces?: (version: T) => InWords;
  };

/** An older server may count versions differently, so every attempt gets this many tries. */
const MOST_UNASKED = 3;

interface VersionedSubmit<T> {
  submit: Submit;
  conflict: Conflict<T> | null;
  /**
   * Runs another act on the same thing.
   * @returns null when somebody had changed it meanwhile and the form shows that
   */
  tryAct: <R>(act: (seen: T) => Promise<R>) => Promise<{ reply: R } | null>;
  /** Call this when the form stays open after saving: editing continues from `saved`. */
  goOnFrom: (saved: T) => void;
}

export function useVersionedSubmit<Body, T, Reply>(plan: Plan<Body, T, Reply>): VersionedSubmit<T> {
  const [seen, setSeen] = useState(plan.opened);
  const [told, setTold] = useState<Pick<Conflict<T>, 'seen' | 'theirs' | 'kept' | 'unsure'> | null>(
    null,
  );
  const unanswered = useRef(false);

  async function tryAct<R>(act: (seen: T) => Promise<R>): Promise<{ reply: R } | null> {
    for (let version = seen, tries = 1; ; tries += 1)
      try {
        const reply = await act(version);
        unanswered.current = false;
        return { reply };
      } catch (error) {
        if (!(error instanceof ApiProblem && error.code === 'changed-meanwhile')) {
          unanswered.current = isUnsure(error);
          throw error;
        }
        const theirs = await plan.readNewest();
        const isSame =
          plan.replaces && changesBetween(plan.replaces(seen), plan.replaces(theirs)).length === 0;
        if (!isSame || tries > MOST_UNASKED) {
          setTold({ seen, theirs, kept: false, unsure: unanswered.current });
          unanswered.current = false;
          return null;
        }
        version = theirs;
      }
  }

  const submit = useSubmit({
    ...plan,
    send: (body) => tryAct((version) => plan.send(body, version)),
    onDone: (saved) => saved && plan.onDone(saved.reply),
  });
  return {
    submit,
    conflict: told && {
      ...plan,
      ...told,
      keepMine: () => {
        setSeen(told.theirs);
        setTold({ ...told, kept: true });
      },
    },
    tryAct,
    goOnFrom: (saved) => {
      setSeen(saved);
      setTold(null);
    },
  };
}
