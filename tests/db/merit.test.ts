// The merit list on PGlite and on a real Postgres: candidates sit an exam through the API; the office works the list out,
// publishes and withdraws it.
import { and, eq, ne } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { read, utils } from 'xlsx';
import type { Deps } from '#api/deps.ts';
import { changeRules } from '#api/services/merit/change-merit.ts';
import { publishMerit, withdrawMerit } from '#api/services/merit/publish-merit.ts';
import { workOut as workOutMerit } from '#api/services/merit/work-out.ts';
import { closeOverdue } from '#api/services/sittings/close-overdue.ts';
import { candidateSchema } from '#contract/desk/candidates.ts';
import {
  type MeritList,
  type MeritRules,
  meritCategoriesReportSchema,
  meritListSchema,
  meritPlaceListSchema,
} from '#contract/desk/merit.ts';
import { ownRankSchema, publishedMeritSchema } from '#contract/site/merit.ts';
import { optionNames } from '#contract/wire/values.ts';
import type { Database } from '#db/client.ts';
import { exams } from '#db/schema/exams.ts';
import { meritEditions } from '#db/schema/merit.ts';
import { enrolments, users } from '#db/schema/people.ts';
import { results, sittings } from '#db/schema/sittings.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { deviceOf } from '../support/device.ts';
import { makePdf } from '../support/make-hostile-uploads.ts';
import { backends, databaseOn } from '../support/test-database.ts';

const sections = [
  { fieldType: 'Logic', fieldCount: 2 },
  { fieldType: 'Words', fieldCount: 2 },
];
const reason = 'The board decided so';
const nothingOpen: MeritList['open'] = {
  underWay: 0,
  documentsUnmarked: 0,
  provisional: 0,
  heldActs: 0,
  lateWork: 0,
  rescores: 0,
};

