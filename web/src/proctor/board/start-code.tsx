/**
 * The start code, which the proctor reads out to open papers on phones without a network. Once fetched, it is kept on
 * this phone and can be shown again without a network.
 */
import { useEffect, useState } from 'react';
import type { WatchedExam } from '#contract/desk/staff.ts';
import { type StartCode, startCodeSchema } from '#contract/desk/start-codes.ts';
import { spokenStartCode } from '#seals/start-code.ts';
import { keepStartCode, readKeptStartCode } from '#web/proctor/local-db/kept-board.ts';
import { formatTime } from '#web/shared/format.ts';
import { apiOf } from '#web/shared/http.ts';
import { reasonOf } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { hallDb } from '../local-db/hall-db.ts';
import { hallNow } from '../sync/hall-clock.ts';
import styles from './board.module.css';

interface StartCodePanelProps {
  uid: string;
  exam: WatchedExam;
  rooms: readonly string[];
}

/** Stands for the whole exam. It can't be the empty string, which a select uses for its placeholder. */
const WHOLE = 'whole';

export function StartCodePanel({ uid, exam, rooms }: StartCodePanelProps) {
  const choices = [
    ...(exam.rooms === null ? [{ value: WHOLE, label: 'The whole exam' }] : []),
    ...rooms.map((room) => ({ value: `room ${room}`, label: room })),
  ];
  const [only] = choices.length === 1 ? choices : [];
  const [choice, setChoice] = useState(only?.value ?? '');
  const room = choice === WHOLE ? '' : choice.slice('room '.length);
  return (
    <div className={styles.sheet}>
      <p>
        A start code opens the papers on phones that are offline at the start. Each candidate types
        it on the exam page.
      </p>
      {hallNow() < Date.parse(exam.startDate) && (
        <p>
          <strong>From {formatTime(exam.startDate)}.</strong> If the hall has no network, get the
          code at the start from somewhere that does. It then stays on this phone.
        </p>
      )}
      {!only && (
        <Select
          label="For whom"
          placeholder="Choose…"
          options={choices}
          value={choice}
          onChange={({ target }) => setChoice(target.value)}
        />
      )}
      {choice !== '' && <CodeOf key={choice} uid={uid} exam={exam} room={room} />}
    </div>
  );
}

interface CodeOfProps {
  uid: string;
  exam: WatchedExam;
  room: string;
}

function CodeOf({ uid, exam, room }: CodeOfProps) {
  const [code, setCode] = useState<StartCode | null>(null);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    readKeptStartCode(hallDb, { uid, examId: exam._id, room }).then(
      (kept) => kept && setCode(kept),
      (error: unknown) => console.error('No code could be read', error),
    );
  }, [uid, exam, room]);

  async function ask() {
    setPending(true);
    setProblem('');
    try {
      const path = `exams/${encodeURIComponent(exam._id)}/start-code?${new URLSearchParams({ room })}`;
      const told = await apiOf(uid).get(path, startCodeSchema);
      await keepStartCode(hallDb, { uid, examId: exam._id, room }, told);
      setCode(told);
    } catch (error) {
      setProblem(reasonOf(error).message);
    } finally {
      setPending(false);
    }
  }

  return (
    <>
      {code ? (
        <>
          <p className={styles.code} role="status" data-testid="start-code">
            {spokenStartCode(code.code)}
          </p>
          {code.earlier && (
            <p>
              If it doesn’t open the paper on a phone that has been offline for a while, read out
              the code before it: <strong>{spokenStartCode(code.earlier)}</strong>
            </p>
          )}
          {code.releasedAt && (
            <p className={styles.facts}>
              First shown at {formatTime(code.releasedAt)}. It stays on this phone, even offline.
            </p>
          )}
        </>
      ) : (
        exam.start === 'own' && (
          <p>
            In this exam, showing the code starts the timer for everyone whose phone has this paper.
            Show it when you’re ready to read it out.
          </p>
        )
      )}
      {problem !== '' && (
        <Notice
          tone="warn"
          title={code ? 'We couldn’t load a newer code' : 'The start code can’t be shown yet'}
          live
        >
          <p>{problem}</p>
        </Notice>
      )}
      <Button
        variant={code ? 'secondary' : 'primary'}
        pending={pending}
        pendingLabel="Checking…"
        onClick={() => void ask()}
      >
        {code ? 'Check for a newer code' : 'Show the code'}
      </Button>
    </>
  );
}
