// One random schedule: a candidate with one or two phones on a bad network, the real client code, in parts or booted as
// a whole, and the real API. After every step each act is on a phone or in the server's log; at the end the server's
// answers are the candidate's last acts. A broken rule throws with the seed and the steps.
import sharp from 'sharp';
import { closeOverdue } from '#api/services/sittings/close-overdue.ts';
import type { StoredAct, WholeSitting } from '#api/services/sittings/read-sitting.ts';
import { timesOf } from '#api/services/sittings/settle.ts';
import { resultsReplySchema } from '#contract/wire/results.ts';
import { optionNames } from '#contract/wire/values.ts';
import { TRANSIT_ALLOWANCE_MS } from '#machines/sitting/deadline.ts';
import { fixedAt, WAKING_SLACK_MS } from '#machines/sitting/evidence.ts';
import {
  compareTurns,
  isOptionName,
  project,
  type Submission,
  type Turn,
} from '#machines/sitting/rules.ts';
import { openPaper } from '#seals/sealed-paper.ts';
import { stretchCode, unwrapKey } from '#seals/start-code.ts';
import { readExamFact } from '#web/exam/local-db/keep-facts.ts';
import { answersOf } from '#web/exam/local-db/read-sitting.ts';
import { mayWrite } from '#web/exam/local-db/record-event.ts';
import type { HeldPaper } from '#web/exam/local-db/rows.ts';
import { drainOutbox } from '#web/exam/sync/drain-outbox.ts';
import { pushBatch } from '#web/exam/sync/push-batch.ts';
import { sha256Hex } from '#web/exam/sync/sha256.ts';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { type Chance, chanceFrom } from '../support/random.ts';
import { createBadNetwork, type Send } from './bad-network.ts';
import { Carriers } from './carriers.ts';
import { DURATION_MINUTES, type Hall, type Reading, readRightly } from './hall.ts';
import {
  asAWhole,
  type Drain,
  type Hands,
  inParts,
  type PhotographedPage,
  type Written,
} from './hands.ts';
import { type Candidate, Phone } from './phone.ts';

/** Where a planted fault goes in; product code has no such seam. */
export type Plan = {
  reading: Reading;
  drain: Drain;
  /** Wraps the server as the phone sees it. */
  server(send: Send): Send;
  /** In how many schedules of a hundred the app is booted as a whole: such a schedule takes several times as long. */
  whole: number;
  /** In how many schedules of a hundred the paper lies sealed on the phones before the start. */
  sealed: number;
  /** After how many acts of a hundred a page of the answer on paper is photographed. */
  pages: number;
  /** In how many steps of a hundred somebody carries the candidate's work. */
  carried: number;
  /** In how many steps of a hundred a disk becomes full, or has room again, where the app is booted as a whole. */
  full: number;
};

/** How a candidate opens a paper that lay sealed on the phone. */
const sealedWays = ['by key', 'by code', 'by opening', 'by code on their own'] as const;
type Way = 'by network' | (typeof sealedWays)[number];

export const honestPlan: Plan = {
  reading: readRightly,
  drain: drainOutbox,
  server: (send) => send,
  whole: 12,
  sealed: 8,
  pages: 12,
  carried: 12,
  full: 12,
};

const MINUTE = 60_000;
/** Short: two thousand short schedules meet more corners than two hundred long ones. */
const STEPS = 7;

/** @throws Error whose message names the seed, the broken rule and the steps before it */
export async function runSchedule(
  hall: Hall,
  seed: number,
  plan: Plan = honestPlan,
): Promise<void> {
  const run = await Run.begin(hall, seed, plan);
  try {
    await run.toTheEnd();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`seed ${seed}: ${message}\n  ${run.story.join('\n  ')}`, { cause: error });
  } finally {
    for (const phone of run.all) await phone.off();
  }
}

