/** Wires the last screens to what is on the disk: the submission until its receipt, then the receipt. */

import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { localDb } from '#web/exam/local-db/database.ts';
import { readOwed } from '#web/exam/local-db/read-owed.ts';
import { readPaper, readSitting } from '#web/exam/local-db/read-sitting.ts';
import { readUser, updateUser } from '#web/shared/session.ts';
import { useOnline } from '#web/shared/use-online.ts';
import { Loading } from '#web/ui/loading.tsx';
import { Received, Submitted } from './after-submitting.tsx';
import { StorageDoor } from './door-message.tsx';
import { HandOverButton } from './hand-over/hand-over-button.tsx';
import { SendingStopped, SignInAgain } from './sending-stopped.tsx';
import type { SittingActor, SyncActor } from './use-exam.ts';
import { useWatched } from './use-watched.ts';

export function AfterExam({ sitting, sync }: { sitting: SittingActor; sync: SyncActor }) {
  const sittingId = useSelector(sitting, ({ context }) => context.sitting?.sittingId ?? '');
  const watched = useWatched(`after-${sittingId}`, () => readHandIn(sittingId));
  // A receipt that was shown stays true, whatever becomes of the phone's storage.
  const seen = useRef(watched.value);
  if (watched.value?.row) seen.current = watched.value;
  const value = seen.current?.row?.receipt ? seen.current : watched.value;
  const needsSignIn = useSelector(sync, (snapshot) => snapshot.matches('needsSignIn'));
  const trouble = useSelector(sync, ({ context }) => context.message);
  const online = useOnline();
  const row = value?.row ?? null;

  useEffect(() => {
    if (row?.receipt) markCompleted(row.uid, row.score ?? []);
  }, [row]);

  if (!row && (value || watched.trouble)) {
    return <StorageDoor trouble={value ? null : watched.trouble} />;
  }
  if (!value || !row) return <Loading label="Reading your answers…" />;
  const auto = row.handIn?.auto ?? false;
  if (row.receipt) {
    return <Received examName={value.examName} receipt={row.receipt} auto={auto} />;
  }
  return (
    <Submitted
      examName={value.examName}
      auto={auto}
      waiting={value.waiting}
      online={online}
      stopped={trouble && <SendingStopped sittingId={row.sittingId} reason={trouble} />}
      onSendNow={() => sync.send({ type: 'RETRY' })}
      handOver={<HandOverButton sittingId={row.sittingId} variant={online ? 'quiet' : 'primary'} />}
      signedOut={needsSignIn}
      signIn={<SignInAgain needed={needsSignIn} uid={row.uid} />}
    />
  );
}

async function readHandIn(sittingId: string) {
  const [row, paper] = await Promise.all([
    readSitting(localDb, sittingId),
    readPaper(localDb, sittingId),
  ]);
  const waiting = row ? (await readOwed(localDb, row)).all : 0;
  return { row, examName: paper?.examName ?? '', waiting };
}

/** The receipt is the server's word that the sitting is over (specification, section 4). */
function markCompleted(uid: string, score: NonNullable<ReturnType<typeof readUser>>['score']) {
  const user = readUser();
  if (user?.uid !== uid || user.status === 'Completed') return;
  updateUser({ ...user, status: 'Completed', examStatus: 'Completed', score });
}
