/**
 * Makes the start codes of an exam: for halls where the network may be missing at the start. A code is shown in the hall,
 * from the start on; here is only told for which rooms there is one.
 */

import { useState } from 'react';
import { type ExamRoom, examRoomsSchema } from '#contract/desk/participants.ts';
import {
  type StartCodeFacts,
  startCodeFactsSchema,
  startCodeListSchema,
  startCodeRequestSchema,
} from '#contract/desk/start-codes.ts';
import type { Exam } from '#contract/wire/exams.ts';
import { SubmitProblem } from '#web/shared/desk/submit-problem.tsx';
import { BareForm } from '#web/shared/form.tsx';
import { formatDateTime } from '#web/shared/format.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { api } from '#web/shared/http.ts';
import { type Loaded, useLoad } from '#web/shared/use-load.ts';
import { useSubmit } from '#web/shared/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './exams.module.css';

interface StartCodesDialogProps {
  /** Null while it is closed. */
  exam: Exam | null;
  onClose: () => void;
}

export function StartCodesDialog({ exam, onClose }: StartCodesDialogProps) {
  return (
    <Dialog open={exam !== null} onClose={onClose} title="Start codes">
      {exam && <StartCodes exam={exam} />}
    </Dialog>
  );
}

const nameOf = ({ room }: Pick<StartCodeFacts, 'room'>) => (room === '' ? 'Whole exam' : room);

const toOption = ({ room, candidates }: ExamRoom) => ({
  value: room,
  label: `${room} (${formatCount(candidates, 'candidate')})`,
});

/** An old code: everybody has another room now. */
const isEmpty = ({ room }: StartCodeFacts, rooms: Loaded<ExamRoom[]>) =>
  room !== '' && rooms.state === 'ready' && rooms.data.every((one) => one.room !== room);

/** Whom no code lets begin without a network, by room; nobody where one is for the whole exam. */
function withoutCode(codes: readonly StartCodeFacts[], rooms: readonly ExamRoom[]): ExamRoom[] {
  const coded = new Set(codes.map(({ room }) => room));
  return coded.has('') ? [] : rooms.filter(({ room }) => !coded.has(room));
}

function WithoutCode({ rooms }: { rooms: readonly ExamRoom[] }) {
  if (rooms.length === 0) return null;
  const areSeated = rooms.every(({ room }) => room !== '');
  return (
    <Notice tone="warn" title="No code yet for some candidates">
      <ul>
        {rooms.map(({ room, candidates }) => (
          <li key={room}>
            {room === '' ? 'Without a room' : room}: {formatCount(candidates, 'candidate')}
          </li>
        ))}
      </ul>
      <p>
        They can’t start without a network. Create a code for{' '}
        {areSeated ? 'each of these rooms' : 'each room, give everyone a room'}, or create one for
        the whole exam.
      </p>
    </Notice>
  );
}

function madeText({ facts, isNew }: { facts: StartCodeFacts; isNew: boolean }) {
  const room = facts.room === '' ? 'the whole exam' : facts.room;
  if (!isNew) return `There’s already a code for: ${room}. Nobody has seen it yet, so it stays.`;
  return `${facts.version > 1 ? 'A new code' : 'A code'} was created for: ${room}.`;
}

function StartCodes({ exam }: { exam: Exam }) {
  const [codes, reload] = useLoad(`exams/${exam._id}/start-codes`, startCodeListSchema);
  const [rooms] = useLoad(`exams/${exam._id}/rooms`, examRoomsSchema);
  const named = rooms.state === 'ready' ? rooms.data.filter(({ room }) => room !== '') : [];
  const [made, setMade] = useState<{ facts: StartCodeFacts; isNew: boolean } | null>(null);
  const submit = useSubmit({
    schema: startCodeRequestSchema,
    send: (body) => api.post(`exams/${exam._id}/start-code`, body, startCodeFactsSchema),
    onDone: (facts) => {
      const before = codes.state === 'ready' ? codes.data : [];
      const isSame = ({ room, version }: StartCodeFacts) =>
        room === facts.room && version === facts.version;
      setMade({ facts, isNew: !before.some(isSame) });
      reload();
    },
    fallback: 'We couldn’t create the code. Please try again.',
  });
  return (
    <div className={styles.codes}>
      <p>
        A start code opens the papers on candidates’ phones if there’s no network at the start of{' '}
        <strong>{exam.name}</strong>. Create it well before the exam: each phone gets it the next
        time it’s online. The proctor sees it on the board once the exam starts.
      </p>
      {codes.state === 'failed' && <p role="alert">{codes.message}</p>}
      {codes.state === 'ready' && codes.data.length === 0 && <p>No start code yet.</p>}
      {codes.state === 'ready' && codes.data.length > 0 && (
        <ul className={styles.list}>
          {codes.data.map((facts) => (
            <li key={facts.room}>
              <strong>{nameOf(facts)}</strong>
              <span>
                Created {formatDateTime(facts.madeAt)}
                {facts.releasedAt
                  ? `, first shown ${formatDateTime(facts.releasedAt)}`
                  : ', not shown yet'}
                {isEmpty(facts, rooms) && '. There are no candidates in this room'}
              </span>
            </li>
          ))}
        </ul>
      )}
      {codes.state === 'ready' && codes.data.length > 0 && rooms.state === 'ready' && (
        <WithoutCode rooms={withoutCode(codes.data, rooms.data)} />
      )}
      {rooms.state === 'failed' && <p role="alert">{rooms.message}</p>}
      {rooms.state === 'ready' && (
        <BareForm className={styles.form} submit={submit}>
          <Select
            label="Room"
            hint={
              named.length === 0
                ? 'No candidate has a room yet. Rooms are set in Exam Score.'
                : 'Rooms are set in Exam Score.'
            }
            name="room"
            optional
            placeholder="Whole exam"
            options={named.map(toOption)}
          />
          <SubmitProblem submit={submit} title="No code was created" />
          {made && !submit.pending && <p role="status">{madeText(made)}</p>}
          <Button type="submit" variant="primary" pending={submit.pending} pendingLabel="Creating…">
            Create a start code
          </Button>
          <p className={styles.note}>
            A code that a proctor has seen is replaced by a new one. Phones that are offline will
            still have the old one.
          </p>
        </BareForm>
      )}
    </div>
  );
}
