/** Moves a candidate from an exam that was not sat to another. What was paid goes along; another fee is noted. */

import { useState } from 'react';
import * as z from 'zod/mini';
import {
  type Candidate,
  type CandidateEnrolment,
  candidateSchema,
  moveRequestSchema,
} from '#contract/desk/candidates.ts';
import type { Exam } from '#contract/wire/exams.ts';
import { api } from '#web/shared/http.ts';
import { formatRupees } from '#web/shared/money.ts';
import { useFieldError } from '#web/ui/field.tsx';
import styles from './candidate.module.css';
import { ExamChoice } from './exam-choice.tsx';
import { OfficeDialog } from './office-dialog.tsx';

interface MoveDialogProps {
  candidate: Candidate;
  /** Null while none is open. */
  enrolment: CandidateEnrolment | null;
  onClose: () => void;
  onDone: (said: string) => void;
}

const ticked = z.pipe(
  z.optional(z.string()),
  z.transform((value) => value !== undefined),
);
const { examID, reason } = moveRequestSchema.shape;
const formSchema = z.object({ examID, reason, noted: ticked, notSat: ticked });

export function MoveDialog({ candidate, enrolment, onClose, onDone }: MoveDialogProps) {
  const [chosen, setChosen] = useState<Exam | null>(null);
  const difference = enrolment && chosen ? differenceOf(enrolment, chosen) : 0;
  const taken = candidate.enrolments.filter(
    ({ status, id }) => status !== 'Registered' || id === enrolment?.id,
  );
  return (
    <OfficeDialog
      open={enrolment !== null}
      onClose={() => {
        setChosen(null);
        onClose();
      }}
      title="Move to another exam"
      action="Move"
      pendingLabel="Moving…"
      problemTitle="The candidate was not moved"
      plan={{
        schema: formSchema,
        send: ({ noted, ...body }) =>
          api.post(
            `candidates/${candidate.uid}/move`,
            { ...body, enrolment: enrolment?.id, ...(noted && { difference }) },
            candidateSchema,
          ),
        onDone: () => {
          setChosen(null);
          onDone(`${candidate.fullName} was moved to ${chosen?.name ?? 'the other exam'}.`);
        },
        fallback: 'The candidate could not be moved. Please try again.',
      }}
    >
      <p>
        <strong>{candidate.fullName}</strong> will be moved out of{' '}
        <strong>{enrolment?.exam}</strong>.
        {enrolment &&
          enrolment.paid > 0 &&
          ` The ${formatRupees(enrolment.paid)} already paid is carried over.`}
      </p>
      <ExamChoice
        label="New exam"
        without={new Set(taken.map(({ examId }) => examId))}
        onChosen={setChosen}
      />
      {difference !== 0 && (
        <label className={styles.check}>
          <input type="checkbox" name="noted" />
          That exam costs {formatRupees(Math.abs(difference))} {difference > 0 ? 'more' : 'less'}{' '}
          than was paid. Note it in Activity; we will settle it separately.
        </label>
      )}
      <NotSat />
    </OfficeDialog>
  );
}

/** Asked for once the server has said that they may have sat it. */
function NotSat() {
  if (!useFieldError('notSat')) return null;
  return (
    <label className={styles.check}>
      <input type="checkbox" name="notSat" />
      The candidate says that they did not sit it.
    </label>
  );
}

/** In rupees, exact to the paisa; only who has paid has paid another fee. */
function differenceOf({ status, paid }: CandidateEnrolment, { price }: Exam): number {
  return status === 'Registered' ? 0 : Math.round((price - paid) * 100) / 100;
}
