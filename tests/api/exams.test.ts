import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { keepContent } from '#api/services/files/contents.ts';
import { newId } from '#api/services/new-id.ts';
import { examNameListSchema, SECTION_ROWS } from '#contract/desk/exam-draft.ts';
import { participantListSchema } from '#contract/desk/participants.ts';
import { type Exam, examSchema } from '#contract/wire/exams.ts';
import { paperQuestionSchema } from '#contract/wire/sync.ts';
import { bumpBankVersion } from '#db/queries/bank.ts';
import { files, imports, questions } from '#db/schema/exams.ts';
import { enrolments, users } from '#db/schema/people.ts';
import { auditLog } from '#db/schema/records.ts';
import { papers, results, sittingDocuments, sittings } from '#db/schema/sittings.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { makeBlankPng, makePdf } from '#tests/support/make-hostile-uploads.ts';
import { backends, databaseOn } from '#tests/support/test-database.ts';
import { formatDateTime } from '#web/shared/format.ts';

describe.each(backends)('on %s', (backend) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(await databaseOn(backend));
    await api.makeQuestions('Reasoning', 5);
    await api.makeQuestions('English', 3);
  });
  afterAll(() => api.close());

  function form(data: unknown, image?: Blob): FormData {
    const made = new FormData();
    made.set('data', typeof data === 'string' ? data : JSON.stringify(data));
    if (image) made.set('image', image, 'picture.png');
    return made;
  }

  const draft = (changes: Record<string, unknown> = {}) => ({
    name: 'Virtual Assistant Exam',
    price: 499.5,
    description: '<p>About</p>',
    duration: '90',
    startDate: '2026-04-01T10:00',
    format: 'MCQ',
    status: 'Active',
    fields: [{ fieldType: 'Reasoning', fieldCount: 3 }],
    ...changes,
  });

  const create = (changes?: Record<string, unknown>, image?: Blob) =>
    api.request('exams', { token: api.adminToken, form: form(draft(changes), image) });
  const change = (id: string, changes?: Record<string, unknown>, image?: Blob) =>
    api.request(`exams/${id}`, {
      method: 'PUT',
      token: api.adminToken,
      form: form(draft(changes), image),
    });
  async function created(changes?: Record<string, unknown>): Promise<Exam> {
    const { status, body } = await create(changes);
    expect(status).toBe(201);
    return examSchema.parse(body);
  }

  /** A sitting as a candidate's submission leaves it. */
  async function sat(examId: string, enrolmentId: string | null, uid: string): Promise<string> {
    if (!enrolmentId) throw new Error('needs an enrolment');
    const id = newId();
    await api.deps.db.orm.insert(papers).values({ enrolmentId, sections: [] });
    const now = new Date(api.clock.now);
    await api.deps.db.orm.insert(sittings).values({
      id,
      enrolmentId,
      uid,
      examId,
      state: 'submitted',
      startedAt: now,
      deadlineAt: now,
      lastHeardAt: now,
    });
    return id;
  }

  describe('creating an exam', () => {
    test('stores it with ten section rows, in India time when no zone is given, and the price to the paisa', async () => {
      expect(await created()).toMatchObject({
        price: 499.5,
        duration: 90,
        startDate: '2026-04-01T04:30:00.000Z',
        imageUrl: null,
        fields: [
          { fieldType: 'Reasoning', fieldCount: 3 },
          ...Array(SECTION_ROWS - 1).fill({ fieldType: '', fieldCount: 0 }),
        ],
      });
      expect(await created({ startDate: '2026-04-01T10:00:00Z' })).toMatchObject({
        startDate: '2026-04-01T10:00:00.000Z',
      });
    });

    test('creates one exam however often it is asked with the same id, and what was typed last counts', async () => {
      const id = 'ABCDEFGHJKMNPQRS';
      const first = await created({ id });
      expect(first._id).toBe(id);
      expect(await created({ id })).toEqual(first);
      const corrected = await created({ id, price: 700 });
      expect(corrected).toEqual({ ...first, price: 700, version: 2 });
      const path = `exams?search=${encodeURIComponent(first.name)}&pageSize=500`;
      const found = await api.request(path, { token: api.adminToken });
      const all = z.array(examSchema).parse(found.body);
      expect(all.filter(({ _id }) => _id === id)).toMatchObject([{ price: 700, version: 2 }]);
      expect(await created({ id, price: 700 })).toEqual(corrected);
    });

    test('changes nothing in an exam of the same id that somebody has changed since', async () => {
      const id = 'ABCDEFGHJKMNPQRT';
      await created({ id });
      await change(id, { name: 'Theirs' });
      expect(await create({ id, price: 700 })).toMatchObject({
        status: 409,
        body: { code: 'changed-meanwhile' },
      });
      const { body } = await api.request(`exams/${id}`, { token: api.adminToken });
      expect(body).toMatchObject({ name: 'Theirs', price: 499.5 });
    });

    test('takes the picture of the second try, and refuses an id that is too short', async () => {
      const id = 'ABCDEFGHJKMNPQRU';
      expect(await created({ id })).toMatchObject({ imageUrl: null });
      const picture = new Blob([new Uint8Array(await makeBlankPng(4, 4))]);
      expect(await create({ id }, picture)).toMatchObject({
        status: 201,
        body: { _id: id, imageUrl: expect.any(String) },
      });
      expect(await create({ id: 'short' })).toMatchObject({ status: 422 });
    });

    test('is refused for a section that asks for more than the bank holds, naming the section', async () => {
      const fields = [
        { fieldType: 'English', fieldCount: 2 },
        { fieldType: 'Reasoning', fieldCount: 6 },
      ];
      expect(await create({ fields })).toMatchObject({
        status: 422,
        body: {
          code: 'section-too-large',
          error: expect.stringContaining('Reasoning'),
          fields: { 'fields.1.fieldCount': expect.any(String) },
        },
      });
    });

    test('names the section even where it asks for more than any exam can have', async () => {
      const fields = [{ fieldType: 'Reasoning', fieldCount: 99_999 }];
      const sentence = 'The section “Reasoning” asks for 99999 questions, the bank holds 5.';
      expect(await create({ fields })).toMatchObject({
        status: 422,
        body: { error: sentence, fields: { 'fields.0.fieldCount': sentence } },
      });
    });

    test('is refused for more questions than one submission can name; an exam that already has them stays readable', async () => {
      const types = [1, 2, 3, 4, 5, 6].map((n) => `Many ${n}`);
      for (const type of types) {
        await api.makeQuestions(type, 1);
        await api.deps.db.rows(
          `insert into questions (id, revision_id, type, content_hash, import_id, position)
           select q.id || n, q.revision_id, q.type, q.content_hash || n, q.import_id, n
           from questions q, generate_series(1, 999) n where q.type = $1`,
          [type],
        );
      }
      const fields = types.map((fieldType) => ({ fieldType, fieldCount: 1_000 }));
      const sentence = 'The exam asks for 6000 questions in all, it can have at most 5000.';
      expect(await create({ fields })).toMatchObject({
        status: 422,
        body: { error: sentence, fields: { 'fields.5.fieldCount': sentence } },
      });
      expect((await create({ fields: fields.slice(1) })).status).toBe(201);
      const before = await api.makeExam({ sections: fields });
      const path = `exams/${before}`;
      const { body } = await api.request(path, { token: api.adminToken });
      expect(body).toMatchObject({ fields: expect.arrayContaining(fields) });
    });

    test('counts rows of one type together, and only questions whose import is finished', async () => {
      const twice = [
        { fieldType: 'English', fieldCount: 2 },
        { fieldType: 'English', fieldCount: 2 },
      ];
      expect(await create({ fields: twice })).toMatchObject({
        status: 422,
        body: { code: 'section-too-large' },
      });
      await api.makeQuestions('Half Imported', 4);
      const running = (await api.deps.db.orm.select().from(imports)).at(-1);
      await api.deps.db.orm
        .update(imports)
        .set({ state: 'running' })
        .where(eq(imports.id, running?.id ?? ''));
      expect(
        await create({ fields: [{ fieldType: 'Half Imported', fieldCount: 1 }] }),
      ).toMatchObject({ status: 422 });
      await api.deps.db.orm
        .update(imports)
        .set({ state: 'done' })
        .where(eq(imports.id, running?.id ?? ''));
      expect(
        await create({ fields: [{ fieldType: 'Half Imported', fieldCount: 4 }] }),
      ).toMatchObject({ status: 201 });
    });

    test('refuses a start outside this century', async () => {
      for (const startDate of ['0000-01-01T00:00', '9999-12-31T23:59'])
        expect(await create({ startDate })).toMatchObject({
          status: 422,
          body: { fields: { startDate: 'Please choose a date in this century.' } },
        });
    });

    test('names each field that is wrong', async () => {
      expect(
        await create({ name: ' ', price: -1, duration: 0, format: 'Oral', startDate: 'soon' }),
      ).toMatchObject({
        status: 422,
        body: {
          fields: {
            name: expect.any(String),
            price: expect.any(String),
            duration: expect.any(String),
            format: expect.any(String),
            startDate: expect.any(String),
          },
        },
      });
      expect(await create({ fields: [{ fieldType: '', fieldCount: 2 }] })).toMatchObject({
        status: 422,
        body: { fields: { 'fields.0.fieldType': expect.any(String) } },
      });
      expect(await api.request('exams', { token: api.adminToken, form: form('{') })).toMatchObject({
        status: 400,
      });
      expect(await api.request('exams', { token: api.adminToken, json: draft() })).toMatchObject({
        status: 400,
      });
    });

    test('refuses an empty picture, and takes a picture field without a file as no picture', async () => {
      expect(await create({}, new Blob([]))).toMatchObject({
        status: 415,
        body: { code: 'wrong-file-kind' },
      });
      const none = form(draft());
      none.set('image', new File([], ''));
      const answer = await api.request('exams', { token: api.adminToken, form: none });
      expect(examSchema.parse(answer.body).imageUrl).toBeNull();
    });

    test('stores a picture as WebP of at most 1200 pixels under a generated name, public and cached for good', async () => {
      const { body } = await create({}, new Blob([new Uint8Array(makeBlankPng(2_400, 1_200))]));
      const { imageUrl } = examSchema.parse(body);
      const answer = await api.fetch(imageUrl ?? '');
      expect(answer.headers.get('content-type')).toBe('image/webp');
      expect(answer.headers.get('cache-control')).toContain('immutable');
      expect(answer.headers.get('content-security-policy')).toContain('sandbox');
      expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({
        format: 'webp',
        width: 1_200,
        height: 600,
      });
      expect(
        (
          await api.fetch(imageUrl ?? '', {
            headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
          })
        ).status,
      ).toBe(304);
    });

    test('as a copy gets a picture of its own, which stays when the original’s is replaced', async () => {
      const { body } = await create({}, new Blob([new Uint8Array(makeBlankPng(10, 10))]));
      const original = examSchema.parse(body);
      const copy = await created({ imageOf: original._id, status: 'Inactive' });
      expect(copy.imageUrl).not.toBe(original.imageUrl);
      await change(original._id, {}, new Blob([new Uint8Array(makeBlankPng(20, 20))]));
      expect((await api.fetch(original.imageUrl ?? '')).status).toBe(404);
      const picture = await api.fetch(copy.imageUrl ?? '');
      expect(picture.status).toBe(200);
      expect(await sharp(await picture.arrayBuffer()).metadata()).toMatchObject({ width: 10 });
      expect((await created({ imageOf: 'nosuchexam' })).imageUrl).toBeNull();
    });

    test('keeps what people wrote in the description, and nothing that could run', async () => {
      const { _id, description } = await created({
        description: '<p onclick="alert(1)">Read <b>this</b></p><script>alert(1)</script>',
      });
      expect(description).toBe('<p>Read <strong>this</strong></p>');
      const hostile = '<a href="javascript:alert(1)">x</a><img src=x onerror=alert(1)>';
      expect((await change(_id, { description: hostile })).body).toMatchObject({
        description: 'x',
      });
    });

    test('is refused for a file that is no picture or too large a one', async () => {
      expect(await create({}, new Blob(['<svg onload="alert(1)"/>']))).toMatchObject({
        status: 415,
        body: { code: 'wrong-file-kind' },
      });
      expect(
        await create({}, new Blob([new Uint8Array(makeBlankPng(8_000, 8_000))])),
      ).toMatchObject({
        status: 413,
      });
    });
  });

  describe('who sees which exam', () => {
    test('anyone sees Active exams and those with a result; the administrator sees all, with their sections', async () => {
      const [active, inactive, withResult] = [
        await created(),
        await created({ status: 'Inactive' }),
        await created({ status: 'Inactive' }),
      ];
      await upload(withResult._id, makePdf());
      const seenBy = async (token?: string) =>
        ((await api.request('exams', { token })).body as Exam[]).map(({ _id }) => _id);
      const [anyone, admin] = [await seenBy(), await seenBy(api.adminToken)];
      expect(anyone).toEqual(expect.arrayContaining([active._id, withResult._id]));
      expect(anyone).not.toContain(inactive._id);
      expect(admin).toEqual(expect.arrayContaining([active._id, inactive._id, withResult._id]));
      const plain = await api.request(`exams/${active._id}`);
      expect(plain.status).toBe(200);
      expect(plain.body).not.toHaveProperty('fields');
      expect(plain.body).not.toHaveProperty('version');
      expect((await api.request(`exams/${inactive._id}`)).status).toBe(404);
      expect(await api.request(`exams/${inactive._id}`, { token: api.adminToken })).toMatchObject({
        status: 200,
        body: { version: 1 },
      });
    });

    test('a candidate sees the exam they applied for even if it is Inactive; another candidate does not', async () => {
      const examId = await api.makeExam({ status: 'Inactive' });
      const [theirs, other] = [await api.makeCandidate({ examId }), await api.makeCandidate()];
      expect(await api.request(`exams/${examId}`, { token: theirs.token })).toMatchObject({
        status: 200,
        body: { status: 'Inactive' },
      });
      expect((await api.request(`exams/${examId}`, { token: other.token })).status).toBe(404);
    });

    test('the newest start comes first', async () => {
      const starts = ((await api.request('exams')).body as Exam[]).map(
        ({ startDate }) => startDate,
      );
      expect(starts).toEqual([...starts].sort().reverse());
    });
  });

  describe('pages of exams', () => {
    const page = async (query: Record<string, string>, token = api.adminToken) => {
      const answer = await api.request(`exams?${new URLSearchParams(query)}`, { token });
      expect(answer.status).toBe(200);
      return {
        found: z.array(examSchema).parse(answer.body),
        total: Number(answer.headers.get('x-total-count')),
      };
    };

    test('hold ten, newest start first, and no exam twice', async () => {
      for (let n = 0; n < 23; n += 1)
        await api.makeExam({ name: `Paged ${n}`, startsAt: Date.UTC(2027, 0, 1 + (n % 5)) });
      const pages = [];
      for (const number of ['1', '2', '3'])
        pages.push(await page({ search: 'paged', page: number }));
      expect(pages.map(({ found, total }) => [found.length, total])).toEqual([
        [10, 23],
        [10, 23],
        [3, 23],
      ]);
      const all = pages.flatMap(({ found }) => found);
      expect(new Set(all.map(({ _id }) => _id)).size).toBe(23);
      const starts = all.map(({ startDate }) => startDate);
      expect(starts).toEqual([...starts].sort().reverse());
      expect((await page({ search: 'paged', page: '4' })).found).toEqual([]);
      expect((await page({ search: 'paged', pageSize: '500' })).found).toHaveLength(23);
    });

    test('can be searched by name, format and start as the screens show it, in any letter case', async () => {
      const starts = ['2026-03-01T18:30:00Z', '2026-12-31T06:30:00Z', '2027-09-09T20:05:00Z'];
      for (const startDate of starts) {
        const exam = await created({ name: 'Ünique 50%_of', startDate, format: 'DOC Upload' });
        const shown = formatDateTime(exam.startDate);
        for (const search of [shown, shown.toUpperCase(), ` ${shown} `]) {
          expect((await page({ search })).found.map(({ _id }) => _id)).toContain(exam._id);
        }
      }
      expect((await page({ search: '50%_OF' })).total).toBe(starts.length);
      expect((await page({ search: 'doc upl' })).total).toBe(starts.length);
      expect((await page({ search: '%' })).total).toBe(starts.length);
      expect((await page({ search: '2026-03' })).total).toBe(0);
    });

    test('show everyone only what they may see', async () => {
      const search = 'Paged in secret';
      await api.makeExam({ name: search, status: 'Inactive' });
      expect(await page({ search }, '')).toEqual({ found: [], total: 0 });
      expect((await page({ search })).total).toBe(1);
      await api.makeExam({ name: 'Paged in public' });
      const [open] = (await page({ search: 'paged in public' }, '')).found;
      expect(open).not.toHaveProperty('fields');
    });

    test('are optional: without page, size and search the whole list comes', async () => {
      expect((await api.request('exams', { token: api.adminToken })).body).toHaveLength(
        (await page({ pageSize: '1' })).total,
      );
      for (const query of ['page=0', 'page=x', 'pageSize=501'])
        expect((await api.request(`exams?${query}`)).status).toBe(422);
    });

    test('are not needed to choose an exam: one answer has all the names', async () => {
      const { body } = await api.request('exams/names', { token: api.adminToken });
      const names = examNameListSchema.parse(body);
      expect(names).toHaveLength((await page({ pageSize: '1' })).total);
      expect((body as object[])[0]).not.toHaveProperty('description');
    });
  });

  describe('changing an exam', () => {
    test('saves the whole draft, and keeps the picture when none is sent', async () => {
      const { body } = await create({}, new Blob([new Uint8Array(makeBlankPng(10, 10))]));
      const before = examSchema.parse(body);
      const after = await change(before._id, { name: 'Renamed', price: 0 });
      expect(after).toMatchObject({
        status: 200,
        body: { name: 'Renamed', price: 0, imageUrl: before.imageUrl, version: 2 },
      });
    });

    test('is logged with old and new values; long texts are only named', async () => {
      const before = examSchema.parse((await create({})).body);
      await change(before._id, { name: 'Renamed', price: 7.5, description: '<p>Another</p>' });
      const [entry] = await api.deps.db.orm
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.subject, before._id), eq(auditLog.action, 'exam.changed')));
      expect(entry?.detail).toEqual({
        name: { from: before.name, to: 'Renamed' },
        pricePaise: { from: before.price * 100, to: 750 },
        changed: ['description'],
      });
    });

    test('with a new picture removes the old one', async () => {
      const { body } = await create({}, new Blob([new Uint8Array(makeBlankPng(10, 10))]));
      const before = examSchema.parse(body);
      const after = examSchema.parse(
        (await change(before._id, {}, new Blob([new Uint8Array(makeBlankPng(20, 20))]))).body,
      );
      expect(after.imageUrl).not.toBe(before.imageUrl);
      expect((await api.fetch(before.imageUrl ?? '')).status).toBe(404);
      expect((await api.fetch(after.imageUrl ?? '')).status).toBe(200);
    });

    test('after a sitting refuses other sections, format or duration, and allows the rest', async () => {
      const exam = await created();
      const candidate = await api.makeCandidate({ examId: exam._id, status: 'Completed' });
      await sat(exam._id, candidate.enrolmentId, candidate.uid);
      for (const changes of [
        { fields: [{ fieldType: 'Reasoning', fieldCount: 4 }] },
        { format: 'MIX' },
        { duration: 91 },
      ]) {
        expect(await change(exam._id, changes)).toMatchObject({
          status: 409,
          body: { code: 'exam-in-use' },
        });
      }
      expect(
        await change(exam._id, { name: 'Another name', startDate: '2026-04-02T10:00' }),
      ).toMatchObject({ status: 200 });
    });

    test('shows the administrator, and nobody else, whether it was sat', async () => {
      const exam = await created();
      const candidate = await api.makeCandidate({ examId: exam._id, status: 'Completed' });
      const read = async (token?: string) =>
        (await api.request(`exams/${exam._id}`, { token })).body;
      expect(await read(api.adminToken)).toMatchObject({ sat: false });
      await sat(exam._id, candidate.enrolmentId, candidate.uid);
      expect(await read(api.adminToken)).toMatchObject({ sat: true });
      expect(await read(candidate.token)).not.toHaveProperty('sat');
      const { body } = await api.request('exams?pageSize=500', { token: api.adminToken });
      expect(body).toContainEqual(expect.objectContaining({ _id: exam._id, sat: true }));
    });

    test('checks its sections against the bank only when they change, since the bank may have shrunk', async () => {
      const [first] = await api.makeQuestions('Fading', 2);
      const fields = [{ fieldType: 'Fading', fieldCount: 2 }];
      const { _id } = await created({ fields });
      await api.request(`questions/${first}`, { method: 'DELETE', token: api.adminToken });
      expect(await change(_id, { fields, price: 5 })).toMatchObject({ body: { price: 5 } });
      expect(
        await change(_id, { fields: [...fields, { fieldType: 'English', fieldCount: 1 }] }),
      ).toMatchObject({ status: 422, body: { code: 'section-too-large' } });
    });

    test('neither makes Active nor brings back as Active an exam that the bank can’t fill any more', async () => {
      const [first] = await api.makeQuestions('Gone', 2);
      const fields = [{ fieldType: 'Gone', fieldCount: 2 }];
      const { _id } = await created({ fields });
      await api.request(`questions/${first}`, { method: 'DELETE', token: api.adminToken });
      const put = (what: string, version: number) =>
        api.request(`exams/${_id}/${what}`, { token: api.adminToken, json: { version } });
      await put('archive', 1);
      expect((await put('bring-back', 2)).body).toMatchObject({ status: 'Inactive' });
      expect(await change(_id, { fields, status: 'Active' })).toMatchObject({
        status: 422,
        body: { code: 'section-too-large' },
      });
    });

    test('by two people: the second, who saw an older version, is told and overwrites nothing', async () => {
      const { _id } = await created();
      expect((await change(_id, { version: 1, name: 'First' })).status).toBe(200);
      expect(await change(_id, { version: 1, name: 'Second' })).toMatchObject({
        status: 409,
        body: { code: 'changed-meanwhile' },
      });
      expect(await api.request(`exams/${_id}`)).toMatchObject({ body: { name: 'First' } });
    });

    test('meanwhile is reported to an administrator who then deletes it or replaces or takes back its result', async () => {
      const { _id } = await created();
      await change(_id, { version: 1, description: '<p>Read me first</p>' });
      const stale = { status: 409, body: { code: 'changed-meanwhile' } };
      const remove = (path: string) =>
        api.request(path, { method: 'DELETE', token: api.adminToken });
      expect(await remove(`exams/${_id}?version=1`)).toMatchObject(stale);
      expect(await upload(_id, makePdf(), '1')).toMatchObject(stale);
      expect(await upload(_id, makePdf(), 'one')).toMatchObject({ status: 422 });
      expect(await upload(_id, makePdf(), '2')).toMatchObject({ body: { version: 3 } });
      expect(await upload(_id, makePdf(), '2')).toMatchObject(stale);
      expect(await remove(`exams/delete-result/${_id}?version=2`)).toMatchObject(stale);
      expect(await change(_id, { version: 2, status: 'Inactive' })).toMatchObject(stale);
      expect(
        await change(_id, { version: 2 }, new Blob([new Uint8Array(makeBlankPng(10, 10))])),
      ).toMatchObject(stale);
      expect(await remove(`exams/delete-result/${_id}?version=3`)).toMatchObject({ status: 200 });
      expect(await remove(`exams/${_id}?version=4`)).toMatchObject({ status: 200 });
    });

    test('is refused for an unknown exam', async () => {
      expect((await change('nosuchexam')).status).toBe(404);
    });
  });

  describe('a preview', () => {
    const preview = (id: string) => api.request(`exams/${id}/preview`, { token: api.adminToken });

    test('draws a sample paper without correct answers and leaves nothing behind', async () => {
      const { _id } = await created({
        status: 'Inactive',
        fields: [
          { fieldType: 'Reasoning', fieldCount: 3 },
          { fieldType: 'English', fieldCount: 2 },
        ],
      });
      const rows = async () => {
        const { orm } = api.deps.db;
        return [await orm.$count(papers), await orm.$count(sittings), await orm.$count(auditLog)];
      };
      const before = await rows();
      const { body } = await preview(_id);
      const paper = z.array(paperQuestionSchema).parse(body);
      expect(body).toEqual(paper); // no further fields
      expect(paper.map(({ section }) => section)).toEqual([
        ...Array(3).fill('Reasoning'),
        ...Array(2).fill('English'),
      ]);
      expect(new Set(paper.map(({ qid }) => qid)).size).toBe(5);
      expect(await rows()).toEqual(before);
    });

    test('says when the bank has shrunk below what a section asks for', async () => {
      const [first] = await api.makeQuestions('Shrinking', 2);
      const { _id } = await created({ fields: [{ fieldType: 'Shrinking', fieldCount: 2 }] });
      const { orm } = api.deps.db;
      const retired = { retiredAt: new Date(api.clock.now) };
      await orm
        .update(questions)
        .set(retired)
        .where(eq(questions.id, first ?? ''));
      await bumpBankVersion(orm);
      expect(await preview(_id)).toMatchObject({ body: { code: 'section-too-large' } });
      expect(await preview('nosuchexam')).toMatchObject({ status: 404 });
    });
  });

  describe('deleting an exam', () => {
    test('hides it from everyone and keeps its candidates’ results', async () => {
      const exam = await created();
      const candidate = await api.makeCandidate({ examId: exam._id, status: 'Completed' });
      const sittingId = await sat(exam._id, candidate.enrolmentId, candidate.uid);
      await api.deps.db.orm.insert(results).values({
        sittingId,
        sections: [{ name: 'Reasoning', hundredths: 250 }],
        provisional: false,
        computedAt: new Date(),
      });
      const remove = () =>
        api.request(`exams/${exam._id}`, { method: 'DELETE', token: api.adminToken });
      expect(await remove()).toMatchObject({ status: 200 });
      expect((await remove()).status).toBe(404);
      expect((await api.request(`exams/${exam._id}`, { token: api.adminToken })).status).toBe(404);
      expect(
        await api.request(`exams/getresult/${candidate.uid}`, { token: candidate.token }),
      ).toMatchObject({
        status: 200,
        body: [{ examID: exam._id, score: [{ TotalScore: 2.5 }, { Reasoning: 2.5 }] }],
      });
    });
  });

  test('deleting an exam is refused while somebody is sitting it, and asks first when others have paid for it', async () => {
    const { orm } = api.deps.db;
    const remove = (query = '') =>
      api.request(`exams/${exam._id}${query}`, { method: 'DELETE', token: api.adminToken });
    const exam = await created({ name: 'Cancelled' });
    const candidate = await api.makeCandidate({ examId: exam._id, status: 'Fees Paid' });
    const id = await sat(exam._id, candidate.enrolmentId, candidate.uid);
    await orm.update(sittings).set({ state: 'open' }).where(eq(sittings.id, id));
    const sentence =
      'Candidates are still taking “Cancelled”. Delete it once everyone has submitted.';
    for (const despite of [0, 1])
      expect(await remove(`?despite=${despite}`)).toMatchObject({
        status: 409,
        body: { error: sentence },
      });
    // A caller that sends no `despite` is not stopped by these checks.
    expect((await remove()).status).toBe(200);
    const back = { method: 'POST', token: api.adminToken, json: {} };
    expect((await api.request(`exams/${exam._id}/bring-back`, back)).status).toBe(200);
    await orm.update(sittings).set({ state: 'closed' }).where(eq(sittings.id, id));
    const despite = '“Cancelled”: 1 candidate paid and not finished.';
    expect(await remove('?despite=0')).toMatchObject({
      status: 422,
      body: { fields: { despite } },
    });
    expect((await remove('?despite=1')).status).toBe(200);

    // The administrator, and nobody else, can still find the deleted exam and bring it back.
    const deleted = await api.request('exams?status=Deleted', { token: api.adminToken });
    expect(deleted.body).toContainEqual(expect.objectContaining({ _id: exam._id }));
    expect((await api.request('exams?status=Deleted')).body).toEqual([]);
    for (const usual of ['exams?search=Cancelled', 'exams?status=Archived'])
      expect((await api.request(usual, { token: api.adminToken })).body).not.toContainEqual(
        expect.objectContaining({ _id: exam._id }),
      );
  });

  describe('archiving an exam', () => {
    const act = (id: string, what: 'archive' | 'bring-back', body: unknown = {}) =>
      api.request(`exams/${id}/${what}`, { token: api.adminToken, json: body });
    const listed = async (query: string, token?: string) =>
      z
        .array(z.looseObject({ _id: z.string() }))
        .parse((await api.request(query, { token })).body)
        .map(({ _id }) => _id);

    test('removes it from lists and choosers until it is brought back unchanged; results stay', async () => {
      const exam = await created({ name: 'Done with' });
      const candidate = await api.makeCandidate({ examId: exam._id, status: 'Completed' });
      await sat(exam._id, candidate.enrolmentId, candidate.uid);
      expect(await act(exam._id, 'archive', { version: 1 })).toMatchObject({
        status: 200,
        body: { status: 'Inactive', archived: true, version: 2 },
      });
      for (const usual of ['exams', 'exams?search=Done', 'exams?status=Inactive', 'exams/names'])
        expect(await listed(usual, api.adminToken)).not.toContain(exam._id);
      for (const query of ['exams', 'exams?status=Archived', `exams?search=${exam.name}`])
        expect(await listed(query)).not.toContain(exam._id);
      expect(await listed('exams?status=Archived', api.adminToken)).toEqual([exam._id]);
      expect(await listed('exams/names?archived=1', api.adminToken)).toContain(exam._id);
      expect(
        await api.request(`exams/by-exam/${exam._id}`, { token: api.adminToken }),
      ).toMatchObject({ status: 200, body: [{ _id: candidate.uid }] });
      expect(await change(exam._id, { status: 'Active' })).toMatchObject({
        status: 422,
        body: { fields: { status: expect.stringContaining('archived') } },
      });

      expect((await act(exam._id, 'archive')).status).toBe(200); // archived once, however often it is asked
      expect(await act(exam._id, 'bring-back', { version: 1 })).toMatchObject({ status: 409 });
      const back = examSchema.parse((await act(exam._id, 'bring-back', { version: 2 })).body);
      expect(back).toEqual({ ...exam, version: 3 });
      expect(await listed('exams')).toContain(exam._id);
      expect(await listed('exams/names', api.adminToken)).toContain(exam._id);
    });

    test('keeps a published result visible', async () => {
      const { _id } = await created();
      await upload(_id, makePdf());
      await act(_id, 'archive');
      expect(await listed('exams')).toContain(_id);
    });

    test('is refused while somebody is sitting it', async () => {
      const exam = await created();
      const candidate = await api.makeCandidate({ examId: exam._id, status: 'Fees Paid' });
      const id = await sat(exam._id, candidate.enrolmentId, candidate.uid);
      const { orm } = api.deps.db;
      await orm.update(sittings).set({ state: 'open' }).where(eq(sittings.id, id));
      expect(await act(exam._id, 'archive')).toMatchObject({
        status: 409,
        body: { code: 'exam-in-use', error: expect.stringContaining('still taking') },
      });
      await orm.update(sittings).set({ state: 'closed' }).where(eq(sittings.id, id));
      expect((await act(exam._id, 'archive', { despite: true })).status).toBe(200);
    });

    test('asks first while late work or documents wait, or candidates have paid and not finished', async () => {
      const { orm } = api.deps.db;
      const exam = await created({ name: 'Unfinished', format: 'MIX' });
      const done = await api.makeCandidate({ examId: exam._id, status: 'Completed' });
      const id = await sat(exam._id, done.enrolmentId, done.uid);
      await api.makeCandidate({ examId: exam._id, status: 'Fees Paid' });
      await api.makeCandidate({ examId: exam._id, status: 'Registered' });
      await orm.update(sittings).set({ heldEvents: 2 }).where(eq(sittings.id, id));
      expect(await act(exam._id, 'archive')).toMatchObject({
        status: 422,
        body: {
          fields: {
            despite:
              '“Unfinished”: late work of 1 candidate to decide, documents of 1 candidate not marked, 1 candidate paid and not finished.',
          },
        },
      });
      expect(await act(exam._id, 'archive', { despite: true })).toMatchObject({ status: 200 });
      expect((await act(exam._id, 'archive')).status).toBe(200); // it is archived already
    });

    test('and deleting can both be undone', async () => {
      const { _id } = await created();
      await act(_id, 'archive');
      await api.request(`exams/${_id}`, { method: 'DELETE', token: api.adminToken });
      expect((await act(_id, 'archive')).status).toBe(404);
      const undone = { archived: true, version: 4 };
      expect((await act(_id, 'bring-back')).body).toMatchObject(undone);
      expect((await act(_id, 'bring-back')).body).toMatchObject(undone); // the same press twice
      expect((await act(_id, 'bring-back', { version: 4 })).body).toMatchObject({
        status: 'Active',
      });
      expect((await act('nosuchexam', 'bring-back')).status).toBe(404);
    });
  });

  test('question types are listed, with the count of each', async () => {
    const types = await api.request('exams/question-types', { token: api.adminToken });
    expect(types.body).toEqual(expect.arrayContaining(['English', 'Reasoning']));
    expect((await api.request('exams/question-counts', { token: api.adminToken })).body).toEqual(
      expect.arrayContaining([
        { type: 'English', count: 3 },
        { type: 'Reasoning', count: 5 },
      ]),
    );
  });

  function upload(examId: string, content: Uint8Array, version?: string) {
    const pdf = new FormData();
    if (version) pdf.set('version', version);
    pdf.set('pdf', new Blob([new Uint8Array(content)], { type: 'application/pdf' }), 'results.pdf');
    return api.request(`exams/upload-result/${examId}`, { token: api.adminToken, form: pdf });
  }

  describe('result PDFs', () => {
    test('are published to anyone, replaced, and taken down', async () => {
      const { _id } = await created();
      const first = examSchema.parse((await upload(_id, makePdf())).body);
      const answer = await api.fetch(first.resultPdf ?? '');
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      const second = examSchema.parse((await upload(_id, makePdf({ extra: '/Lang(en)' }))).body);
      expect((await api.fetch(first.resultPdf ?? '')).status).toBe(404);
      const taken = await api.request(`exams/delete-result/${_id}`, {
        method: 'DELETE',
        token: api.adminToken,
      });
      expect(taken.body).not.toHaveProperty('resultPdf');
      expect((await api.fetch(second.resultPdf ?? '')).status).toBe(404);
      expect(
        (
          await api.request(`exams/delete-result/${_id}`, {
            method: 'DELETE',
            token: api.adminToken,
          })
        ).status,
      ).toBe(404);
    });

    test('are judged by content: a web page called .pdf and a PDF with a script are refused', async () => {
      const { _id } = await created();
      expect(
        await upload(_id, Buffer.from('<!doctype html><script>alert(1)</script>')),
      ).toMatchObject({ status: 415 });
      expect(
        await upload(_id, makePdf({ extra: '/OpenAction<</S/JavaScript/JS(1)>>' })),
      ).toMatchObject({ status: 422, body: { code: 'file-refused' } });
      expect(await upload(_id, Buffer.alloc(20_000_001))).toMatchObject({ status: 413 });
      expect(
        await api.request(`exams/upload-result/${_id}`, {
          token: api.adminToken,
          form: new FormData(),
        }),
      ).toMatchObject({ status: 422 });
    });
  });

  describe('participants', () => {
    test('show every education column, documents as links that open, and the score', async () => {
      const examId = await api.makeExam({ format: 'MIX' });
      const candidate = await api.makeCandidate({ examId, status: 'Completed' });
      await api.deps.db.orm
        .update(users)
        .set({
          education: { sscYear: '2017', gradMarks: '71%' },
          workExp: 'None',
          city: 'Warangal',
        })
        .where(eq(users.uid, candidate.uid));
      const sittingId = await sat(examId, candidate.enrolmentId, candidate.uid);
      await api.deps.db.orm.insert(results).values({
        sittingId,
        sections: [{ name: 'English', hundredths: -50 }],
        documents: 700,
        provisional: false,
        computedAt: new Date(),
      });
      const row = await keepContent(api.deps, {
        bytes: makePdf(),
        mediaType: 'application/pdf',
        kind: 'document',
        name: 'पृष्ठ 1.pdf',
        uid: candidate.uid,
      });
      await api.deps.db.orm.insert(files).values(row);
      await api.deps.db.orm
        .insert(sittingDocuments)
        .values({ sittingId, sha256: row.sha256, fileId: row.id, receivedAt: new Date() });

      const answer = await api.request(`exams/by-exam/${examId}`, { token: api.adminToken });
      const [participant] = participantListSchema.parse(answer.body);
      expect(participant).toMatchObject({
        _id: candidate.uid,
        city: 'Warangal',
        sscYear: '2017',
        gradMarks: '71%',
        pgYear: '',
        otherMarks: '',
        workExp: 'None',
        TxnID: `TXN${candidate.uid}`,
        status: 'Completed',
        examStatus: 'Completed',
        score: [{ TotalScore: 6.5 }, { English: -0.5 }, { Documents: 7 }],
      });
      const [link = ''] = participant?.docs ?? [];
      expect(decodeURIComponent(new URL(link, 'http://x').pathname)).toMatch(/\/पृष्ठ 1\.pdf$/);
      expect((await api.fetch(link)).status).toBe(200);
    });

    test('come in pages with the total, and are found by what is typed, signs taken literally', async () => {
      const examId = await api.makeExam();
      const made = [];
      for (let index = 0; index < 5; index += 1) made.push(await api.makeCandidate({ examId }));
      const page = async (query: string) => {
        const answer = await api.request(`exams/by-exam/${examId}?${query}`, {
          token: api.adminToken,
        });
        return {
          total: answer.headers.get('x-total-count'),
          ids: participantListSchema.parse(answer.body).map(({ _id }) => _id),
        };
      };
      const pages = [
        await page('page=1&pageSize=2'),
        await page('page=2&pageSize=2'),
        await page('page=3&pageSize=2'),
      ];
      expect(pages.map(({ total }) => total)).toEqual(['5', '5', '5']);
      expect(pages.flatMap(({ ids }) => ids).sort()).toEqual(made.map(({ uid }) => uid).sort());
      expect((await page(`search=${made[3]?.email.toUpperCase()}`)).ids).toEqual([made[3]?.uid]);
      for (const hostile of ['%25', '_', "'; drop table users; --", '\\'])
        expect((await page(`search=${hostile}`)).ids).toEqual([]);
      expect(
        (await api.request(`exams/by-exam/${examId}?page=0`, { token: api.adminToken })).status,
      ).toBe(422);
      expect(
        (await api.request('exams/by-exam/nosuchexam', { token: api.adminToken })).status,
      ).toBe(404);
    });
  });

  describe('updateuser', () => {
    test('answers with the current user, and makes nobody Fees Paid by itself', async () => {
      const examId = await api.makeExam();
      const { uid, token } = await api.makeCandidate({ examId });
      expect(
        await api.request('exams/updateuser', {
          token,
          json: { uid: uid.toLowerCase(), eid: examId },
        }),
      ).toMatchObject({
        status: 200,
        body: { user: { uid, status: 'Registered', examID: examId } },
      });
    });

    test('is refused for somebody else', async () => {
      const [one, other] = [await api.makeCandidate(), await api.makeCandidate()];
      expect(
        await api.request('exams/updateuser', { token: one.token, json: { uid: other.uid } }),
      ).toMatchObject({ status: 403 });
    });
  });

  describe('allowing another exam', () => {
    const allow = (uid: string, examID: string) =>
      api.request('exams/allow-another', { token: api.adminToken, json: { uid, examID } });

    test('opens a new enrolment and keeps the old result', async () => {
      const [first, second] = [await api.makeExam(), await api.makeExam()];
      const { uid, token, enrolmentId } = await api.makeCandidate({
        examId: first,
        status: 'Completed',
      });
      const sittingId = await sat(first, enrolmentId, uid);
      await api.deps.db.orm.insert(results).values({
        sittingId,
        sections: [{ name: 'A', hundredths: 100 }],
        provisional: false,
        computedAt: new Date(),
      });
      expect(await allow(uid, second)).toMatchObject({
        status: 200,
        body: { user: { status: 'Registered', examID: second, score: [], examStatus: null } },
      });
      expect(await api.request(`exams/getresult/${uid}`, { token })).toMatchObject({
        body: [{ examID: first }],
      });
    });

    test.each(['Registered', 'Fees Paid'] as const)(
      'takes up an exam in which the candidate is %s already, instead of enrolling twice',
      async (status) => {
        const [first, second] = [await api.makeExam(), await api.makeExam()];
        const { uid } = await api.makeCandidate({ examId: first, status: 'Completed' });
        // The candidate chose both exams, or paid for them in two tabs, before sitting the first.
        const standing = { id: `also${uid}`, uid, examId: second, status };
        await api.deps.db.orm.insert(enrolments).values(standing);
        expect(await allow(uid, second)).toMatchObject({
          status: 200,
          body: { user: { status, examID: second } },
        });
        const theirs = await api.deps.db.orm
          .select()
          .from(enrolments)
          .where(eq(enrolments.uid, uid));
        expect(theirs.map(({ examId }) => examId).sort()).toEqual([first, second].sort());
      },
    );

    test('is refused before the first is Completed, for the same exam again, and for an Inactive one', async () => {
      const [first, inactive, second] = [
        await api.makeExam(),
        await api.makeExam({ status: 'Inactive' }),
        await api.makeExam(),
      ];
      const paid = await api.makeCandidate({ examId: first, status: 'Fees Paid' });
      const done = await api.makeCandidate({ examId: first, status: 'Completed' });
      expect(await allow(paid.uid, second)).toMatchObject({
        status: 422,
        body: { fields: { uid: expect.any(String) } },
      });
      expect(await allow(done.uid, first)).toMatchObject({
        status: 422,
        body: { fields: { examID: expect.any(String) } },
      });
      expect(await allow(done.uid, inactive)).toMatchObject({
        status: 422,
        body: { fields: { examID: expect.any(String) } },
      });
      expect(await allow('ZZZZZZZ', second)).toMatchObject({ status: 404 });
    });
  });

  test('the administrator’s acts are in the audit log, with who did them', async () => {
    const actions = (
      await api.deps.db.orm.select().from(auditLog).where(eq(auditLog.actor, 'SuperAdmin'))
    ).map(({ action }) => action);
    expect(new Set(actions)).toEqual(
      new Set([
        'exam.created',
        'exam.changed',
        'exam.deleted',
        'exam.archived',
        'exam.brought-back',
        'question.erased',
        'result.published',
        'result.deleted',
        'candidate.allowed-another',
      ]),
    );
  });
});
