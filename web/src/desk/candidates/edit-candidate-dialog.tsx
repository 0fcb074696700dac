/** Corrects a candidate's name, mobile number, e-mail address and date of birth. */

import { useState } from 'react';
import * as z from 'zod/mini';
import {
  blockRequestSchema,
  type Candidate,
  candidateChangeSchema,
  candidateSchema,
  officeActSchema,
  passwordSentSchema,
} from '#contract/desk/candidates.ts';
import { SaveForm, useVersionedSubmit } from '#web/shared/desk/changed-meanwhile.tsx';
import type { InWords } from '#web/shared/desk/changes-between.ts';
import { FormDialog } from '#web/shared/desk/form-dialog.tsx';
import { formatDateTime } from '#web/shared/format.ts';
import { api } from '#web/shared/http.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import styles from './candidate.module.css';
import { formatDay } from './candidate-details.tsx';
import { OfficeDialog, PersonFields, ReasonField } from './office-dialog.tsx';

interface EditCandidateDialogProps {
  open: boolean;
  candidate: Candidate;
  onClose: () => void;
  onSaved: (saved: Candidate) => void;
  /** Somebody else's version is wanted instead of what was typed. */
  onTakeTheirs: (theirs: Candidate) => void;
}

function EditCandidateDialog({ open, onClose, ...form }: EditCandidateDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title="Edit details">
      <EditForm key={form.candidate.version} {...form} />
    </FormDialog>
  );
}

const { version: _, ...typed } = candidateChangeSchema.shape;
const formSchema = z.object(typed);

function EditForm({
  candidate,
  onSaved,
  onTakeTheirs,
}: Omit<EditCandidateDialogProps, 'open' | 'onClose'>) {
  const path = `candidates/${candidate.uid}`;
  const { submit, conflict } = useVersionedSubmit({
    schema: formSchema,
    opened: candidate,
    what: 'this candidate',
    inWords,
    readNewest: () => api.get(path, candidateSchema),
    replaces: inWords,
    send: (body, { version }) => api.put(path, { ...body, version }, candidateSchema),
    onDone: onSaved,
    fallback: 'The details could not be saved. Please try again.',
  });
  return (
    <SaveForm
      submit={submit}
      conflict={conflict}
      onTakeTheirs={onTakeTheirs}
      problemTitle="The details were not saved"
    >
      <PersonFields
        person={candidate}
        mobileHint="The candidate can also sign in with it. If you change it, an unused one-time password stops working."
      />
      <TextField
        label="Date of birth"
        name="dateOfBirth"
        type="date"
        optional={candidate.dateOfBirth === null}
        hint="On a merit list it may break a tie."
        defaultValue={candidate.dateOfBirth ?? ''}
      />
      <ReasonField />
    </SaveForm>
  );
}

function inWords({ fullName, mobile, email, dateOfBirth }: Candidate): InWords {
  return {
    'Full name': fullName,
    Mobile: mobile,
    Email: email,
    'Date of birth': dateOfBirth === null ? '' : formatDay(dateOfBirth),
  };
}

// What the office may do for or to one candidate: each act in a window of its own, each with its reason.

interface CandidateActsProps {
  candidate: Candidate;
  /** Loads everything again. @param said what was done */
  onDone: (said: string) => void;
  onOutdated: () => void;
}

export function CandidateActs({ candidate, onDone, onOutdated }: CandidateActsProps) {
  const [open, setOpen] = useState<'edit' | 'password' | 'block' | 'unblock' | null>(null);
  const { uid, fullName, mobile, blockedAt } = candidate;
  const path = `candidates/${uid}`;
  const close = () => setOpen(null);
  const done = (said: string) => {
    close();
    onDone(said);
  };
  const isUnderWay = candidate.sittings.some(({ state }) => state === 'open');
  return (
    <div className={styles.acts}>
      <Button onClick={() => setOpen('edit')}>Edit details</Button>
      {blockedAt === null ? (
        <>
          <Button onClick={() => setOpen('password')}>Send one-time password</Button>
          <Button onClick={() => setOpen('block')}>Block</Button>
        </>
      ) : (
        <Button onClick={() => setOpen('unblock')}>Unblock</Button>
      )}

      <EditCandidateDialog
        open={open === 'edit'}
        candidate={candidate}
        onClose={close}
        onSaved={() => done('The details were saved.')}
        onTakeTheirs={onOutdated}
      />
      <OfficeDialog
        open={open === 'password'}
        onClose={close}
        title="Send a one-time password?"
        action="Send"
        pendingLabel="Sending…"
        problemTitle="Nothing was sent"
        schema={officeActSchema}
        send={(body) => api.post(`${path}/password`, body, passwordSentSchema)}
        onDone={({ validUntil }) =>
          done(
            `A one-time password is on its way to ${mobile}. It works until ${formatDateTime(validUntil)}.`,
          )
        }
        fallback="The one-time password could not be sent. Please try again."
      >
        <p>
          <strong>{fullName}</strong> gets it by SMS to {mobile || 'no number'}. Nobody else sees
          it. The current password works until this one is used.
        </p>
      </OfficeDialog>
      <OfficeDialog
        open={open === 'block'}
        onClose={close}
        title="Block this candidate?"
        action="Block"
        pendingLabel="Blocking…"
        problemTitle="The candidate is not blocked"
        danger
        schema={blockFormSchema}
        send={(body) => api.post(`${path}/block`, body, candidateSchema)}
        onDone={() => done(`${fullName} is blocked.`)}
        fallback="The candidate could not be blocked. Please try again."
      >
        <p>
          <strong>{fullName}</strong> is signed out everywhere and can’t sign in; after typing the
          right password they are told to contact the office. Nothing is deleted, and you can
          unblock them later.
        </p>
        {isUnderWay && (
          <>
            <p>An exam is under way. It can still be submitted.</p>
            <label className={styles.check}>
              <input type="checkbox" name="endExam" />
              End the exam’s time now. What was answered until now counts.
            </label>
          </>
        )}
      </OfficeDialog>
      <OfficeDialog
        open={open === 'unblock'}
        onClose={close}
        title="Unblock this candidate?"
        action="Unblock"
        pendingLabel="Unblocking…"
        problemTitle="The candidate is still blocked"
        schema={officeActSchema}
        send={(body) => api.post(`${path}/unblock`, body, candidateSchema)}
        onDone={() => done(`${fullName} can sign in again.`)}
        fallback="The candidate could not be unblocked. Please try again."
      >
        <p>
          <strong>{fullName}</strong> can sign in again with the password they had.
        </p>
      </OfficeDialog>
    </div>
  );
}

/** A box that isn't ticked isn't sent. */
const blockFormSchema = z.object({
  reason: blockRequestSchema.shape.reason,
  endExam: z.pipe(
    z.optional(z.string()),
    z.transform((ticked) => ticked !== undefined),
  ),
});
