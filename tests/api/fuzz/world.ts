// The world of the random requests: one API with the simulated gateway behind it, people in each role and status, and
// short ways to make a fresh sitting, order or form wherever a request uses one up.

import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import * as z from 'zod';
import { runRescores } from '#api/services/rescoring/run-rescores.ts';
import { paymentStartedSchema } from '#contract/site/payments.ts';
import type { UserStatus } from '#contract/wire/users.ts';
import { orders } from '#db/schema/money.ts';
import type { Answer, TestApi } from '#tests/support/api.ts';
import { deviceOf, type TestDevice } from '#tests/support/device.ts';
import type { TestCandidate } from '#tests/support/people.ts';
import { hdfcConfig } from '../gateway-servers.ts';
import { type BankHall, openBankHall } from '../payments-histories/bank-hall.ts';

export type Sat = { candidate: TestCandidate; phone: TestDevice; sittingId: string };
export type Ordered = {
  candidate: TestCandidate;
  orderId: string;
  reference: string;
  /** The query that the browser brings back from the bank. */
  back: Record<string, string>;
};

export type World = {
  api: TestApi;
  hall: BankHall;
  /** Questions of one type; the first option of each is right. */
  qids: string[];
  /** Exams open to sit: with questions only, with pages too, with no candidates, and with one start for all. */
  exams: { mcq: string; mix: string; free: string; together: string };
  proctor: { uid: string; token: string };
  page: Buffer;
  candidate(status?: UserStatus, examId?: string): Promise<TestCandidate>;
  /** A sitting under way on its phone. */
  sitting(examId?: string): Promise<Sat>;
  /** A submitted sitting. */
  satThrough(examId?: string): Promise<Sat>;
  /** An order for an exam's fee, charged by the bank unless told otherwise; the server hasn't heard of it yet. */
  order(act?: 'pay' | 'decline'): Promise<Ordered>;
  application(): Promise<string>;
  /** The administrator's reply from this path, parsed. */
  read<S extends z.ZodType>(path: string, shape: S): Promise<z.output<S>>;
  asAdmin(path: string, json?: unknown, method?: string): Promise<Answer>;
  /** Runs the act as if `ms` milliseconds ago. */
  before<T>(ms: number, act: () => Promise<T>): Promise<T>;
  finishRescores(): Promise<void>;
  /** Ids of what is there now and that no recipe needs, whatever a request does to it. */
  known(): Promise<string[]>;
  /** A number that nobody has used before. */
  number(): number;
  close(): Promise<void>;
};

const TYPE = 'Fuzz';

const KNOWN = ['exams', 'questions', 'sittings', 'applications', 'enquiries', 'files', 'enrolments']
  .map((table) => `select id from ${table}`)
  .concat('select uid from users', 'select order_id from orders')
  .map((select) => `(${select} order by 1 limit 9)`)
  .join(' union all ');

export async function openWorld(databaseUrl?: string): Promise<World> {
  const hall = await openBankHall(databaseUrl);
  const { api } = hall;
  // Each request comes from its own address, because limits per address have tests of their own.
  api.deps.settings.trustProxy = true;
  const qids = await api.makeQuestions(TYPE, 3, { weightage: 2, negative: 0.5 });
  const sections = [{ fieldType: TYPE, fieldCount: 2 }];
  const exams = {
    mcq: await api.makeExam({ name: 'Questions', sections }),
    mix: await api.makeExam({ name: 'Questions and pages', format: 'MIX', sections }),
    free: await api.makeExam({ name: 'Nobody’s', sections }),
    together: await api.makeExam({ name: 'At one time', start: 'together', sections }),
  };
  const proctor = await api.makeStaff('proctor');
  const shared = new Set([...qids, ...Object.values(exams), proctor.uid]);
  let numbers = 0;
  const number = () => ++numbers;
  const asAdmin: World['asAdmin'] = (path, json, method) =>
    api.request(path, { token: api.adminToken, json, ...(method && { method }) });
  const candidate: World['candidate'] = (status, examId = exams.mcq) =>
    api.makeCandidate(status ? { examId, status } : {});
  const sitting: World['sitting'] = async (examId = exams.mcq) => {
    const who = await candidate('Fees Paid', examId);
    const phone = await deviceOf(api, who, examId);
    well(await phone.open());
    return { candidate: who, phone, sittingId: phone.opened.sittingId };
  };
  return {
    api,
    hall,
    qids,
    exams,
    proctor,
    page: await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
    candidate,
    sitting,
    async satThrough(examId) {
      const sat = await sitting(examId);
      const [first] = sat.phone.opened.questions;
      const answers = first ? [{ qid: first.qid, answer: 'OptionTwo' }] : [];
      well(await sat.phone.submit(1, answers, { events: [sat.phone.event(1, 'submitted')] }));
      return sat;
    },
    async order(act = 'pay') {
      const who = await candidate('Registered');
      const started = await api.request('payment/hdfc', {
        token: who.token,
        json: { exam_id: exams.mcq, customer_id: who.uid },
      });
      const { payment_url, order_id } = paymentStartedSchema.parse(well(started).body);
      const answer = await hall.bank.request(new URL(payment_url).pathname, {
        method: 'POST',
        body: new URLSearchParams({ act }),
      });
      const { searchParams } = new URL(answer.headers.get('location') ?? '');
      const [row] = await api.deps.db.orm
        .select({ reference: orders.reference })
        .from(orders)
        .where(eq(orders.orderId, order_id));
      return {
        candidate: who,
        orderId: order_id,
        reference: row?.reference ?? '',
        back: Object.fromEntries(searchParams),
      };
    },
    async application() {
      const made = await api.request('applications', {
        json: { name: 'Ravi', email: 'ravi@example.in', phone: '9876543210', course: 'US CMA' },
        headers: { 'x-forwarded-for': addressOf(number()) },
      });
      return z.object({ application: z.object({ _id: z.string() }) }).parse(well(made).body)
        .application._id;
    },
    read: async (path, shape) => shape.parse(well(await asAdmin(path)).body),
    asAdmin: async (...call) => well(await asAdmin(...call)),
    async before(ms, act) {
      api.clock.now -= ms;
      try {
        return await act();
      } finally {
        api.clock.now += ms;
      }
    },
    async finishRescores() {
      while ((await runRescores(api.deps)) > 0);
    },
    known: async () =>
      (await api.deps.db.rows(KNOWN, []))
        .map((row) => z.object({ id: z.string() }).parse(row).id)
        .filter((id) => !shared.has(id)),
    number,
    close: () => api.close(),
  };
}

/** An address that no other request comes from. */
export function addressOf(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
}

export function webhookProof(): Record<string, string> {
  const { user, password } = hdfcConfig.webhook ?? { user: '', password: '' };
  return { authorization: `Basic ${btoa(`${user}:${password}`)}` };
}

/** The requests that lead up to a random one must succeed. */
function well<A extends Answer>(answer: A): A {
  if (answer.status >= 300)
    throw new Error(`not there yet: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}
