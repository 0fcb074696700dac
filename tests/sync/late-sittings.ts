// Sittings simulated from a seed, with the phone's real clock code and the real rules, but without database or browser:
// outages as they happen to honest phones, and what dishonest phones may say. Fast enough for tens of thousands.
import type { HeardBeacon } from '#contract/wire/sync.ts';
import {
  type LoggedAct,
  placeAll,
  project,
  type Submission,
  type TimeFacts,
} from '#machines/sitting/rules.ts';
import { keepBeacon } from '#web/exam/local-db/keep-facts.ts';
import { createServerClock, momentOf } from '#web/exam/sync/server-clock.ts';
import { type Chance, chanceFrom } from '../support/random.ts';

const MINUTE = 60_000;
const START = 1_800_000_000_000;
const DEADLINE = START + 60 * MINUTE;
const ACTS = 30;

export const honestKinds = {
  'no outage': 30,
  'short drops': 25,
  'long silence over the end': 18,
  'battery dies, restart with network': 8,
  'battery dies, restart without network': 6,
  'phone’s date set in a silence': 6,
  'deep sleep stops the measure in a silence': 4,
  'offline from the start': 3,
} as const;
export const dishonestKinds = {
  'made-up times, no beacon': 1,
  'made-up times, running backwards': 1,
  'clock set back, app restarted': 1,
  'measure stretched': 1,
  'old beacon replayed': 1,
  'beacon of another sitting': 1,
  'made-up times that agree with every beacon': 1,
} as const;
export type Kind = keyof typeof honestKinds | keyof typeof dishonestKinds;

export type Outcome = {
  kind: Kind;
  honest: boolean;
  /** Everything counts automatically; something waits for a person; something is neither. */
  fate: 'counts' | 'waits' | 'refused';
  marked: boolean;
};

function pickKind<K extends string>(weights: Readonly<Record<K, number>>, chance: Chance): K {
  const all = (Object.entries(weights) as [K, number][]).flatMap(([kind, weight]) =>
    Array<K>(weight).fill(kind),
  );
  return chance.pick(all);
}

type Outage = { from: number; to: number };

/** A phone with the app's clock, as far as time evidence goes. */
class SimulatedPhone {
  now = START;
  /** What the two clocks add to the truth. */
  private wall: number;
  private steady: number;
  private clock;
  private readonly events: (LoggedAct & { at: number })[] = [];
  private acked = 0;
  private beacons: HeardBeacon[] = [];
  private unsureFrom: number | null = null;
  readonly server: LoggedAct[] = [];
  /** The beacons that the server was sent, once the time was up. */
  readonly brought: HeardBeacon[] = [];
  submission: Submission | null = null;
  private readonly chance: Chance;

  constructor(chance: Chance) {
    this.chance = chance;
    this.wall = (chance.below(21) - 10) * MINUTE;
    this.steady = this.wall;
    this.clock = this.newClock();
    this.hear(true);
  }

  private newClock() {
    return createServerClock({
      steady: () => this.now + this.steady,
      wall: () => this.now + this.wall,
    });
  }

  /** Hears a reply of the server after a round trip, and notes what the phone had believed, as the app does. */
  private hear(isFirst = false): void {
    const sentAt = this.clock.steady();
    const trip = this.chance.percent(90) ? this.chance.below(1_500) : this.chance.below(18_000);
    this.now += trip;
    const serverTime = new Date(this.now - Math.floor(this.chance.below(trip + 1))).toISOString();
    this.clock.hear({ serverTime, signature: '' }, sentAt, this.clock.steady());
    const believed = isFirst ? Date.parse(serverTime) : this.clock.believedAt(serverTime);
    if (believed === null) return;
    const beacon: HeardBeacon = {
      serverTime,
      signature: '',
      elapsed: Math.max(0, believed - START),
      seq: this.events.length,
      ...(this.unsureFrom !== null && { unsureFrom: this.unsureFrom }),
    };
    this.beacons = keepBeacon(this.beacons, beacon, this.acked);
    this.unsureFrom = null;
  }

