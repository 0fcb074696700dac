// A simulated phone that runs the app's real code: local database, clock, wire and drain, on an IndexedDB and
// two clocks of its own. `kill` is a battery pulled: what is not on disk is gone.
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { Moment } from '#web/exam/local-db/append-event.ts';
import { LocalDb } from '#web/exam/local-db/database.ts';
import { readClock } from '#web/exam/local-db/keep-facts.ts';
import { findSitting, outboxOf } from '#web/exam/local-db/read-sitting.ts';
import { recordEvent } from '#web/exam/local-db/record-event.ts';
import { recordHandIn } from '#web/exam/local-db/record-hand-in.ts';
import type { OutboxRow, SittingRow } from '#web/exam/local-db/rows.ts';
import { momentOf } from '#web/exam/sync/moment.ts';
import { openSitting } from '#web/exam/sync/open-sitting.ts';
import type { SyncDeps } from '#web/exam/sync/push-batch.ts';
import { createServerClock, type ServerClock } from '#web/exam/sync/server-clock.ts';
import { createWire } from '#web/exam/sync/wire.ts';
import { createApi } from '#web/shared/http.ts';
import type { Send } from './bad-network.ts';

export type Candidate = { uid: string; token: string; examId: string };

export class Phone {
  /** How far the phone's date is from the truth, in milliseconds. */
  lie = 0;
  /** What was done here after a restart, before the server was heard again: its time is not measured. */
  readonly unsure = new Set<number>();
  private readonly factory = new IDBFactory();
  /** What the steady clock adds to the truth: taken from the date when the browser started. */
  private steadyOffset = 0;
  private running: { db: LocalDb; clock: ServerClock };
  readonly candidate: Candidate;
  private readonly send: Send;
  private readonly truth: () => number;

  constructor(candidate: Candidate, send: Send, truth: () => number) {
    this.candidate = candidate;
    this.send = send;
    this.truth = truth;
    this.running = this.start();
  }

  get deps(): SyncDeps {
    const { db, clock } = this.running;
    const api = createApi(this.send, () => this.candidate.token);
    const { uid, token, examId } = this.candidate;
    const session = { uid, user: JSON.stringify({ uid, token }), eid: examId };
    return { db, clock, wire: createWire(api, clock), session: () => session };
  }

  private start(): { db: LocalDb; clock: ServerClock } {
    this.steadyOffset = this.lie;
    const clock = createServerClock({
      steady: () => this.truth() + this.steadyOffset,
      wall: () => this.truth() + this.lie,
    });
    return { db: new LocalDb({ indexedDB: this.factory, IDBKeyRange }), clock };
  }

  /** The browser is killed and started again. @param lie what the phone's date was set to meanwhile */
  restart(lie = this.lie): void {
    const mark = this.running.clock.mark();
    this.close();
    this.lie = lie;
    this.running = this.start();
    this.running.clock.restore(mark);
  }

  /** The page is loaded anew within the same browser: only what is on disk is known. */
  async reload(): Promise<void> {
    this.close();
    this.running = this.start();
    const kept = await readClock(this.running.db);
    if (kept) this.running.clock.restore(kept);
  }

  close(): void {
    this.running.db.close();
  }

  async open(takeOver: boolean): Promise<void> {
    const { uid, examId } = this.candidate;
    await openSitting(this.deps, { uid, examId, takeOver }, new AbortController().signal);
  }

  sitting(): Promise<SittingRow | null> {
    return findSitting(this.running.db, this.candidate.uid, this.candidate.examId);
  }

  /** @returns the act's turn, or null when the phone takes no acts */
  async act(
    act: Parameters<typeof recordEvent>[2],
  ): Promise<{ epoch: number; seq: number } | null> {
    const sitting = await this.sitting();
    if (!sitting) return null;
    const seq = await recordEvent(this.running.db, sitting.sittingId, act, this.moment(sitting));
    if (seq !== null && !this.running.clock.confirmed()) this.unsure.add(seq);
    return seq === null ? null : { epoch: sitting.epoch, seq };
  }

  async handIn(auto: boolean): Promise<void> {
    const sitting = await this.sitting();
    if (!sitting) return;
    const how = { auto, confirmed: this.running.clock.confirmed() };
    if (!how.confirmed) this.unsure.add(sitting.nextSeq);
    await recordHandIn(this.running.db, sitting.sittingId, how, this.moment(sitting));
  }

  async isTimeUp(): Promise<boolean> {
    const sitting = await this.sitting();
    return sitting !== null && this.running.clock.now() >= sitting.deadline;
  }

  async outbox(): Promise<OutboxRow[]> {
    const sitting = await this.sitting();
    return sitting ? outboxOf(this.running.db, sitting.sittingId, 1_000) : [];
  }

  private moment(sitting: SittingRow): Moment {
    return momentOf(this.running.clock, sitting);
  }
}
