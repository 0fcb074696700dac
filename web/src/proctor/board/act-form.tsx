/** The form of an act that needs more than a press: minutes, a reason or a note. */
import * as z from 'zod/mini';
import {
  type ActFor,
  extraMinutesSchema,
  incidentNoteSchema,
  reasonSchema,
} from '#contract/hall/acts.ts';
import { bounded } from '#contract/wire/values.ts';
import { Form } from '#web/shared/form.tsx';
import { useSubmit } from '#web/shared/use-submit.ts';
import { TextArea, TextField } from '#web/ui/field.tsx';
import type { WishedAct } from '../local-db/queue.ts';
import styles from './board.module.css';

const minutesField = z.pipe(
  z.pipe(
    bounded(10),
    z.transform((typed: string) => Number(typed)),
  ),
  extraMinutesSchema,
);
/** What the proctor enters for an act. */
type Asked =
  | { kind: 'extra-time'; minutes: number; reason: string; forPause?: true }
  | { kind: 'reopen'; minutes: number; reason: string }
  | { kind: 'pause'; reason: string }
  | { kind: 'incident'; note: string };
export type AskedKind = Asked['kind'];

const timed = z.object({ minutes: minutesField, reason: reasonSchema });
const schemas: Readonly<Record<AskedKind, z.ZodMiniType<Asked>>> = {
  'extra-time': z.pipe(
    z.extend(timed, { forPause: z.optional(z.literal('on')) }),
    z.transform(
      ({ forPause, ...said }): Asked => ({
        kind: 'extra-time',
        ...said,
        ...(forPause && { forPause: true }),
      }),
    ),
  ),
  reopen: z.pipe(
    timed,
    z.transform((said): Asked => ({ kind: 'reopen', ...said })),
  ),
  pause: z.pipe(
    z.object({ reason: reasonSchema }),
    z.transform((said): Asked => ({ kind: 'pause', ...said })),
  ),
  incident: z.pipe(
    z.object({ note: incidentNoteSchema }),
    z.transform((said): Asked => ({ kind: 'incident', ...said })),
  ),
};

/** Returns null for a reopen of several candidates: a reopen is always for one row. */
function wishOf(asked: Asked, examId: string, to: ActFor): WishedAct | null {
  if (asked.kind !== 'reopen') return { ...asked, examId, to };
  return 'row' in to ? { ...asked, examId, to } : null;
}

const actions: Readonly<Record<AskedKind, string>> = {
  'extra-time': 'Give extra time',
  reopen: 'Reopen',
  pause: 'Pause',
  incident: 'Save the note',
};
const FALLBACK = 'We couldn’t save this on this phone. Please try again.';

interface ActFormProps {
  kind: AskedKind;
  /** True when a pause may not have reached the phone of at least one of these candidates. */
  isUnheard: boolean;
  examId: string;
  to: ActFor;
  does: (wish: WishedAct) => Promise<void>;
  onDone: () => void;
}

export function ActForm({ kind, isUnheard, examId, to, does, onDone }: ActFormProps) {
  const submit = useSubmit({
    schema: schemas[kind],
    send: async (asked) => {
      const wish = wishOf(asked, examId, to);
      if (wish) await does(wish);
    },
    onDone,
    fallback: FALLBACK,
  });
  return (
    <Form
      submit={submit}
      action={actions[kind]}
      pendingLabel="Saving…"
      problemTitle="Nothing was done"
    >
      {kind === 'pause' && (
        <p>
          A pause reaches phones over the network. If a phone is offline, its timer keeps running.
          Ask the candidate to stop, and give them extra time later in place of this pause. You’ll
          get a code for them to type.
        </p>
      )}
      {kind === 'reopen' && (
        <p>
          Their submission is no longer final, and its receipt is void. If the exam is still open on
          the candidate’s phone, the phone will say so. If not, ask them to open it again: their
          answers will be there. If a page is only on a phone that no longer works, they can retake
          or remove it and then submit again.
        </p>
      )}
      {(kind === 'extra-time' || kind === 'reopen') && (
        <TextField
          label="Minutes"
          hint={kind === 'reopen' ? 'They’ll have at least this long from now.' : undefined}
          name="minutes"
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          defaultValue={kind === 'reopen' ? '10' : undefined}
        />
      )}
      {kind === 'extra-time' && isUnheard && (
        <label className={styles.check}>
          <input type="checkbox" name="forPause" />
          In place of a pause that didn’t reach their phone, so it isn’t counted twice
        </label>
      )}
      {kind === 'incident' ? (
        <TextArea
          label="What happened"
          hint="For this session’s report. Only staff can read it."
          name="note"
          rows={4}
          maxLength={1_000}
        />
      ) : (
        <TextField
          label="Reason"
          hint="For the activity log."
          name="reason"
          autoComplete="off"
          maxLength={300}
        />
      )}
    </Form>
  );
}
