/** Connects the exam's screen to the machine and to the disk: what is shown is what is stored. */
import { useSelector } from '@xstate/react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { OptionName } from '#contract/wire/values.ts';
import type { CandidateAct } from '#machines/sitting/sitting-events.ts';
import { localDb } from '#web/exam/local-db/database.ts';
import { keepPosition } from '#web/exam/local-db/keep-facts.ts';
import { answersOf, readOwed, readPaper, readSitting } from '#web/exam/local-db/read-sitting.ts';
import { goOnPaused } from '#web/exam/local-db/record-time.ts';
import type { AnswerRow, PaperRow, SittingRow } from '#web/exam/local-db/rows.ts';
import type { SyncActor } from '#web/exam/sync/create-sync-actor.ts';
import { useOnline } from '#web/shared/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { DoorMessage, StorageDoor } from './door-message.tsx';
import { LiveClock } from './exam-clock.tsx';
import {
  choiceOf,
  hasDocuments,
  isKept,
  type PendingChoice,
  sectionsOf,
  shownAnswer,
} from './question-state.ts';
import { SendingStopped, SignInDuringExam } from './sending-stopped.tsx';
import { SittingNotices } from './sitting-notices.tsx';
import { SittingScreen } from './sitting-screen.tsx';
import { type SittingActor, type UnderWayPlace, useWatched } from './use-exam.ts';
import { ExtraTimeButton, HandOverButton } from './without-network.tsx';

const LiveDocuments = lazy(() => import('./documents/live-documents.tsx'));

/** The documents' screen has no qid of its own; its visit is stored under this one. */
const DOCUMENTS_QID = 'documents';

interface UnderWayProps {
  sitting: SittingActor;
  sync: SyncActor;
  place: UnderWayPlace;
  /** False in a practice exam, where there is no proctor to hand over to. */
  handsOver?: boolean;
}

export function UnderWay({ sitting, sync, place, handsOver = true }: UnderWayProps) {
  const sittingId = useSelector(sitting, ({ context }) => context.sitting?.sittingId ?? '');
  const paper = useWatched(`paper-${sittingId}`, () => readPaper(localDb, sittingId));
  const live = useWatched(`live-${sittingId}`, () => readLive(sittingId));
  if (!paper.value || !live.value?.row) {
    const isGone = live.value !== null && live.value.row === null;
    const trouble = paper.trouble ?? live.trouble;
    if (isGone || trouble) return <StorageDoor trouble={isGone ? null : trouble} />;
    return <Loading label="Loading your paper…" />;
  }
  return (
    <Paper
      key={sittingId}
      sitting={sitting}
      sync={sync}
      place={place}
      handsOver={handsOver}
      paper={paper.value}
      row={live.value.row}
      answers={live.value.answers}
      waiting={live.value.waiting}
      trouble={live.trouble}
    />
  );
}

function readLive(sittingId: string) {
  const { sittings, answers, outbox, pages } = localDb;
  return localDb.transaction('r', [sittings, answers, outbox, pages], async () => {
    const row = await readSitting(localDb, sittingId);
    const waiting = row ? (await readOwed(localDb, row)).all : 0;
    return { row, answers: await answersOf(localDb, sittingId), waiting };
  });
}

interface PaperProps extends UnderWayProps {
  paper: PaperRow;
  row: SittingRow;
  answers: readonly AnswerRow[];
  waiting: number;
  trouble: string | null;
}

