// A phone in a sitting listens to the server while it can, and says how it is when it has nothing else to say: so extra
// time, a pause and a call to send arrive within seconds; and, while the page of the exam is open, the way to a receipt that
// is out, and a Reopen of an exam that is over [AT19]. Nothing relies on it: the phone works the same without [AT20].

import { PROTOCOL } from '#contract/wire/protocol-version.ts';
import { deviceReportSchema, reportReplySchema } from '#contract/wire/report.ts';
import { backoffDelay } from '#machines/sync/backoff.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { readEventStream } from '#web/shared/event-stream.ts';
import { apiOf, onAnswered } from '#web/shared/http.ts';
import { tokenOf } from '#web/shared/session.ts';
import type { LocalDb } from '../local-db/database.ts';
import { readOwed, readSitting, sittingsOf } from '../local-db/read-sitting.ts';
import type { SittingRow } from '../local-db/rows.ts';
import { withStorage } from '../local-db/storage-trouble.ts';
import { pushBatch, type SyncDeps } from './push-batch.ts';

const TICK_MS = 5_000;
const REPORT_MS = 60_000;
/** While the clock stands still its candidate waits for a word. */
const PAUSED_MS = 20_000;
/** Where the server refused, as long as it doesn't know the sitting yet. */
const REFUSED_MS = 60_000;

/** A stream that was cut earlier counts as a failure: some proxies cut every one right after it has begun [SY6]. */
const HELD_MS = 10_000;

/** What the phone's date may drift or be set right by, unnoticed. */
const SLEPT_MS = 2_000;

/** @param examId of this page. @returns how to stop */
export function listen(
  deps: SyncDeps,
  { uid, examId }: { uid: string; examId: string },
  called: () => void,
): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let answeredAt = performance.now();
  let reading: string | null = null;
  let mayReadAt = 0;
  let failures = 0;
  const stopHearing = onAnswered(() => {
    answeredAt = performance.now();
  });

  // While the server asks for patience nobody else may open a storage that was closed: a phone that waited for that would not
  // connect, and not be called [SY7].
  const read = (sittingId: string) => withStorage(deps.db, () => readSitting(deps.db, sittingId));
  const look = async (sittingId: string) => {
    const sitting = await read(sittingId);
    if (!sitting) return;
    const owed = await owedOf(deps.db, sitting);
    if (owed.all > 0) called();
    else await pushBatch(deps, sitting, [], signal);
  };
  /** What the server says of the time and the state differs from what is on the disk: ask for its word. */
  const compare = async (sittingId: string, told: unknown) => {
    const sitting = await read(sittingId);
    const heard = reportReplySchema.safeParse(told).data;
    if (!sitting || !heard) return;
    const pausedAt = heard.pausedAt === undefined ? null : Date.parse(heard.pausedAt);
    const isSame =
      Math.max(Date.parse(heard.deadline), sitting.grantedUntil ?? 0) === sitting.deadline &&
      pausedAt === sitting.pausedAt &&
      heard.state === sitting.serverState;
    if (!isSame) await look(sittingId);
  };
  const follow = async (sittingId: string, token: string) => {
    reading = sittingId;
    let pause: number | null = null;
    let begunAt = Number.POSITIVE_INFINITY;
    try {
      const path = `sync/stream?sittingId=${encodeURIComponent(sittingId)}`;
      await readEventStream(path, { token, lastId: '', signal }, ({ event, data }) => {
        begunAt = Math.min(begunAt, performance.now());
        // The server itself sends a phone away that it held for its database.
        if (event === 'back') failures = 0;
        // An accelerator only: what fails here waits in the outbox, and the sync tells of it.
        if (event === 'look') look(sittingId).catch(() => {});
        if (event === 'standing') compare(sittingId, data).catch(() => {});
        // The server can write again, or has just read for this phone: what it told to wait needn't [SY7].
        if (event === 'back' || event === 'standing') called();
      });
    } catch (error) {
      if (error instanceof ApiProblem)
        pause = error.retry === 'never' ? REFUSED_MS : error.retryAfterMs;
    }
    if (performance.now() - begunAt >= HELD_MS) failures = 0;
    failures += 1;
    reading = null;
    mayReadAt = performance.now() + backoffDelay(failures, Math.random(), pause);
  };
  // While a phone sleeps the clock that measures may stand, and the timer would promise minutes that are gone (rule 14). Asked
  // for beside the stream alone, and so no more often than that [SY6].
  const ahead = () => deps.clock.wall() - deps.clock.steady();
  let isAhead = ahead();
  const askAfterSleep = () => {
    const before = isAhead;
    if (reading === null || Math.abs(ahead() - before) < SLEPT_MS) return;
    isAhead = ahead();
    deps.wire.time(signal).catch(() => {
      isAhead = before;
    });
  };
  const report = async (sitting: SittingRow) => {
    answeredAt = performance.now();
    const body = await reportOf(deps.db, sitting);
    const reply = await apiOf(uid).post('sync/report', body, reportReplySchema, { signal });
    await compare(sitting.sittingId, reply);
  };
  const tick = async () => {
    const token = tokenOf(uid);
    const sittings = await withStorage(deps.db, () => sittingsOf(deps.db, uid));
    const over = sittings.find((row) => row.examId === examId && isOver(row));
    const sitting = sittings.find((row) => isToHear(row, examId)) ?? over;
    if (!token || !sitting || !navigator.onLine) return;
    const now = performance.now();
    if (reading === null && now >= mayReadAt) void follow(sitting.sittingId, token);
    // It has nothing to say of itself: it only listens.
    if (sitting === over || sitting.epoch < sitting.writerEpoch) return;
    askAfterSleep();
    const quiet = now - answeredAt;
    if (sitting.pausedAt !== null && !sitting.handIn && quiet >= PAUSED_MS)
      await look(sitting.sittingId);
    else if (quiet >= REPORT_MS) await report(sitting);
  };
  const timer = setInterval(() => void tick().catch(() => {}), TICK_MS);
  void tick().catch(() => {});
  return () => {
    clearInterval(timer);
    stopHearing();
    stop.abort();
  };
}