  act(qid: string, elapsed?: number): void {
    const seq = this.events.length + 1;
    const moment = momentOf(this.clock, { startedAt: START });
    if (moment.unsure) this.unsureFrom ??= seq;
    const isSubmission = qid === '';
    this.events.push({
      deviceId: 'd',
      epoch: 1,
      seq,
      type: isSubmission ? 'submitted' : 'answered',
      qid: isSubmission ? null : qid,
      answer: isSubmission ? null : 'OptionOne',
      at: moment.at,
      elapsed: elapsed ?? moment.elapsed,
      receivedAt: 0,
      refusal: null,
    });
  }

  submit(elapsed?: number): void {
    this.act('', elapsed ?? DEADLINE - START);
  }

  /** Whether the time is up by the app's clock. */
  isOver(): boolean {
    return this.clock.now() >= DEADLINE;
  }

  /** @param tell turns the beacons that the phone heard into those that it reports */
  send(tell = (beacons: HeardBeacon[]): HeardBeacon[] => beacons): void {
    if (this.clock.now() > DEADLINE && this.beacons.every(({ seq }) => seq < this.events.length))
      this.hear();
    this.now += 200;
    if (this.clock.now() > DEADLINE) this.brought.push(...tell(this.beacons));
    for (const event of this.events.slice(this.acked)) {
      this.server.push({ ...event, receivedAt: this.now });
      if (event.type === 'submitted') this.submission = this.toSubmission(event);
    }
    this.acked = this.events.length;
    this.hear();
  }

  private toSubmission({ seq, epoch, elapsed }: LoggedAct): Submission {
    const answers = this.events.flatMap(({ qid }) =>
      qid ? [{ qid, answer: 'OptionOne' as const }] : [],
    );
    return { deviceId: 'd', seq, epoch, elapsed, answers, receivedAt: this.now, final: true };
  }

  restart(offFor: number): void {
    const mark = this.clock.mark();
    this.now += offFor;
    this.steady = this.wall;
    this.clock = this.newClock();
    this.clock.restore(mark);
  }

  setDate(ms: number): void {
    this.wall += ms;
  }

  sleep(ms: number): void {
    this.now += ms;
    this.steady -= ms;
  }
}

/** One sitting, always the same from the same seed. */
function simulateSitting(seed: number, honest: boolean): Outcome {
  const chance = chanceFrom(seed);
  const kind = honest ? pickKind(honestKinds, chance) : pickKind(dishonestKinds, chance);
  const phone = new SimulatedPhone(chance);
  const outages = outagesOf(kind, chance);
  const isOffline = () => outages.some(({ from, to }) => phone.now >= from && phone.now < to);
  const trouble = START + (30 + chance.below(25)) * MINUTE;
  let isTroubled = false;
  for (let index = 0; index < ACTS && phone.now < DEADLINE; index += 1) {
    const next = phone.now + chance.below(4 * MINUTE);
    if (next >= DEADLINE) break;
    phone.now = next;
    if (!isTroubled && phone.now > trouble) {
      isTroubled = true;
      if (kind.startsWith('battery dies')) phone.restart((1 + chance.below(5)) * MINUTE);
      if (kind.startsWith('phone’s date')) phone.setDate((chance.below(21) - 10) * 30 * MINUTE);
      if (kind.startsWith('deep sleep')) phone.sleep((1 + chance.below(6)) * MINUTE);
      if (!isOffline()) phone.send();
    }
    if (phone.now >= DEADLINE || phone.isOver()) break;
    phone.act(`q${index}`);
    if (!isOffline()) phone.send();
  }
  const back = outages.find(({ to }) => to > DEADLINE)?.to ?? DEADLINE;
  if (honest) {
    phone.now = Math.max(phone.now, DEADLINE);
    phone.submit();
    phone.now = Math.max(phone.now, back);
    phone.send();
  } else cheat(phone, kind, Math.max(back, phone.now), chance);
  return judge(phone, kind, honest);
}

/** One to 120 minutes, short ones more often. */
const backAfter = (chance: Chance) => 120 ** (chance.below(1_000) / 1_000) * MINUTE;