class Run {
  readonly story: string[] = [];
  readonly phones: Phone[];
  /** The acts that the phones said they had saved. */
  private readonly acts: Written[] = [];
  private log: { answered: number; keys: string[] } = { answered: 0, keys: [] };
  private readonly hall: Hall;
  private readonly plan: Plan;
  private readonly chance: Chance;
  private readonly network: ReturnType<typeof createBadNetwork>;
  private readonly kind: 'in time' | 'two phones' | 'late';
  private readonly isWhole: boolean;
  private readonly hands: Hands;
  private readonly way: Way;
  private readonly carriers: Carriers;
  private readonly disk: Chance;
  private readonly camera: Chance;
  /** The pages that the phones said they had saved, by hash. */
  private readonly photographed: { phone: Phone; sha256: string }[] = [];
  /** When the time ends for a candidate who began by key or code; null if the server started the clock. */
  private ends: number | null = null;
  /** Another candidate of the same exam, who has a sealed paper too. */
  private readonly other: Phone | null;

  private constructor(
    hall: Hall,
    seed: number,
    plan: Plan,
    way: Way,
    [candidate, other]: readonly [Candidate, Candidate?],
  ) {
    this.hall = hall;
    this.plan = plan;
    this.chance = chanceFrom(seed);
    this.way = way;
    // Chances of their own, so that an older seed still makes the same schedule.
    const chances = [chanceFrom(seed + 2_000_003), chanceFrom(seed + 3_000_017)] as const;
    this.disk = chanceFrom(seed + 4_000_037);
    this.camera = chanceFrom(seed + 5_000_011);
    this.carriers = new Carriers(hall, chances, plan.carried);
    this.kind = this.chance.pick(['in time', 'two phones', 'late']);
    this.isWhole = this.chance.percent(plan.whole);
    this.hands = this.isWhole ? asAWhole(this.chance) : inParts(plan.drain);
    this.network = createBadNetwork(plan.server(hall.send), this.chance, hall.pass);
    this.other = other ? new Phone(other, hall.send, () => hall.api.clock.now) : null;
    const newPhone = () => new Phone(candidate, this.network.send, () => hall.api.clock.now);
    this.phones = this.kind === 'two phones' ? [newPhone(), newPhone()] : [newPhone()];
  }

  static async begin(hall: Hall, seed: number, plan: Plan): Promise<Run> {
    // A chance of its own, so that an older seed still makes the same schedule.
    const chance = chanceFrom(seed + 1_000_003);
    if (!chance.percent(plan.sealed))
      return new Run(hall, seed, plan, 'by network', [await hall.newCandidate()]);
    const way = chance.pick(sealedWays);
    const start = way === 'by key' || way === 'by code' ? 'together' : 'own';
    const [candidate, other] = await hall.newSealed(start, 2);
    if (!candidate || !other) throw new Error('nobody was enrolled');
    return new Run(hall, seed, plan, way, [candidate, other]);
  }

  async toTheEnd(): Promise<void> {
    const [first] = this.phones;
    if (!first) return;
    if (this.way === 'by network') await this.openBy(first);
    else await this.openSealed(first);
    for (let step = 0; step < STEPS; step += 1) {
      const phone = this.chance.pick(this.phones);
      if (this.isWhole && this.disk.percent(this.plan.full)) await this.fillOrFree(phone);
      await this.step(phone);
      const carried = await this.carriers.pass(phone);
      if (carried) this.tell(carried);
      await this.checkNothingLost();
    }
    if (this.kind === 'late') await this.passTheDeadline(first);
    await this.settle();
    await this.checkAnswers();
    await this.carriers.bringAll();
    this.tell('all that was carried arrives');
    await this.checkAnswers();
  }

  get all(): Phone[] {
    return this.other ? [...this.phones, this.other] : this.phones;
  }

  private async openBy(phone: Phone): Promise<void> {
    while (!(await phone.sitting())) await this.try('open', () => this.hands.open(phone, false));
  }

