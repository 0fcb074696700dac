// Others who carry a candidate's work to the server (rule 21): what a phone hands over, or says in a text message, is kept
// as it was made, brought at any time after, in any order, and some of it several times.
import { handOverReplySchema } from '#contract/hall/hand-over.ts';
import type { Turn } from '#machines/sitting/rules.ts';
import { answersOf } from '#web/exam/local-db/read-sitting.ts';
import { packForHandOver, writeAnswerText } from '#web/exam/sync/hand-over.ts';
import type { Hall } from './hall.ts';
import type { Phone } from './phone.ts';
import type { Chance } from './random.ts';

type Said = Turn & { qid: string; answer: string };
type Kept = { what: string; takenAt: number } & (
  | { bytes: Uint8Array<ArrayBuffer>; upTo: number }
  | { text: string; says: Said[] }
);

export class Carriers {
  /** What texts said that ended nothing, once they were brought: acts of the candidate's like any other [AT14]. */
  readonly said: Said[] = [];
  private readonly kept: Kept[] = [];
  private readonly hall: Hall;
  private readonly chance: Chance;
  /** In how many of a hundred steps somebody takes or brings something. */
  private readonly often: number;

  constructor(hall: Hall, chance: Chance, often: number) {
    this.hall = hall;
    this.chance = chance;
    this.often = often;
  }

  /** After a step. @returns what happened, for the story; null when nothing did */
  async pass(phone: Phone): Promise<string | null> {
    if (!this.chance.percent(this.often)) return null;
    const took = this.chance.percent(70) ? await this.take(phone) : null;
    const brought = this.chance.percent(50) ? await this.bring() : null;
    return [took, brought].filter(Boolean).join('; ') || null;
  }

  private async take(phone: Phone): Promise<string | null> {
    const { db } = phone.deps;
    const sitting = await phone.sitting();
    if (!sitting || sitting.receipt) return null;
    const { sittingId, epoch, nextSeq, handIn } = sitting;
    const takenAt = this.hall.api.clock.now;
    if (this.chance.percent(60)) {
      const bytes = await packForHandOver(db, sittingId);
      if (!bytes) throw new Error('the phone can hand over nothing');
      this.kept.push({
        what: `a hand-over up to ${nextSeq - 1}`,
        takenAt,
        bytes,
        upTo: nextSeq - 1,
      });
    } else {
      const text = await writeAnswerText(db, sittingId, takenAt);
      if (text === null) throw new Error('the phone can write no text message');
      const says = (handIn ? [] : await answersOf(db, sittingId)).flatMap(({ qid, answer }) =>
        answer === null ? [] : [{ epoch, seq: nextSeq - 1, qid, answer }],
      );
      this.kept.push({ what: `a text at ${nextSeq - 1}`, takenAt, text, says });
    }
    return `somebody takes ${this.kept.at(-1)?.what}`;
  }

  private async bring(): Promise<string | null> {
    if (this.kept.length === 0) return null;
    const one = this.chance.pick(this.kept);
    await this.deliver(one);
    return `${one.what} is brought`;
  }

  private async deliver(one: Kept): Promise<void> {
    const takenAt = new Date(one.takenAt).toISOString();
    const token = this.hall.api.adminToken;
    const { status, body } = await ('bytes' in one
      ? this.hall.api.request(`sync/handover?takenAt=${takenAt}`, { token, body: one.bytes })
      : this.hall.api.request('sync/handover', { token, json: { text: one.text, takenAt } }));
    if (status !== 200) throw new Error(`${one.what} is refused: ${JSON.stringify(body)}`);
    const { acked } = handOverReplySchema.parse(body);
    // It holds all that the server had not acknowledged: nothing of it is missing now.
    if ('upTo' in one && acked < one.upTo)
      throw new Error(`${one.what} was taken in, and the server has up to ${acked}`);
    if ('says' in one) this.said.push(...one.says);
  }

  /** All that was taken arrives, from the last to the first. */
  async bringAll(): Promise<void> {
    for (const one of this.kept.toReversed()) await this.deliver(one);
  }
}
