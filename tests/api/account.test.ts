// What people can see, correct, download and delete of their own data.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newReference } from '#api/gateways/payment/port.ts';
import { purgeDeleted } from '#api/services/account/delete-account.ts';
import { requestRefund } from '#api/services/payments/request-refund.ts';
import { closeOverdue } from '#api/services/sittings/close-overdue.ts';
import { accountSchema, consentVersions } from '#contract/site/account.ts';
import { SUPER_ADMIN, sessionReplySchema } from '#contract/wire/users.ts';
import { exams, files } from '#db/schema/exams.ts';
import { invoices, orders } from '#db/schema/money.ts';
import { enrolments, users } from '#db/schema/people.ts';
import { enquiries, smsOutbox } from '#db/schema/records.ts';
import { sittingDocuments, sittings } from '#db/schema/sittings.ts';
import { deviceOf } from '#tests/support/device.ts';
import { hallOf } from '#tests/support/hall.ts';
import { migratedPostgresUrl } from '#tests/support/test-database.ts';
import { PASSWORD, signUpForm, type TestCandidate } from '../support/people.ts';
import { type Paying, startPaying } from './paying.ts';

const MINUTE = 60_000;
const databases = {
  PGlite: async () => startPaying(),
  PostgreSQL: async () => startPaying({ databaseUrl: await migratedPostgresUrl() }),
};

