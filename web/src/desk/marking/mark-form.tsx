/** The mark and its reason. Enter saves and moves on. Another marker's mark is shown, and never overwritten unseen. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import {
  type DocumentMark,
  givenMarkSchema,
  type MarkableSitting,
  markableSittingSchema,
} from '#contract/desk/marking.ts';
import { lineSchema } from '#contract/wire/typed.ts';
import { ChangedMeanwhile, useVersionedSubmit } from '#web/shared/desk/changed-meanwhile.tsx';
import type { InWords } from '#web/shared/desk/changes-between.ts';
import { ConfirmDialog } from '#web/shared/desk/confirm-dialog.tsx';
import { SubmitProblem } from '#web/shared/desk/submit-problem.tsx';
import { BareForm } from '#web/shared/form.tsx';
import { formatDateTime } from '#web/shared/format.ts';
import { api } from '#web/shared/http.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import styles from './marking.module.css';

const typedMarkSchema = z.object({
  documents: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed))),
    ),
    givenMarkSchema,
  ),
  reason: lineSchema(500),
});

interface MarkFormProps {
  sitting: MarkableSitting;
  /** The reason of the mark given before, as the default: most marks in a pile have the same reason. */
  lastReason: string;
  onDirty: (dirty: boolean) => void;
  /** Gets the sitting as saved; without a mark, the mark was removed. */
  onSaved: (saved: MarkableSitting) => void;
  /** Loads the sitting again and discards what was typed. */
  onReload: () => void;
}

export function MarkForm({ sitting, lastReason, onDirty, onSaved, onReload }: MarkFormProps) {
  const { sittingId, mark } = sitting;
  const reason = mark?.reason ?? lastReason;
  const form = useRef<HTMLFormElement>(null);
  const [takingBack, setTakingBack] = useState(false);
  const path = `sittings/${sittingId}/marking`;

  useEffect(() => {
    const field = form.current?.querySelector<HTMLInputElement>('[name="documents"]');
    // A marker who moves through the list, or is elsewhere on the page, keeps the focus there.
    const desk = document.activeElement;
    if (!field || !desk?.hasAttribute('data-desk')) return;
    // On a phone the field is below the pages. The marker first looks at the next candidate's pages, with no keyboard over them.
    if (matchMedia('(pointer: fine)').matches) {
      field.focus({ preventScroll: true });
      field.select();
    } else desk.querySelector('[data-pages]')?.scrollIntoView({ block: 'start' });
  }, []);

  const put = (seen: MarkableSitting, given: { documents: number | null; reason: string }) =>
    api.put(path, { ...given, seen: seen.mark?.at ?? null }, markableSittingSchema);
  const { submit, conflict, tryAct, goOnFrom } = useVersionedSubmit({
    schema: typedMarkSchema,
    opened: sitting,
    what: 'this mark',
    inWords,
    readNewest: () => api.get(path, markableSittingSchema),
    send: (typed, seen) => put(seen, typed),
    onDone: (saved) => {
      goOnFrom(saved); // when this is the last candidate, the form stays open
      onSaved(saved);
    },
    fallback: 'We couldn’t save the mark. Please try again.',
  });

  function onInput(event: FormEvent<HTMLFormElement>) {
    submit.form.onInput(event);
    const typed = new FormData(event.currentTarget);
    onDirty(
      typed.get('documents') !== String(mark?.documents ?? '') || typed.get('reason') !== reason,
    );
  }

  return (
    <BareForm
      ref={form}
      className={styles.form}
      aria-label="Mark"
      submit={submit}
      onInput={onInput}
    >
      <TextField
        label="Documents (marks)"
        name="documents"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={mark?.documents ?? ''}
      />
      <TextField
        label="Reason"
        name="reason"
        autoComplete="on"
        maxLength={500}
        defaultValue={reason}
      />
      <ChangedMeanwhile
        conflict={conflict}
        onTakeTheirs={() => {
          onDirty(false);
          onReload();
        }}
      />
      <SubmitProblem submit={submit} title="The mark wasn’t saved" />
      <Button type="submit" variant="primary" full pending={submit.pending} pendingLabel="Saving…">
        Save & next
      </Button>
      {mark && (
        <>
          <p className={styles.facts}>{describe(mark)}</p>
          <Button variant="quiet" onClick={() => setTakingBack(true)}>
            Remove this mark
          </Button>
          <ConfirmDialog
            open={takingBack}
            title="Remove this mark?"
            action="Remove"
            pendingLabel="Removing…"
            onClose={() => setTakingBack(false)}
            onConfirm={async () => {
              const taken = { documents: null, reason: 'Removed' };
              const back = await tryAct((seen) => put(seen, taken));
              if (back) onSaved(back.reply);
            }}
          >
            <p>
              <strong>{sitting.fullName}</strong> won’t have a Documents section until it’s marked
              again.
            </p>
          </ConfirmDialog>
        </>
      )}
    </BareForm>
  );
}

function inWords({ mark }: MarkableSitting): InWords {
  return {
    'Documents (marks)': mark ? String(mark.documents) : 'no mark',
    Reason: mark?.reason ?? '',
    'Marked by': mark ? `${mark.by}, ${formatDateTime(mark.at)}` : '',
  };
}

function describe({ documents, by, at, reason }: DocumentMark): string {
  return `${documents} by ${by}, ${formatDateTime(at)}: ${reason}`;
}
