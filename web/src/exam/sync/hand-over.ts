// What this phone can hand over without a network, as it stands on its disk now (rule 21): everything that the server has
// not acknowledged, sealed; or the answer sheet alone, as one text message.
import { type HeardBeacon, MOST_EVENTS } from '#contract/wire/sync.ts';
import { statesOf } from '#seals/answer-states.ts';
import { sealAnswerText } from '#seals/answer-text.ts';
import { type Bytes, fromBase64url } from '#seals/bytes.ts';
import { sealHandOver } from '#seals/hand-over.ts';
import type { HandOver, HandOverRun } from '#seals/hand-over-content.ts';
import type { LocalDb } from '../local-db/database.ts';
import { keepBeacon } from '../local-db/keep-facts.ts';
import { answersOf, outboxOf, readOwed, readPaper, readSitting } from '../local-db/read-sitting.ts';
import type { OutboxRow, SittingRow } from '../local-db/rows.ts';
import { withStorage } from '../local-db/storage-trouble.ts';
import { toEvent } from './push-batch.ts';
import { momentOf, type ServerClock } from './server-clock.ts';

type Clock = Pick<ServerClock, 'now' | 'wall' | 'confirmed'>;

type OnDisk = {
  sitting: SittingRow;
  key: Bytes;
  /** Qids in the paper's order. */
  paper: string[];
  answers: { qid: string; answer: string }[];
};

/** Null where there is nothing to seal with: an older app opened the sitting, or its paper is gone with the receipt. */
async function readOnDisk(db: LocalDb, sittingId: string): Promise<OnDisk | null> {
  const [sitting, paper] = [await readSitting(db, sittingId), await readPaper(db, sittingId)];
  if (!sitting?.deviceKey || !paper || sitting.receipt) return null;
  const answers = (await answersOf(db, sittingId)).flatMap(({ qid, answer }) =>
    answer === null ? [] : [{ qid, answer }],
  );
  const key = fromBase64url(sitting.deviceKey);
  return { sitting, key, answers, paper: paper.questions.map(({ qid }) => qid) };
}

/** @returns the package, or null where none can be made @throws StorageTrouble */
export function packForHandOver(
  db: LocalDb,
  sittingId: string,
  clock: Clock,
): Promise<Bytes | null> {
  return withStorage(db, async () => {
    const onDisk = await readOnDisk(db, sittingId);
    if (!onDisk) return null;
    const { sitting, paper, key, answers } = onDisk;
    const { deviceId, epoch, handIn } = sitting;
    const { pages } = await readOwed(db, sitting);
    const content: HandOver = {
      sittingId,
      deviceId,
      runs: runsOf(await outboxOf(db, sittingId, MOST_EVENTS)),
      submission: handIn && { ...handIn, epoch, answers },
      beacons: beaconsWithOwn(sitting, clock),
      waiting: pages,
    };
    return sealHandOver(content, paper, key);
  });
}

/**
 * With when this is sealed, as this phone measures it: like a beacon, but signed by nobody. A phone that was
 * restarted without a network doesn't know.
 */
function beaconsWithOwn(sitting: SittingRow, clock: Clock): HeardBeacon[] {
  const { words: beacons, acked, nextSeq, unsureFrom } = sitting;
  const { elapsed, unsure } = momentOf(clock, sitting);
  if (unsure) return beacons;
  const own = {
    serverTime: new Date(clock.now()).toISOString(),
    signature: '',
    elapsed,
    seq: nextSeq - 1,
    ...(unsureFrom !== null && { unsureFrom }),
  };
  return keepBeacon(beacons, own, acked);
}

/** Of one turn and without a gap each: the outbox has none, but for what another tab is removing. */
function runsOf(rows: readonly OutboxRow[]): HandOverRun[] {
  const runs: HandOverRun[] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    const isNext = run?.epoch === row.epoch && run.events.at(-1)?.seq === row.seq - 1;
    if (run && isNext) run.events.push(toEvent(row));
    else runs.push({ epoch: row.epoch, events: [toEvent(row)] });
  }
  return runs;
}

/**
 * The answers alone: the submission once there is one, else how far the candidate is.
 * @param now ms by the server's clock
 * @returns null where a text can't hold them @throws StorageTrouble
 */
export function writeAnswerText(
  db: LocalDb,
  sittingId: string,
  now: number,
): Promise<string | null> {
  return withStorage(db, async () => {
    const onDisk = await readOnDisk(db, sittingId);
    if (!onDisk || onDisk.paper.length === 0) return null;
    const { sitting, paper, key, answers } = onDisk;
    const { epoch, handIn, nextSeq, startedAt } = sitting;
    const elapsed = handIn?.elapsed ?? Math.max(0, now - startedAt);
    const sheet = {
      kind: handIn ? (handIn.auto ? 'timer' : 'submission') : 'so-far',
      epoch,
      seq: handIn?.seq ?? nextSeq - 1,
      seconds: Math.floor(elapsed / 1_000),
      states: statesOf(answers, paper),
    } as const;
    return sealAnswerText(sittingId, sheet, key);
  });
}