describe.each(Object.entries(databases))('a person’s account on %s', (_, start) => {
  let api: Paying;
  let registrations = 0;
  beforeAll(async () => {
    api = await start();
    await api.makeQuestions('Reasoning', 3, { weightage: 2, negative: 0 });
  });
  afterAll(() => api.close());

  const makeMcq = () =>
    api.makeExam({
      name: 'Virtual Assistant',
      sections: [{ fieldType: 'Reasoning', fieldCount: 2 }],
    });

  async function register(changes: Record<string, unknown> = {}) {
    registrations += 1;
    const json = {
      ...signUpForm(await makeMcq()),
      email: `asha.rao${registrations}@example.com`,
      mobile: `80000${String(registrations).padStart(5, '0')}`,
      password: PASSWORD,
      sscYear: '2017',
      workExp: 'Two years of data entry',
      ...changes,
    };
    const { user, token } = sessionReplySchema.parse(
      (await api.request('auth/signup', { json })).body,
    );
    return { ...user, token, enrolmentId: null, examId: json.postAppliedFor };
  }

  const read = async (token: string) =>
    accountSchema.parse((await api.request('account', { token })).body);
  const formOf = ({ education, ...account }: Awaited<ReturnType<typeof read>>) => ({
    email: account.email,
    mobile: account.mobile,
    address: account.address,
    city: account.city,
    state: account.state,
    workExp: account.workExp,
    version: account.version,
    ...education,
  });
  const change = (token: string, json: unknown) =>
    api.request('account', { method: 'PUT', token, json });
  const erase = (token: string, password = PASSWORD) =>
    api.request('account/delete', { token, json: { password } });
  const rowOf = async (uid: string) =>
    (await api.deps.db.orm.select().from(users).where(eq(users.uid, uid)))[0];
  async function sit(who: TestCandidate | Awaited<ReturnType<typeof register>>, examId: string) {
    await api.deps.db.orm
      .update(enrolments)
      .set({ status: 'Fees Paid' })
      .where(eq(enrolments.uid, who.uid));
    const phone = await deviceOf(api, who, examId);
    await phone.open();
    const [first = { qid: '' }] = phone.opened.questions;
    return {
      submit: () =>
        phone.submit(2, [{ qid: first.qid, answer: 'OptionTwo' }], {
          events: [phone.event(1, 'answered', first.qid, 'OptionTwo'), phone.event(2, 'submitted')],
        }),
    };
  }

  describe('what the account shows', () => {
    test('lists which version of each document the person agreed to at registration', async () => {
      const { token } = await register();
      expect(
        (await read(token)).consents.map(({ document, version }) => [document, version]),
      ).toEqual([
        ['exam-policy', consentVersions['exam-policy']],
        ['privacy', consentVersions.privacy],
        ['terms', consentVersions.terms],
      ]);
    });

    test('is everyone’s own data only; a proctor sees it too, but can’t change or delete it here', async () => {
      const asha = await register();
      expect(await read(asha.token)).toMatchObject({
        uid: asha.uid,
        fullName: 'Asha Rao',
        dateOfBirth: '2001-04-30',
        city: 'Hyderabad',
        education: { sscYear: '2017' },
        exams: [
          {
            name: 'Virtual Assistant',
            room: '',
            status: 'Registered',
            receiptCode: null,
            orderId: null,
          },
        ],
        holds: [],
      });
      const proctor = await api.makeStaff('proctor');
      expect(await read(proctor.token)).toMatchObject({ role: 'proctor', exams: [], consents: [] });
      expect(await change(proctor.token, formOf(await read(asha.token)))).toMatchObject({
        status: 403,
      });
      expect(await erase(proctor.token)).toMatchObject({ status: 403 });
      expect(await api.request('account')).toMatchObject({ status: 401 });
    });

    test('includes an exam’s receipt and the order that paid for it', async () => {
      const examId = await makeMcq();
      const asha = await api.makeCandidate({ examId });
      await api.payAndReturn(asha, examId);
      const { submit } = await sit(asha, examId);
      const { body } = await submit();
      expect((await read(asha.token)).exams).toMatchObject([
        {
          status: 'Completed',
          completedAt: body.receipt?.receivedAt,
          receiptCode: body.receipt?.code,
          orderId: expect.stringMatching(`^EXAM-${asha.uid}-`),
          paid: 500,
          refunds: [],
        },
      ]);
    });

    test('[rule 15] [AT20] includes when the time of an exam under way ends by the server’s clock, with extra time; no end during a pause', async () => {
      const examId = await makeMcq();
      const hall = await hallOf(api, examId);
      const asha = await hall.candidate();
      const time = async () => (await read(asha.token)).exams[0]?.time;
      const endsAt = (minutes: number) => new Date(began + minutes * MINUTE).toISOString();
      expect(await time()).toBeNull();
      const phone = await deviceOf(api, asha, examId);
      await phone.open();
      const began = api.clock.now;
      expect(await time()).toEqual({ begun: true, endsAt: endsAt(60), isOver: false });
      const to = { row: asha.id };
      await hall.does({ kind: 'extra-time', to, minutes: 5, reason: 'Noise' });
      expect(await time()).toEqual({ begun: true, endsAt: endsAt(65), isOver: false });
      await hall.does({ kind: 'pause', to, reason: 'Fire alarm' });
      expect(await time()).toEqual({ begun: true, endsAt: null, isOver: false });
      await hall.does({ kind: 'resume', to });
      api.clock.now += 66 * MINUTE;
      expect(await time()).toEqual({ begun: true, endsAt: endsAt(65), isOver: true });
      await phone.submit(1, [], { events: [phone.event(1, 'submitted')] });
      expect(await time()).toBeNull();
    });

    test('includes when an exam that starts together ends for this candidate, even if they haven’t opened it', async () => {
      const startsAt = api.clock.now + MINUTE;
      const examId = await api.makeExam({ start: 'together', startsAt, durationMinutes: 60 });
      const hall = await hallOf(api, examId);
      const asha = await hall.candidate();
      await api.deps.db.orm
        .update(enrolments)
        .set({ extraPercent: 50 })
        .where(eq(enrolments.uid, asha.uid));
      const own = async () => (await read(asha.token)).exams[0];
      expect(await own()).toMatchObject({ active: true, time: null });
      api.clock.now = startsAt;
      await hall.does({ kind: 'extra-time', to: { all: true }, minutes: 5, reason: 'Noise' });
      const endsAt = new Date(startsAt + 95 * MINUTE).toISOString();
      expect(await own()).toMatchObject({ time: { begun: false, endsAt, isOver: false } });
      await hall.does({ kind: 'pause', to: { all: true }, reason: 'Fire alarm' });
      const paused = { begun: false, endsAt: null, isOver: false };
      expect(await own()).toMatchObject({ time: paused });
      await hall.does({ kind: 'resume', to: { all: true } });
      api.clock.now = startsAt + 95 * MINUTE;
      expect(await own()).toMatchObject({ time: { begun: false, endsAt, isOver: true } });
      await api.deps.db.orm.update(exams).set({ status: 'Inactive' }).where(eq(exams.id, examId));
      expect(await own()).toMatchObject({ active: false, time: null });
    });

    test('includes no time for an exam that starts together once the candidate has submitted, though it still runs for the others', async () => {
      const startsAt = api.clock.now;
      const sections = [{ fieldType: 'Reasoning', fieldCount: 2 }];
      const examId = await api.makeExam({ start: 'together', startsAt, sections });
      const asha = await api.makeCandidate({ examId, status: 'Fees Paid' });
      const own = async () => (await read(asha.token)).exams[0];
      expect(await own()).toMatchObject({ completedAt: null, time: { begun: false } });
      const { submit } = await sit(asha, examId);
      await submit();
      expect(await own()).toMatchObject({ status: 'Completed', time: null });
    });

    test('keeps an exam as Fees Paid after its fee was refunded, and says what was refunded and when [decision 14]', async () => {
      const examId = await makeMcq();
      const asha = await api.makeCandidate({ examId });
      await api.payAndReturn(asha, examId);
      const orderId = (await read(asha.token)).exams[0]?.orderId ?? '';
      const wish = { orderId, requestId: newReference(), amountPaise: 50_000, reason: 'Cancelled' };
      await requestRefund(api.deps, SUPER_ADMIN, wish);
      expect((await read(asha.token)).exams).toMatchObject([
        {
          status: 'Fees Paid',
          paid: 500,
          refunds: [{ amount: 500, at: new Date(api.clock.now).toISOString() }],
        },
      ]);
    });
  });

  describe('correcting one’s details', () => {
    test('saves the changes; the log names the changed fields but not their values', async () => {
      const asha = await register();
      const form = formOf(await read(asha.token));
      const answer = await change(asha.token, {
        ...form,
        city: 'Warangal',
        sscYear: '',
        interYear: '2019',
      });
      expect(answer).toMatchObject({
        status: 200,
        body: { city: 'Warangal', education: { interYear: '2019' } },
      });
      const [entry] = await api.actsOn(asha.uid);
      expect(entry).toMatchObject({
        action: 'account.changed',
        detail: { fields: ['city', 'education'] },
      });
      expect(JSON.stringify(entry)).not.toContain('Warangal');
    });

    test('is refused when the account has changed meanwhile, and overwrites nothing', async () => {
      const asha = await register();
      const form = formOf(await read(asha.token));
      await change(asha.token, { ...form, city: 'Warangal' });
      expect(await change(asha.token, { ...form, city: 'Pune' })).toMatchObject({
        status: 409,
        body: { code: 'changed-meanwhile' },
      });
      expect(await read(asha.token)).toMatchObject({ city: 'Warangal' });
    });

    test('is done once when sent again because the first reply was lost', async () => {
      const asha = await register();
      const form = formOf(await read(asha.token));
      const typed = { ...form, city: 'Warangal', mobile: '9123456781', password: PASSWORD };
      for (const _ of ['whose reply is lost', 'the same again'])
        expect(await change(asha.token, typed)).toMatchObject({
          status: 200,
          body: { city: 'Warangal', mobile: '9123456781' },
        });
      const acts = (await api.actsOn(asha.uid)).filter(
        ({ action }) => action === 'account.changed',
      );
      expect(acts).toHaveLength(1);
    });

    test('is refused at its field when another account has that email address or mobile number', async () => {
      const [asha, ravi] = [await register(), await register()];
      const form = formOf(await read(asha.token));
      expect(await change(asha.token, { ...form, email: ravi.email.toUpperCase() })).toMatchObject({
        status: 409,
        body: {
          code: 'email-taken',
          fields: { email: expect.stringMatching(/^Another account /) },
        },
      });
      expect(
        await change(asha.token, { ...form, mobile: ravi.mobile, password: PASSWORD }),
      ).toMatchObject({ status: 409, body: { fields: { mobile: expect.any(String) } } });
    });

    test('needs the password for a new email address, so that someone with a borrowed phone can’t change it', async () => {
      const asha = await register();
      const form = { ...formOf(await read(asha.token)), email: 'other.asha@example.com' };
      for (const password of [undefined, 'not my password'])
        expect(await change(asha.token, { ...form, password })).toMatchObject({
          status: 422,
          body: { fields: { password: expect.any(String) } },
        });
      expect(await rowOf(asha.uid)).toMatchObject({ email: asha.email });
      expect(await change(asha.token, { ...form, password: PASSWORD })).toMatchObject({
        status: 200,
        body: { email: 'other.asha@example.com' },
      });
    });

    test('needs the password for a new mobile number, and voids the one-time password sent to the old one', async () => {
      const asha = await register();
      const form = { ...formOf(await read(asha.token)), mobile: '9123456780' };
      for (const password of [undefined, 'not my password'])
        expect(await change(asha.token, { ...form, password })).toMatchObject({
          status: 422,
          body: { fields: { password: expect.any(String) } },
        });
      await api.request('auth/reset-password', { json: { uid: asha.uid } });
      expect(await rowOf(asha.uid)).toMatchObject({ otpHash: expect.any(String) });
      expect(await change(asha.token, { ...form, password: PASSWORD })).toMatchObject({
        status: 200,
      });
      expect(await rowOf(asha.uid)).toMatchObject({ mobile: '9123456780', otpHash: null });
    });
  });

  describe('downloading one’s data', () => {
    test('gives everything about the person, but no correct answers and nobody else’s data', async () => {
      const examId = await makeMcq();
      const [asha, ravi] = [await register(), await register()];
      await api.deps.db.orm.update(enrolments).set({ examId }).where(eq(enrolments.uid, asha.uid));
      await api.payAndReturn(asha, examId);
      const { submit } = await sit(asha, examId);
      const { body } = await submit();
      const answer = await api.request('account/data', { token: asha.token });
      expect(answer.headers.get('content-disposition')).toContain(`my-data-${asha.uid}.json`);
      expect(answer.body).toMatchObject({
        profile: { fullName: 'Asha Rao', address: '12 Tank Bund Road', email: asha.email },
        consents: [{}, {}, {}],
        exams: [{ name: 'Virtual Assistant' }],
        orders: [{ state: 'success', receipt: { recipient: { name: 'Asha Rao' } } }],
        sittings: [
          {
            exam: 'Virtual Assistant',
            receipt: { code: body.receipt?.code },
            score: [{ TotalScore: 0 }, { Reasoning: 0 }],
            answers: [
              { section: 'Reasoning', question: 1, answer: 'OptionTwo' },
              { section: 'Reasoning', question: 2, answer: null },
            ],
          },
        ],
        files: [],
        activity: expect.arrayContaining([expect.objectContaining({ by: asha.uid })]),
      });
      const text = JSON.stringify(answer.body);
      for (const secret of [
        'correct',
        'OptionOne',
        'Reasoning question',
        'assword',
        ravi.uid,
        ravi.email,
      ])
        expect(text).not.toContain(secret);
    });

    test('leaves out a score that nobody may know yet', async () => {
      const examId = await makeMcq();
      const asha = await api.makeCandidate({ examId });
      await sit(asha, examId);
      const at = api.clock.now;
      api.clock.now += 25 * 60 * MINUTE;
      await closeOverdue(api.deps);
      api.clock.now = at;
      expect((await api.request('account/data', { token: asha.token })).body).toMatchObject({
        sittings: [{ state: 'closed', score: null }],
      });
    });
  });

  describe('deleting the account', () => {
    test('wipes what identifies the person, ends every session and frees the email address and number', async () => {
      const asha = await register();
      const elsewhere = await api.signInAs(asha.uid);
      const { submit } = await sit(asha, asha.examId);
      await submit();
      await api.deps.db.orm.insert(enquiries).values({
        id: `enquiry-${asha.uid}`,
        kind: 'contact',
        name: 'Asha Rao',
        email: asha.email,
      });
      expect(await erase(asha.token)).toMatchObject({ status: 200 });
      const row = await rowOf(asha.uid);
      expect(row).toMatchObject({
        fullName: 'Deleted user',
        email: null,
        mobile: null,
        dateOfBirth: null,
        address: '',
        city: '',
        state: '',
        education: {},
        workExp: '',
        deletedAt: new Date(api.clock.now),
      });
      for (const token of [asha.token, elsewhere])
        expect(await api.request('account', { token })).toMatchObject({ status: 401 });
      expect(
        await api.request('auth/signin', { json: { uid: asha.uid, password: PASSWORD } }),
      ).toMatchObject({ status: 401, body: { code: 'invalid-login' } });
      const acts = await api.actsOn(asha.uid);
      expect(acts).toMatchObject([{ action: 'account.deleted', detail: {} }]);
      expect(
        await api.deps.db.orm.select().from(enquiries).where(eq(enquiries.email, asha.email)),
      ).toHaveLength(1);
      expect(
        (await api.request(`exams/by-exam/${asha.examId}`, { token: api.adminToken })).body,
      ).toMatchObject([{ fullName: 'Deleted user', email: '', mobile: '' }]);
      // The deleted candidate's row on that list links here.
      expect(await api.request(`candidates/${asha.uid}`, { token: api.adminToken })).toMatchObject({
        status: 404,
        body: { code: 'not-found', error: expect.stringContaining('account was deleted') },
      });
      const again = await register({ email: asha.email, mobile: asha.mobile });
      expect(again.uid).not.toBe(asha.uid);
    });

    test('needs the password', async () => {
      const asha = await register();
      expect(await erase(asha.token, 'not my password')).toMatchObject({
        status: 422,
        body: { fields: { password: expect.any(String) } },
      });
      expect(await rowOf(asha.uid)).toMatchObject({ deletedAt: null, email: asha.email });
    });

    test('keeps the tax invoice as it was issued', async () => {
      const examId = await makeMcq();
      const asha = await api.makeCandidate({ examId });
      await api.payAndReturn(asha, examId);
      const invoicesOf = () =>
        api.deps.db.orm
          .select({ body: invoices.body, number: invoices.number })
          .from(invoices)
          .innerJoin(orders, eq(orders.orderId, invoices.orderId))
          .where(eq(orders.uid, asha.uid));
      const before = await invoicesOf();
      expect(before).toMatchObject([
        { body: { recipient: { name: expect.stringContaining('Person') } } },
      ]);
      const { submit } = await sit(asha, examId);
      await submit();
      expect(await erase(asha.token)).toMatchObject({ status: 200 });
      expect(await invoicesOf()).toEqual(before);
    });

    test('is refused while a paid exam hasn’t been taken, and allowed once the fee has been refunded', async () => {
      const examId = await makeMcq();
      const asha = await api.makeCandidate({ examId });
      await api.payAndReturn(asha, examId);
      expect(await erase(asha.token)).toMatchObject({
        status: 409,
        body: { code: 'account-held', error: expect.stringContaining('haven’t taken yet') },
      });
      expect((await read(asha.token)).holds).toHaveLength(1);
      const [order = { orderId: '' }] = await api.deps.db.orm
        .select({ orderId: orders.orderId })
        .from(orders)
        .where(eq(orders.uid, asha.uid));
      await requestRefund(api.deps, SUPER_ADMIN, {
        orderId: order.orderId,
        requestId: `REFUND${asha.uid}`,
        amountPaise: 50_000,
        reason: 'Asked for',
      });
      api.clock.now += 60 * MINUTE;
      await api.runTimer();
      expect(await read(asha.token)).toMatchObject({ holds: [] });
      expect(await erase(asha.token)).toMatchObject({ status: 200 });
      // One candidate's refund doesn't free another candidate's account.
      const meena = await api.makeCandidate({ examId });
      await api.payAndReturn(meena, examId);
      expect((await read(meena.token)).holds).toHaveLength(1);
    });

    test('is refused while a payment is open', async () => {
      const examId = await makeMcq();
      const asha = await api.makeCandidate({ examId });
      await api.pay(asha, examId);
      expect(await erase(asha.token)).toMatchObject({
        status: 409,
        body: { error: expect.stringContaining('payment') },
      });
      expect(await rowOf(asha.uid)).toMatchObject({ email: asha.email, deletedAt: null });
    });

    test('is refused while an exam is under way, late work awaits a decision or pages await marking', async () => {
      const examId = await makeMcq();
      const asha = await api.makeCandidate({ examId });
      const { submit } = await sit(asha, examId);
      expect((await read(asha.token)).holds).toEqual([expect.stringContaining('under way')]);
      await submit();
      expect((await read(asha.token)).holds).toEqual([]);
      const mine = eq(sittings.uid, asha.uid);
      await api.deps.db.orm.update(sittings).set({ heldEvents: 1 }).where(mine);
      expect((await read(asha.token)).holds).toEqual([expect.stringContaining('reached us late')]);
      await api.deps.db.orm.update(sittings).set({ heldEvents: 0 }).where(mine);
      await addPage(asha.uid);
      expect((await read(asha.token)).holds).toEqual([
        expect.stringContaining('haven’t been marked'),
      ]);
      expect(await erase(asha.token)).toMatchObject({ status: 409 });
    });

    test('requested twice at once, deletes once or gives way to a payment started at the same moment', async () => {
      const examId = await makeMcq();
      const asha = await api.makeCandidate({ examId });
      const [one, two, payment] = await Promise.all([
        erase(asha.token),
        erase(asha.token),
        api.request('payment/hdfc', {
          token: asha.token,
          json: { exam_id: examId, customer_id: asha.uid },
        }),
      ]);
      const gone = (await rowOf(asha.uid))?.deletedAt !== null;
      expect(gone).toBe(payment.status !== 200);
      expect([one.status, two.status].filter((status) => status === 200)).toHaveLength(
        gone ? 1 : 0,
      );
    });

    test('erases photographed pages a year later, not before', async () => {
      const examId = await makeMcq();
      const asha = await api.makeCandidate({ examId });
      const { submit } = await sit(asha, examId);
      await submit();
      const page = await addPage(asha.uid);
      await api.deps.db.rows('update results set documents = 500 where sitting_id = $1', [
        page.sittingId,
      ]);
      const others = await addPage((await api.makeCandidate()).uid, page.sittingId, 'b');
      expect(await erase(asha.token)).toMatchObject({ status: 200 });
      const at = api.clock.now;
      const left = async (id: string) =>
        (await api.deps.db.orm.select({ name: files.name }).from(files).where(eq(files.id, id)))[0];
      api.clock.now = at + 364 * 24 * 60 * MINUTE;
      await purgeDeleted(api.deps);
      expect(await left(page.id)).toEqual({ name: 'page' });
      api.clock.now = at + 367 * 24 * 60 * MINUTE;
      await purgeDeleted(api.deps);
      api.clock.now = at;
      expect(await left(page.id)).toBeUndefined();
      expect(await api.deps.files.get(page.id)).toBeNull();
      expect(await left(others.id)).toEqual({ name: 'asha-rao.jpg' });
    });
  });

  async function addPage(uid: string, sitting?: string, sha256 = 'a') {
    const { orm } = api.deps.db;
    const [own] = await orm.select({ id: sittings.id }).from(sittings).where(eq(sittings.uid, uid));
    const sittingId = sitting ?? own?.id ?? '';
    const id = `page${uid.toLowerCase()}`;
    await api.deps.files.put(id, new Uint8Array([1]));
    await orm.insert(files).values({
      id,
      kind: 'document',
      name: 'asha-rao.jpg',
      mediaType: 'image/jpeg',
      bytes: 1,
      sha256,
      uid,
    });
    await orm
      .insert(sittingDocuments)
      .values({ sittingId, sha256, fileId: id, receivedAt: new Date(api.clock.now) });
    return { id, sittingId };
  }

  describe('a forgotten UID', () => {
    const ask = (mobile: string) => api.request('auth/send-uid', { json: { mobile } });

    test('is sent by SMS to the number it belongs to', async () => {
      const asha = await register();
      const before = api.sent.length;
      expect(await ask(`+91 ${asha.mobile}`)).toMatchObject({
        status: 200,
        body: { success: true },
      });
      expect(api.sent.slice(before)).toMatchObject([
        { purpose: 'uid-created', to: `+91${asha.mobile}`, vars: { uid: asha.uid } },
      ]);
    });

    test('asked for with an unknown number, gets the same answer and the same number of writes', async () => {
      const asha = await register();
      const rows = async () => (await api.deps.db.orm.select().from(smsOutbox)).length;
      const cost = async (mobile: string) => {
        const before = await rows();
        const { status, body } = await ask(mobile);
        return { status, body, written: (await rows()) - before };
      };
      const known = await cost(asha.mobile);
      const before = api.sent.length;
      expect(await cost('9999999999')).toEqual(known);
      expect(api.sent).toHaveLength(before);
    });

    test('is sent at most three times an hour', async () => {
      const { mobile } = await register();
      const statuses = [];
      for (let tries = 0; tries < 4; tries += 1) statuses.push((await ask(mobile)).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
    });
  });
});