  /** Fetches the sealed paper before the start, and opens it from the start on, not a moment before [AT17] [AT18]. */
  private async openSealed(first: Phone): Promise<void> {
    const { examId } = first.candidate;
    for (const phone of this.phones)
      while (!(await phone.heldPaper())) await this.try('fetch', () => phone.fetchPaper());
    await this.other?.fetchPaper();
    const own = await first.heldPaper();
    await this.tryBeforeTheStart(first, await this.hall.tellCode(examId));
    this.hall.pass(5 * MINUTE + this.chance.below(3 * MINUTE));
    this.tell(`the exam starts, ${this.way}`);
    if (this.way === 'by key' || this.way === 'by opening') await this.openBy(first);
    else {
      const code = await this.hall.tellCode(examId);
      if (code === null) throw new Error('the code is not told although the exam has started');
      const told = this.hall.api.clock.now;
      this.hall.pass(this.chance.below(3 * MINUTE));
      this.network.cut();
      await this.hands.type(first, code);
      this.network.restore();
      if (!(await first.sitting())) throw new Error('the code has not opened the paper');
      if (this.way === 'by code on their own') this.ends = told + DURATION_MINUTES * MINUTE;
    }
    if (own?.start === 'together') this.ends = own.startsAt + DURATION_MINUTES * MINUTE;
    await this.checkOnlyTheirs(own);
  }

  private async tryBeforeTheStart(phone: Phone, code: string | null): Promise<void> {
    if (code !== null) await this.hands.type(phone, code);
    await this.try('open before the start', () => this.hands.open(phone, false));
    if (code !== null || (await phone.sitting()))
      throw new Error('a paper can be read before the start');
    if (!this.isWhole) return;
    // Until the phone has stored what an app without a network begins with.
    while (!(await readExamFact(phone.deps.db, phone.candidate.examId))) {
      await phone.kill();
      await this.hands.open(phone, false);
    }
    await phone.kill();
  }

  /** In an `own` exam, the key that opens this candidate's paper opens nobody else's. */
  private async checkOnlyTheirs(own: HeldPaper | null): Promise<void> {
    const others = await this.other?.heldPaper();
    const code = await this.hall.tellCode(this.phones[0]?.candidate.examId ?? '');
    if (own?.start !== 'own' || !others || code === null) return;
    const stretched = await stretchCode(code, own.codes.salt, own.codes.rounds);
    const key = await unwrapKey(stretched, own, own.codes.wraps[0] ?? '');
    if (!key) throw new Error('the code does not unwrap the key of this paper');
    const read = await openPaper(key, others.sittingId, new Uint8Array(others.sealed)).catch(
      () => null,
    );
    if (read !== null) throw new Error('the key of one sitting opens the paper of another');
  }

  private async step(phone: Phone): Promise<void> {
    this.hall.pass(this.chance.below(2 * MINUTE));
    switch (this.chance.below(12)) {
      case 0:
      case 1:
      case 2:
      case 3:
      case 4:
        return this.act(phone);
      case 5:
      case 6:
        return this.try('drain', () => this.hands.drain(phone));
      case 7:
        return this.isWhole
          ? this.try('drain', () => this.hands.drain(phone))
          : this.pushSome(phone);
      case 8:
        if (this.network.heldCount() > 0) await this.network.deliverLate();
        return this.tell('a late request arrives');
      case 9:
        return this.restart(phone);
      case 10:
        await this.hands.setDate(phone, (this.chance.below(9) - 4) * 60 * MINUTE);
        return this.tell(`the date is set ${phone.lie / MINUTE} minutes off`);
      default:
        return this.kind === 'two phones'
          ? this.try('take over', () => this.hands.open(phone, true))
          : this.timer(phone);
    }
  }

  /** A candidate told that the phone is full makes room, and tries again or continues. */
  private async fillOrFree(phone: Phone): Promise<void> {
    phone.full = !phone.full;
    this.tell(phone.full ? 'the disk is full' : 'the disk has room again');
    if (phone.full || this.disk.percent(50)) return;
    await this.hands.again(phone);
    this.tell('Try again is pressed');
  }

  private async act(phone: Phone): Promise<void> {
    const questions = await this.questionsOf(phone);
    if (questions.length === 0) return;
    const qid = this.chance.pick(questions);
    const event = this.chance.percent(80)
      ? { type: 'answered' as const, qid, answer: this.chance.pick(optionNames) }
      : { type: this.chance.pick(['cleared', 'marked', 'unmarked'] as const), qid };
    this.tell(`${event.type} ${qid} ${event.answer ?? ''}`);
    await this.hands.act(phone, event);
    this.note();
    if (this.camera.percent(this.plan.pages)) await this.photograph(phone);
  }

