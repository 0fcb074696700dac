/**
 * Creates the start codes of an exam, for exam halls that may have no network at the start. Proctors see a code on their
 * board once the exam starts; this window only lists the rooms that have one.
 */

import { useCallback, useState } from 'react';
import { type ExamRoom, examRoomsSchema } from '#contract/desk/participants.ts';
import {
  type StartCodeFacts,
  startCodeFactsSchema,
  startCodeListSchema,
  startCodeRequestSchema,
} from '#contract/desk/start-codes.ts';
import type { Exam } from '#contract/wire/exams.ts';
import { DeskList } from '#web/shared/desk/desk-page.tsx';
import { SubmitProblem } from '#web/shared/desk/submit-problem.tsx';
import { BareForm } from '#web/shared/form.tsx';
import { formatDateTime } from '#web/shared/format.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { api } from '#web/shared/http.ts';
import { useAsk } from '#web/shared/use-load.ts';
import { useSubmit } from '#web/shared/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Select } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './exams.module.css';

interface StartCodesDialogProps {
  /** Null while the window is closed. */
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

/** Whether a code is for a room in which no candidate sits any more. */
const isEmpty = ({ room }: StartCodeFacts, rooms: readonly ExamRoom[]) =>
  room !== '' && rooms.every((one) => one.room !== room);

/** @returns the rooms whose candidates can't start without a network; none when there is a code for the whole exam */
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
  const path = `exams/${exam._id}`;
  const asked = useAsk(
    useCallback(
      async (signal: AbortSignal) => {
        const [codes, rooms] = await Promise.all([
          api.get(`${path}/start-codes`, startCodeListSchema, { signal }),
          api.get(`${path}/rooms`, examRoomsSchema, { signal }),
        ]);
        return { codes, rooms };
      },
      [path],
    ),
  );
  return (
    <div className={styles.codes}>
      <p>
        A start code opens the papers on candidates’ phones if there’s no network at the start of{' '}
        <strong>{exam.name}</strong>. Create it well before the exam: each phone gets it the next
        time it’s online. The proctor sees it on the board once the exam starts.
      </p>
      <DeskList
        asked={asked}
        loadingLabel="Loading the start codes…"
        failedTitle="We couldn’t load the start codes"
      >
        {(known) => <Codes path={path} {...known} onMade={asked.retry} />}
      </DeskList>
    </div>
  );
}

interface CodesProps {
  /** The exam's path below /api/v1/. */
  path: string;
  codes: readonly StartCodeFacts[];
  rooms: readonly ExamRoom[];
  onMade: () => void;
}

function Codes({ path, codes, rooms, onMade }: CodesProps) {
  const named = rooms.filter(({ room }) => room !== '');
  const [made, setMade] = useState<{ facts: StartCodeFacts; isNew: boolean } | null>(null);
  const submit = useSubmit({
    schema: startCodeRequestSchema,
    send: (body) => api.post(`${path}/start-code`, body, startCodeFactsSchema),
    onDone: (facts) => {
      const isSame = ({ room, version }: StartCodeFacts) =>
        room === facts.room && version === facts.version;
      setMade({ facts, isNew: !codes.some(isSame) });
      onMade();
    },
    fallback: 'We couldn’t create the code. Please try again.',
  });
  return (
    <>
      {codes.length === 0 && <p>No start code yet.</p>}
      {codes.length > 0 && (
        <>
          <ul className={styles.list}>
            {codes.map((facts) => (
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
          <WithoutCode rooms={withoutCode(codes, rooms)} />
        </>
      )}
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
    </>
  );
}
