/** Candidates as the office finds, reads and corrects them (decision 46). */

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  candidateAddedSchema,
  candidateListSchema,
  candidateSchema,
} from '#contract/desk/candidates.ts';
import { PROTOCOL } from '#contract/wire/protocol-version.ts';
import { openReplySchema } from '#contract/wire/sync.ts';
import { exams } from '#db/schema/exams.ts';
import { enrolments, users } from '#db/schema/people.ts';
import { preparedDevices, preparedPapers } from '#db/schema/sittings.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { PASSWORD } from '../support/people.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const ask = (path: string, more: { method?: string; json?: unknown } = {}) =>
  api.request(path, { token: api.adminToken, ...more });
const find = async (query: Record<string, string>) => {
  const answer = await ask(`candidates?${new URLSearchParams(query)}`);
  expect(answer.status).toBe(200);
  const total = Number(answer.headers.get('x-total-count'));
  return { total, rows: candidateListSchema.parse(answer.body) };
};
const read = async (uid: string) => candidateSchema.parse((await ask(`candidates/${uid}`)).body);

describe('finding candidates', () => {
  it('finds one by UID, part of a name, mobile number however written, and email address', async () => {
    const { uid, mobile, email } = await api.makeCandidate();
    const number = `+91 ${mobile.slice(0, 5)}-${mobile.slice(5)}`;
    for (const search of [uid, uid.toLowerCase(), number, mobile, email.toUpperCase()])
      expect((await find({ search })).rows).toMatchObject([{ uid, mobile, email }]);
    const fullName = 'Sunita Devi Sharma';
    await api.deps.db.orm.update(users).set({ fullName }).where(eq(users.uid, uid));
    expect((await find({ search: 'sharma  sunit' })).rows).toMatchObject([{ uid, fullName }]);
    expect((await find({ search: 'sharma ravi' })).total).toBe(0);
  });

  it('finds a name in either Unicode form, however it was stored', async () => {
    // With a nukta and a Bengali vowel: each as one character, then each as two.
    const names = ['\u095bाकिर কো', 'ज\u093cाकिर ক\u09c7\u09be'];
    for (const [index, fullName] of names.entries()) {
      const { uid, mobile, email } = await api.makeCandidate();
      const { version } = await read(uid);
      const reason = 'As on their ID';
      expect((await put(uid, { fullName, mobile, email, version, reason })).status).toBe(200);
      for (const search of names) {
        const { total, rows } = await find({ search });
        expect([total, rows.some((row) => row.uid === uid)]).toEqual([index + 1, true]);
      }
    }
  });

  it('shows how the current exam stands, and filters by it', async () => {
    const examId = await api.makeExam({ name: 'Junior Clerk' });
    const { uid } = await api.makeCandidate({ examId, status: 'Fees Paid' });
    expect((await find({ search: uid, state: 'Fees Paid' })).rows).toMatchObject([
      { uid, exam: 'Junior Clerk', status: 'Fees Paid', blockedAt: null },
    ]);
    expect((await find({ search: uid, state: 'Completed' })).total).toBe(0);
    expect((await find({ search: uid, state: 'Blocked' })).total).toBe(0);
  });

  it('pages newest first, and the last page from the other end', async () => {
    const { total } = await find({});
    const all = await find({ pageSize: '100' });
    expect(all.rows).toHaveLength(total);
    const pages = Math.ceil(total / 2);
    const last = await find({ pageSize: '2', page: String(pages) });
    expect(last.rows).toEqual(all.rows.slice((pages - 1) * 2));
  });

  it('searches for wildcards and quotes literally', async () => {
    for (const search of ['%', '_', "'; drop table users; --", '\\'])
      expect((await find({ search })).total).toBe(0);
  });

  it('shows neither staff nor deleted accounts', async () => {
    const proctor = await api.makeStaff('proctor');
    expect((await find({ search: proctor.uid })).total).toBe(0);
    expect((await ask(`candidates/${proctor.uid}`)).status).toBe(404);
    expect((await ask('candidates/SuperAdmin')).status).toBe(404);
    const gone = await api.makeCandidate();
    const json = { password: PASSWORD };
    expect((await api.request('account/delete', { token: gone.token, json })).status).toBe(200);
    expect((await find({ search: gone.uid })).total).toBe(0);
    expect((await ask(`candidates/${gone.uid}`)).status).toBe(404);
  });
});