  private async photograph(phone: Phone): Promise<void> {
    const sha256 = await this.hands.addPage(phone, this.camera.pick(await somePages()));
    if (sha256 === null) return;
    this.tell(`page ${sha256.slice(0, 4)}`);
    this.photographed.push({ phone, sha256 });
    this.note();
  }

  private note(): void {
    for (const written of this.hands.written()) {
      this.tell(`${written.act.type} ${written.act.qid ?? ''} as ${written.epoch}.${written.seq}`);
      this.acts.push(written);
    }
  }

  private async questionsOf(phone: Phone): Promise<string[]> {
    const sitting = await phone.sitting();
    const paper = sitting && (await phone.deps.db.papers.get(sitting.sittingId));
    return paper?.questions.map(({ qid }) => qid) ?? [];
  }

  /** Another batch than the app would make: some events of one turn, any order, any gap (rule 9). */
  private async pushSome(phone: Phone): Promise<void> {
    const sitting = await phone.sitting();
    const rows = await phone.outbox();
    const some = rows.filter(
      ({ epoch, type }) =>
        epoch === rows[0]?.epoch && type !== 'submitted' && this.chance.percent(50),
    );
    if (sitting && some.length > 0) {
      if (this.chance.percent(50)) some.reverse();
      await this.try(`push ${some.map(({ seq }) => seq)}`, () =>
        pushBatch(phone.deps, sitting, some, new AbortController().signal),
      );
    }
  }

  private async restart(phone: Phone): Promise<void> {
    // A date that is set while the browser is closed makes the time unsure. Only a sitting with time left loses nothing
    // by waiting for the server's word.
    const isUnsure = this.kind === 'in time' && this.chance.percent(50);
    const lie = isUnsure ? phone.lie + (this.chance.below(4) - 1) * 60 * MINUTE : phone.lie;
    await this.hands.restart(phone, lie);
    this.tell('the browser is killed and started again');
  }

  private async timer(phone: Phone): Promise<void> {
    await this.hands.timer(phone);
    this.tell((await phone.sitting())?.handIn ? 'the timer submits' : 'the timer runs');
  }

  /** The network stays away over the deadline: the timer submits, and all comes late. */
  private async passTheDeadline(phone: Phone): Promise<void> {
    this.network.cut();
    await this.act(phone);
    // A request that was sent before the end and arrived long after it would carry no evidence. That case is for a
    // schedule written by hand, so late requests are delivered now.
    await this.network.deliverAllLate();
    this.hall.pass(DURATION_MINUTES * MINUTE + this.chance.below(2) * 2 * TRANSIT_ALLOWANCE_MS);
    await this.timer(phone);
    if (this.chance.percent(50))
      this.tell(`the server closes ${await closeOverdue(this.hall.api.deps)}`);
    if (this.chance.percent(50)) await this.restart(phone);
    this.network.restore();
    await this.checkNothingLost();
  }

  /** All that is late arrives, the network heals, and the candidate submits on the phone with the turn. */
  private async settle(): Promise<void> {
    for (const phone of this.phones) if (phone.full) await this.fillOrFree(phone);
    if (this.chance.percent(50)) await this.network.deliverAllLate();
    const last = this.chance.pick(this.phones);
    if (this.chance.percent(50)) {
      await this.hands.submit(last);
      this.tell('submits');
    }
    await this.try('drain', () => this.hands.drain(last));
    await this.checkNothingLost();
    await this.network.deliverAllLate();
    this.network.heal();
    // The phone with the turn may wait for a page that is on the other phone.
    for (const phone of this.phones) await this.try('drain', () => this.hands.drainWholly(phone));
    for (const phone of this.phones) await this.drainWholly(phone);
    for (const phone of this.phones) await this.checkShown(phone);
    if (!(await this.isSubmitted())) {
      await this.hands.open(last, true);
      await this.hands.submit(last);
      this.tell('submits with a good network');
      await this.drainWholly(last);
    }
    await this.checkNothingLost();
  }