function Paper(props: PaperProps) {
  const { sitting, sync, place, handsOver, paper, row, answers, waiting, trouble } = props;
  const stopped = useSelector(sync, ({ context }) => context.message);
  const signedOut = useSelector(sync, (snapshot) => snapshot.matches('needsSignIn'));
  const message = useSelector(sitting, ({ context }) => context.message);
  const reopened = useSelector(sitting, ({ context }) => context.reopened);
  const [position, setPosition] = useState(row.position);
  const [unkept, setUnkept] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [pending, setPending] = useState<PendingChoice | null>(null);
  const online = useOnline();
  const sections = useMemo(() => sectionsOf(paper.questions), [paper]);
  const marks = useMemo(() => new Map(answers.map((answer) => [answer.qid, answer])), [answers]);
  const writes = place === 'timed.writing';
  const { sittingId } = row;

  const qid = paper.questions[position]?.qid ?? DOCUMENTS_QID;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was refused is kept again at each attempt.
  useEffect(() => {
    if (!writes) return;
    keepPosition(localDb, sittingId, position, qid).then(
      () => setUnkept(null),
      (error: unknown) => setUnkept(error instanceof Error ? error.message : String(error)),
    );
  }, [writes, sittingId, position, qid, attempt]);
  // When the disk takes an answer, it can also take the position that it refused before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the answers is an attempt.
  useEffect(() => {
    if (unkept) setAttempt((before) => before + 1);
  }, [answers]);

  if (pending && isKept(pending, marks)) setPending(null);
  // A choice that the disk refused is not shown as chosen.
  useEffect(() => {
    if (message) setPending(null);
  }, [message]);

  const act = (done: CandidateAct) => {
    // A choice that the disk refused isn't shown, but has yet to be written: only then is there something to clear.
    const isEmpty = done.type === 'cleared' && !shownAnswer(done.qid ?? '', pending, marks);
    if (isEmpty && !message) return;
    setPending((before) => choiceOf(done) ?? before);
    sitting.send({ type: 'ACT', act: done });
  };
  const choose = (chosen: string, option: OptionName) => {
    if (shownAnswer(chosen, pending, marks) !== option)
      act({ type: 'answered', qid: chosen, answer: option });
  };
  const retry = () => {
    setAttempt((before) => before + 1);
    if (message) sitting.send({ type: 'RETRY' });
  };

  if (row.pausedAt !== null) return <Paused sitting={sitting} row={row} />;
  return (
    <SittingScreen
      examName={paper.examName}
      sections={sections}
      marks={marks}
      position={position}
      clock={<LiveClock sitting={sitting} deadline={row.deadline} pausedAt={row.pausedAt} />}
      waiting={waiting}
      online={online}
      signedOut={signedOut}
      readOnly={!writes}
      saving={pending}
      unsaved={Boolean(message ?? unkept)}
      largerText={row.largerText}
      handOver={
        <>
          {handsOver && <HandOverButton sittingId={sittingId} variant="quiet" />}
          {row.extraKey && (!online || waiting > 0) && (
            <ExtraTimeButton sittingId={sittingId} extraKey={row.extraKey} />
          )}
        </>
      }
      notices={
        <>
          <SittingNotices
            place={place}
            trouble={message ?? unkept ?? trouble}
            owes={message !== null}
            reopened={reopened}
            endedEarly={row.endedEarly}
            onRetry={message || unkept ? retry : null}
          />
          {stopped && <SendingStopped sittingId={sittingId} reason={stopped} />}
          <SignInDuringExam needed={signedOut} uid={row.uid} />
        </>
      }
      documents={
        hasDocuments(paper.format)
          ? {
              pages: row.documents.length,
              screen: (
                <Suspense fallback={<Loading label="Opening the documents…" />}>
                  <LiveDocuments
                    sittingId={sittingId}
                    task={paper.task}
                    documents={row.documents}
                    readOnly={!writes}
                    onOrder={(order) => act({ type: 'documents', answer: order.join(',') })}
                    sync={sync}
                  />
                </Suspense>
              ),
            }
          : null
      }
      onAct={act}
      onChoose={choose}
      onGo={setPosition}
      onAsk={() => sync.send({ type: 'WAKE' })}
      onSubmit={() => sitting.send({ type: 'SUBMIT' })}
    />
  );
}

// The proctor has paused the exam: the paper is covered, the timer stands still, and everything is kept.

/**
 * Milliseconds. In a pause, a phone with a network asks the server every twenty seconds, so it has heard from it by
 * then.
 */
const UNHEARD_MS = 60_000;

function Paused({ sitting, row }: { sitting: SittingActor; row: SittingRow }) {
  const { sittingId, deadline, pausedAt, heardAt } = row;
  const isAlone = useSelector(sitting, ({ context }) => context.now - heardAt > UNHEARD_MS);
  const goOn = () => {
    const { now } = sitting.getSnapshot().context;
    goOnPaused(localDb, sittingId, now).catch(console.error);
  };
  return (
    <DoorMessage
      icon="pause"
      title="Your proctor has paused the exam"
      acts={
        isAlone && (
          <Button variant="primary" onClick={goOn}>
            My proctor says we can continue
          </Button>
        )
      }
    >
      <LiveClock sitting={sitting} deadline={deadline} pausedAt={pausedAt} />
      <p>
        The timer has stopped, and everything you answered is saved. The exam will continue here
        automatically when your proctor resumes it.
      </p>
      {isAlone && <p>This phone can’t reach the exam server right now.</p>}
    </DoorMessage>
  );
}