describe('one candidate', () => {
  it('is shown with exams, sittings, sign-in places, messages and activity', async () => {
    await api.makeQuestions('Reading', 2);
    const examId = await api.makeExam({ sections: [{ fieldType: 'Reading', fieldCount: 2 }] });
    const { uid, token } = await api.makeCandidate({ examId, status: 'Fees Paid' });
    const signedIn = await api.request('auth/signin', { json: { uid, password: PASSWORD } });
    expect(signedIn.status).toBe(200);
    await api.request('auth/reset-password', { json: { uid } });
    const json = { uid, examID: examId, answers: [] };
    expect((await api.request('exams/submit-mcq', { token, json })).status).toBe(200);
    const candidate = await read(uid);
    expect(candidate).toMatchObject({
      uid,
      enrolments: [{ examId, status: 'Completed', current: true, sat: true, fee: 500, paid: 0 }],
      sittings: [
        {
          ...{ state: 'submitted', total: 0, provisional: false },
          sections: [{ name: 'Reading', marks: 0 }],
        },
      ],
      messages: [{ purpose: 'password-reset', state: 'sent' }],
      sessions: 2,
    });
    expect(candidate.oneTimePasswordUntil).not.toBeNull();
    expect(candidate.places.map(({ kind }) => kind).sort()).toEqual(['address', 'device']);
    expect(Date.parse(candidate.places[0]?.lastSignInAt ?? '')).toBe(api.clock.now);
    expect(candidate.activity.map(({ action }) => action)).toContain('sitting.submitted');
  });

  it('leaves personal data out of the server’s log', async () => {
    const { uid, email, mobile } = await api.makeCandidate();
    await find({ search: email });
    await find({ search: mobile });
    await read(uid);
    const logged = api.logged.join('\n');
    for (const secret of [email, encodeURIComponent(email), mobile])
      expect(logged).not.toContain(secret);
  });
});

const put = (uid: string, json: unknown) => ask(`candidates/${uid}`, { method: 'PUT', json });
const post = (path: string, json: unknown) =>
  ask(path === '' ? 'candidates' : `candidates/${path}`, { json });
const signIn = (uid: string, password: string) =>
  api.request('auth/signin', { json: { uid, password } });
const notesOn = async (uid: string) =>
  (await read(uid)).activity
    .filter(({ subject, action }) => subject === uid && action.startsWith('candidate.'))
    .map(({ actor, action, detail }) => ({ actor, action, detail }));