  private async drainWholly(phone: Phone): Promise<void> {
    await this.hands.drainWholly(phone);
    if ((await phone.outbox()).length > 0)
      throw new Error('the outbox is not empty on a good network');
  }

  /** The invariant: after its next push the phone that writes shows what counts [AT13]. */
  private async checkShown(phone: Phone): Promise<void> {
    await this.drainWholly(phone);
    const [sitting, whole] = [await phone.sitting(), await this.hall.whole(phone.candidate)];
    if (!sitting || !whole || !mayWrite(sitting) || whole.state !== 'open') return;
    // Another phone has taken over, and this one had nothing to send that would tell it; or this phone itself has, by a
    // request whose answer was lost.
    if (whole.device_id !== sitting.deviceId || whole.epoch !== sitting.epoch) return;
    const pages = (project(whole.log, whole.submissions, timesOf(whole)).documents ?? []).join();
    if (sitting.documents.join() !== pages)
      throw new Error(
        `the phone that writes shows the pages ${sitting.documents}, what counts is ${pages}`,
      );
    const rows = await answersOf(phone.deps.db, sitting.sittingId);
    const shown = answersIn(rows.map(({ qid, answer }) => [qid, answer ?? '']));
    const counting = answersIn([...this.plan.reading(whole).answers]);
    if (shown !== counting)
      throw new Error(`the phone that writes shows ${shown}, what counts is ${counting}`);
  }

  private async isSubmitted(): Promise<boolean> {
    const { candidate } = this.phones[0] ?? {};
    return candidate !== undefined && (await this.hall.whole(candidate))?.state === 'submitted';
  }

  /** Makes a call that the bad network may spoil; expects only the network's faults and the server's refusals. */
  private async try(what: string, call: () => Promise<void>): Promise<void> {
    try {
      await call();
      this.tell(what);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      this.tell(`${what}: ${error.code}`);
    }
  }

  private tell(what: string): void {
    this.story.push(what);
  }

  /** The invariant: each act that a phone said it had saved is on that phone or in the log. */
  private async checkNothingLost(): Promise<void> {
    this.note();
    const there = new Set<string>();
    const devices = new Map<Phone, string>();
    // Phones are read before the log: a booted app sends meanwhile, and an acknowledged event moves from the phone to
    // the log.
    for (const phone of this.phones) {
      const deviceId = (await phone.sitting())?.deviceId ?? '';
      devices.set(phone, deviceId);
      for (const row of await phone.outbox()) there.add(keyOf({ ...row, deviceId }));
    }
    for (const key of await this.logged()) there.add(key);
    for (const { phone, epoch, seq, act } of this.acts) {
      const deviceId = devices.get(phone) ?? '';
      if (!there.has(keyOf({ ...act, seq, deviceId })))
        throw new Error(`${act.type} ${epoch}.${seq} is neither on the phone nor in the log`);
    }
    await this.checkNoPageLost();
  }

  /** The same for the bytes of a page, until the receipt says that the server has the pages that count. */
  private async checkNoPageLost(): Promise<void> {
    const { candidate } = this.phones[0] ?? {};
    if (!candidate || this.photographed.length === 0) return;
    const missing: string[] = [];
    for (const { phone, sha256 } of this.photographed) {
      const { sittingId } = await phone.row();
      const page = await phone.deps.db.pages.get([sittingId, sha256]);
      if ((page?.bytes.byteLength ?? 0) === 0) missing.push(sha256);
    }
    if (missing.length === 0) return;
    const whole = await this.hall.whole(candidate);
    const lost = missing.find((sha256) => !whole?.documentsHeld.has(sha256));
    if (lost && !whole?.receipt)
      throw new Error(`page ${lost.slice(0, 4)} is neither on the phone nor on the server`);
  }

