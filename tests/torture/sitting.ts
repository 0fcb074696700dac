/**
 * One sitting on a torn wire, following a plan. The candidate does one thing at a time and believes the screen. What the screen calls
 * received is looked up in the server's log at once; what it called saved or received is compared with the log at the end.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { PaidCandidate } from '../e2e/support/exam-site.ts';
import { scoreByHand } from '../e2e/support/question-file.ts';
import { watchLateness } from './lateness.ts';
import {
  type Act,
  compare,
  type Findings,
  isClockWrong,
  isTooSlow,
  missing,
  nothingFound,
  type Recovery,
  recoveryInWords,
} from './oracle.ts';
import type { Plan, Step } from './plan.ts';
import { type Screen, saysReceived, saysSaved, saysSubmitted } from './screen.ts';
import { NoPage, PATIENCE_MS, type TornPhone, Unkept } from './torn-phone.ts';
import { type Blow, deadly, limits, type Weather } from './weather.ts';
import { questions, type World } from './world.ts';

export interface SittingReport {
  seed: number;
  acts: number;
  /** Each weather and blow, as often as it happened. */
  faults: (Weather | Blow)[];
  recoveries: Recovery[];
  findings: Findings;
  errors: readonly string[];
  /** What was done and seen, for whoever looks for the fault. */
  story: string[];
  seconds: number;
}

/**
 * @param secondPhone called only when the plan needs a second phone
 * @param atEnd may change the database once the page has its receipt, before anything is compared
 */
export async function sit(
  world: World,
  phone: TornPhone,
  secondPhone: () => Promise<TornPhone>,
  plan: Plan,
  atEnd: (candidate: PaidCandidate) => Promise<void> = async () => {},
): Promise<SittingReport> {
  const begun = performance.now();
  world.wire.begin(plan.seed);
  const weathers = plan.steps.flatMap((step) => (step.do === 'weather' ? [step.weather] : []));
  // A primary that is restarted after it got a standby would wait for that standby, which takes time.
  if (weathers.includes('standby promoted') && !weathers.includes('database killed'))
    await world.followDatabase();
  const run = new Run(world, phone, secondPhone, await world.newCandidate(), atEnd);
  try {
    await run.through(plan.steps);
  } catch (error) {
    run.findings.other.push(error instanceof Unkept ? error.message : `${error}`);
    run.story.push(`ended by ${error instanceof Error ? error.stack : error}`);
  } finally {
    await run.heal();
  }
  const { acts, faults, recoveries, findings, story, errors } = run;
  const seconds = (performance.now() - begun) / 1_000;
  return {
    seed: plan.seed,
    acts: acts.length,
    faults,
    recoveries,
    findings,
    errors,
    story,
    seconds,
  };
}

class Run {
  readonly acts: Act[] = [];
  readonly faults: (Weather | Blow)[] = [];
  readonly recoveries: Recovery[] = [];
  readonly findings = nothingFound();
  readonly story: string[] = [];
  readonly errors: string[] = [];
  /** The text of the chosen option, by the question's text on the screen. */
  readonly #choices = new Map<string, string>();
  /** Acts that were called received while the database could not be asked. */
  readonly #unproven: Act[][] = [];
  readonly #world: World;
  readonly #secondPhone: () => Promise<TornPhone>;
  readonly #candidate: PaidCandidate;
  readonly #atEnd: (candidate: PaidCandidate) => Promise<void>;
  #phone: TornPhone;
  #epoch = 1;
  /** The kinds of weather that hold now, the latest last. */
  #weathers: Weather[] = [];
  /** Since when the first of them holds. */
  #badSince = 0;
  /** How many ms earlier bad weather may still cost while nothing was seen to be received since: a silence may have swallowed a request. */
  #owedMs = 0;
  /** The app version when this phone began or took over; null before that. */
  #version: string | null = null;
  /** The app version that the server was updated to since this sitting began. */
  #released: string | null = null;
  #hasSubmitted = false;
  #dateWasSet = false;
  /** When the time ends, ms, as the page first showed it. */
  #endsAt = 0;

  constructor(
    world: World,
    phone: TornPhone,
    secondPhone: () => Promise<TornPhone>,
    candidate: PaidCandidate,
    atEnd: (candidate: PaidCandidate) => Promise<void>,
  ) {
    this.#world = world;
    this.#phone = phone;
    this.#secondPhone = secondPhone;
    this.#candidate = candidate;
    this.#atEnd = atEnd;
    phone.errors.length = 0;
  }

  async through(steps: readonly Step[]): Promise<void> {
    await this.#phone.signIn(this.#candidate);
    await this.#phone.until('Start exam', ({ headings }) => headings.length > 0);
    await this.#phone.untilKept();
    await this.#phone.page
      .getByRole('button', { name: 'Start exam' })
      .waitFor({ timeout: PATIENCE_MS });
    for (const step of steps) await this.#step(step);
    await this.#end();
  }

