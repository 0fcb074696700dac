// A candidate submits (rules 11 and 16). A submission stands alone and may come any number of times. It gets its receipt once the log has
// no gap before it and every page that it names is here.
import { createHash } from 'node:crypto';
import type { Receipt, SubmitReply, SubmitRequest } from '#contract/wire/sync.ts';
import { remainingAt } from '#machines/sitting/deadline.ts';
import { digestText } from '#machines/sitting/digest.ts';
import { seqsOf } from '#machines/sitting/log-so-far.ts';
import { awaitedPages } from '#machines/sitting/rules.ts';
import { toScoreList } from '#machines/sitting/scoring.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { logDigest, signReceipt } from '../receipts/receipts.ts';
import { keepConflicts } from './append-events.ts';
import { takeBeacons } from './brought-evidence.ts';
import { decideByPolicy } from './close-overdue.ts';
import { checkIsDevice, checkMayNameNoDevice } from './device-key.ts';
import { arrive, type Carried, judgeEvents } from './judge-events.ts';
import { fitsLog } from './log-budget.ts';
import { type ReadAnswers, readAnswers } from './read-answers.ts';
import { readOrStart } from './read-or-start.ts';
import { readPaced } from './read-paced.ts';
import {
  readWhole,
  type StoredAct,
  type StoredSubmission,
  type WholeSitting,
} from './read-sitting.ts';
import {
  type NewSubmission,
  type SettlementNote,
  scoreLog,
  settleTogether,
  timesOf,
  writeSettlement,
} from './settle.ts';
import { standingOf } from './standing.ts';
import { untilUnchanged } from './try-again.ts';
import { keptUnderWay } from './under-way.ts';

/** A client without the device protocol has no log, so its submission gets a seq after everything else of its turn. */
const AFTER_ALL = 1_000_000_000;

/**
 * @param which the candidate and the exam; the sitting must have been opened, or have begun on the device
 * @param carried how the submission was brought, if not by the candidate's own session
 * @throws Problem not-found, open-elsewhere, already-submitted, device-not-allowed, forbidden (a name that belongs to another device), invalid
 * (digest), too-large, throttled
 */
export async function submitSitting(
  deps: Deps,
  which: { uid: string; examId: string },
  request: Pick<SubmitRequest, 'answers' | 'device'>,
  carried: Carried | null = null,
): Promise<SubmitReply> {
  if (request.device && !carried) await checkIsDevice(request.device);
  let isAgain = false;
  return untilUnchanged(async () => {
    const write = isAgain ? writeSettlement : settleTogether;
    isAgain = true;
    const sitting = await readBrought(deps, which, request.device, carried);
    if (!sitting) throw new Problem('not-found');
    const now = deps.now();
    const read = await readAnswers(deps.db, sitting, request.answers);
    const submission = toSubmission(sitting, request, read, now, carried);
    const inItsPlace = sitting.submissions.find(
      ({ deviceId, seq }) => deviceId === submission.deviceId && seq === submission.seq,
    );
    checkMaySubmit(sitting, submission, inItsPlace);
    const standing = inItsPlace?.final ? inItsPlace : undefined;
    const isAlone = !request.device || carried?.alone === true;
    return settleSubmission(deps, sitting, submission, standing, request, { now, isAlone, write });
  });
}

/** Finds the sitting by candidate and exam. If it began on the device that submits, it is created or joined first. */
async function readBrought(
  deps: Deps,
  which: { uid: string; examId: string },
  device: SubmitRequest['device'],
  carried: Carried | null,
): Promise<WholeSitting | null> {
  const sitting = await (carried ? readWhole(deps.db, which) : readPaced(deps, which));
  const { deviceId, epoch } = device ?? {};
  const isKnown = sitting?.turns.some(([id, turn]) => id === deviceId && turn === epoch);
  if (!device || isKnown) return sitting;
  const begun = await readOrStart(deps, device, which.uid);
  return begun?.uid === which.uid && begun.exam_id === which.examId ? begun : sitting;
}