describe('correcting a candidate', () => {
  it('changes name, mobile and email; the log has the reason and the changed fields, not their values', async () => {
    const { uid } = await api.makeCandidate();
    const { version } = await read(uid);
    const wanted = {
      fullName: 'Asha K. Rao',
      mobile: '+91 70000 00001',
      email: 'Asha.K@example.in',
    };
    const answer = await put(uid, { ...wanted, version, reason: 'A slip at the counter' });
    expect(answer).toMatchObject({
      status: 200,
      body: { uid, fullName: 'Asha K. Rao', mobile: '7000000001', email: 'asha.k@example.in' },
    });
    expect(await notesOn(uid)).toEqual([
      {
        actor: 'SuperAdmin',
        action: 'candidate.changed',
        detail: { fields: ['fullName', 'mobile', 'email'], reason: 'A slip at the counter' },
      },
    ]);
    expect((await signIn('7000000001', PASSWORD)).status).toBe(200);
  });

  it('changes a wrong date of birth, and leaves it unchanged when none is sent', async () => {
    const { uid, mobile, email } = await api.makeCandidate();
    const change = async (dateOfBirth?: string) => {
      const { version } = await read(uid);
      const json = {
        fullName: 'Asha Rao',
        mobile,
        email,
        version,
        reason: 'Day and month exchanged',
      };
      return put(uid, dateOfBirth === undefined ? json : { ...json, dateOfBirth });
    };
    expect((await change('2001-03-02')).body).toMatchObject({ dateOfBirth: '2001-03-02' });
    for (const none of [undefined, ''])
      expect((await change(none)).body).toMatchObject({ dateOfBirth: '2001-03-02' });
    for (const wrong of ['2001-02-30', '2020-01-01', '2030-01-01', '02/03/2001'])
      expect(await change(wrong), wrong).toMatchObject({
        ...{ status: 422, body: { fields: { dateOfBirth: expect.any(String) } } },
      });
    expect((await notesOn(uid)).at(0)?.detail).toMatchObject({
      fields: expect.arrayContaining(['dateOfBirth']),
    });
  });

  it('is refused without a reason, over somebody else’s change, or with a taken number or email address, naming its owner', async () => {
    const { uid, mobile, email } = await api.makeCandidate();
    const other = await api.makeCandidate();
    const { version } = await read(uid);
    const same = { fullName: 'First', mobile, email, version };
    expect(await put(uid, same)).toMatchObject({
      status: 422,
      body: { fields: { reason: expect.any(String) } },
    });
    expect((await put(uid, { ...same, reason: ' ' })).status).toBe(422);
    const reason = 'A slip';
    const taken = await put(uid, { ...same, mobile: other.mobile, reason });
    expect(taken.body).toMatchObject({
      code: 'mobile-taken',
      fields: {
        mobile: `The candidate ${other.uid}, ${(await read(other.uid)).fullName}, already has this mobile number.`,
      },
    });
    const takenToo = await put(uid, { ...same, email: other.email.toUpperCase(), reason });
    expect(takenToo.body).toMatchObject({ code: 'email-taken' });
    expect((await put(uid, { ...same, reason })).status).toBe(200);
    const late = await put(uid, { ...same, fullName: 'Second', reason });
    expect(late.body).toMatchObject({ code: 'changed-meanwhile' });
    expect((await read(uid)).fullName).toBe('First');
  });

  it('to another mobile number voids a one-time password sent to the old one', async () => {
    const { uid, email } = await api.makeCandidate();
    await post(`${uid}/password`, { reason: 'Forgot it' });
    const { version, fullName } = await read(uid);
    await put(uid, { fullName, email, mobile: '7000000002', version, reason: 'A wrong digit' });
    const sent = api.sent.at(-1);
    expect(sent?.purpose).toBe('password-reset');
    const password = sent?.purpose === 'password-reset' ? sent.vars.password : '';
    expect((await signIn(uid, password)).body).toMatchObject({ code: 'invalid-login' });
    expect((await read(uid)).oneTimePasswordUntil).toBeNull();
  });

  it('keeps a note that only the office sees', async () => {
    const { uid, token } = await api.makeCandidate();
    const { version } = await read(uid);
    const note = 'Called twice.\nWants the second shift.';
    const saved = await ask(`candidates/${uid}/note`, { method: 'PUT', json: { note, version } });
    expect(saved).toMatchObject({ status: 200, body: { note } });
    const again = await ask(`candidates/${uid}/note`, { method: 'PUT', json: { note, version } });
    expect(again.body).toMatchObject({ code: 'changed-meanwhile' });
    expect(JSON.stringify((await api.request('account', { token })).body)).not.toContain('Called');
  });

  it('is impossible for proctors and the administrator, and no candidate may do it', async () => {
    const { uid: proctor } = await api.makeStaff('proctor');
    const { uid, token } = await api.makeCandidate();
    const reason = 'Because';
    for (const whom of [proctor, 'SuperAdmin', 'superadmin', 'NOBODY2'])
      for (const act of ['password', 'block', 'unblock'])
        expect((await post(`${whom}/${act}`, { reason })).status).toBe(404);
    for (const act of ['password', 'block', 'unblock'])
      expect(
        (await api.request(`candidates/${uid}/${act}`, { token, json: { reason } })).status,
      ).toBe(403);
    expect((await api.request(`candidates/${uid}`, { token })).status).toBe(403);
    expect((await api.request('candidates', { token })).status).toBe(403);
  });
});

