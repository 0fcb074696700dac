/** A candidate's personal details, status and note. */
import { useState } from 'react';
import * as z from 'zod/mini';
import { type Candidate, candidateNoteSchema, candidateSchema } from '#contract/desk/candidates.ts';
import { educationLevels } from '#contract/site/registration.ts';
import { DayAndTime } from '#web/shared/day-and-time.tsx';
import { SaveForm, useVersionedSubmit } from '#web/shared/desk/changed-meanwhile.tsx';
import { FormDialog } from '#web/shared/desk/form-dialog.tsx';
import { NO_VALUE } from '#web/shared/desk/no-value.ts';
import { RowAct } from '#web/shared/desk/row-act.tsx';
import { api } from '#web/shared/http.ts';
import { Fact } from '#web/ui/fact.tsx';
import styles from './candidate.module.css';
import { StandingBadge } from './candidate-columns.tsx';
import { NoteField } from './office-dialog.tsx';

interface CandidateDetailsProps {
  candidate: Candidate;
  onDone: (said: string) => void;
  onOutdated: () => void;
}

export function CandidateDetails({ candidate, onDone, onOutdated }: CandidateDetailsProps) {
  const [noting, setNoting] = useState(false);
  const { uid, mobile, email, dateOfBirth, workExp, blockedAt, oneTimePasswordUntil } = candidate;
  const current = candidate.enrolments.find((enrolment) => enrolment.current);
  const home = [candidate.address, candidate.city, candidate.state].filter(Boolean).join(', ');
  return (
    <section className={styles.part} aria-label="Details">
      <dl className={styles.facts}>
        <Fact name="UID">
          <span className={styles.code}>{uid}</span>
        </Fact>
        <Fact name="Mobile">{mobile || NO_VALUE}</Fact>
        <Fact name="Email">{email || NO_VALUE}</Fact>
        <Fact name="Status">
          <StandingBadge status={current?.status ?? null} blockedAt={blockedAt} />
        </Fact>
        <Fact name="Date of birth">{dateOfBirth ? formatDay(dateOfBirth) : NO_VALUE}</Fact>
        <Fact name="Address">{home || NO_VALUE}</Fact>
        <Fact name="Education">{inWords(candidate.education) || NO_VALUE}</Fact>
        <Fact name="Work experience">{workExp || NO_VALUE}</Fact>
        <Fact name="Registered">
          <DayAndTime at={candidate.registeredAt} />
        </Fact>
        {blockedAt !== null && (
          <Fact name="Blocked since">
            <DayAndTime at={blockedAt} />
          </Fact>
        )}
        {oneTimePasswordUntil !== null && (
          <Fact name="Unused one-time password">
            works until <DayAndTime at={oneTimePasswordUntil} />
          </Fact>
        )}
      </dl>
      <div className={styles.note}>
        <p>{candidate.note || <span className={styles.about}>No note.</span>}</p>
        <RowAct onClick={() => setNoting(true)}>Edit note</RowAct>
      </div>
      <NoteDialog
        open={noting}
        candidate={candidate}
        onClose={() => setNoting(false)}
        onSaved={() => {
          setNoting(false);
          onDone('Note saved.');
        }}
        onTakeTheirs={onOutdated}
      />
    </section>
  );
}

const levelNames = {
  ssc: 'SSC',
  inter: 'Intermediate',
  grad: 'Graduation',
  btech: 'B.Tech',
  pg: 'PG',
  other: 'Other',
} as const;

/** `SSC: 2016, 85% · Graduation: B.Com, 2021` */
function inWords(education: Candidate['education']): string {
  return educationLevels
    .map((level) => {
      const said = ['Stream', 'Year', 'Marks'].map((part) => education[`${level}${part}`]);
      const told = said.filter(Boolean).join(', ');
      return told && `${levelNames[level]}: ${told}`;
    })
    .filter(Boolean)
    .join(' · ');
}

/** `1999-04-12` as `12 Apr 1999`: a day has no time zone. */
export function formatDay(day: string): string {
  const parts = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', parts);
}

interface NoteDialogProps {
  open: boolean;
  candidate: Candidate;
  onClose: () => void;
  onSaved: (saved: Candidate) => void;
  onTakeTheirs: (theirs: Candidate) => void;
}

/** The office's note on a candidate. */
function NoteDialog({ open, onClose, ...form }: NoteDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title="Note">
      <NoteForm key={form.candidate.version} {...form} />
    </FormDialog>
  );
}

const noteInWords = ({ note }: Candidate) => ({ Note: note });
const formSchema = z.object({ note: candidateNoteSchema.shape.note });

function NoteForm({ candidate, onSaved, onTakeTheirs }: Omit<NoteDialogProps, 'open' | 'onClose'>) {
  const path = `candidates/${candidate.uid}`;
  const { submit, conflict } = useVersionedSubmit({
    schema: formSchema,
    opened: candidate,
    what: 'this note',
    inWords: noteInWords,
    readNewest: () => api.get(path, candidateSchema),
    replaces: noteInWords,
    send: (body, { version }) => api.put(`${path}/note`, { ...body, version }, candidateSchema),
    onDone: onSaved,
    fallback: 'We couldn’t save the note. Please try again.',
  });
  return (
    <SaveForm
      submit={submit}
      conflict={conflict}
      onTakeTheirs={onTakeTheirs}
      problemTitle="The note wasn’t saved"
    >
      <NoteField
        rows={5}
        defaultValue={candidate.note}
        hint="For the office. The candidate can’t see it."
      />
    </SaveForm>
  );
}