  /** The last list of pages that a phone wrote down counts, and the server has each of its pages [AT4] (rule 6). */
  private checkPages(
    whole: WholeSitting,
    waiting: ReadonlySet<string>,
    ids: Map<Phone, string>,
  ): void {
    const lists = this.acts.filter(
      ({ phone, seq, act }) =>
        act.type === 'documents' &&
        !waiting.has(keyOf({ ...act, seq, deviceId: ids.get(phone) ?? '' })),
    );
    const wanted = lists.sort(compareTurns).at(-1)?.act.answer ?? '';
    const shown = project(whole.log, whole.submissions, timesOf(whole)).documents?.join() ?? '';
    if (shown !== wanted)
      throw new Error(`the server has the pages ${shown}, the candidate’s last list is ${wanted}`);
    const absent = wanted.split(',').find((page) => page && !whole.documentsHeld.has(page));
    if (absent) throw new Error(`there is a receipt, and page ${absent.slice(0, 4)} is not here`);
  }

  private async logged(): Promise<readonly string[]> {
    const answered = this.network.answered();
    const sitting = answered === this.log.answered ? null : await this.phones[0]?.sitting();
    if (sitting) this.log = { answered, keys: (await this.hall.log(sitting.sittingId)).map(keyOf) };
    return this.log.keys;
  }

  private async checkAnswers(): Promise<void> {
    const [first] = this.phones;
    const whole = first && (await this.hall.whole(first.candidate));
    if (!first || !whole) throw new Error('the server has no sitting');
    if (!whole.receipt) throw new Error('there is no receipt');
    const begunByServer = this.ends === null || this.phones.length > 1;
    if (!begunByServer && Math.abs(whole.deadline - (this.ends ?? 0)) > 1_000)
      throw new Error(
        `the time ends at ${new Date(whole.deadline).toISOString()}, by what the server knows at ${new Date(this.ends ?? 0).toISOString()}`,
      );
    const submission = whole.submissions.find(
      ({ seq, final }) => final && seq === whole.receipt?.seq,
    );
    const isLongerThere = this.way === 'by code on their own';
    const isSubmissionUnsure =
      submission !== undefined &&
      (isUnsure(first, { ...submission, deviceId: '' }, whole) ||
        (isLongerThere && isAfterTheEnd(submission, whole)));
    const waiting = whole.log.filter(
      (act) =>
        isWaiting(act, whole, first) ||
        (isLongerThere && act.refusal === null && isAfterTheEnd(act, whole)),
    );
    const expected = await this.expectedAnswers(
      isSubmissionUnsure ? null : (submission ?? null),
      new Set(waiting.map(keyOf)),
    );
    const ids = new Map<Phone, string>();
    for (const phone of this.phones) ids.set(phone, (await phone.sitting())?.deviceId ?? '');
    this.checkPages(whole, new Set(waiting.map(keyOf)), ids);
    const { answers, held } = this.plan.reading(whole);
    const shown = JSON.stringify(Object.fromEntries([...answers].sort()));
    const wanted = JSON.stringify(Object.fromEntries([...expected].sort()));
    if (shown !== wanted)
      throw new Error(`the server holds ${shown}, the candidate’s last acts are ${wanted}`);
    const isRight = waiting.length + (isSubmissionUnsure ? 1 : 0);
    if (held !== isRight)
      throw new Error(`${held} acts are held although all but ${isRight} were done in time`);
    await this.checkScore(first, expected);
  }

  /** The candidate's last act on each question; the submission that counts is an act on each that it names [AT6]. */
  private async expectedAnswers(
    counting: Submission | null,
    waiting: ReadonlySet<string>,
  ): Promise<Map<string, string>> {
    const says: (Turn & { qid: string; answer: string })[] = [...this.carriers.said];
    for (const { epoch, seq: place, phone, act } of this.acts) {
      const deviceId = (await phone.sitting())?.deviceId ?? '';
      if (waiting.has(keyOf({ ...act, seq: place, deviceId }))) continue;
      if (act.qid && act.type === 'answered')
        says.push({ epoch, seq: place, qid: act.qid, answer: act.answer ?? '' });
      if (act.qid && act.type === 'cleared')
        says.push({ epoch, seq: place, qid: act.qid, answer: '' });
    }
    // The phone deletes its answers once it has the receipt, whose digest over them it has checked. So the submission's
    // answers are used.
    for (const { epoch, seq, answers } of counting ? [counting] : [])
      for (const { qid, answer } of answers) says.push({ epoch, seq, qid, answer });
    return new Map(says.sort(compareTurns).map(({ qid, answer }) => [qid, answer]));
  }