describe('a one-time password from the office', () => {
  it('goes only to the candidate’s number; neither reply, page nor log contains it', async () => {
    const { uid, mobile } = await api.makeCandidate();
    const answer = await post(`${uid}/password`, { reason: 'Lost the phone with it' });
    expect(answer.status).toBe(200);
    const sent = api.sent.at(-1);
    if (sent?.purpose !== 'password-reset') throw new Error('nothing was sent');
    expect(sent.to).toBe(`+91${mobile}`);
    const { password } = sent.vars;
    expect(JSON.stringify([answer.body, await read(uid), api.logged])).not.toContain(password);
    const { body } = await signIn(uid, password);
    expect(body).toMatchObject({ user: { uid, mustChangePassword: true } });
  });
});

describe('a blocked candidate', () => {
  const blocked = { code: 'account-blocked', retry: 'never' };
  const block = (uid: string, endExam = false) =>
    post(`${uid}/block`, { reason: 'Two accounts', endExam });

  it('is signed out, can’t sign in, and is told why only after the right password', async () => {
    const { uid, token, mobile } = await api.makeCandidate();
    expect((await block(uid)).body).toMatchObject({ uid, blockedAt: expect.any(String) });
    expect((await api.request('account', { token })).body).toMatchObject({ code: 'signed-out' });
    expect((await signIn(mobile, PASSWORD)).body).toMatchObject(blocked);
    expect((await signIn(uid, 'a wrong password')).body).toMatchObject({ code: 'invalid-login' });
    const before = api.sent.length;
    await api.request('auth/reset-password', { json: { uid } });
    expect(api.sent.length).toBe(before);
    expect((await post(`${uid}/password`, { reason: 'x' })).body).toMatchObject(blocked);
    expect((await find({ state: 'Blocked' })).rows.map((row) => row.uid)).toContain(uid);
  });

  it('is told so at every sign-in, and once unblocked signs in with the same password', async () => {
    const { uid } = await api.makeCandidate();
    await block(uid);
    await block(uid);
    for (let times = 0; times < 12; times += 1)
      expect((await signIn(uid, PASSWORD)).body).toMatchObject(blocked);
    expect((await post(`${uid}/unblock`, { reason: 'Cleared up' })).body).toMatchObject({
      blockedAt: null,
    });
    expect((await signIn(uid, PASSWORD)).status).toBe(200);
    expect((await notesOn(uid)).map(({ action }) => action)).toEqual([
      'candidate.unblocked',
      'candidate.blocked',
    ]);
  });

  async function sitting() {
    await api.makeQuestions('Block', 2);
    const examId = await api.makeExam({ sections: [{ fieldType: 'Block', fieldCount: 2 }] });
    const who = await api.makeCandidate({ examId, status: 'Fees Paid' });
    const device = { deviceId: `device${who.uid}device`, protocol: PROTOCOL };
    const opened = await api.request(`exams/${examId}/sitting`, { token: who.token, json: device });
    expect(opened.status).toBe(200);
    return { ...who, examId, device, opened: openReplySchema.parse(opened.body) };
  }

  it('can submit the exam that is under way, and do nothing else', async () => {
    const { uid, token, examId, device, opened } = await sitting();
    await block(uid);
    expect((await notesOn(uid))[0]?.detail).toMatchObject({ examUnderWay: true });
    expect((await api.request('account', { token })).body).toMatchObject(blocked);
    const reopened = await api.request(`exams/${examId}/sitting`, { token, json: device });
    expect(reopened.body).toMatchObject({ deadline: opened.deadline });
    const [question] = opened.questions;
    const json = { uid, examID: examId, answers: [{ qid: question?.qid, answer: 'OptionOne' }] };
    expect(await api.request('exams/submit-mcq', { token, json })).toMatchObject({
      status: 200,
      body: { received: true },
    });
    expect((await signIn(uid, PASSWORD)).body).toMatchObject(blocked);
  });

  it('can’t begin another exam in the session left open for the first', async () => {
    const { uid, token } = await sitting();
    const otherExam = await api.makeExam({ sections: [{ fieldType: 'Block', fieldCount: 1 }] });
    await api.deps.db.orm
      .insert(enrolments)
      .values({ id: `other${uid}`, uid, examId: otherExam, status: 'Fees Paid' });
    await block(uid);
    const json = { deviceId: `device${uid}device`, protocol: PROTOCOL };
    const opened = await api.request(`exams/${otherExam}/sitting`, { token, json });
    expect(opened.body).toMatchObject(blocked);
  });

  it('has the exam’s time ended when the office says so, and can still submit', async () => {
    const { uid, token, examId } = await sitting();
    api.clock.now += 60_000;
    await block(uid, true);
    const [{ deadline, state } = { deadline: '', state: '' }] = (await read(uid)).sittings;
    expect(state).toBe('open');
    expect(Math.abs(Date.parse(deadline) - api.clock.now)).toBeLessThanOrEqual(1_000);
    const json = { uid, examID: examId, answers: [] };
    expect((await api.request('exams/submit-mcq', { token, json })).status).toBe(200);
    expect((await notesOn(uid))[0]?.detail).toMatchObject({ examEnded: true });
  });
});

