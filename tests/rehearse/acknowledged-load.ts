/**
 * Phones that push one answer after the other, each until it is acknowledged, to any of the servers as nginx would. Records
 * what was acknowledged and when, to look for it afterwards, and every answer that a phone should not get.
 */
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { Answer } from '../support/api.ts';
import type { TestDevice } from '../support/device.ts';

const acceptedSchema = z.object({ acked: z.int() });
const laterSchema = z.object({ retry: z.literal('later') });
const OPTIONS = ['OptionOne', 'OptionTwo', 'OptionThree', 'OptionFour'] as const;

/** The pause after which a phone first retries. */
const AGAIN_AFTER_MS = 200;

const LONGEST_WAIT_MS = 180_000;

export type Acknowledged = { sittingId: string; seq: number; qid: string; answer: string };

export class AcknowledgedLoad {
  readonly acknowledged: Acknowledged[] = [];
  /** How often phones heard "later" or got no answer. */
  repeated = 0;
  /** Answers that report an error, and how often each came. */
  readonly wrong = new Map<string, number>();
  #last = performance.now();
  #longestGap = 0;
  #stopped = false;
  #lost: Error | null = null;
  readonly #going: Promise<unknown>;

  constructor(phones: readonly TestDevice[]) {
    this.#going = Promise.all(phones.map((phone) => this.#go(phone)));
  }

  /** Starts measuring the longest gap anew. */
  measureGap(): void {
    this.#longestGap = 0;
  }

  /** The longest time since `measureGap` in which nothing was acknowledged to anybody, in milliseconds. */
  get longestGap(): number {
    return Math.max(this.#longestGap, performance.now() - this.#last);
  }

  /**
   * Resolves once `count` more answers are acknowledged.
   * @throws when a phone hears that the server holds less than it acknowledged, or when nothing is acknowledged for too long
   */
  async untilMore(count: number): Promise<void> {
    const enough = this.acknowledged.length + count;
    const began = performance.now();
    while (this.acknowledged.length < enough) {
      if (this.#lost) throw this.#lost;
      if (performance.now() - began > LONGEST_WAIT_MS) throw new Error('Nothing is acknowledged');
      await pause(20);
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#going;
  }

  async #go(phone: TestDevice): Promise<void> {
    const { sittingId, questions } = phone.opened;
    for (let seq = 1; !this.#stopped; seq += 1) {
      const qid = questions[seq % questions.length]?.qid ?? '';
      const answer = OPTIONS[seq % OPTIONS.length] ?? 'OptionOne';
      const event = phone.event(seq, 'answered', qid, answer);
      while (!this.#isAcked(seq, await phone.push([event]).catch(() => null))) {
        if (this.#stopped) return;
        this.repeated += 1;
        await pause(AGAIN_AFTER_MS);
      }
      this.acknowledged.push({ sittingId, seq, qid, answer });
      const now = performance.now();
      this.#longestGap = Math.max(this.#longestGap, now - this.#last);
      this.#last = now;
      await pause(AGAIN_AFTER_MS);
    }
  }

  #isAcked(seq: number, answer: Answer | null): boolean {
    if (!answer) return false;
    const accepted = acceptedSchema.safeParse(answer.body);
    if (answer.status === 200 && accepted.success) {
      const { acked } = accepted.data;
      // The phone has already deleted those events.
      if (acked < seq - 1)
        this.#lost = new Error(`LOST: ${seq - 1} events were acknowledged, ${acked} are held`);
      return acked >= seq;
    }
    if (answer.status !== 503 || !laterSchema.safeParse(answer.body).success) {
      const said = `${answer.status} ${JSON.stringify(answer.body).slice(0, 100)}`;
      this.wrong.set(said, (this.wrong.get(said) ?? 0) + 1);
    }
    return false;
  }
}