describe.each(backends)('the merit list on %s', (kind) => {
  let api: TestApi;
  const texts = new Map<string, string>();

  beforeAll(async () => {
    api = await startApi(await databaseOn(kind));
    for (const type of ['Logic', 'Words'])
      for (const [at, id] of (
        await api.makeQuestions(type, 2, { weightage: 1, negative: 0.25 })
      ).entries())
        texts.set(id, `${type} ${at}`);
  });
  afterAll(() => api.close());

  /** Answers Logic, Logic, Words, Words by letter; A is right, - is blank. @returns the uid */
  async function sits(examId: string, row: string, born?: string): Promise<string> {
    const candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
    if (born)
      await api.deps.db.orm
        .update(users)
        .set({ dateOfBirth: born })
        .where(eq(users.uid, candidate.uid));
    const phone = await deviceOf(api, candidate, examId);
    await phone.open();
    const answers = phone.opened.questions.map(({ qid }) => {
      const [type, at] = (texts.get(qid) ?? '').split(' ');
      const sign = row[(type === 'Words' ? 2 : 0) + Number(at)] ?? '-';
      return { qid, answer: optionNames['ABCD'.indexOf(sign)] ?? '' };
    });
    expect((await phone.submit(1, answers)).status).toBe(200);
    return candidate.uid;
  }
  const ask = (path: string, json?: unknown, method?: string) =>
    api.request(path, {
      token: api.adminToken,
      ...(json !== undefined && { json }),
      ...(method !== undefined && { method }),
    });
  const merit = async (examId: string) =>
    meritListSchema.parse((await ask(`exams/${examId}/merit`)).body);
  const workOut = async (examId: string): Promise<MeritList> =>
    meritListSchema.parse((await ask(`exams/${examId}/merit/work-out`, undefined, 'POST')).body);
  const change = async (examId: string, more: Partial<MeritRules>) => {
    const { rules, version } = await merit(examId);
    const json = { rules: { ...rules, ...more }, version, reason };
    return ask(`exams/${examId}/merit`, json, 'PUT');
  };
  const places = async (examId: string, query = '') =>
    meritPlaceListSchema.parse((await ask(`exams/${examId}/merit/places?${query}`)).body);
  const publish = async (examId: string, more: object = {}) => {
    const edition = (await merit(examId)).latest?.id;
    return ask(`exams/${examId}/merit/publish`, { edition, reason, ...more });
  };
  const rankOf = (examId: string, uid: string) => api.request(`merit/${examId}/rank?uid=${uid}`);
  const standing = async (uid: string) =>
    candidateSchema.parse((await ask(`candidates/${uid}`)).body).sittings[0]?.merit;
  /** The list as the public sees it; undefined when nothing is published. */
  const listed = async (examId: string) =>
    publishedMeritSchema
      .parse((await api.request('merit')).body)
      .find(({ examID }) => examID === examId);
  const order = async (examId: string) =>
    (await places(examId)).map(({ rank, uid }) => `${rank} ${uid}`);

  it('[ML1] [ML2] [ML3] ranks by total, then by the stated tie-breaks, and gives percentiles', async () => {
    const examId = await api.makeExam({ sections });
    const best = await sits(examId, 'AAAA');
    const words = await sits(examId, 'A-AA', '1990-01-01');
    const logic = await sits(examId, 'AAA-');
    const younger = await sits(examId, 'A-A-', '2001-05-06');
    const older = await sits(examId, 'A-A-', '2001-05-05');
    const { latest, rules } = await workOut(examId);
    expect(rules.tieBreaks).toEqual([
      { by: 'section', section: 'Logic' },
      { by: 'section', section: 'Words' },
      { by: 'wrong' },
      { by: 'birth' },
    ]);
    expect(latest).toMatchObject({ people: 5, qualified: 5, outdated: false, twice: 0 });
    expect(await order(examId)).toEqual([
      `1 ${best}`,
      `2 ${logic}`,
      `3 ${words}`,
      `4 ${older}`,
      `5 ${younger}`,
    ]);
    const [first, second, third, fourth] = await places(examId);
    expect([first, second, third, fourth].map((one) => one?.percentile)).toEqual([
      '100.0000000',
      '80.0000000',
      '80.0000000',
      '40.0000000',
    ]);
    expect(second).toMatchObject({
      total: 3,
      wrong: 0,
      sections: [{ name: 'Logic', marks: 2 }, {}],
    });
    expect((await change(examId, { tieBreaks: [] })).status).toBe(200);
    expect((await merit(examId)).latest?.outdated).toBe(true);
    await workOut(examId);
    expect((await places(examId)).map(({ rank }) => rank)).toEqual([1, 2, 2, 4, 4]);
  });

  it('[ML2] counts wrong answers from the log when results don’t have their number', async () => {
    const examId = await api.makeExam({ sections });
    const careless = await sits(examId, 'AAAB');
    const careful = await sits(examId, 'AA--');
    await api.deps.db.orm.update(results).set({
      sections: [
        { name: 'Logic', hundredths: 200 },
        { name: 'Words', hundredths: 0 },
      ],
    });
    await change(examId, { tieBreaks: [{ by: 'wrong' }] });
    await workOut(examId);
    expect(await order(examId)).toEqual([`1 ${careful}`, `2 ${careless}`]);
    expect((await places(examId)).map(({ wrong }) => wrong)).toEqual([0, 1]);
  });

  it('[ML1] [ML6] merges shifts by the percentiles within each, and names the shift that was sat', async () => {
    const easy = await api.makeExam({ sections, name: 'Clerk, morning' });
    const hard = await api.makeExam({ sections, name: 'Clerk, afternoon' });
    const morning = [await sits(easy, 'AAAA'), await sits(easy, 'AAA-')];
    const afternoon = [await sits(hard, 'A---'), await sits(hard, '----')];
    expect((await change(easy, { shifts: [hard], tieBreaks: [] })).status).toBe(200);
    await workOut(easy);
    expect((await places(easy)).map(({ rank, exam }) => [rank, exam])).toEqual(
      expect.arrayContaining([
        [1, 'Clerk, morning'],
        [1, 'Clerk, afternoon'],
        [3, 'Clerk, morning'],
        [3, 'Clerk, afternoon'],
      ]),
    );
    expect(
      (await places(easy))
        .slice(0, 2)
        .map(({ uid }) => uid)
        .sort(),
    ).toEqual([morning[0], afternoon[0]].sort());
    expect((await merit(hard)).shiftOf).toEqual({ examId: easy, examName: 'Clerk, morning' });
    expect((await merit(easy)).shifts).toEqual([{ examId: hard, examName: 'Clerk, afternoon' }]);
    // New tie-breaks for the same shifts are allowed.
    expect((await change(easy, { tieBreaks: [{ by: 'birth' }] })).status).toBe(200);
    const other = await api.makeExam({ sections });
    expect(await change(hard, { shifts: [other] })).toMatchObject({
      status: 422,
      body: { fields: { 'rules.shifts': expect.stringContaining('is a shift of another exam') } },
    });
    expect(await change(other, { shifts: [hard] })).toMatchObject({
      status: 422,
      body: { fields: { 'rules.shifts': expect.stringContaining('already belongs') } },
    });
  });

  it('[050] gives a shift no list of its own, and never makes two exams shifts of each other', async () => {
    const [main, shift] = [await api.makeExam({ sections }), await api.makeExam({ sections })];
    const uid = await sits(shift, 'AA--');
    await workOut(shift);
    let other: ReturnType<typeof change> | undefined;
    const { db } = api.deps;
    const waiting = `select 1 from pg_locks where not granted and locktype = 'advisory'`;
    const transaction: Database['transaction'] = (write) =>
      db.transaction(async (tx) => {
        const written = await write(tx);
        let isAnswered = false;
        other = change(shift, { shifts: [main] }).finally(() => {
          isAnswered = true;
        });
        // The embedded database runs one transaction after another anyway.
        while (kind === 'Postgres' && !isAnswered && (await db.rows(waiting, [])).length === 0);
        return written;
      });
    const { rules, version } = await merit(main);
    await changeRules({ ...api.deps, db: { ...db, transaction } }, 'office', main, {
      rules: { ...rules, shifts: [shift] },
      version,
      reason,
    });
    expect(await other).toMatchObject({ status: 422 });
    const list = { list: `${uid}\tOBC`, reason };
    const acts = [
      await ask(`exams/${shift}/merit/work-out`, undefined, 'POST'),
      await ask(`exams/${shift}/merit/categories`, list, 'PUT'),
    ];
    expect(acts).toMatchObject(
      acts.map(() => ({
        status: 409,
        body: { error: expect.stringContaining('a shift of another') },
      })),
    );
    const late = await api.makeExam({ sections });
    const lateShift = await api.makeExam({ sections });
    await sits(lateShift, 'AA--');
    await workOut(lateShift);
    expect((await change(late, { shifts: [lateShift] })).status).toBe(200);
    expect(await publish(lateShift)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('a shift of another') },
    });
  });

  it('refuses shifts with other sections, and tie-breaks or cut-offs that are unknown or repeated', async () => {
    const examId = await api.makeExam({ sections });
    const other = await api.makeExam({ sections: [{ fieldType: 'Logic', fieldCount: 2 }] });
    const logic = { section: 'Logic', least: 1 };
    const open = { category: 'OBC', least: 1 };
    const refused: [Partial<MeritRules>, string][] = [
      [{ shifts: [other] }, 'rules.shifts'],
      [{ shifts: [examId] }, 'rules.shifts'],
      [{ shifts: ['nowhere'] }, 'rules.shifts'],
      [{ tieBreaks: [{ by: 'section', section: 'Music' }] }, 'rules.tieBreaks'],
      [{ tieBreaks: [{ by: 'wrong' }, { by: 'wrong' }] }, 'rules.tieBreaks'],
      [
        { cutoffs: { total: null, sections: [logic, logic], categories: [] } },
        'rules.cutoffs.sections',
      ],
      [
        { cutoffs: { total: null, sections: [], categories: [open, open] } },
        'rules.cutoffs.categories',
      ],
    ];
    for (const [more, field] of refused)
      expect(await change(examId, more)).toMatchObject({
        status: 422,
        body: { fields: { [field]: expect.any(String) } },
      });
    const { rules, version } = await merit(examId);
    const json = { rules: { ...rules, tieBreaks: [] }, version: version + 1, reason };
    expect(await ask(`exams/${examId}/merit`, json, 'PUT')).toMatchObject({ status: 409 });
  });

  it('accepts the same rules again if the first reply was lost, but not other rules', async () => {
    const examId = await api.makeExam({ sections });
    const { rules, version } = await merit(examId);
    const put = (tieBreaks: MeritRules['tieBreaks']) =>
      ask(`exams/${examId}/merit`, { rules: { ...rules, tieBreaks }, version, reason }, 'PUT');
    for (const _ of ['whose reply is lost', 'the same again'])
      expect(await put([{ by: 'wrong' }])).toMatchObject({
        status: 200,
        body: { version: version + 1 },
      });
    expect(await put([{ by: 'birth' }])).toMatchObject({ status: 409 });
  });

  it('[ML5] takes categories from the office’s list, all lines or none, and applies their cut-offs', async () => {
    const examId = await api.makeExam({ sections });
    const [a, b, c] = [
      await sits(examId, 'AAAA'),
      await sits(examId, 'AA--'),
      await sits(examId, 'AA--'),
    ];
    const set = async (list: string) =>
      meritCategoriesReportSchema.parse(
        (await ask(`exams/${examId}/merit/categories`, { list, reason }, 'PUT')).body,
      );
    expect(
      await set(`UID\tCategory\n${b}\tOBC\nNOBODY1\tOBC\n${b},EWS\n${c} ${'x'.repeat(41)}`),
    ).toEqual({
      changed: 0,
      same: 0,
      errors: [
        { line: 3, message: 'NOBODY1 is not enrolled in this exam.' },
        { line: 4, message: `Line 2 also has ${b}.` },
        { line: 5, message: 'A category has at most 40 characters.' },
      ],
      more: 0,
    });
    expect((await merit(examId)).categories).toEqual([{ category: '', people: 3 }]);
    expect(await set(`${b.toLowerCase()}\tOBC\n\n${a},General`)).toMatchObject({ changed: 2 });
    expect(await set(`${b}\tOBC`)).toMatchObject({ changed: 0, same: 1 });
    await change(examId, {
      cutoffs: {
        total: 3,
        sections: [],
        categories: [
          { category: 'OBC', least: 2 },
          { category: 'EWS', least: 2 },
        ],
      },
    });
    expect((await workOut(examId)).latest).toMatchObject({ people: 3, qualified: 2 });
    expect((await places(examId)).map(({ uid, qualified }) => [uid, qualified])).toEqual(
      expect.arrayContaining([
        [a, true],
        [b, true],
        [c, false],
      ]),
    );
    await api.deps.db.orm.update(enrolments).set({ category: '' });
  });

  it('[050] refuses a column of names in place of categories, and names at most a thousand lines', async () => {
    const examId = await api.makeExam({ sections });
    const set = (list: string[]) =>
      ask(`exams/${examId}/merit/categories`, { list: list.join('\n'), reason }, 'PUT');
    const lines = (count: number, category: (at: number) => string) =>
      Array.from({ length: count }, (_, at) => `NOBODY${at}\t${category(at)}`);
    expect(await set(lines(51, (at) => `Person ${at}`))).toMatchObject({
      status: 422,
      body: { fields: { list: expect.stringContaining('more than 50 categories') } },
    });
    const { body } = await set(lines(1_500, (at) => `Category ${at % 50}`));
    const { errors, more } = meritCategoriesReportSchema.parse(body);
    expect([errors.length, more]).toEqual([1_000, 500]);
  });

  it('[ML5] sets the category in every shift in which the candidate is enrolled', async () => {
    const [first, second] = [
      await api.makeExam({ sections, name: 'Steno, morning' }),
      await api.makeExam({ sections, name: 'Steno, evening' }),
    ];
    const uid = await sits(first, 'AA--');
    const other = await sits(first, 'AA--');
    const { orm } = api.deps.db;
    for (const [who, here, there] of [
      [uid, '', 'OBC'],
      [other, 'OBC', ''],
    ] as const) {
      const [enrolled] = await orm.select().from(enrolments).where(eq(enrolments.uid, who));
      if (!enrolled) throw new Error('Not enrolled');
      await orm.update(enrolments).set({ category: here }).where(eq(enrolments.id, enrolled.id));
      const elsewhere = { id: `${enrolled.id}2`, examId: second, category: there };
      await orm.insert(enrolments).values({ ...enrolled, ...elsewhere });
    }
    await change(first, { shifts: [second] });
    const list = `${uid}\tOBC\n${other}\tOBC`;
    const set = async () =>
      (await ask(`exams/${first}/merit/categories`, { list, reason }, 'PUT')).body;
    expect(await set()).toMatchObject({ changed: 2, same: 0 });
    expect((await merit(first)).categories).toEqual([{ category: 'OBC', people: 4 }]);
    expect(await set()).toMatchObject({ changed: 0, same: 2 });
    await orm
      .update(enrolments)
      .set({ category: 'EWS' })
      .where(and(eq(enrolments.uid, uid), eq(enrolments.examId, second)));
    await workOut(first);
    const placed = (await places(first)).map((place) => [place.uid, place.category]);
    expect(placed.sort()).toEqual(
      [
        [uid, 'OBC'],
        [other, 'OBC'],
      ].sort(),
    );
    await orm.update(enrolments).set({ category: '' });
  });

  it('publishes a PDF and each candidate’s own rank, and withdraws both', async () => {
    const examId = await api.makeExam({ sections, name: 'Clerk' });
    const uid = await sits(examId, 'AAAA');
    await sits(examId, 'AAA-');
    expect(await publish(examId, { edition: 'none' })).toMatchObject({ status: 409 });
    expect((await rankOf(examId, uid)).status).toBe(404);
    await workOut(examId);
    expect((await rankOf(examId, uid)).status).toBe(404);
    const published = meritListSchema.parse(
      (await publish(examId, { names: true })).body,
    ).published;
    expect(published).toMatchObject({ people: 2, names: true, outdated: false });
    const pdf = await api.fetch(published?.pdf ?? '');
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect((await pdf.text()).slice(0, 5)).toBe('%PDF-');
    expect(await listed(examId)).toMatchObject({ exam: 'Clerk', pdf: published?.pdf });
    const found = await rankOf(examId, uid.toLowerCase());
    expect(ownRankSchema.parse(found.body)).toEqual({
      exam: 'Clerk',
      uid,
      rank: 1,
      of: 2,
      total: 4,
      percentile: '100.0000000',
      qualified: null,
    });
    expect(JSON.stringify(found.body)).not.toContain('Person');
    const { orm } = api.deps.db;
    await orm.update(users).set({ deletedAt: new Date() }).where(eq(users.uid, uid));
    expect((await rankOf(examId, uid)).status).toBe(404);
    await orm.update(users).set({ deletedAt: null }).where(eq(users.uid, uid));
    const exam = eq(exams.id, examId);
    await orm.update(exams).set({ hiddenAt: new Date() }).where(exam);
    expect(await listed(examId)).toBeUndefined();
    await orm.update(exams).set({ hiddenAt: null }).where(exam);
    expect(await rankOf(examId, 'NOBODY1')).toMatchObject({ status: 404 });
    expect(await standing(uid)).toEqual({ examId, rank: 1, of: 2, qualified: null });

    const back = await ask(`exams/${examId}/merit/withdraw`, { reason });
    expect(meritListSchema.parse(back.body).published).toBeNull();
    expect(await standing(uid)).toBeNull();
    expect((await rankOf(examId, uid)).status).toBe(404);
    expect(await listed(examId)).toBeUndefined();
    const [left] = await orm.select().from(exams).where(exam);
    expect(left?.resultFileId).toBeNull();
    const acts = await api.actsOn(examId);
    expect(acts.map(({ action }) => action)).toEqual([
      'merit.worked-out',
      'merit.published',
      'merit.withdrawn',
    ]);
    expect(acts.slice(1).every(({ detail }) => detail.reason === reason)).toBe(true);
  });

  it('isn’t published when outdated, and a published list says when scores have changed since', async () => {
    const examId = await api.makeExam({ sections });
    const first = await sits(examId, 'AAA-');
    await workOut(examId);
    const better = await sits(examId, 'AAAA');
    expect(await publish(examId)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('Work it out again') },
    });
    await workOut(examId);
    expect((await publish(examId)).status).toBe(200);
    await sits(examId, 'AAAA');
    expect(await merit(examId)).toMatchObject({
      published: { outdated: true, people: 2 },
      latest: { outdated: true },
    });
    await workOut(examId);
    // Until the office publishes again, the public and the candidate's record show what was published.
    expect((await rankOf(examId, first)).body).toMatchObject({ rank: 2, of: 2 });
    expect((await rankOf(examId, better)).body).toMatchObject({ rank: 1, of: 2 });
    expect(await standing(first)).toMatchObject({ rank: 2, of: 2 });
    expect((await publish(examId)).status).toBe(200);
    expect((await rankOf(examId, first)).body).toMatchObject({ rank: 3, of: 3 });
    expect(await standing(first)).toMatchObject({ rank: 3, of: 3 });
    const before = api.clock.now;
    api.clock.now += 60 * 60_000 + 1;
    await workOut(examId);
    api.clock.now = before;
    const editions = await api.deps.db.orm
      .select()
      .from(meritEditions)
      .where(eq(meritEditions.examId, examId));
    expect(editions).toHaveLength(2);
    const orphans = await api.deps.db.rows(
      'select 1 from merit_places where edition_id not in (select id from merit_editions)',
      [],
    );
    expect(orphans).toEqual([]);
  });

  /** Deps in which `act` writes something just before the tested act writes. */
  const afterwards = (act: () => Promise<unknown>): Deps => {
    let isDone = false;
    const { db } = api.deps;
    const transaction: Database['transaction'] = async (write) => {
      if (!isDone) {
        isDone = true;
        await act();
      }
      return db.transaction(write);
    };
    return { ...api.deps, db: { ...db, transaction } };
  };

  it('[050] compares the scores again when published, and withdraws only the edition that was looked at', async () => {
    const examId = await api.makeExam({ sections });
    const uid = await sits(examId, 'AAA-');
    await workOut(examId);
    const edition = (await merit(examId)).latest?.id ?? '';
    const settled = afterwards(() =>
      api.deps.db.rows('update sittings set version = version + 1 where uid = $1', [uid]),
    );
    const wanted = { edition, names: false, despite: true, reason };
    await expect(publishMerit(settled, 'office', examId, wanted)).rejects.toMatchObject({
      code: 'changed-meanwhile',
    });
    expect((await rankOf(examId, uid)).status).toBe(404);
    await workOut(examId);
    await publish(examId);
    await workOut(examId);
    // The exam's result PDF is no longer that of the list.
    await api.deps.db.orm.update(exams).set({ resultFileId: null }).where(eq(exams.id, examId));
    expect((await listed(examId))?.pdf).toBeNull();
    expect((await merit(examId)).published?.pdf).toBeNull();
    const published = afterwards(() => publish(examId));
    await expect(withdrawMerit(published, 'office', examId, reason)).rejects.toMatchObject({
      code: 'changed-meanwhile',
    });
    expect((await rankOf(examId, uid)).status).toBe(200);
    expect((await merit(examId)).published?.pdf).not.toBeNull();
    // The office has uploaded its own PDF since, which stays.
    const form = new FormData();
    form.set('pdf', new File([new Uint8Array(makePdf())], 'list.pdf'));
    await api.request(`exams/upload-result/${examId}`, { token: api.adminToken, form });
    const resultOf = async () => {
      const [exam] = await api.deps.db.orm.select().from(exams).where(eq(exams.id, examId));
      return exam?.resultFileId;
    };
    const uploaded = await resultOf();
    expect(uploaded).not.toBeNull();
    expect((await ask(`exams/${examId}/merit/withdraw`, { reason })).status).toBe(200);
    expect(await resultOf()).toBe(uploaded);
  });

  it('[050] leaves editions alone that another process is working out, and never points at a deleted one', async () => {
    const examId = await api.makeExam({ sections });
    await sits(examId, 'AAA-');
    const { latest } = await workOut(examId);
    const { orm } = api.deps.db;
    const [made] = await orm.select().from(meritEditions).where(eq(meritEditions.examId, examId));
    if (!made) throw new Error('No edition');
    await orm.insert(meritEditions).values({ ...made, id: 'underway' });
    await workOut(examId);
    const found = await orm.select().from(meritEditions).where(eq(meritEditions.id, 'underway'));
    expect(found).toHaveLength(1);
    const standing = (await merit(examId)).latest?.id ?? '';
    expect(standing).not.toBe(latest?.id);
    const gone = afterwards(() =>
      orm
        .delete(meritEditions)
        .where(and(eq(meritEditions.examId, examId), ne(meritEditions.id, standing))),
    );
    await expect(workOutMerit(gone, 'office', examId)).rejects.toMatchObject({
      code: 'changed-meanwhile',
    });
    expect((await merit(examId)).latest?.id).toBe(standing);
  });

  it('asks before publishing while an exam is under way, and isn’t published while documents are unmarked and nobody is on it', async () => {
    const examId = await api.makeExam({ sections, format: 'MIX' });
    const uid = await sits(examId, 'AAAA');
    await workOut(examId);
    expect(await merit(examId)).toMatchObject({
      open: { ...nothingOpen, documentsUnmarked: 1 },
      latest: { people: 0 },
      sections: ['Logic', 'Words', 'Documents'],
    });
    expect(await publish(examId, { despite: true })).toMatchObject({ status: 422 });
    await api.deps.db.orm.update(results).set({ documents: 550, documentsAt: new Date() });
    const waiting = await api.makeCandidate({ examId, status: 'Fees Paid' });
    await (await deviceOf(api, waiting, examId)).open();
    await workOut(examId);
    expect((await merit(examId)).open).toEqual({ ...nothingOpen, underWay: 1 });
    expect(await places(examId)).toMatchObject([
      { uid, total: 9.5, sections: [{}, {}, { marks: 5.5 }] },
    ]);
    expect(await publish(examId)).toMatchObject({
      status: 422,
      body: { fields: { despite: expect.any(String) } },
    });
    expect((await publish(examId, { despite: true })).status).toBe(200);
  });

  it('[AT11] asks before it publishes provisional scores, and records that candidates have been told them', async () => {
    const examId = await api.makeExam({ sections });
    await sits(examId, 'AA--');
    const elsewhere = await api.makeExam({ sections });
    const begin = async (exam: string) => {
      const candidate = await api.makeCandidate({ examId: exam, status: 'Fees Paid' });
      const phone = await deviceOf(api, candidate, exam);
      await phone.open();
      return { ...candidate, sittingId: phone.opened.sittingId };
    };
    const [candidate, other] = [await begin(examId), await begin(elsewhere)];
    const before = api.clock.now;
    api.clock.now += 24 * 60 * 60_000;
    await closeOverdue(api.deps);
    await workOut(examId);
    const toldAt = async ({ sittingId } = candidate) => {
      const [row] = await api.deps.db.orm
        .select({ at: sittings.scoreToldAt, version: sittings.version })
        .from(sittings)
        .where(eq(sittings.id, sittingId));
      return row;
    };
    // The candidate also sat another exam, whose score is not published here.
    await api.deps.db.orm
      .update(sittings)
      .set({ uid: candidate.uid })
      .where(eq(sittings.id, other.sittingId));
    const untold = await toldAt();
    expect(untold).toMatchObject({ at: null });
    expect((await merit(examId)).open).toEqual({ ...nothingOpen, provisional: 1 });
    expect(await publish(examId)).toMatchObject({
      status: 422,
      body: { fields: { despite: expect.any(String) } },
    });
    expect(await toldAt()).toEqual(untold);
    expect((await publish(examId, { despite: true })).status).toBe(200);
    // The version warns a settlement at the same moment, but doesn't make the list outdated.
    expect(await toldAt()).toEqual({
      at: new Date(api.clock.now),
      version: (untold?.version ?? 0) + 1,
    });
    expect((await toldAt(other))?.at).toBeNull();
    const told = await toldAt();
    api.clock.now += 60_000;
    await workOut(examId);
    expect((await publish(examId, { despite: true })).status).toBe(200);
    expect(await toldAt()).toEqual(told);
    expect((await merit(examId)).published).toMatchObject({ outdated: false });
    api.clock.now = before;
  });

  it('finds a place by UID, and has pages', async () => {
    const examId = await api.makeExam({ sections });
    const uids = [
      await sits(examId, 'AAAA'),
      await sits(examId, 'AAA-'),
      await sits(examId, 'AA--'),
    ];
    await workOut(examId);
    expect(await places(examId, `search=${uids[1]}`)).toMatchObject([{ rank: 2, uid: uids[1] }]);
    expect(await places(examId, 'search=nobody')).toEqual([]);
    expect((await places(examId, 'pageSize=2&page=2')).map(({ uid }) => uid)).toEqual([uids[2]]);
    const { headers } = await ask(`exams/${examId}/merit/places?pageSize=2`);
    expect(headers.get('x-total-count')).toBe('3');
  });

  it('is exported with rank, total and UID first, and a name that begins with = as text', async () => {
    const examId = await api.makeExam({ sections, name: 'Clerk grade II' });
    const uid = await sits(examId, 'AAAB');
    await api.deps.db.orm.update(users).set({ fullName: '=1+1' }).where(eq(users.uid, uid));
    await workOut(examId);
    const reply = await api.fetch(`exams/${examId}/merit/export`, { token: api.adminToken });
    expect(reply.headers.get('content-disposition')).toContain('Clerk_grade_II_Merit_List.xlsx');
    const book = read(await reply.arrayBuffer());
    expect(utils.sheet_to_json(book.Sheets['Merit list'] ?? {})).toEqual([
      {
        Rank: 1,
        Total: 2.75,
        UID: uid,
        Name: '=1+1',
        Exam: 'Clerk grade II',
        Category: '',
        Logic: 2,
        Words: 0.75,
        'Wrong answers': 1,
        Percentile: '100.0000000',
        Status: 'Qualified',
      },
    ]);
  });

  it('slows down someone who tries UIDs from one address', async () => {
    const examId = await api.makeExam({ sections });
    await sits(examId, 'AAAA');
    await workOut(examId);
    await publish(examId);
    const ask = () => api.request(`merit/${examId}/rank?uid=NOBODY1`);
    expect(await ask()).toMatchObject({ status: 404 });
    await api.deps.db.rows(`update throttles set count = 2000 where key like 'ranks from %'`, []);
    expect(await ask()).toMatchObject({ status: 429 });
    await api.deps.db.rows(`delete from throttles where key like 'ranks from %'`, []);
  });
});