const person = (number: number) => ({
  fullName: `Added ${number}`,
  mobile: `71000${String(number).padStart(5, '0')}`,
  email: `added${number}@example.in`,
});
const passwordTo = (mobile: string) => {
  const message = api.sent.findLast(
    ({ to, purpose }) => to === `+91${mobile}` && purpose === 'password-reset',
  );
  return message?.purpose === 'password-reset' ? message.vars.password : '';
};

describe('a candidate added by hand', () => {
  it('gets UID and one-time password by SMS, and still has to pay the fee', async () => {
    const examID = await api.makeExam();
    const who = person(1);
    const answer = await post('', { ...who, examID, officeInvoice: '', reason: 'At the counter' });
    expect(answer.status).toBe(201);
    const { uid } = candidateAddedSchema.parse(answer.body);
    const told = api.sent.filter(({ to }) => to === `+91${who.mobile}`);
    expect(told.map(({ purpose }) => purpose).sort()).toEqual(['password-reset', 'uid-created']);
    const password = passwordTo(who.mobile);
    expect(JSON.stringify([answer.body, await read(uid), api.logged])).not.toContain(password);
    expect((await signIn(who.mobile, password)).body).toMatchObject({
      user: { uid, status: 'Registered', examID, mustChangePassword: true },
    });
    expect((await read(uid)).orders).toEqual([]);
    expect(await notesOn(uid)).toMatchObject([
      { action: 'candidate.added', detail: { reason: 'At the counter' } },
    ]);
  });

  it('with an invoice number is Fees Paid at once, the order says by whom, and the gateway is never asked', async () => {
    const examID = await api.makeExam({ pricePaise: 49_950 });
    const officeInvoice = 'INV-2026/118';
    const { body } = await post('', {
      ...person(2),
      examID,
      officeInvoice,
      reason: 'College list',
    });
    const { uid } = candidateAddedSchema.parse(body);
    const candidate = await read(uid);
    expect(candidate.enrolments).toMatchObject([{ status: 'Fees Paid', fee: 499.5, paid: 499.5 }]);
    const [order] = candidate.orders;
    expect(order).toMatchObject({ amount: 499.5, status: 'success', officeInvoice, invoice: null });
    expect(candidate.enrolments[0]?.transaction).toBe(order?.order_id);
    // The gateway of these tests is closed: asking it would show up as an error.
    const checked = await ask(`payments/${order?.order_id}/reconcile`, {
      method: 'POST',
      json: {},
    });
    expect(checked).toMatchObject({
      status: 200,
      body: {
        ...{ status: 'success', officeInvoice },
        history: [
          { action: 'candidate.added', actor: 'SuperAdmin', detail: { officeInvoice } },
          { action: 'order.checked' },
        ],
      },
    });
    const json = { requestId: 'A234567890123456', amount: 499.5, reason: 'Asked back' };
    const refund = await ask(`payments/${order?.order_id}/refunds`, { json });
    expect(refund.body).toMatchObject({
      code: 'payment-not-open',
      error: expect.stringContaining(officeInvoice),
    });
    expect((await find({ search: uid, state: 'Fees Paid' })).total).toBe(1);
  });

  it('is refused for a mobile number that somebody has, and for an exam that isn’t Active', async () => {
    const examID = await api.makeExam();
    const reason = 'At the counter';
    const other = await api.makeCandidate();
    const taken = await post('', { ...person(3), mobile: other.mobile, examID, reason });
    expect(taken.body).toMatchObject({ code: 'mobile-taken' });
    const closed = await api.makeExam({ status: 'Inactive' });
    expect((await post('', { ...person(3), examID: closed, reason })).body).toMatchObject({
      fields: { examID: expect.any(String) },
    });
    expect((await find({ search: person(3).email })).total).toBe(0);
  });
});

