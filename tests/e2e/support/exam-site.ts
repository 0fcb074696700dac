/** What an administrator and a candidate do over the API before a test uses the browser. */
import sharp from 'sharp';
import { z } from 'zod';
import { participantListSchema } from '#contract/desk/participants.ts';
import { startCodeSchema } from '#contract/desk/start-codes.ts';
import { paymentStartedSchema } from '#contract/site/payments.ts';
import { type ExamFormat, type ExamStart, examSchema } from '#contract/wire/exams.ts';
import { resultsReplySchema } from '#contract/wire/results.ts';
import { sessionReplySchema, userReplySchema } from '#contract/wire/users.ts';
import { type FileQuestion, toWorkbook } from './question-file.ts';
import { ADMIN_PASSWORD, type RunningServer } from './running-server.ts';

export const PASSWORD = 'a candidate’s password';

export interface NewExam {
  name: string;
  startDate: Date;
  minutes: number;
  format?: ExamFormat;
  status?: 'Active' | 'Inactive';
  start?: ExamStart;
  /** Rupees; 500 by default. */
  price?: number;
  sections: readonly { type: string; count: number }[];
}

export interface PaidCandidate {
  uid: string;
  token: string;
  examId: string;
  /** What localStorage holds after a sign-in. */
  stored: string;
}

/**
 * A new connection for each request: on a slow machine, the server may close a kept connection just as it is used
 * again.
 */
const OWN_CONNECTION = { connection: 'close' };

let people = 0;

function examForm({
  name,
  startDate,
  minutes,
  format,
  status,
  start,
  price,
  sections,
}: NewExam): FormData {
  const data = {
    name,
    price: price ?? 500,
    description: '<p>For a test.</p>',
    duration: minutes,
    startDate: startDate.toISOString(),
    format: format ?? 'MCQ',
    status: status ?? 'Active',
    start: start ?? 'own',
    fields: sections.map(({ type, count }) => ({ fieldType: type, fieldCount: count })),
  };
  const form = new FormData();
  form.set('data', JSON.stringify(data));
  return form;
}

export type ExamSite = Awaited<ReturnType<typeof examSite>>;

export async function examSite(server: Pick<RunningServer, 'port'>) {
  const base = `http://127.0.0.1:${server.port}/api/v1/`;
  async function call(path: string, init: RequestInit & { token?: string } = {}): Promise<unknown> {
    const { token, ...rest } = init;
    const headers = new Headers(rest.headers);
    headers.set('connection', OWN_CONNECTION.connection);
    if (token) headers.set('authorization', `Bearer ${token}`);
    const response = await fetch(base + path, { ...rest, headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  }
  const post = (path: string, body: unknown, token?: string) =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(token && { token }),
    });

  const admin = sessionReplySchema.parse(
    await post('auth/signin', { uid: 'SuperAdmin', password: ADMIN_PASSWORD }),
  ).token;

  const exams = new Map<string, NewExam>();

  async function register(examId: string, fullName?: string) {
    people += 1;
    const registration = {
      fullName: fullName ?? `Candidate ${people}`,
      email: `candidate${people}.${examId}@example.com`.toLowerCase(),
      mobile: String(9_300_000_000 + people),
      password: PASSWORD,
      dateOfBirth: '2002-05-17',
      postAppliedFor: examId,
      address: '1 Test Street',
      city: 'Hyderabad',
      state: 'Telangana',
    };
    return sessionReplySchema.parse(await post('auth/signup', registration));
  }

  return {
    async upload(questions: readonly FileQuestion[]): Promise<void> {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(toWorkbook(questions))]), 'questions.xlsx');
      await call('questions/upload', { method: 'POST', body: form, token: admin });
    },

    async createExam(exam: NewExam): Promise<string> {
      const created = await call('exams', { method: 'POST', body: examForm(exam), token: admin });
      const { _id } = examSchema.parse(created);
      exams.set(_id, exam);
      return _id;
    },

    async changeExam(examId: string, changed: Partial<NewExam>): Promise<void> {
      const before = exams.get(examId);
      if (!before) throw new Error(`No exam ${examId} was created here.`);
      const exam = { ...before, ...changed };
      exams.set(examId, exam);
      const body = examForm(exam);
      await call(`exams/${examId}`, { method: 'PUT', body, token: admin });
    },

    /** Adds the people on a college's list, their fees paid by its invoice. */
    async addList(examId: string, names: readonly string[]): Promise<void> {
      const lines = names.map((name) => {
        people += 1;
        return `${name},${9_300_000_000 + people}`;
      });
      const form = new FormData();
      form.set('file', new Blob([['Name,Mobile', ...lines].join('\n')]), 'college.csv');
      form.set('examID', examId);
      form.set('officeInvoice', 'INV-1');
      form.set('reason', 'The college sent it');
      await call('candidates/list', { method: 'POST', body: form, token: admin });
    },

    /** Makes a start code for the whole exam. It works on phones that fetch their paper from now on. */
    async makeStartCode(examId: string): Promise<void> {
      await post(`exams/${examId}/start-code`, {}, admin);
    },

    /** @throws before the exam's start */
    async startCode(examId: string): Promise<string> {
      const told = await call(`exams/${examId}/start-code`, { token: admin });
      return startCodeSchema.parse(told).code;
    },

    /** Registers a candidate, who has not paid. */
    registered: register,

    /** Registers, pays on the simulated gateway, and comes back Fees Paid. */
    async paidCandidate(examId: string): Promise<PaidCandidate> {
      const { user, token } = await register(examId);
      const request = { exam_id: examId, customer_id: user.uid };
      const { payment_url } = paymentStartedSchema.parse(
        await post('payment/hdfc', request, token),
      );
      await fetch(payment_url, {
        method: 'POST',
        body: new URLSearchParams({ act: 'pay' }),
        headers: OWN_CONNECTION,
      });
      const paid = userReplySchema.parse(
        await post('exams/updateuser', { uid: user.uid, eid: examId }, token),
      ).user;
      if (paid.status !== 'Fees Paid') throw new Error(`The candidate is ${paid.status}.`);
      return { uid: user.uid, token, examId, stored: JSON.stringify({ ...paid, token }) };
    },

    /** Total and sections as the server has them; null while there is no result. */
    async resultOf({ uid, token, examId }: PaidCandidate) {
      const results = resultsReplySchema.parse(await call(`exams/getresult/${uid}`, { token }));
      const list = results.find(({ examID }) => examID === examId)?.score;
      if (!list) return null;
      const { TotalScore: total, ...sections } = Object.assign({}, ...list);
      return z
        .object({ total: z.number(), sections: z.record(z.string(), z.number()) })
        .parse({ total, sections });
    },

    /**
     * The pages of a candidate that the administrator sees, in order: format, size, and whether they are more red than
     * blue.
     */
    async documentsOf({ uid, examId }: PaidCandidate) {
      const participants = participantListSchema.parse(
        await call(`exams/by-exam/${examId}`, { token: admin }),
      );
      const docs = participants.find(({ _id }) => _id === uid)?.docs ?? [];
      return Promise.all(
        docs.map(async (path) => {
          const response = await fetch(new URL(path, base));
          const picture = sharp(Buffer.from(await response.arrayBuffer()));
          const { format, width, height } = await picture.metadata();
          const [red, , blue] = (await picture.stats()).channels;
          return { format, width, height, isRed: (red?.mean ?? 0) > (blue?.mean ?? 0) };
        }),
      );
    },
  };
}
