// A simulated phone that runs the app's real code on an IndexedDB, a localStorage and two clocks of its own: its parts
// one by one, or the app as it boots. `kill` is like pulling the battery: what is not on disk is gone.
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { LocalDb } from '#web/exam/local-db/database.ts';
import { readClock } from '#web/exam/local-db/keep-facts.ts';
import { findSitting, outboxOf } from '#web/exam/local-db/read-sitting.ts';
import { type Moment, recordEvent, recordSubmission } from '#web/exam/local-db/record-event.ts';
import type { HeldPaper, OutboxRow, SittingRow } from '#web/exam/local-db/rows.ts';
import { readHeldPaper } from '#web/exam/local-db/sealed-paper.ts';
import { beginByCode } from '#web/exam/sync/begin-sitting.ts';
import { proofOf } from '#web/exam/sync/device-id.ts';
import { fetchPaper } from '#web/exam/sync/keep-paper.ts';
import { openSitting } from '#web/exam/sync/open-sitting.ts';
import type { SyncDeps } from '#web/exam/sync/push-batch.ts';
import { createServerClock, momentOf, type ServerClock } from '#web/exam/sync/server-clock.ts';
import { createWire } from '#web/exam/sync/wire.ts';
import { createApi } from '#web/shared/http.ts';
import type { Send } from './bad-network.ts';
import { type BootedApp, bootApp, type Page } from './booted-app.ts';

export type Candidate = { uid: string; token: string; examId: string };

export class Phone {
  /** How far the phone's date is from the truth, in milliseconds. */
  lie = 0;
  /** For how long the steady clock stood still while the phone slept, in milliseconds. */
  slept = 0;
  /** The disk takes no acts and no submission. */
  full = false;
  /** The seqs of what was done after a restart and before the server was heard again: its time is not measured. */
  readonly unsure = new Set<number>();
  private readonly factory = new IDBFactory();
  /** What the steady clock adds to the truth: taken from the date when the browser started. */
  private steadyOffset = 0;
  private running: { db: LocalDb; clock: ServerClock; life: { over: boolean } };
  private readonly storage = new Map<string, string>();
  private flying = 0;
  /** The booted app; null when the app is closed, or when a test drives its parts. */
  app: BootedApp | null = null;
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
    const api = createApi(this.sendWhileAlive(), () => this.candidate.token);
    const { uid, token, examId } = this.candidate;
    const session = { uid, user: JSON.stringify({ uid, token }), eid: examId };
    return { db, clock, wire: createWire(api, clock), session: () => session };
  }

  /** What a killed app has sent still arrives; the answer reaches nobody. */
  private sendWhileAlive(): Send {
    const { life } = this.running;
    return async (url, init) => {
      this.flying += 1;
      try {
        return await this.send(url, init);
      } finally {
        this.flying -= 1;
        if (life.over) await new Promise(() => {});
      }
    };
  }

  private start(): Phone['running'] {
    this.steadyOffset = this.lie;
    const clock = createServerClock({
      steady: () => this.truth() + this.steadyOffset - this.slept,
      wall: () => this.truth() + this.lie,
    });
    const life = { over: false };
    const open: IDBFactory['open'] = (name, version) => {
      if (life.over) throw new DOMException('The phone is off', 'InvalidStateError');
      return this.factory.open(name, version);
    };
    const indexedDB = Object.create(this.factory, { open: { value: open } });
    const db = new LocalDb({ indexedDB, IDBKeyRange });
    db.outbox.hook('creating', (_key, { seq }) => {
      if (this.full) throw new DOMException('No space left.', 'QuotaExceededError');
      if (!clock.confirmed()) this.unsure.add(seq);
    });
    return { db, clock, life };
  }

  /** Boots the whole app, which then acts on its own. Only one phone at a time may have its app booted. */
  boot(page: Page): BootedApp {
    this.app ??= bootApp(this.deps, this.candidate, {
      page,
      storage: this.storage,
      send: this.sendWhileAlive(),
      isFlying: () => this.flying > 0,
    });
    return this.app;
  }

  /** Kills the whole app; the next one knows only what is on disk. @param lie how far off the date is by then */
  async kill(lie = this.lie): Promise<void> {
    await this.off();
    this.lie = lie;
    this.running = this.start();
  }

  /** Kills the browser and starts it again. @param lie how far off the date is by then */
  restart(lie = this.lie): void {
    const mark = this.running.clock.mark();
    this.close();
    this.lie = lie;
    this.running = this.start();
    this.running.clock.restore(mark);
  }

  /** Reloads the page within the same browser: the page knows only what is on disk. */
  async reload(): Promise<void> {
    this.close();
    this.running = this.start();
    const kept = await readClock(this.running.db);
    if (kept) this.running.clock.restore(kept);
  }

  /** Switches the phone off for good. */
  async off(): Promise<void> {
    this.close();
    await this.app?.kill();
    this.app = null;
  }

  close(): void {
    this.running.life.over = true;
    this.running.db.close();
  }

  async open(takeOver: boolean): Promise<void> {
    const { uid, examId } = this.candidate;
    await openSitting(this.deps, { uid, examId, takeOver }, new AbortController().signal);
  }

  /** Fetches, like the waiting room, the sealed paper and all that is needed to begin without a network. */
  async fetchPaper(): Promise<void> {
    const { uid, examId } = this.candidate;
    await fetchPaper(this.deps, { uid, examId }, new AbortController().signal);
  }

  /** @returns whether the code opened the paper */
  async typeCode(code: string): Promise<boolean> {
    const { uid, examId } = this.candidate;
    return beginByCode(this.deps, { uid, examId }, code, new AbortController().signal);
  }

  heldPaper(): Promise<HeldPaper | null> {
    return readHeldPaper(this.running.db, this.candidate.uid, this.candidate.examId);
  }

  /** The proof that this device's name is its own [AT22]. */
  proof(deviceId: string): Promise<{ proof?: string }> {
    return proofOf(this.running.db, deviceId);
  }

  sitting(): Promise<SittingRow | null> {
    return findSitting(this.running.db, this.candidate.uid, this.candidate.examId);
  }

  /** The sitting on this phone. @throws Error if there is none */
  async row(): Promise<SittingRow> {
    const row = await this.sitting();
    if (!row) throw new Error('no sitting on this phone');
    return row;
  }

  /** @returns the act's turn, or null when the phone takes no acts */
  async act(
    act: Parameters<typeof recordEvent>[2],
  ): Promise<{ epoch: number; seq: number } | null> {
    const sitting = await this.sitting();
    if (!sitting) return null;
    const seq = await recordEvent(this.running.db, sitting.sittingId, act, this.moment(sitting));
    return seq === null ? null : { epoch: sitting.epoch, seq };
  }

  async submit(auto: boolean): Promise<void> {
    const sitting = await this.sitting();
    if (!sitting) return;
    const how = { auto, confirmed: this.running.clock.confirmed() };
    await recordSubmission(this.running.db, sitting.sittingId, how, this.moment(sitting));
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
