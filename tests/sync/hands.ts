// Two ways in which a schedule uses a phone: the app's parts one by one, in an order and in batches that the app would
// not choose; or the app as it boots, which acts on its own, and is killed at any moment.
import { setImmediate } from 'node:timers/promises';
import type { Turn } from '#machines/sitting/rules.ts';
import type { CandidateAct } from '#machines/sitting/sitting-events.ts';
import { StorageTrouble } from '#web/exam/local-db/storage-trouble.ts';
import { addPage } from '#web/exam/sync/add-page.ts';
import type { SyncDeps } from '#web/exam/sync/push-batch.ts';
import type { Chance } from '../support/random.ts';
import type { BootedApp, Page } from './booted-app.ts';
import type { Phone } from './phone.ts';

export type Drain = (deps: SyncDeps, uid: string, signal: AbortSignal) => Promise<void>;

/** The pages of the answer, in order, as the log has them. */
type PageList = { type: 'documents'; qid?: undefined; answer: string };

export type Written = Turn & { phone: Phone; act: CandidateAct | PageList };

export type Hands = {
  open(phone: Phone, takeOver: boolean): Promise<void>;
  /** Types a start code on the page that waits for the exam, while the network is away. */
  type(phone: Phone, code: string): Promise<void>;
  /** Does an act on the phone; `written` tells once it is on the disk. */
  act(phone: Phone, act: CandidateAct): Promise<void>;
  /** Photographs a page. @returns its hash once it is on the disk; null if the phone takes no page */
  addPage(phone: Phone, page: PhotographedPage): Promise<string | null>;
  /** What has come onto a disk since the last call, in order. */
  written(): Written[];
  /** Presses Try again, if something was refused. */
  again(phone: Phone): Promise<void>;
  submit(phone: Phone): Promise<void>;
  /** Lets the timer submit if the time is up. */
  timer(phone: Phone): Promise<void>;
  /** Sends some of what waits, or all of it. */
  drain(phone: Phone): Promise<void>;
  /** Sends all of what waits; the network must be good. */
  drainWholly(phone: Phone): Promise<void>;
  /** @param lie how far off the date is, in milliseconds, when the app is opened next */
  restart(phone: Phone, lie: number): Promise<void>;
  setDate(phone: Phone, lie: number): Promise<void>;
};

export type PhotographedPage = { type: string; bytes: ArrayBuffer; sha256: string };

/** @returns what the phone wrote down with the page; null if it took no page */
async function photograph(
  phone: Phone,
  { type, bytes }: PhotographedPage,
): Promise<Written | null> {
  const before = await phone.sitting();
  if (!before) return null;
  const added = await addPage(phone.deps, before.sittingId, { type, bytes });
  const after = await phone.row();
  if (!added || after.documents.length === before.documents.length) return null;
  const act = { type: 'documents' as const, answer: after.documents.join(',') };
  return { epoch: after.epoch, seq: after.nextSeq - 1, phone, act };
}

export function inParts(drain: Drain): Hands {
  const drainPhone = (phone: Phone) =>
    drain(phone.deps, phone.candidate.uid, new AbortController().signal);
  const written: Written[] = [];
  return {
    open: (phone, takeOver) => phone.open(takeOver),
    type: async (phone, code) => void (await phone.typeCode(code)),
    act: async (phone, act) => {
      const turn = await phone.act(act);
      if (turn) written.push({ ...turn, phone, act });
    },
    addPage: async (phone, page) => {
      const list = await photograph(phone, page);
      if (list) written.push(list);
      return list && page.sha256;
    },
    written: () => written.splice(0),
    again: async () => {},
    submit: (phone) => phone.submit(false),
    timer: async (phone) => {
      if (await phone.isTimeUp()) await phone.submit(true);
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
  const written: Written[] = [];
  /** Acts in the running app that aren't on the disk yet; `from` is the seq that the first of them gets. */
  let owed: CandidateAct[] = [];
  let from = 0;
  const look = async (phone: Phone) => {
    const sitting = await phone.sitting();
    if (!sitting) return;
    for (; from < sitting.nextSeq; from += 1) {
      const act = owed.shift();
      if (act) written.push({ epoch: sitting.epoch, seq: from, phone, act });
    }
  };
  const kill = async (phone: Phone, lie?: number) => {
    await phone.kill(lie);
    if (phone !== held) return;
    await look(phone);
    // The app never said that these acts were saved.
    owed = [];
  };
  /** Takes the phone into the candidate's hand, with the app at the front, and waits until the app is at rest. */
  const take = async (phone: Phone, page: Page): Promise<BootedApp> => {
    if (held && held !== phone) await kill(held);
    held = phone;
    if (phone.app && phone.app.page !== page) await kill(phone);
    const app = phone.boot(page);
    app.wake();
    await app.settle();
    await look(phone);
    return app;
  };
  const press = async (phone: Phone, button: 'START' | 'TAKE_OVER' | 'SUBMIT' | 'RETRY') => {
    const sitting = phone.app?.sitting;
    if (sitting?.getSnapshot().status === 'active') sitting.send({ type: button });
    await phone.app?.settle();
    await look(phone);
  };
  const die = async (phone: Phone) => {
    for (let turns = chance.below(40); turns > 0; turns -= 1) await setImmediate();
    await kill(phone);
  };
  const isSaid = (app: BootedApp) =>
    app.sitting?.getSnapshot().context.message?.includes('This phone is full') === true;

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
      const sitting = await phone.sitting();
      if (!sitting || !app.sitting?.getSnapshot().matches({ timed: 'writing' })) return;
      if (owed.length === 0) from = sitting.nextSeq;
      owed.push(act);
      app.sitting.send({ type: 'ACT', act });
      if (chance.percent(20)) return die(phone);
      await app.settle();
      await look(phone);
      if (owed.length > 0 && !(phone.full && isSaid(app)))
        throw new Error(`${act.type} is not on the phone, and nothing says so`);
    },
    async addPage(phone, page) {
      const app = await take(phone, 'the exam’s page');
      // An act that still waits for the disk comes before the page, so no page is taken while there is one.
      if (owed.length > 0 || !app.sitting?.getSnapshot().matches({ timed: 'writing' })) return null;
      const list = await photograph(phone, page).catch((error: unknown) => {
        if (error instanceof StorageTrouble && phone.full) return null;
        throw error;
      });
      if (list) written.push(list);
      if (list && chance.percent(20)) await die(phone);
      else await app.settle();
      return list && page.sha256;
    },
    written: () => written.splice(0),
    async again(phone) {
      if (held === phone && phone.app) await press(phone, 'RETRY');
    },
    async submit(phone) {
      await take(phone, 'the exam’s page');
      await press(phone, 'SUBMIT');
      if (phone.app?.sitting?.getSnapshot().matches('submissionFailed'))
        await press(phone, 'RETRY');
    },
    async timer(phone) {
      await take(phone, chance.pick(pages));
      const sitting = await phone.sitting();
      if (!sitting || sitting.handIn || sitting.serverState !== 'open' || phone.full) return;
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
    restart: kill,
    async setDate(phone, lie) {
      // An open app soon writes down that the date has moved; a closed one can't notice.
      const app = await take(phone, phone.app?.page ?? chance.pick(pages));
      phone.lie = lie;
      app.wake();
      await app.settle();
    },
  };
}