describe('a fee paid by invoice for somebody who had registered', () => {
  it('makes the candidate Fees Paid once, and only through their own enrolment', async () => {
    const examId = await api.makeExam({ pricePaise: 49_950 });
    const { uid, enrolmentId, token } = await api.makeCandidate({ examId });
    const other = await api.makeCandidate({ examId });
    const json = { enrolment: enrolmentId, officeInvoice: 'INV-9', reason: 'Their college paid' };
    expect((await post(`${other.uid}/paid-by-invoice`, json)).status).toBe(404);
    expect((await post(`${uid}/paid-by-invoice`, { ...json, officeInvoice: ' ' })).status).toBe(
      422,
    );
    expect((await post(`${uid}/paid-by-invoice`, json)).body).toMatchObject({
      enrolments: [{ status: 'Fees Paid', paid: 499.5 }],
      orders: [{ officeInvoice: 'INV-9', amount: 499.5, status: 'success', invoice: null }],
    });
    expect((await post(`${uid}/paid-by-invoice`, json)).body).toMatchObject({
      code: 'already-paid',
    });
    const { orders } = await read(uid);
    expect(orders).toHaveLength(1);
    expect((await ask(`payments/${orders[0]?.order_id}`)).body).toMatchObject({
      history: [{ action: 'candidate.paid-by-invoice', detail: { reason: 'Their college paid' } }],
    });
    const seen = await api.request(`payment/orders/${orders[0]?.order_id}`, { token });
    expect(seen.body).toMatchObject({
      status: 'success',
      amount: 499.5,
      receipt: false,
      officeInvoice: 'INV-9',
    });
    expect((await notesOn(uid))[0]).toMatchObject({
      action: 'candidate.paid-by-invoice',
      detail: { officeInvoice: 'INV-9', feePaise: 49_950, reason: 'Their college paid' },
    });
  });
});