function toSubmission(
  sitting: WholeSitting,
  { device }: Pick<SubmitRequest, 'device'>,
  { answers, refused }: ReadAnswers,
  now: number,
  carried: Carried | null,
): NewSubmission {
  if (!device) {
    // Such a client measured no time. Its submission is in time while a submission may still be on its way, and late after that.
    const isOnItsWay = now <= sitting.deadline + sitting.transit_seconds * 1_000;
    const elapsed = (isOnItsWay ? Math.min(now, sitting.deadline) : now) - sitting.started;
    // Its seq comes after those of submissions from before a proctor reopened the sitting.
    const earlier = sitting.submissions.filter(({ deviceId, final }) => deviceId === '' && !final);
    const seq = AFTER_ALL + earlier.length;
    const digest = sha256(digestText(answers, seq));
    return {
      deviceId: '',
      epoch: sitting.epoch,
      seq,
      answers,
      refused,
      digest,
      elapsed,
      at: now,
      receivedAt: now,
      auto: false,
      beacon: null,
      final: true,
      way: 'network',
    };
  }
  const { deviceId, epoch, seq, digest, elapsed, at, auto, beacon } = device;
  if (device.sittingId !== sitting.id) throw new Problem('not-found');
  if (digest !== sha256(digestText(answers, seq)) && refused.length === 0) {
    throw new Problem('invalid', { fields: { digest: 'does not fit the answers' } });
  }
  return {
    deviceId,
    epoch,
    seq,
    answers,
    refused,
    digest,
    elapsed,
    at,
    auto,
    receivedAt: carried?.receivedAt ?? now,
    beacon: beacon ?? null,
    final: true,
    way: carried?.way ?? 'network',
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function checkMaySubmit(
  sitting: WholeSitting,
  submission: NewSubmission,
  standing: StoredSubmission | undefined,
): void {
  if (standing) {
    if (standing.final) {
      if (standing.digest !== submission.digest) throw new Problem('already-submitted');
      return;
    }
    // A submission from before the sitting was reopened can't stand again. A text message on progress was no submission, so it may be replaced.
    if (standing.receivedAt <= (sitting.reopened ?? 0)) throw new Problem('already-submitted');
  }
  if (sitting.state === 'submitted') throw new Problem('already-submitted');
  if (submission.deviceId === '') checkMayNameNoDevice(sitting);
  const issued =
    submission.deviceId === '' ||
    sitting.turns.some(
      ([deviceId, epoch]) => deviceId === submission.deviceId && epoch === submission.epoch,
    );
  if (!issued || submission.epoch < sitting.epoch) throw new Problem('open-elsewhere');
}

async function settleSubmission(
  deps: Deps,
  sitting: WholeSitting,
  submission: NewSubmission,
  standing: StoredSubmission | undefined,
  { device }: Pick<SubmitRequest, 'device'>,
  { now, isAlone, write }: { now: number; isAlone: boolean; write: typeof writeSettlement },
): Promise<SubmitReply | null> {
  const brought = await judgeEvents(deps.db, sitting, submission, device?.events ?? [], submission);
  // A full log takes no more events, but the answers of the submission still count [SY10].
  const judged = fitsLog(sitting, brought) ? brought : [];
  const { receivedAt } = submission;
  const { fresh, news, log } = arrive(sitting.log, submission.deviceId, judged, receivedAt);
  const isEarlier = standing !== undefined && receivedAt < standing.receivedAt;
  const keepOthers = async () => {
    if (fresh.length < judged.length)
      await keepConflicts(deps.db, sitting.id, submission.deviceId, judged, now);
  };
  const { upTo: acked } = seqsOf(log, submission.deviceId);
  const beacons = takeBeacons(deps, sitting, submission.deviceId, device?.words);
  const times = timesOf(sitting, log, beacons);
  // A text message on progress may have the same device and seq, whatever its answers: the submission replaces it.
  const others = sitting.submissions.filter(
    ({ deviceId, seq }) => deviceId !== submission.deviceId || seq !== submission.seq,
  );
  const submissions = [...others, standing && !isEarlier ? standing : submission];
  const { projection, sections } = await scoreLog(deps.db, sitting, log, submissions, times);
  const pages = sitting.format === 'MCQ' ? [] : awaitedPages(log, submissions, times);
  const missingDocuments = [...pages].filter((page) => !sitting.documentsHeld.has(page));
  const received = (isAlone || acked >= submission.seq) && missingDocuments.length === 0;
  const receipt = received ? giveReceipt(deps, sitting, submission, log, acked) : sitting.receipt;
  const reply: SubmitReply = {
    score: toScoreList(sections, null),
    received,
    receipt: received ? receipt : null,
    refused: submission.refused,
    missingDocuments,
    ...standingOf(deps, { ...sitting, state: 'submitted' }, acked, now),
  };
  const nothingNew =
    standing &&
    !isEarlier &&
    news.length === 0 &&
    !beacons &&
    (receipt === sitting.receipt || !received);
  if (nothingNew) {
    await keepOthers();
    return reply;
  }
  const late = await decideByPolicy(deps, times, projection, now);
  const written = await write(
    deps.db,
    sitting,
    {
      state: 'submitted',
      provisional: false,
      receipt: received ? receipt : null,
      events: { deviceId: submission.deviceId, judged: news, receivedAt },
      submission: standing && !isEarlier ? null : submission,
      sections,
      beacons,
      ...late,
      notes: standing
        ? late.notes
        : [...late.notes, noteOf(sitting, submission, projection.held, times.transitMs)],
    },
    now,
  );
  if (!written) return null;
  keptUnderWay(deps.db).delete(sitting.id);
  await keepOthers();
  return reply;
}

/** The receipt already given, or a new one: the first, or the one that replaces a text message's receipt once the log is complete. */
function giveReceipt(
  deps: Deps,
  { id: sittingId, receipt }: WholeSitting,
  { deviceId, seq, digest, receivedAt }: NewSubmission,
  log: readonly StoredAct[],
  acked: number,
): Receipt {
  const isWhole = acked >= seq;
  const lacksLog = receipt?.log === '' && receipt.seq === seq && isWhole;
  if (receipt && !lacksLog) return receipt;
  const held = isWhole ? logDigest(log, deviceId, seq) : '';
  const since = receipt ? Date.parse(receipt.receivedAt) : receivedAt;
  return signReceipt(deps, { sittingId, seq, digest, log: held, receivedAt: since });
}

/** A submission by the timer takes a moment to arrive, so it is late only after the transit allowance, or when something in it waits for a decision. */
function noteOf(
  sitting: WholeSitting,
  submission: NewSubmission,
  held: number,
  transitMs: number,
): SettlementNote {
  const { receivedAt } = submission;
  const late =
    held > 0 ||
    sitting.state === 'closed' ||
    remainingAt(receivedAt, sitting.deadline + transitMs) === 0;
  return {
    actor: sitting.uid,
    action: late ? 'sitting.submitted-late' : 'sitting.submitted',
    detail: {
      device: submission.deviceId,
      seq: submission.seq,
      auto: submission.auto,
      elapsed: submission.elapsed,
      ...(submission.way !== 'network' && { way: submission.way }),
      ...(late && {
        afterDeadlineMs: receivedAt - sitting.deadline,
        held,
        wasClosed: sitting.state === 'closed',
      }),
    },
  };
}
