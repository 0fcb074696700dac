// Two ways in which a schedule uses a phone: the app's parts one by one, in an order and in batches that the app would
// not choose; or the app as it boots, which does by itself what it does, and is killed at any moment.
import { setImmediate } from 'node:timers/promises';
import type { Turn } from '#machines/sitting/rules.ts';
import type { CandidateAct } from '#machines/sitting/sitting-events.ts';
import type { SyncDeps } from '#web/exam/sync/push-batch.ts';
import type { BootedApp, Page } from './booted-app.ts';
import type { Phone } from './phone.ts';
import type { Chance } from './random.ts';

export type Drain = (deps: SyncDeps, uid: string, signal: AbortSignal) => Promise<void>;

export type Hands = {
  open(phone: Phone, takeOver: boolean): Promise<void>;
  /** A start code is typed, on the page that waits for the exam; the network is away. */
  type(phone: Phone, code: string): Promise<void>;
  /** @returns the act's turn, or null when the phone has not taken it */
  act(phone: Phone, act: CandidateAct): Promise<Turn | null>;
  submit(phone: Phone): Promise<void>;
  /** Whether the time is up is looked at, and acted on. */
  timer(phone: Phone): Promise<void>;
  /** Some of what waits is sent, or all of it. */
  drain(phone: Phone): Promise<void>;
  /** Nothing stands in the way, so all of it is sent. */
  drainWholly(phone: Phone): Promise<void>;
  /** @param lie how far the date is off when the app is opened next */
  restart(phone: Phone, lie: number): Promise<void>;
  setDate(phone: Phone, lie: number): Promise<void>;
};

export function inParts(drain: Drain): Hands {
  const drainPhone = (phone: Phone) =>
    drain(phone.deps, phone.candidate.uid, new AbortController().signal);
  return {
    open: (phone, takeOver) => phone.open(takeOver),
    type: async (phone, code) => void (await phone.typeCode(code)),
    act: (phone, act) => phone.act(act),
    submit: (phone) => phone.handIn(false),
    timer: async (phone) => {
      if (await phone.isTimeUp()) await phone.handIn(true);
    },
    drain: drainPhone,
    drainWholly: drainPhone,
    restart: async (phone, lie) => phone.restart(lie),
    setDate: async (phone, lie) => {
      phone.lie = lie;
    },
  };
}

const pages: readonly Page[] = ['the exam’s page', 'another page'];

export function asAWhole(chance: Chance): Hands {
  let held: Phone | null = null;
  /** The phone in the candidate's hand with the app at the front, and the app at rest. */
  const take = async (phone: Phone, page: Page): Promise<BootedApp> => {
    if (held && held !== phone) await held.kill();
    held = phone;
    if (phone.app && phone.app.page !== page) await phone.kill();
    const app = phone.boot(page);
    app.wake();
    await app.settle();
    return app;
  };
  const press = async (phone: Phone, button: 'START' | 'TAKE_OVER' | 'SUBMIT') => {
    const sitting = phone.app?.sitting;
    if (sitting?.getSnapshot().status === 'active') sitting.send({ type: button });
    await phone.app?.settle();
  };
  const die = async (phone: Phone) => {
    for (let turns = chance.below(40); turns > 0; turns -= 1) await setImmediate();
    await phone.kill();
  };

  return {
    async open(phone, takeOver) {
      await take(phone, 'the exam’s page');
      await press(phone, 'START');
      if (takeOver) await press(phone, 'TAKE_OVER');
    },
    async type(phone, code) {
      const app = await take(phone, 'the exam’s page');
      await press(phone, 'START');
      if (app.sitting?.getSnapshot().status === 'active')
        app.sitting.send({ type: 'START_CODE', code });
      await app.settle();
    },
    async act(phone, act) {
      const app = await take(phone, 'the exam’s page');
      const before = await phone.sitting();
      if (!before || !app.sitting?.getSnapshot().matches({ timed: 'writing' })) return null;
      app.sitting.send({ type: 'ACT', act });
      const isKilled = chance.percent(20);
      await (isKilled ? die(phone) : app.settle());
      const after = await phone.sitting();
      if (after && after.nextSeq > before.nextSeq)
        return { epoch: before.epoch, seq: before.nextSeq };
      if (!isKilled) throw new Error(`${act.type} was taken and is not on the phone`);
      return null;
    },
    async submit(phone) {
      await take(phone, 'the exam’s page');
      await press(phone, 'SUBMIT');
    },
    async timer(phone) {
      await take(phone, chance.pick(pages));
      const sitting = await phone.sitting();
      if (!sitting || sitting.handIn || sitting.serverState !== 'open') return;
      if (sitting.epoch === sitting.writerEpoch && (await phone.isTimeUp()))
        throw new Error('the time is up and nothing is submitted');
    },
    async drain(phone) {
      const app = await take(phone, chance.pick(pages));
      if (chance.percent(70)) return;
      app.wake();
      await die(phone);
    },
    async drainWholly(phone) {
      await take(phone, chance.pick(pages));
    },
    restart: (phone, lie) => phone.kill(lie),
    async setDate(phone, lie) {
      // An app that is open soon writes down that the date has moved; where it is closed, nobody knows.
      const app = await take(phone, phone.app?.page ?? chance.pick(pages));
      phone.lie = lie;
      app.wake();
      await app.settle();
    },
  };
}
