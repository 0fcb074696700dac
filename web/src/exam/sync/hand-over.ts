// What this phone can hand over without a network, read from its disk now (rule 21): everything that the server has not
// acknowledged, sealed; or the answers alone, as one text message.
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
  /** Qids in the order of the paper. */
  paper: string[];
  answers: { qid: string; answer: string }[];
};

/**
 * Null when there is nothing to seal with: an older app opened the sitting, or the paper was deleted once the receipt
 * came.
 */
async function readOnDisk(db: LocalDb, sittingId: string): Promise<OnDisk | null> {
  const [sitting, paper] = [await readSitting(db, sittingId), await readPaper(db, sittingId)];
  if (!sitting?.deviceKey || !paper || sitting.receipt) return null;
  const answers = (await answersOf(db, sittingId)).flatMap(({ qid, answer }) =>
    answer === null ? [] : [{ qid, answer }],
  );
  const key = fromBase64url(sitting.deviceKey);
  return { sitting, key, answers, paper: paper.questions.map(({ qid }) => qid) };
}

/** @returns the sealed package, or null when none can be made @throws StorageTrouble */
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
 * The beacons that this phone heard, and the moment of sealing as this phone measures it: shaped like a beacon, but
 * unsigned. A phone that was restarted without a network can't measure that moment, and adds none.
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

/**
 * Splits the rows into runs, each of one epoch and without a gap. The outbox has gaps only where another tab is just
 * removing rows.
 */
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
 * The answers alone, as a text message: those of the submission if there is one, otherwise the answers so far.
 * @param now ms by the server's clock
 * @returns null when a text message can't hold them @throws StorageTrouble
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
