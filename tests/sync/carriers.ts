// People who carry a candidate's work to the server (rule 21). What a phone hands over, or writes as a text message, is
// kept as it was made and brought at any later time, in any order, some of it several times. Forgers bring what no
// phone made, and must always be refused.
import { handOverReplySchema } from '#contract/hall/hand-over.ts';
import { PROTOCOL } from '#contract/wire/protocol-version.ts';
import { openReplySchema } from '#contract/wire/sync.ts';
import type { Turn } from '#machines/sitting/rules.ts';
import { fromBase64url, utf8 } from '#seals/bytes.ts';
import { CROCKFORD } from '#seals/crockford.ts';
import { sealHandOver } from '#seals/hand-over.ts';
import { answersOf } from '#web/exam/local-db/read-sitting.ts';
import { packForHandOver, writeAnswerText } from '#web/exam/sync/hand-over.ts';
import type { Chance } from '../support/random.ts';
import type { Hall } from './hall.ts';
import type { Phone } from './phone.ts';

type Said = Turn & { qid: string; answer: string };
type Brought = { what: string } & ({ bytes: Uint8Array<ArrayBuffer> } | { text: string });
type Kept = { what: string; takenAt: number } & (
  | { bytes: Uint8Array<ArrayBuffer>; upTo: number }
  | { text: string; says: Said[] }
);

/** Where the sitting's id begins in a package: after its sign, its version and the id's length. */
const NAMES_FROM = 5;

/** The same package, with another sitting in its head. */
export function renamed(bytes: Uint8Array<ArrayBuffer>, sittingId: string) {
  const other = bytes.slice();
  other.set(utf8(sittingId), NAMES_FROM);
  return other;
}

export class Carriers {
  /**
   * The answers in texts that ended nothing, once the texts were brought: acts of the candidate like any other [AT14].
   */
  readonly said: Said[] = [];
  private readonly kept: Kept[] = [];
  private readonly hall: Hall;
  private readonly chance: Chance;
  /** In how many of a hundred steps somebody takes or brings something. */
  private readonly often: number;
  /** The forgers' own chance, so that an older seed still makes the same schedule. */
  private readonly forgers: Chance;

  constructor(hall: Hall, [chance, forgers]: readonly [Chance, Chance], often: number) {
    this.hall = hall;
    this.chance = chance;
    this.forgers = forgers;
    this.often = often;
  }

  /** Call after each step. @returns what happened, for the story; null when nothing did */
  async pass(phone: Phone): Promise<string | null> {
    if (!this.chance.percent(this.often)) return null;
    const took = this.chance.percent(70) ? await this.take(phone) : null;
    const brought = this.chance.percent(50) ? await this.bring() : null;
    const forged = this.forgers.percent(40) ? await this.forge(phone) : null;
    return [took, brought, forged].filter(Boolean).join('; ') || null;
  }

  private async take(phone: Phone): Promise<string | null> {
    const { db } = phone.deps;
    const sitting = await phone.sitting();
    if (!sitting || sitting.receipt) return null;
    const { sittingId, epoch, nextSeq, handIn } = sitting;
    const takenAt = this.hall.api.clock.now;
    if (this.chance.percent(60)) {
      const bytes = await packForHandOver(db, sittingId, phone.deps.clock);
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

  private async forge(phone: Phone): Promise<string | null> {
    if (this.kept.length === 0) return null;
    const one = this.forgers.pick(this.kept);
    const forged: Brought =
      (!this.forgers.percent(50) && 'bytes' in one && (await this.forAnother(one.bytes, phone))) ||
      this.changed(one);
    const { status, body } = await this.send(forged, this.hall.api.clock.now);
    if (status !== 422) throw new Error(`${forged.what} is taken in: ${JSON.stringify(body)}`);
    return `${forged.what} is refused`;
  }

  /** The same package with one bit, or the same text with one letter, changed somewhere. */
  private changed(one: Brought): Brought {
    const what = `${one.what}, changed on the way,`;
    if ('bytes' in one) {
      const bytes = one.bytes.slice();
      const at = this.forgers.below(bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << this.forgers.below(8));
      return { what, bytes };
    }
    // Not the last letter, because it may hold bits that say nothing.
    const at = this.forgers.below(one.text.length - 1);
    const letter = this.forgers.pick([...CROCKFORD].filter((other) => other !== one.text[at]));
    return { what, text: one.text.slice(0, at) + letter + one.text.slice(at + 1) };
  }

  /**
   * A package for another candidate who used the same phone: this package renamed, or a new one sealed with this
   * sitting's key.
   */
  private async forAnother(bytes: Uint8Array<ArrayBuffer>, phone: Phone): Promise<Brought | null> {
    const { deviceId, deviceKey: key } = (await phone.sitting()) ?? {};
    if (!deviceId || !key) return null;
    const { token, examId } = await this.hall.newCandidate();
    const json = { protocol: PROTOCOL, deviceId, ...(await phone.proof(deviceId)) };
    const { body } = await this.hall.api.request(`exams/${examId}/sitting`, { token, json });
    const { sittingId, epoch, questions } = openReplySchema.parse(body);
    if (this.forgers.percent(50))
      return { what: 'a hand-over renamed to another sitting', bytes: renamed(bytes, sittingId) };
    const paper = questions.map(({ qid }) => qid);
    const act = { seq: 1, type: 'answered', at: 0, elapsed: 0 } as const;
    const events = [{ ...act, qid: paper[0] ?? '', answer: 'OptionOne' }];
    const content = { sittingId, deviceId, runs: [{ epoch, events }], submission: null };
    return {
      what: 'a hand-over made for another sitting',
      bytes: await sealHandOver({ ...content, beacons: [], waiting: 0 }, paper, fromBase64url(key)),
    };
  }

  private send(one: Brought, at: number) {
    const takenAt = new Date(at).toISOString();
    const token = this.hall.api.adminToken;
    return 'bytes' in one
      ? this.hall.api.request(`sync/handover?takenAt=${takenAt}`, { token, body: one.bytes })
      : this.hall.api.request('sync/handover', { token, json: { text: one.text, takenAt } });
  }

  private async deliver(one: Kept): Promise<void> {
    const { status, body } = await this.send(one, one.takenAt);
    if (status !== 200) throw new Error(`${one.what} is refused: ${JSON.stringify(body)}`);
    const { acked } = handOverReplySchema.parse(body);
    // A hand-over holds all that the server had not acknowledged, so nothing up to its end is missing now.
    if ('upTo' in one && acked < one.upTo)
      throw new Error(`${one.what} was taken in, and the server has up to ${acked}`);
    if ('says' in one) this.said.push(...one.says);
  }

  /** Brings everything that was taken, the last first. */
  async bringAll(): Promise<void> {
    for (const one of this.kept.toReversed()) await this.deliver(one);
  }
}