  /** Worked out from the candidate's acts alone: three marks for A, one off for another option. */
  private async checkScore(
    { candidate }: Phone,
    answers: ReadonlyMap<string, string>,
  ): Promise<void> {
    const { body } = await this.hall.api.request(`exams/getresult/${candidate.uid}`, {
      token: candidate.token,
    });
    const marks = [...answers.values()]
      .filter(isOptionName)
      .reduce((sum, answer) => sum + (answer === 'OptionOne' ? 3 : -1), 0);
    const wanted = JSON.stringify([
      { examID: candidate.examId, score: [{ TotalScore: marks }, { Sync: marks }] },
    ]);
    const told = resultsReplySchema.parse(body).map(({ examID, score }) => ({ examID, score }));
    if (JSON.stringify(told) !== wanted)
      throw new Error(`the result is ${JSON.stringify(told)}, worked out it is ${wanted}`);
  }
}

let pages: Promise<PhotographedPage[]> | null = null;

/** Four different pages; one is sent in two pieces. */
function somePages(): Promise<PhotographedPage[]> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  pages ??= Promise.all(
    [16, 17, 18, 190].map(async (width) => {
      const create = { width, height: width, channels: 3, background: 'white', noise } as const;
      const bytes = new Uint8Array(await sharp({ create }).png().toBuffer()).buffer;
      return { type: 'image/png', bytes, sha256: await sha256Hex(bytes) };
    }),
  );
  return pages;
}

/**
 * Whether an act came late, was done while the phone did not know the time, and was not fixed by a digest in time
 * [AT8].
 */
function isUnsure(
  { unsure }: Phone,
  { deviceId, seq, receivedAt }: { deviceId: string; seq: number; receivedAt: number },
  { deadline, brought }: WholeSitting,
): boolean {
  const log = brought.get(deviceId)?.log;
  const isFixed =
    log && log.at <= deadline + TRANSIT_ALLOWANCE_MS && seq > log.after && seq <= log.seq;
  return unsure.has(seq) && receivedAt > deadline + TRANSIT_ALLOWANCE_MS && !isFixed;
}

/**
 * Whether an act was done after the true end. The phone gives the whole duration from the entry of the code, because it
 * doesn't know when the code was first told [AT18].
 */
function isAfterTheEnd(
  act: { deviceId: string; seq: number; elapsed: number; receivedAt: number },
  whole: WholeSitting,
): boolean {
  const { startedAt, deadline, evidence } = timesOf(whole);
  const knownFrom = fixedAt(act, evidence.get(act.deviceId)?.fixed ?? null);
  return knownFrom > deadline && act.elapsed > deadline - startedAt + WAKING_SLACK_MS;
}

/** Whether an act waits for a person: its time is unsure, or another phone still had it at the submission [AT11]. */
function isWaiting(act: StoredAct, whole: WholeSitting, phone: Phone): boolean {
  const { deviceId, type, qid, refusal } = act;
  const knownFrom = fixedAt(act, timesOf(whole).evidence.get(deviceId)?.fixed ?? null);
  if (refusal !== null) return false;
  if (isUnsure(phone, act, whole)) return true;
  return (
    (type === 'answered' || type === 'cleared') &&
    whole.submissions.some(
      (submission) =>
        submission.final &&
        knownFrom > submission.receivedAt &&
        deviceId !== submission.deviceId &&
        !submission.answers.some((named) => named.qid === qid),
    )
  );
}

/** The answers as text, in which a cleared answer and a missing one look alike. */
function answersIn(answers: readonly (readonly [qid: string, answer: string])[]): string {
  return JSON.stringify(answers.filter(([, answer]) => answer !== '').sort());
}

function keyOf(event: {
  deviceId: string;
  seq: number;
  type: string;
  qid?: string | null | undefined;
  answer?: string | null | undefined;
}): string {
  return [event.deviceId, event.seq, event.type, event.qid ?? '', event.answer ?? ''].join('|');
}
