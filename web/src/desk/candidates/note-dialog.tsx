/** The office's note on a candidate. */
import * as z from 'zod/mini';
import { type Candidate, candidateNoteSchema, candidateSchema } from '#contract/desk/candidates.ts';
import { ChangedMeanwhile } from '#web/shared/desk/changed-meanwhile.tsx';
import { Form } from '#web/shared/form.tsx';
import { api } from '#web/shared/http.ts';
import { useVersionedSubmit } from '#web/shared/use-versioned-submit.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/text-area.tsx';

interface NoteDialogProps {
  open: boolean;
  candidate: Candidate;
  onClose: () => void;
  onSaved: (saved: Candidate) => void;
  onTakeTheirs: (theirs: Candidate) => void;
}

export function NoteDialog({ open, onClose, ...form }: NoteDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Note">
      <NoteForm key={form.candidate.version} {...form} />
    </Dialog>
  );
}

const inWords = ({ note }: Candidate) => ({ Note: note });
const formSchema = z.object({ note: candidateNoteSchema.shape.note });

function NoteForm({ candidate, onSaved, onTakeTheirs }: Omit<NoteDialogProps, 'open' | 'onClose'>) {
  const path = `candidates/${candidate.uid}`;
  const { submit, conflict } = useVersionedSubmit({
    schema: formSchema,
    opened: candidate,
    readNewest: () => api.get(path, candidateSchema),
    replaces: inWords,
    send: (body, { version }) => api.put(`${path}/note`, { ...body, version }, candidateSchema),
    onDone: onSaved,
    fallback: 'The note could not be saved. Please try again.',
  });
  return (
    <Form
      submit={submit}
      action="Save"
      pendingLabel="Saving…"
      problemTitle="The note was not saved"
      before={
        conflict && (
          <ChangedMeanwhile
            what="this note"
            conflict={conflict}
            inWords={inWords}
            onTakeTheirs={onTakeTheirs}
          />
        )
      }
    >
      <TextArea
        label="Note"
        name="note"
        optional
        rows={5}
        maxLength={2_000}
        defaultValue={candidate.note}
        hint="For the office; the candidate does not see it."
      />
    </Form>
  );
}