describe('a fee noted as paid from an outdated page', () => {
  it('is not booked for the exam that the candidate has since been moved to', async () => {
    const [seen, now] = [await api.makeExam(), await api.makeExam({ pricePaise: 90_000 })];
    const { uid, enrolmentId: enrolment } = await api.makeCandidate({ examId: seen });
    const reason = 'Their college paid';
    expect((await post(`${uid}/move`, { enrolment, examID: now, reason })).status).toBe(200);
    const note = { enrolment, officeInvoice: 'INV-10', reason };
    expect(await post(`${uid}/paid-by-invoice`, { ...note, seen })).toMatchObject({
      status: 409,
      body: { code: 'changed-meanwhile', error: expect.stringContaining('moved to another exam') },
    });
    expect(await read(uid)).toMatchObject({ enrolments: [{ status: 'Registered' }], orders: [] });
    expect((await post(`${uid}/paid-by-invoice`, { ...note, seen: now })).body).toMatchObject({
      enrolments: [{ examId: now, status: 'Fees Paid', paid: 900 }],
    });
  });

  it('is not booked at a fee other than the page showed', async () => {
    const examId = await api.makeExam({ pricePaise: 49_950 });
    const { uid, enrolmentId: enrolment } = await api.makeCandidate({ examId });
    const { fee } = (await read(uid)).enrolments[0] ?? {};
    await api.deps.db.orm.update(exams).set({ pricePaise: 60_050 }).where(eq(exams.id, examId));
    const note = { enrolment, seen: examId, officeInvoice: 'INV-11', reason: 'Their college paid' };
    expect(await post(`${uid}/paid-by-invoice`, { ...note, fee })).toMatchObject({
      status: 409,
      body: { code: 'changed-meanwhile', error: expect.stringContaining('The fee') },
    });
    expect(await read(uid)).toMatchObject({ enrolments: [{ status: 'Registered' }], orders: [] });
    expect((await post(`${uid}/paid-by-invoice`, { ...note, fee: 600.5 })).body).toMatchObject({
      enrolments: [{ status: 'Fees Paid', paid: 600.5 }],
    });
  });
});

