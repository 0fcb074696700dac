/** Corrects a candidate's name, mobile number, email address and date of birth. */

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
import { ticked } from '#web/shared/desk/ticked.ts';
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
  /** The administrator prefers the version that somebody else saved to what they typed. */
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
    fallback: 'We couldn’t save the details. Please try again.',
  });
  return (
    <SaveForm
      submit={submit}
      conflict={conflict}
      onTakeTheirs={onTakeTheirs}
      problemTitle="The details weren’t saved"
    >
      <PersonFields
        person={candidate}
        mobileHint="The candidate can also sign in with it. If you change it, any unused one-time password stops working."
      />
      <TextField
        label="Date of birth"
        name="dateOfBirth"
        type="date"
        optional={candidate.dateOfBirth === null}
        hint="It may be used to break a tie on a merit list."
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

// What the office can do for one candidate: each act has its own window and asks for a reason.

interface CandidateActsProps {
  candidate: Candidate;
  /** Reloads the page's data. @param said what was done */
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
        onSaved={() => done('Details saved.')}
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
        fallback="We couldn’t send the one-time password. Please try again."
      >
        <p>
          <strong>{fullName}</strong> will get it by SMS to {mobile || 'no number'}. Nobody else
          sees it. The current password works until the new one is used.
        </p>
      </OfficeDialog>
      <OfficeDialog
        open={open === 'block'}
        onClose={close}
        title="Block this candidate?"
        action="Block"
        pendingLabel="Blocking…"
        problemTitle="The candidate isn’t blocked"
        danger
        schema={blockFormSchema}
        send={(body) => api.post(`${path}/block`, body, candidateSchema)}
        onDone={() => done(`${fullName} is blocked.`)}
        fallback="We couldn’t block the candidate. Please try again."
      >
        <p>
          <strong>{fullName}</strong> will be signed out everywhere and won’t be able to sign in. If
          they type the right password, they’ll be told to contact the office. Nothing is deleted,
          and you can unblock them later.
        </p>
        {isUnderWay && (
          <>
            <p>They’re in the middle of an exam. It can still be submitted.</p>
            <label className={styles.check}>
              <input type="checkbox" name="endExam" />
              End their exam time now. Everything answered so far counts.
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
        fallback="We couldn’t unblock the candidate. Please try again."
      >
        <p>
          <strong>{fullName}</strong> will be able to sign in again with their old password.
        </p>
      </OfficeDialog>
    </div>
  );
}

const blockFormSchema = z.object({
  reason: blockRequestSchema.shape.reason,
  endExam: ticked,
});