function outagesOf(kind: Kind, chance: Chance): Outage[] {
  const untilAfterTheEnd = (before: number): Outage[] => [
    { from: DEADLINE - before, to: DEADLINE + backAfter(chance) },
  ];
  switch (kind) {
    case 'no outage':
    case 'battery dies, restart with network':
      return [];
    case 'short drops':
      return Array.from({ length: 6 }, () => {
        const from = START + chance.below(60) * MINUTE;
        return { from, to: from + (5 + chance.below(115)) * 1_000 };
      });
    case 'offline from the start':
      return [{ from: START + 1, to: DEADLINE + backAfter(chance) }];
    default:
      return untilAfterTheEnd((6 + chance.below(30)) * MINUTE);
  }
}

/** Gives three answers after the end and claims that they were given before it. */
function cheat(phone: SimulatedPhone, kind: Kind, back: number, chance: Chance): void {
  phone.now = Math.max(DEADLINE + (3 + chance.below(10)) * MINUTE, phone.now);
  const isBackwards = kind === 'made-up times, running backwards';
  const isSetBack = kind === 'clock set back, app restarted';
  const claimed = (isBackwards ? 5 : 58) * MINUTE;
  if (isSetBack) {
    phone.setDate(-60 * MINUTE);
    phone.restart(1_000);
  }
  for (let index = 0; index < 3; index += 1)
    phone.act(`cheat${index}`, isSetBack ? undefined : claimed + index * 1_000);
  phone.submit(claimed + 10_000);
  phone.now = Math.max(phone.now, back);
  phone.send((beacons) => tamper(kind, beacons, claimed));
}

/** The beacons that a dishonest phone reports; the last one that it heard closed the silence. */
function tamper(kind: Kind, beacons: HeardBeacon[], claimed: number): HeardBeacon[] {
  const last = beacons.at(-1);
  if (!last) return beacons;
  const others = beacons.slice(0, -1);
  switch (kind) {
    case 'made-up times, no beacon':
      return [];
    case 'beacon of another sitting': // the server leaves out what isn't signed for this one
      return others;
    case 'measure stretched':
      return [...others, { ...last, elapsed: claimed + MINUTE }];
    case 'old beacon replayed':
      return others.flatMap((beacon) => [beacon, { ...beacon, seq: last.seq }]);
    default:
      return beacons;
  }
}

function judge(phone: SimulatedPhone, kind: Kind, honest: boolean): Outcome {
  const beacons = phone.brought.map(({ serverTime, elapsed, seq, unsureFrom }) => ({
    at: Date.parse(serverTime),
    elapsed,
    seq,
    unsureFrom,
  }));
  const times: TimeFacts = {
    startedAt: START,
    deadline: DEADLINE,
    transitMs: 2 * MINUTE,
    lateMs: 30 * MINUTE,
    trustsMeasured: false,
    decision: null,
    lookedAt: null,
    scoreToldAt: null,
    evidence: new Map([['d', { beacons, fixed: null }]]),
  };
  const submissions = phone.submission ? [phone.submission] : [];
  const { acts } = placeAll(phone.server, submissions, times);
  const { answers, held, late } = project(phone.server, submissions, times);
  const isKept = acts.every(
    ({ act, placing }) => !act.qid || placing === 'held' || answers.has(act.qid),
  );
  // In a dishonest sitting, only the answers given after the end are looked at.
  const counts = honest ? held === 0 : [...answers.keys()].some((qid) => qid.startsWith('cheat'));
  const fate = !isKept ? 'refused' : counts ? 'counts' : 'waits';
  return { kind, honest, fate, marked: late !== null };
}

export type Tally = {
  sittings: number;
  counts: number;
  waits: number;
  refused: number;
  marked: number;
};

/** By kind, in the order of the lists above. */
export function simulate(first: number, count: number, honest: boolean): Map<Kind, Tally> {
  const kinds = Object.keys(honest ? honestKinds : dishonestKinds) as Kind[];
  const tallies = new Map<Kind, Tally>(
    kinds.map((kind) => [kind, { sittings: 0, counts: 0, waits: 0, refused: 0, marked: 0 }]),
  );
  for (let seed = first; seed < first + count; seed += 1) {
    const { kind, fate, marked } = simulateSitting(seed, honest);
    const tally = tallies.get(kind);
    if (!tally) continue;
    tally.sittings += 1;
    tally[fate] += 1;
    if (marked && fate === 'counts') tally.marked += 1;
  }
  return tallies;
}