describe('moving to another exam', () => {
  const paidInto = async (pricePaise: number, officeInvoice = 'INV-1') => {
    const examID = await api.makeExam({ pricePaise, startsAt: api.clock.now + 3_600_000 });
    people += 1;
    const who = person(100 + people);
    const added = await post('', { ...who, examID, officeInvoice, reason: 'College list' });
    const { uid } = candidateAddedSchema.parse(added.body);
    const [enrolment] = (await read(uid)).enrolments;
    return { uid, examID, enrolment: enrolment?.id ?? '', ...who };
  };
  let people = 0;
  const reason = 'The second shift';

  it('keeps what was paid when the fee is the same', async () => {
    const { uid, enrolment, mobile } = await paidInto(50_000);
    const examID = await api.makeExam({ name: 'Second shift' });
    const { orm } = api.deps.db;
    const moving = eq(enrolments.id, enrolment);
    await orm.update(enrolments).set({ checkedInPhoto: 'compared there' }).where(moving);
    const moved = await post(`${uid}/move`, { enrolment, examID, reason });
    expect(moved.status).toBe(200);
    expect(await orm.select().from(enrolments).where(moving)).toMatchObject([
      { checkedInAt: null, checkedInPhoto: null },
    ]);
    expect(candidateSchema.parse(moved.body)).toMatchObject({
      enrolments: [{ examId: examID, status: 'Fees Paid', paid: 500, current: true }],
      orders: [{ exam: 'Second shift', amount: 500, status: 'success' }],
    });
    expect((await notesOn(uid))[0]).toMatchObject({
      action: 'candidate.moved',
      detail: { to: 'Second shift', reason },
    });
    const { body } = await signIn(mobile, passwordTo(mobile));
    expect(body).toMatchObject({ user: { examID, status: 'Fees Paid' } });
  });

  it('is refused when the candidate has since been moved out of that exam', async () => {
    const { uid, enrolment, examID: from } = await paidInto(50_000);
    const theirs = await api.makeExam({ name: 'Their shift' });
    const ours = await api.makeExam({ name: 'Our shift' });
    const move = (examID: string) => post(`${uid}/move`, { enrolment, from, examID, reason });
    expect((await move(theirs)).status).toBe(200);
    expect(await move(ours)).toMatchObject({ status: 409, body: { code: 'changed-meanwhile' } });
    expect((await read(uid)).enrolments).toMatchObject([{ examId: theirs }]);
  });

  it('requires the fee difference to be stated to the paisa, and records it', async () => {
    const { uid, enrolment } = await paidInto(49_950);
    const examID = await api.makeExam({ pricePaise: 80_000 });
    const move = (difference?: number) =>
      post(`${uid}/move`, { enrolment, examID, reason, difference });
    for (const wrong of [undefined, 0, 300, 300.51, -300.5])
      expect((await move(wrong)).body).toMatchObject({
        code: 'invalid',
        fields: { difference: expect.stringContaining('₹300.50 more') },
      });
    expect((await read(uid)).enrolments[0]?.id).toBe(enrolment);
    expect((await move(300.5)).status).toBe(200);
    expect((await notesOn(uid))[0]?.detail).toMatchObject({
      paidPaise: 49_950,
      feePaise: 80_000,
      differencePaise: 30_050,
    });
  });

  it('is refused once the exam is under way or was sat, and to an exam the candidate already has', async () => {
    await api.makeQuestions('Move', 1);
    const from = await api.makeExam({ sections: [{ fieldType: 'Move', fieldCount: 1 }] });
    const to = await api.makeExam();
    const who = await api.makeCandidate({ examId: from, status: 'Fees Paid' });
    const enrolment = who.enrolmentId ?? '';
    const move = (examID: string) =>
      post(`${who.uid}/move`, { enrolment, examID, reason, difference: 500 });
    expect((await move(from)).body).toMatchObject({ fields: { examID: expect.any(String) } });
    const json = { deviceId: `device${who.uid}device`, protocol: PROTOCOL };
    await api.request(`exams/${from}/sitting`, { token: who.token, json });
    expect((await move(to)).body).toMatchObject({ fields: { enrolment: expect.any(String) } });
    const answers = { uid: who.uid, examID: from, answers: [] };
    await api.request('exams/submit-mcq', { token: who.token, json: answers });
    expect((await move(to)).body).toMatchObject({ fields: { enrolment: expect.any(String) } });
    expect((await read(who.uid)).enrolments).toMatchObject([{ examId: from }]);
  });

  it('works only on the candidate’s own enrolment', async () => {
    const { enrolment } = await paidInto(50_000);
    const other = await api.makeCandidate();
    const examID = await api.makeExam();
    expect((await post(`${other.uid}/move`, { enrolment, examID, reason })).status).toBe(404);
  });

  it('replaces an unpaid application for the other exam', async () => {
    const { uid, enrolment } = await paidInto(50_000);
    const examID = await api.makeExam();
    const id = `also${uid}`;
    await api.deps.db.orm.insert(enrolments).values({ id, uid, examId: examID });
    await api.deps.db.orm.update(users).set({ currentEnrolmentId: id }).where(eq(users.uid, uid));
    expect((await post(`${uid}/move`, { enrolment, examID, reason })).status).toBe(200);
    expect((await read(uid)).enrolments).toMatchObject([
      { id: enrolment, examId: examID, status: 'Fees Paid', current: true },
    ]);
  });

  it('requires the statement that the exam was not sat, if a phone could have begun it without the server’s knowledge', async () => {
    const { uid, enrolment, examID: from } = await paidInto(50_000);
    const sittingId = `sit${uid}`;
    const { orm } = api.deps.db;
    await orm.update(exams).set({ start: 'together' }).where(eq(exams.id, from));
    const at = new Date(api.clock.now);
    await orm.insert(preparedPapers).values({
      sittingId,
      version: 1,
      enrolmentId: enrolment,
      examId: from,
      sections: [],
      drawnAt: at,
    });
    await orm
      .insert(preparedDevices)
      .values({ sittingId, deviceId: 'phone', epoch: 1, version: 1, readyAt: at });
    const examID = await api.makeExam();
    const move = (more: object) => post(`${uid}/move`, { enrolment, examID, reason, ...more });
    api.clock.now += 3_600_000;
    expect((await move({})).body).toMatchObject({ fields: { notSat: expect.any(String) } });
    expect((await move({ notSat: true })).status).toBe(200);
    expect((await notesOn(uid))[0]?.detail).toMatchObject({ saysNotSat: true });
    expect(
      await orm.select().from(preparedPapers).where(eq(preparedPapers.enrolmentId, enrolment)),
    ).toEqual([]);
  });
});
