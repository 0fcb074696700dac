// Documents are marked by hand. Their mark is one more section, which is never lost, and never overwritten by somebody who
// hasn't seen it. The same suite runs on PGlite and on a real Postgres.
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeOverdue } from '#api/services/sittings/close-overdue.ts';
import {
  type MarkableSitting,
  markableSittingSchema,
  markingListSchema,
} from '#contract/desk/marking.ts';
import { ownSittingsSchema } from '#contract/wire/results.ts';
import { auditLog } from '#db/schema/records.ts';
import { expectTotalsAgree } from '#tests/support/totals-agree.ts';
import { START, startApi, type TestApi } from '../support/api.ts';
import { deviceOf, type TestDevice } from '../support/device.ts';
import type { TestCandidate } from '../support/people.ts';
import { backends, databaseOn } from '../support/test-database.ts';

const MINUTE = 60_000;

describe.each(backends)('marking documents on %s', (kind) => {
  let api: TestApi;
  let examId: string;

  beforeAll(async () => {
    api = await startApi(await databaseOn(kind));
    await api.makeQuestions('Aptitude', 3, { weightage: 2, negative: 0.5 });
  });
  afterEach(async () => {
    await expectTotalsAgree(api.deps.db);
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    api.clock.now = START;
    examId = await api.makeExam({ format: 'DOC Upload' });
  });

  const colours: Record<string, string> = { red: '#f00', blue: '#00f', green: '#0f0' };
  const picture = (colour: string) =>
    sharp({ create: { width: 20, height: 30, channels: 3, background: colours[colour] ?? '#000' } })
      .png()
      .toBuffer();
  async function send(who: TestCandidate, ...names: string[]): Promise<string[]> {
    const form = new FormData();
    form.set('uid', who.uid);
    form.set('examID', examId);
    for (const name of names)
      form.append('docs', new File([new Uint8Array(await picture(name))], `${name}.png`));
    const { body } = await api.request('exams/upload-docs', { token: who.token, form });
    return (body as { docs: string[] }).docs;
  }
  async function sat(...pages: string[]): Promise<{ candidate: TestCandidate; phone: TestDevice }> {
    const candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
    const phone = await deviceOf(api, candidate, examId);
    await phone.open();
    if (pages.length > 0) {
      const shas = await send(candidate, ...pages);
      await phone.push([phone.event(1, 'documents', undefined, shas.join(','))]);
    }
    await phone.submit(pages.length > 0 ? 2 : 1, []);
    return { candidate, phone };
  }
  const list = async (query = '', token = api.adminToken) => {
    const { body, headers } = await api.request(`exams/${examId}/marking?${query}`, { token });
    return { ...markingListSchema.parse(body), total: Number(headers.get('x-total-count')) };
  };
  const see = async (sittingId: string): Promise<MarkableSitting> =>
    markableSittingSchema.parse(
      (await api.request(`sittings/${sittingId}/marking`, { token: api.adminToken })).body,
    );
  const mark = (
    sittingId: string,
    documents: unknown,
    more: { seen?: string | null; reason?: string; token?: string } = {},
  ) =>
    api.request(`sittings/${sittingId}/marking`, {
      method: 'PUT',
      token: more.token ?? api.adminToken,
      json: { documents, reason: more.reason ?? 'All steps shown', seen: more.seen ?? null },
    });
  const results = async ({ uid, token }: TestCandidate) =>
    (await api.request(`exams/getresult/${uid}`, { token })).body;

  it('[decisions 5] gives a DOC Upload candidate a result with the first mark, not before', async () => {
    const { candidate, phone } = await sat('red');
    expect(await results(candidate)).toEqual([{ examID: examId, score: [] }]);
    const answer = await mark(phone.opened.sittingId, 17.25);
    expect(answer).toMatchObject({
      status: 200,
      body: { mark: { documents: 17.25, by: 'SuperAdmin', reason: 'All steps shown' } },
    });
    expect(await results(candidate)).toEqual([
      { examID: examId, score: [{ TotalScore: 17.25 }, { Documents: 17.25 }] },
    ]);
  });

  it('[decisions 5] shows a MIX candidate the sections scored so far, and the documents once marked', async () => {
    examId = await api.makeExam({
      format: 'MIX',
      sections: [{ fieldType: 'Aptitude', fieldCount: 3 }],
    });
    const candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
    const phone = await deviceOf(api, candidate, examId);
    await phone.open();
    const answers = phone.opened.questions.map(({ qid }, index) => ({
      qid,
      answer: index === 0 ? 'OptionTwo' : 'OptionOne',
    }));
    await phone.submit(1, answers);
    expect(await results(candidate)).toEqual([
      { examID: examId, score: [{ TotalScore: 3.5 }, { Aptitude: 3.5 }] },
    ]);
    await mark(phone.opened.sittingId, 0.1);
    expect((await list()).rows).toEqual([]);
    expect(await results(candidate)).toEqual([
      { examID: examId, score: [{ TotalScore: 3.6 }, { Aptitude: 3.5 }, { Documents: 0.1 }] },
    ]);
  });

  it('[decisions 5] shows a candidate that their pages await marking, even if no device named the pages', async () => {
    const waits = async ({ token }: TestCandidate) =>
      ownSittingsSchema
        .parse((await api.request('sittings', { token })).body)
        .map(({ pages }) => pages);
    const named = await sat('red');
    expect(await waits(named.candidate)).toEqual([true]);
    const { candidate } = await sat();
    expect(await waits(candidate)).toEqual([false]);
    const other = await api.makeCandidate({ examId, status: 'Fees Paid' });
    const phone = await deviceOf(api, other, examId);
    await phone.open();
    await send(other, 'red');
    await phone.submit(1, []);
    expect(await waits(other)).toEqual([true]);
  });

  it('can mark a never-submitted sitting once the server has closed it', async () => {
    const candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
    const phone = await deviceOf(api, candidate, examId);
    await phone.open();
    // The phone never listed this page, so it counts.
    await send(candidate, 'red');
    expect((await mark(phone.opened.sittingId, 0)).status).toBe(404);
    expect((await list('filter=all')).rows).toEqual([]);
    api.clock.now += 63 * MINUTE;
    await closeOverdue(api.deps);
    expect(await list()).toMatchObject({ ended: 1, rows: [{ provisional: true, pages: 1 }] });
    expect((await mark(phone.opened.sittingId, 0)).status).toBe(200);
    expect(await results(candidate)).toEqual([
      { examID: examId, score: [{ TotalScore: 0 }, { Documents: 0 }] },
    ]);
  });

  it('shows the counted pages in the candidate’s order, with links that open', async () => {
    const candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
    const phone = await deviceOf(api, candidate, examId);
    await phone.open();
    const [red, blue, green] = await send(candidate, 'red', 'blue', 'green');
    await phone.push([
      phone.event(1, 'documents', undefined, `${red},${blue},${green}`),
      phone.event(2, 'documents', undefined, `${green},${red}`),
    ]);
    await phone.submit(3, []);
    const { pages, missing } = await see(phone.opened.sittingId);
    expect(pages.map(({ name }) => name)).toEqual(['green.png', 'red.png']);
    expect(missing).toBe(0);
    const file = await api.fetch(pages[0]?.path ?? '');
    expect(file.headers.get('content-type')).toBe('image/png');
    expect(await list()).toMatchObject({ rows: [{ pages: 2 }] });
  });

  it('keeps a mark when late pages are settled, and lists the sitting for another look', async () => {
    const candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
    const phone = await deviceOf(api, candidate, examId);
    await phone.open();
    const shas = await send(candidate, 'red', 'blue');
    api.clock.now += 30 * MINUTE;
    const late = phone.event(1, 'documents', undefined, shas.join(','));
    api.clock.now += 33 * MINUTE;
    await closeOverdue(api.deps);
    const { sittingId } = phone.opened;
    api.clock.now += MINUTE;
    await mark(sittingId, 4);
    expect(await list()).toMatchObject({ ended: 1, marked: 1, rows: [] });
    api.clock.now += MINUTE;
    expect((await phone.push([late])).status).toBe(200);
    await phone.submit(2, [], { elapsed: 31 * MINUTE });
    expect(await see(sittingId)).toMatchObject({ mark: { documents: 4 }, outdated: true });
    expect(await results(candidate)).toMatchObject([{ score: [{ TotalScore: 4 }, {}] }]);
    const [row] = (await list()).rows;
    expect(row).toMatchObject({ sittingId, outdated: true, mark: { documents: 4 } });
    api.clock.now += MINUTE;
    await mark(sittingId, 9, { seen: row?.mark?.at ?? null });
    expect(await list()).toMatchObject({ rows: [] });
  });

  it('lists the sitting for another look when a counted page arrives after the mark, but not for a page that awaits a decision [AT8]', async () => {
    const candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
    const phone = await deviceOf(api, candidate, examId);
    await phone.open();
    const [red] = await send(candidate, 'red');
    const blue = createHash('sha256')
      .update(await picture('blue'))
      .digest('hex');
    await phone.push([phone.event(1, 'documents', undefined, `${red},${blue}`)]);
    api.clock.now += 63 * MINUTE;
    await closeOverdue(api.deps);
    const { sittingId } = phone.opened;
    await mark(sittingId, 4);
    api.clock.now += MINUTE;
    const late = phone.event(2, 'documents', undefined, red);
    await phone.push([{ ...late, elapsed: 30 * MINUTE }]);
    expect(await see(sittingId)).toMatchObject({ outdated: false, missing: 1, held: 1 });
    await send(candidate, 'blue');
    expect(await see(sittingId)).toMatchObject({ outdated: true, missing: 0 });
    expect(await list()).toMatchObject({ rows: [{ sittingId, outdated: true, pages: 2 }] });
  });

  it('keeps both a mark and a settlement that happen at the same time', async () => {
    const candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
    const phone = await deviceOf(api, candidate, examId);
    await phone.open();
    const late = [1, 2, 3, 4].map((seq) => phone.event(seq, 'documents', undefined, ''));
    api.clock.now += 63 * MINUTE;
    await closeOverdue(api.deps);
    const { sittingId } = phone.opened;
    const [given] = await Promise.all([
      mark(sittingId, 12.5),
      ...late.map((event) => phone.push([event])),
      phone.submit(5, [], { elapsed: 40 * MINUTE }),
    ]);
    expect(given.status).toBe(200);
    expect(await see(sittingId)).toMatchObject({ provisional: false, mark: { documents: 12.5 } });
  });

  it('tells the second of two markers, and overwrites no mark that they haven’t seen', async () => {
    const { phone } = await sat('red');
    const { sittingId } = phone.opened;
    const both = await Promise.all([mark(sittingId, 5), mark(sittingId, 6)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'changed-meanwhile',
    });
    const { mark: standing } = await see(sittingId);
    expect((await mark(sittingId, 7, { seen: standing?.at ?? null })).status).toBe(200);
    expect((await mark(sittingId, 8, { seen: standing?.at ?? null })).status).toBe(409);
    expect((await see(sittingId)).mark?.documents).toBe(7);
  });

  it('can withdraw a mark, and logs each act with its reason', async () => {
    const { candidate, phone } = await sat('red');
    const { sittingId } = phone.opened;
    await mark(sittingId, 5);
    const { mark: standing } = await see(sittingId);
    await mark(sittingId, null, { seen: standing?.at ?? null, reason: 'Another candidate’s' });
    expect(await results(candidate)).toEqual([{ examID: examId, score: [] }]);
    const notes = (await api.deps.db.orm.select().from(auditLog).orderBy(auditLog.id)).filter(
      ({ subject, action }) => subject === sittingId && action.startsWith('documents'),
    );
    expect(notes.map(({ actor, action, detail }) => [actor, action, detail])).toEqual([
      ['SuperAdmin', 'documents.marked', { from: null, to: 500, reason: 'All steps shown' }],
      [
        'SuperAdmin',
        'documents.mark-taken-back',
        { from: 500, to: null, reason: 'Another candidate’s' },
      ],
    ]);
  });

  it.each([
    ['below zero', -1],
    ['finer than hundredths', 1.005],
    ['a word', 'seven'],
    ['beyond reason', 1e9],
  ])('refuses a mark that is %s, and one without a reason', async (_, wrong) => {
    const { phone } = await sat();
    expect(await mark(phone.opened.sittingId, wrong)).toMatchObject({
      status: 422,
      body: { fields: { documents: expect.any(String) } },
    });
    expect(await mark(phone.opened.sittingId, 1, { reason: ' ' })).toMatchObject({
      status: 422,
      body: { fields: { reason: expect.any(String) } },
    });
    expect((await see(phone.opened.sittingId)).mark).toBeNull();
  });

  it('pages by sitting, so that marking one shifts nothing, and finds sittings by UID', async () => {
    const sittings = await Promise.all(Array.from({ length: 5 }, () => sat()));
    const first = await list('pageSize=2');
    expect(first).toMatchObject({ total: 5, ended: 5, marked: 0 });
    await mark(first.rows[0]?.sittingId ?? '', 1);
    const next = await list(`pageSize=2&after=${first.rows[1]?.sittingId}`);
    const last = await list(`pageSize=2&after=${next.rows[1]?.sittingId}`);
    const ids = [first, next, last].flatMap(({ rows }) => rows.map(({ sittingId }) => sittingId));
    expect(new Set(ids).size).toBe(5);
    expect(await list('filter=marked')).toMatchObject({ total: 1, rows: [{}] });
    expect(await list('filter=all')).toMatchObject({ total: 5, marked: 1 });
    const uid = sittings[3]?.candidate.uid ?? '';
    expect(await list(`filter=all&search=${uid.toLowerCase()}`)).toMatchObject({
      total: 1,
      rows: [{ uid }],
    });
  });

  it('has nothing to mark in an MCQ exam', async () => {
    examId = await api.makeExam({ sections: [{ fieldType: 'Aptitude', fieldCount: 1 }] });
    const { phone } = await sat();
    const answer = await api.request(`exams/${examId}/marking`, { token: api.adminToken });
    expect(answer.status).toBe(404);
    expect((await mark(phone.opened.sittingId, 1)).status).toBe(404);
  });
});
