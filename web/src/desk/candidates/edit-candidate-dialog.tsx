/** Corrects a candidate's name, mobile number, e-mail address and date of birth. */
import * as z from 'zod/mini';
import {
  type Candidate,
  candidateChangeSchema,
  candidateSchema,
} from '#contract/desk/candidates.ts';
import { ChangedMeanwhile } from '#web/shared/desk/changed-meanwhile.tsx';
import type { InWords } from '#web/shared/desk/list-changes.ts';
import { Form } from '#web/shared/form.tsx';
import { api } from '#web/shared/http.ts';
import { useVersionedSubmit } from '#web/shared/use-versioned-submit.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { PersonFields } from '../people/person-fields.tsx';
import { formatDay } from './candidate-details.tsx';
import { ReasonField } from './office-dialog.tsx';

interface EditCandidateDialogProps {
  open: boolean;
  candidate: Candidate;
  onClose: () => void;
  onSaved: (saved: Candidate) => void;
  /** Somebody else's version is wanted instead of what was typed. */
  onTakeTheirs: (theirs: Candidate) => void;
}

export function EditCandidateDialog({ open, onClose, ...form }: EditCandidateDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Edit details">
      <EditForm key={form.candidate.version} {...form} />
    </Dialog>
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
    readNewest: () => api.get(path, candidateSchema),
    replaces: inWords,
    send: (body, { version }) => api.put(path, { ...body, version }, candidateSchema),
    onDone: onSaved,
    fallback: 'The details could not be saved. Please try again.',
  });
  return (
    <Form
      submit={submit}
      action="Save"
      pendingLabel="Saving…"
      problemTitle="The details were not saved"
      before={
        conflict && (
          <ChangedMeanwhile
            what="this candidate"
            conflict={conflict}
            inWords={inWords}
            onTakeTheirs={onTakeTheirs}
          />
        )
      }
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
    </Form>
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