  /** Makes the world whole for the next sitting, whatever happened in this one. */
  async heal(): Promise<void> {
    this.errors.push(...this.#phone.errors.splice(0));
    await this.#liftWeather();
  }

  async #step(step: Step): Promise<void> {
    this.story.push(`${new Date().toISOString().slice(17, 23)} ${JSON.stringify(step)}`);
    switch (step.do) {
      case 'start':
        return this.#start();
      case 'answer':
        return this.#answer(step);
      case 'clear':
        return this.#clear(step.question);
      case 'mark':
        return this.#mark(step.question);
      case 'weather':
        return this.#turn(step.weather);
      case 'rest':
        return pause(step.ms);
      case 'fine weather':
        return this.#fineWeather(step.wait);
      case 'blow':
        return step.blow === 'second phone'
          ? this.#takeOver()
          : this.#suffer(step.blow, step.minutes);
      case 'submit':
        return this.#submit();
    }
  }

  async #start(): Promise<void> {
    await this.#phone.press('Start exam');
    if (this.#weathers.length === 0)
      this.#see(await this.#phone.until('the exam', ({ qid }) => qid !== ''));
  }

  /** The first clock that is seen says when the time ends. */
  #see({ left }: Screen): void {
    if (left !== null) this.#endsAt ||= Date.now() + left * 1_000;
  }

  /** Reports a new app version between start and receipt, when none may take over (rule 5). */
  #checkVersion({ version, qid }: Screen): void {
    if (qid === '') return;
    this.#version ??= version;
    if (version === this.#version) return;
    this.findings.other.push(`the app became version ${version || 0} in the middle of the exam`);
    this.#version = version;
  }

  #clockIsOff({ left }: Screen): number {
    return Date.now() + (left ?? 0) * 1_000 - this.#endsAt;
  }

  async #goTo(question: number): Promise<Screen> {
    const shown = await this.#until('a question', ({ question: n }) => n !== null);
    this.#checkVersion(shown);
    if (shown.question === question + 1) return shown;
    await this.#phone.press(new RegExp(`^Question ${question + 1}, `), false);
    return this.#until(`question ${question + 1}`, ({ question: n }) => n === question + 1);
  }

  async #answer({ question, option, blow }: Extract<Step, { do: 'answer' }>): Promise<void> {
    const before = await this.#goTo(question);
    const names = ['OptionOne', 'OptionTwo', 'OptionThree', 'OptionFour'];
    // The first phone's answer may arrive between the look and the tap, and choosing the same option again would be no act.
    const former = this.acts.filter(({ epoch, qid }) => epoch < this.#epoch && qid === before.qid);
    const taken = new Set([before.chosen, ...former.map(({ answer }) => answer)]);
    const free = [0, 1, 2, 3]
      .map((n) => (option + n) % 4)
      .filter((n) => !taken.has(names[n] ?? ''));
    const wanted = free[0] ?? (names[option] === before.chosen ? (option + 1) % 4 : option);
    const chosen = names[wanted] ?? '';
    await this.#phone.choose(wanted);
    const act: Act = { epoch: this.#epoch, type: 'answered', qid: before.qid, answer: chosen };
    if (!blow || blow === 'second phone') {
      const after = await this.#until(
        'the choice to be saved',
        (s) => s.chosen === chosen && saysSaved(s),
      );
      this.#note(act, after);
      return this.#heed(after);
    }
    // Nobody saw whether the answer was saved. Afterwards the phone either has it or not, and the screen must say which.
    await this.#suffer(blow, 0);
    const after = await this.#goTo(question);
    if (after.chosen === chosen) this.#note(act, after);
    else if (after.chosen !== before.chosen)
      this.findings.lost.push(
        `question ${question + 1} shows ${after.chosen} after ${before.chosen}`,
      );
    await this.#heed(after);
  }

  async #clear(question: number): Promise<void> {
    const { chosen, qid, text } = await this.#goTo(question);
    if (!chosen) return;
    await this.#phone.press('Clear response');
    const after = await this.#until('the answer to be cleared', (s) => !s.chosen && saysSaved(s));
    this.acts.push({ epoch: this.#epoch, type: 'cleared', qid, answer: '' });
    this.#choices.delete(text);
    await this.#heed(after);
  }

  async #mark(question: number): Promise<void> {
    const { qid, states } = await this.#goTo(question);
    if (states[question]?.includes('marked')) return;
    await this.#phone.press('Mark for review & next');
    const after = await this.#until(
      'the mark',
      (s) => s.states[question]?.includes('marked') ?? false,
    );
    this.acts.push({ epoch: this.#epoch, type: 'marked', qid, answer: '' });
    await this.#heed(after);
  }

  #note(act: Act, { text, chosenText }: Screen): void {
    this.acts.push(act);
    this.#choices.set(text, chosenText);
  }

  /** When the page could not save, presses what it offers, as a candidate would; from the second time on after deleting something. */
  async #until(what: string, isSo: (screen: Screen) => boolean): Promise<Screen> {
    const isTrouble = ({ alerts }: Screen) =>
      alerts.some((text) => /try again|This phone is full/i.test(text));
    for (let tries = 0; ; tries += 1) {
      const screen = await this.#phone.until(what, (one) => isSo(one) || isTrouble(one));
      if (isSo(screen)) return screen;
      this.story.push(`  trouble: ${screen.alerts.join(' / ')}`);
      if (tries > 0) await this.#freeDisk();
      // A browser that was started on a full disk can't read its caches afterwards either, so it is started again.
      if (tries === 10) await this.#phone.reopen();
      if (tries === 30) throw new Unkept(`nothing helped; the page says ${JSON.stringify(screen)}`);
      await this.#phone.tryAgain();
      await pause(200);
    }
  }

  /** If the page calls the acts received, they must be in the log now. */
  async #heed(screen: Screen): Promise<void> {
    if (!saysReceived(screen)) return;
    const claimed = this.acts.filter(({ epoch }) => epoch === this.#epoch);
    const isAway = this.#weathers.some(
      (weather) => weather === 'database killed' || weather === 'standby promoted',
    );
    if (isAway) this.#unproven.push(claimed);
    else await this.#prove(claimed);
  }

  async #prove(claimed: readonly Act[]): Promise<void> {
    const lacking = missing(claimed, await this.#world.logOf(this.#candidate));
    if (lacking.length === 0) return;
    this.story.push(`  called received and isn't: ${lacking.join(', ')}`);
    this.findings.early.push(...lacking);
  }

  async #turn(weather: Weather): Promise<void> {
    this.faults.push(weather);
    if (this.#weathers.length === 0) this.#badSince = performance.now();
    this.#weathers.push(weather);
    if (weather === 'flight mode') await this.#phone.setOffline(true);
    else if (weather === 'server killed') await this.#world.killServer();
    else if (weather === 'database killed') await this.#world.killDatabase();
    else if (weather === 'standby promoted') await this.#world.loseDatabase();
    else if (weather === 'disk full') {
      if (!(await this.#phone.fillDisk())) this.story.push('  no disk that can be filled');
    } else this.#world.wire.set(weather);
  }

  async #freeDisk(): Promise<void> {
    this.#weathers = this.#weathers.filter((weather) => weather !== 'disk full');
    await this.#phone.freeDisk();
  }

  /** @returns the latest weather, and within how many ms everything must be received */
  async #liftWeather(): Promise<{ weather: Weather; limitMs: number } | null> {
    const weathers = this.#weathers.splice(0);
    const { wire } = this.#world;
    const past = {
      lastedMs: performance.now() - this.#badSince,
      isCalled: wire.streamsOf(this.#candidate.token) >= this.#epoch,
      backlogMs: wire.backlogMs,
    };
    wire.set(null);
    if (weathers.includes('disk full')) await this.#phone.freeDisk();
    if (weathers.includes('flight mode')) await this.#phone.setOffline(false);
    if (weathers.includes('standby promoted')) await this.#world.promoteStandby();
    else if (weathers.includes('database killed')) await this.#world.startDatabase();
    if (weathers.includes('server killed')) await this.#world.startServer();
    for (const claimed of this.#unproven.splice(0)) await this.#prove(claimed);
    const weather = weathers.at(-1);
    if (!weather) return null;
    return { weather, limitMs: Math.max(...weathers.map((each) => limits[each](past))) };
  }

  async #fineWeather(wait: boolean): Promise<void> {
    const lifted = await this.#liftWeather();
    const since = performance.now();
    const limitMs = Math.max(this.#owedMs, lifted?.limitMs ?? 0);
    this.#owedMs = wait ? 0 : limitMs;
    if (!wait) return;
    const untilLate = await watchLateness(this.#phone.page, this.#world.aliveUrl);
    const isIn = (one: Screen) => (this.#hasSubmitted ? saysSubmitted(one) : saysReceived(one));
    const received = this.#phone.until('everything to be received', isIn);
    const screen = await received.catch(async (error: unknown) => {
      await untilLate();
      throw error;
    });
    const ms = performance.now() - since;
    const late = await untilLate();
    if (lifted) {
      const recovery = { after: lifted.weather, ms, limitMs, late };
      this.recoveries.push(recovery);
      if (isTooSlow(recovery)) this.findings.slow.push(recoveryInWords(recovery));
    }
    this.#see(screen);
    this.#checkVersion(screen);
    this.story.push(`  received after ${Math.round(ms)} ms`);
    await this.#heed(screen);
  }

  async #suffer(blow: Exclude<Blow, 'second phone'>, minutes: number): Promise<void> {
    this.faults.push(blow);
    if (blow === 'app updated') return this.#update();
    const shown = blow === 'clock set' ? await this.#phone.until('the page', () => true) : null;
    const before = shown && (shown.left === null ? 0 : this.#clockIsOff(shown));
    try {
      await this.#phone.suffer(blow, minutes);
    } catch (error) {
      if (!(error instanceof NoPage)) throw error;
      this.story.push(`  ${error.message}`);
      await this.#liftWeather();
      await this.#phone.reopen();
    }
    if (blow === 'storage closed') return;
    if (this.#hasSubmitted) return this.#seeSubmitted();
    const screen = await this.#until(
      'the exam again',
      // A clock that depends on the date has moved by its next tick.
      (one) => one.left !== null && one.qid !== '' && one.left !== shown?.left,
    );
    this.#checkVersion(screen);
    const off = this.#clockIsOff(screen);
    if (isClockWrong(off, before, this.#dateWasSet))
      this.findings.clock.push(`the clock is off by ${Math.round(off / 1_000)} s after ${blow}`);
    if (blow === 'clock set') this.#dateWasSet = true;
    if (!deadly.has(blow)) return;
    // The page must still show the answer that it showed before.
    const last = this.acts.findLast(({ qid, type }) => qid === screen.qid && type !== 'marked');
    if (last && last.epoch === this.#epoch && this.#choices.has(screen.text) && !screen.chosen)
      this.findings.lost.push(`${screen.text} shows nothing after ${blow}`);
    await this.#heed(screen);
  }

  async #update(): Promise<void> {
    this.#released = await this.#world.updateApp();
    await this.#phone.lookForUpdate();
  }

  /** The first phone does something without a network, and sends it only after the second phone has continued. */
  async #takeOver(): Promise<void> {
    this.faults.push('second phone');
    const before = this.#phone;
    await before.setOffline(true);
    await this.#answer({ do: 'answer', question: 0, option: 1 });
    const late = this.acts.at(-1);
    const second = await this.#secondPhone();
    second.errors.length = 0;
    await second.signIn(this.#candidate);
    this.#phone = second;
    this.#version = null;
    await second.untilKept();
    await second.press('Start exam');
    await second.press('Continue here');
    await this.#until(
      'the exam on the second phone',
      ({ qid, readOnly }) => qid !== '' && !readOnly,
    );
    this.#epoch += 1;
    await this.#answer({ do: 'answer', question: 1, option: 2 });
    await before.setOffline(false);
    await before.until('the word that another phone goes on', ({ headings }) =>
      headings.includes('You’re taking this exam on another phone'),
    );
    for (let tries = 0; tries < 200; tries += 1) {
      const own = this.acts.filter(({ epoch }) => epoch < this.#epoch);
      if (missing(own, await this.#world.logOf(this.#candidate)).length === 0) break;
      await pause(100);
    }
    this.errors.push(...before.errors.splice(0));
    // What is shown is what is submitted [AT13]: before it submits, this phone asks for what the other phone has sent.
    await second.press('Submit exam');
    await second.press('Go back');
    await this.#goTo(0);
    await this.#until('what the first phone brought late', ({ chosen }) => chosen === late?.answer);
  }

  async #submit(): Promise<void> {
    await this.#until('the exam', ({ qid }) => qid !== '');
    await this.#phone.press('Submit exam');
    await this.#phone.press('Submit');
    this.#hasSubmitted = true;
    await this.#seeSubmitted();
  }

  async #seeSubmitted(): Promise<void> {
    await this.#until(
      'the word that it is submitted',
      (screen) => saysSubmitted(screen) || screen.headings.includes('Submitted on this phone'),
    );
  }

  async #end(): Promise<void> {
    await this.#phone.until('the receipt', saysSubmitted);
    await this.#atEnd(this.#candidate);
    const { lost, doubled, other } = compare(this.acts, await this.#world.logOf(this.#candidate));
    this.findings.lost.push(...lost);
    this.findings.doubled.push(...doubled);
    this.findings.other.push(...other);
    const result = JSON.stringify(await this.#world.resultOf(this.#candidate));
    const byHand = JSON.stringify(scoreByHand(questions, this.#choices));
    if (result !== byHand) this.findings.result.push(`the result is ${result}, by hand ${byHand}`);
    if (this.#released !== null) await this.#phone.untilVersion(this.#released);
  }
}
