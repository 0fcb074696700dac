// During a sitting the phone listens to the server's stream, and reports its state when it has sent nothing else for a
// while. So extra time, a pause or a call to send arrives within seconds. While the exam's page is open, the phone also
// hears when the server can issue an outstanding receipt, and when an exam that is over is reopened [AT19]. Nothing
// relies on the stream: the phone works the same without it [AT20].

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
/** Shorter during a pause, because the candidate is waiting for it to end. */
const PAUSED_MS = 20_000;
/** Milliseconds to wait after a refusal; the server refuses the stream while it doesn't know the sitting yet. */
const REFUSED_MS = 60_000;

/**
 * A stream that was cut sooner than this counts as a failure: some proxies cut every stream right after it has begun
 * [SY6].
 */
const HELD_MS = 10_000;

/** The phone's date may drift or be corrected by this much before the phone asks for the time. */
const SLEPT_MS = 2_000;

/** @param examId the exam of this page. @returns how to stop */
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

  // `withStorage` reopens a database that was closed. While the server asks for patience nothing else does so; without
  // it this phone wouldn't connect, and couldn't be called [SY7].
  const read = (sittingId: string) => withStorage(deps.db, () => readSitting(deps.db, sittingId));
  const look = async (sittingId: string) => {
    const sitting = await read(sittingId);
    if (!sitting) return;
    const owed = await owedOf(deps.db, sitting);
    if (owed.all > 0) called();
    else await pushBatch(deps, sitting, [], signal);
  };
  /** When the server's time or state differs from what is on the disk, asks the server for its full reply. */
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
        // The server held this phone while its database was gone, and now sends it away itself: no failure.
        if (event === 'back') failures = 0;
        // The stream only speeds things up: what fails here waits in the outbox, and the sync reports it.
        if (event === 'look') look(sittingId).catch(() => {});
        if (event === 'standing') compare(sittingId, data).catch(() => {});
        // The server can write again ("back") or has just read for this phone ("standing"), so the sync needn't wait
        // any longer [SY7].
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
  // While a phone sleeps, its steady clock may stop, and the timer would then promise minutes that are gone (rule 14).
  // The phone asks for the time only while it holds the stream, and so no more often than the stream connects [SY6].
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
    // This phone has nothing to report on such a sitting: it only listens.
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
 * True for a sitting under way, here or on another device, which may end it [AT7]; and for this page's sitting while it
 * waits for its receipt, because nothing else would tell that the server can issue it now [SY7].
 */
function isToHear(row: SittingRow, examId: string): boolean {
  const { epoch, writerEpoch, handIn, receipt, serverState } = row;
  if (receipt) return false;
  return handIn && epoch === writerEpoch ? row.examId === examId : serverState === 'open';
}

/** Received, or ended on another device: the only news left is a Reopen. */
function isOver({ epoch, writerEpoch, receipt, serverState }: SittingRow): boolean {
  return serverState !== 'open' && (receipt !== null || epoch < writerEpoch);
}

type Phone = Navigator & {
  getBattery?(): Promise<{ level: number }>;
  connection?: { effectiveType?: string };
};

/** The app's version is the digest in the file name of its script. */
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