/**
 * Under way here, or on another device, which may end it [AT7]; or waiting for its receipt on this page: nothing else would tell that
 * the server can give it again [SY7].
 */
function isToHear(row: SittingRow, examId: string): boolean {
  const { epoch, writerEpoch, handIn, receipt, serverState } = row;
  if (receipt) return false;
  return handIn && epoch === writerEpoch ? row.examId === examId : serverState === 'open';
}

/** Received, or ended on another device: only a Reopen can still be heard. */
function isOver({ epoch, writerEpoch, receipt, serverState }: SittingRow): boolean {
  return serverState !== 'open' && (receipt !== null || epoch < writerEpoch);
}

type Phone = Navigator & {
  getBattery?(): Promise<{ level: number }>;
  connection?: { effectiveType?: string };
};

/** A version of the app is told by the digest in the name of its script. */
const version = /-([\w-]{7,8})\.js/.exec(import.meta.url)?.[1] ?? 'dev';

const owedOf = (db: LocalDb, sitting: SittingRow) => withStorage(db, () => readOwed(db, sitting));

async function reportOf(db: LocalDb, sitting: SittingRow) {
  const phone: Phone = navigator;
  const [owed, space, battery] = await Promise.all([
    owedOf(db, sitting),
    phone.storage?.estimate().catch(() => null),
    phone.getBattery?.().catch(() => null),
  ]);
  const { sittingId, deviceId } = sitting;
  const free = space?.quota === undefined ? null : space.quota - (space.usage ?? 0);
  const net = phone.connection?.effectiveType;
  return deviceReportSchema.parse({
    sittingId,
    deviceId,
    waiting: owed.acts,
    pages: owed.pages,
    ...(free !== null && { freeMb: Math.max(0, Math.floor(free / 1_000_000)) }),
    ...(battery && { battery: Math.round(battery.level * 100) }),
    ...(net && { net: net.slice(0, 12) }),
    app: `${PROTOCOL} ${version}`,
  });
}
