/** Moves the chosen participants to another exam, one after the other, for example when a shift or an exam hall is cancelled. */
import { useState } from 'react';
import * as z from 'zod/mini';
import { candidateSchema, moveRequestSchema } from '#contract/desk/candidates.ts';
import type { ExamName } from '#contract/desk/exam-draft.ts';
import type { Participant } from '#contract/desk/participants.ts';
import { type Exam, examSchema } from '#contract/wire/exams.ts';
import { ExamChoice, TellStart } from '#web/desk/candidates/exam-choice.tsx';
import { OfficeDialog } from '#web/desk/candidates/office-dialog.tsx';
import { type ActOutcome, doToAll } from '#web/shared/desk/undoable.tsx';
import { formatCount } from '#web/shared/format-count.ts';
import { api } from '#web/shared/http.ts';
import styles from './participants.module.css';

interface MoveManyDialogProps {
  exam: ExamName;
  /** Empty while the window is closed. */
  chosen: readonly Participant[];
  onClose: () => void;
  onDone: (what: ActOutcome) => void;
}

const { examID, reason } = moveRequestSchema.shape;
const formSchema = z.object({
  examID,
  reason,
  noted: z.optional(z.string()),
  tell: z.optional(z.string()),
});
type Typed = z.infer<typeof formSchema>;

export function MoveManyDialog({ exam, chosen, onClose, onDone }: MoveManyDialogProps) {
  const [to, setTo] = useState<Exam | null>(null);
  return (
    <OfficeDialog
      open={chosen.length > 0}
      onClose={() => {
        setTo(null);
        onClose();
      }}
      title={`Move ${formatCount(chosen.length, 'participant')} to another exam`}
      action="Move"
      pendingLabel="Moving…"
      problemTitle="Nobody was moved"
      schema={formSchema}
      send={async (typed) => {
        const to = await api.get(`exams/${typed.examID}`, examSchema);
        const move = ({ _id }: Participant) => moveOne(_id, exam._id, to, typed);
        return doToAll(chosen, move, 'participant', `moved to “${to.name}”`);
      }}
      onDone={(what) => {
        setTo(null);
        onDone(what);
      }}
      fallback="We couldn’t move them. Please try again."
    >
      <p>
        They will be moved out of <strong>{exam.name}</strong>. Whatever each has paid carries over.
        Anyone who has already taken it stays.
      </p>
      <ExamChoice label="New exam" without={new Set([exam._id])} onChosen={setTo} />
      {to && <TellStart exam={to} />}
      <label className={styles.check}>
        <input type="checkbox" name="noted" />
        If the new exam costs more or less than they paid, note the difference in Activity; we’ll
        settle it separately.
      </label>
    </OfficeDialog>
  );
}

/** Reads what the candidate has paid at the moment of the move, because it may have changed since the list was shown. */
async function moveOne(uid: string, from: string, to: Exam, { noted, tell, reason }: Typed) {
  const { enrolments } = await api.get(`candidates/${uid}`, candidateSchema);
  const mine = enrolments.find(({ examId }) => examId === from);
  const difference =
    mine && mine.status !== 'Registered' ? Math.round((to.price - mine.paid) * 100) / 100 : 0;
  const body = {
    // When the candidate has left this exam, its id stands in for the enrolment: it matches none, so the server refuses.
    enrolment: mine?.id ?? from,
    from,
    examID: to._id,
    reason,
    ...(noted && difference !== 0 && { difference }),
    tell: tell !== undefined,
  };
  return api.post(`candidates/${uid}/move`, body, candidateSchema);
}
