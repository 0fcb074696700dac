// What the administrator sees of exams under way (rules 16 and 22). The same suite runs on PGlite and on a real Postgres.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeOverdue } from '#api/services/sittings/close-overdue.ts';
import {
  type HeldSitting,
  heldListSchema,
  liveBoardSchema,
  liveSittingsSchema,
  SILENCE_MS,
} from '#contract/desk/live.ts';
import { TRANSIT_ALLOWANCE_MS } from '#machines/sitting/deadline.ts';
import { START, startApi, type TestApi } from '../support/api.ts';
import { deviceOf } from '../support/device.ts';
import { backends, databaseOn } from '../support/test-database.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe.each(backends)('watching exams on %s', (kind) => {
  let api: TestApi;
  let examId: string;

  beforeAll(async () => {
    api = await startApi(await databaseOn(kind));
    await api.makeQuestions('Aptitude', 4);
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    api.clock.now = START;
    examId = await api.makeExam({
      name: 'Watched',
      sections: [{ fieldType: 'Aptitude', fieldCount: 4 }],
    });
  });

  const paid = () => api.makeCandidate({ examId, status: 'Fees Paid' });
  async function seated() {
    const candidate = await paid();
    const phone = await deviceOf(api, candidate, examId);
    await phone.open();
    return { candidate, phone, qid: (n: number) => phone.opened.questions[n]?.qid ?? '' };
  }
  /** A candidate who submitted on a tablet while the phone still had an answer. */
  async function withHeldAct() {
    const { candidate, phone, qid } = await seated();
    await phone.push([]);
    const tablet = await deviceOf(api, candidate, examId, 'tablet-1');
    await tablet.open({ takeOver: true });
    await tablet.submit(1, [{ qid: qid(0), answer: 'OptionTwo' }], {
      events: [tablet.event(1, 'submitted')],
    });
    await api.request(`exams/getresult/${candidate.uid}`, { token: candidate.token });
    api.clock.now += 1_000;
    await phone.push([phone.event(1, 'answered', qid(2), 'OptionOne')]);
    return { candidate, phone, sittingId: phone.opened.sittingId };
  }

  const token = () => api.adminToken;
  const board = async () =>
    liveBoardSchema.parse((await api.request('live', { token: token() })).body);
  const watched = async () => (await board()).exams.find((exam) => exam.examId === examId);
  const list = async (query: string, of = examId) => {
    const { body, headers } = await api.request(`live/${of}/sittings?${query}`, { token: token() });
    return { ...liveSittingsSchema.parse(body), total: Number(headers.get('x-total-count')) };
  };
  const held = async (query = '') => {
    const { body, headers } = await api.request(`sittings/held?${query}`, { token: token() });
    return { rows: heldListSchema.parse(body), total: Number(headers.get('x-total-count')) };
  };
  const decide = (sittingId: string, json: object) =>
    api.request(`sittings/${sittingId}/held`, { token: token(), json });

  it('counts every paid candidate of an exam in one state, silent ones also among those under way', async () => {
    const [quiet, quick, absent] = [await seated(), await seated(), await paid()];
    await api.makeCandidate({ examId }); // has not paid, so isn't expected
    const overdue = await seated();
    api.clock.now += SILENCE_MS + 1;
    await quick.phone.push([]);
    const late = await seated();
    await overdue.phone.submit(1, [], { events: [overdue.phone.event(1, 'submitted')] });
    expect((await watched())?.counts).toEqual({
      'not-started': 1,
      'under-way': 3,
      silent: 1,
      'handed-in': 1,
      closed: 0,
      held: 0,
    });
    const uids = async (filter: string) =>
      (await list(`filter=${filter}`)).rows.map(({ uid }) => uid).sort();
    expect(await uids('not-started')).toEqual([absent.uid]);
    expect(await uids('silent')).toEqual([quiet.candidate.uid]);
    expect(await uids('under-way')).toEqual(
      [quick.candidate.uid, quiet.candidate.uid, late.candidate.uid].sort(),
    );
    expect(await uids('handed-in')).toEqual([overdue.candidate.uid]);

    api.clock.now = START + 60 * MINUTE + SILENCE_MS + TRANSIT_ALLOWANCE_MS + 2;
    await closeOverdue(api.deps);
    expect((await list('filter=closed')).exam.counts).toMatchObject({
      'not-started': 1,
      'under-way': 0,
      closed: 3,
    });
    expect((await list('filter=closed')).total).toBe(3);
  });

  it('shows the exams that open today in India, and those of other days only while somebody sits them', async () => {
    const INDIA_MIDNIGHT = Date.parse('2026-03-02T18:30:00.000Z');
    const tonight = await api.makeExam({ startsAt: INDIA_MIDNIGHT - 1 });
    const tomorrow = await api.makeExam({ startsAt: INDIA_MIDNIGHT });
    const hidden = await api.makeExam({ startsAt: START, status: 'Inactive' });
    examId = await api.makeExam({
      startsAt: START - 3 * DAY,
      durationMinutes: 60,
      sections: [{ fieldType: 'Aptitude', fieldCount: 1 }],
    });
    const ids = async () => (await board()).exams.map((exam) => exam.examId);
    expect(await ids()).toContain(tonight);
    for (const other of [tomorrow, hidden, examId]) expect(await ids()).not.toContain(other);
    await seated();
    expect(await ids()).toContain(examId);
  });

  it('shows exams that have opened before those still to open, and of the latter the next one first', async () => {
    const at = (minutes: number) => api.makeExam({ startsAt: START + minutes * MINUTE });
    api.clock.now = START;
    const [evening, opened, soon, before] = [
      await at(90),
      await at(-5),
      await at(10),
      await at(-60),
    ];
    const mine = new Set([evening, opened, soon, before]);
    const ids = (await board()).exams.map((exam) => exam.examId).filter((id) => mine.has(id));
    expect(ids).toEqual([opened, before, soon, evening]);
  });

  it('marks an exam that nobody can start because it lacks questions', async () => {
    const asking = (fieldCount: number, format: 'MCQ' | 'DOC Upload' = 'MCQ') =>
      api.makeExam({ startsAt: START, format, sections: [{ fieldType: 'Aptitude', fieldCount }] });
    const lacks = new Map((await board()).exams.map((exam) => [exam.examId, exam.lacksQuestions]));
    expect(lacks.get(examId)).toBeUndefined();
    const [none, many, task] = [await asking(0), await asking(500), await asking(0, 'DOC Upload')];
    const now = new Map((await board()).exams.map((exam) => [exam.examId, exam.lacksQuestions]));
    expect([none, many, task].map((id) => now.get(id))).toEqual([true, true, undefined]);
  });

  it('stops marking it once the exam is over, unless somebody may still start in their own time', async () => {
    const asking = (start: 'own' | 'together') =>
      api.makeExam({
        startsAt: START,
        start,
        durationMinutes: 60,
        sections: [{ fieldType: 'Aptitude', fieldCount: 500 }],
      });
    const [alone, waited, together] = [
      await asking('own'),
      await asking('own'),
      await asking('together'),
    ];
    for (const id of [waited, together])
      await api.makeCandidate({ examId: id, status: 'Fees Paid' });
    const lacking = async () => {
      const { exams } = await board();
      return [alone, waited, together].map(
        (id) => exams.find((exam) => exam.examId === id)?.lacksQuestions ?? false,
      );
    };
    api.clock.now = START + 60 * MINUTE - 1;
    expect(await lacking()).toEqual([true, true, true]);
    api.clock.now += 1;
    expect(await lacking()).toEqual([false, true, false]);
  });

  it('[rule 22] shows for a sitting what arrived, what waits on the phone, and how often the phone changed', async () => {
    const { candidate, phone, qid } = await seated();
    await phone.push(
      [
        phone.event(1, 'answered', qid(0), 'OptionOne'),
        phone.event(2, 'answered', qid(1), 'OptionOne'),
        phone.event(3, 'answered', qid(1), 'OptionTwo'),
        phone.event(4, 'cleared', qid(0)),
        phone.event(5, 'answered', qid(2), 'OptionTwo'),
      ],
      { waiting: 3 },
    );
    api.clock.now += 1_000;
    expect((await list('filter=under-way')).rows).toEqual([
      {
        uid: candidate.uid,
        fullName: expect.any(String),
        state: 'under-way',
        sitting: {
          sittingId: phone.opened.sittingId,
          lastHeardAt: new Date(START).toISOString(),
          deadline: phone.opened.deadline,
          extraSeconds: 0,
          deviceChanges: 0,
          waiting: 3,
          questions: 4,
          answered: 2,
          held: 0,
        },
      },
    ]);
    await (await deviceOf(api, candidate, examId, 'tablet-1')).open({ takeOver: true });
    expect((await list('')).rows[0]?.sitting?.deviceChanges).toBe(1);
  });

  it('counts the answers of a submission that came without the log', async () => {
    const { candidate, qid } = await seated();
    const json = {
      uid: candidate.uid,
      examID: examId,
      answers: [
        { qid: qid(0), answer: 'OptionOne' },
        { qid: qid(3), answer: '' },
      ],
    };
    await api.request('exams/submit-mcq', { token: candidate.token, json });
    expect((await list('')).rows[0]).toMatchObject({
      state: 'handed-in',
      sitting: { answered: 1, questions: 4 },
    });
  });

  it('pages without losing or repeating anyone, and finds people by words', async () => {
    for (const _ of [1, 2, 3, 4, 5]) await seated();
    const waiting = await paid();
    const pages = await Promise.all(
      [1, 2, 3].map((page) => list(`filter=started&page=${page}&pageSize=2`)),
    );
    const uids = pages.flatMap(({ rows }) => rows.map(({ uid }) => uid));
    expect(pages.map(({ rows }) => rows.length)).toEqual([2, 2, 1]);
    expect(new Set(uids).size).toBe(5);
    expect(pages[0]?.total).toBe(5);
    const [sought = ''] = uids;
    const found = await list(`search=${sought.toLowerCase()}`);
    expect(found.rows.map(({ uid }) => uid)).toEqual([sought]);
    expect(found.total).toBe(1);
    expect((await list(`filter=not-started&search=${waiting.uid}`)).total).toBe(1);
    expect((await list(`filter=not-started&search=${sought}`)).total).toBe(0);
    expect((await list('search=100%25')).total).toBe(0);
  });

  it('has no sittings for an unknown exam', async () => {
    expect(await api.request('live/nothing/sittings', { token: token() })).toMatchObject({
      status: 404,
      body: { code: 'not-found' },
    });
  });

  describe('late acts that await a decision', () => {
    const mine = (rows: HeldSitting[], sittingId: string) =>
      rows.find((row) => row.sittingId === sittingId);

    it('[rule 16] are listed with candidate, exam and question beside the evidence', async () => {
      const { candidate, sittingId } = await withHeldAct();
      expect((await list('filter=held')).rows).toMatchObject([
        { uid: candidate.uid, state: 'handed-in', sitting: { held: 1 } },
      ]);
      expect((await watched())?.counts.held).toBe(1);
      expect(mine((await held()).rows, sittingId)).toMatchObject({
        uid: candidate.uid,
        fullName: expect.stringMatching(/^Person/),
        examName: 'Watched',
        earlier: null,
        toldAt: new Date(START).toISOString(),
        acts: 1,
        held: [{ type: 'answered', place: 3, elapsed: 1_000 }],
      });
    });

    it('[rule 16] can’t be decided on when others have arrived since, nor twice', async () => {
      const { sittingId, phone } = await withHeldAct();
      const reason = 'The hall had no network';
      api.clock.now += 1_000;
      await phone.push([phone.event(2, 'answered', phone.opened.questions[3]?.qid, 'OptionOne')]);
      expect(await decide(sittingId, { counted: true, reason, seen: 1 })).toMatchObject({
        status: 409,
        body: { code: 'changed-meanwhile' },
      });
      expect(mine((await held()).rows, sittingId)?.acts).toBe(2);
      expect(await decide(sittingId, { counted: false, reason, seen: 2 })).toMatchObject({
        status: 200,
      });
      expect(mine((await held()).rows, sittingId)).toBeUndefined();
      expect(await decide(sittingId, { counted: true, reason, seen: 2 })).toMatchObject({
        status: 409,
      });
    });

    it('[rule 16] are listed up to a hundred for a sitting, with their full number', async () => {
      const { sittingId, phone } = await withHeldAct();
      const qid = phone.opened.questions[2]?.qid;
      for (let from = 2; from < 122; from += 40)
        await phone.push(
          Array.from({ length: 40 }, (_, index) =>
            phone.event(from + index, 'answered', qid, 'OptionOne'),
          ),
        );
      const row = mine((await held('pageSize=50')).rows, sittingId);
      expect(row?.acts).toBe(121);
      expect(row?.held).toHaveLength(100);
    });

    it('come in pages, with the oldest deadline first', async () => {
      for (const _ of [1, 2]) await withHeldAct();
      const all = await held('pageSize=50');
      expect(all.total).toBe(all.rows.length);
      expect((await board()).held).toBe(all.total);
      expect(all.rows.map(({ deadline }) => deadline)).toEqual(
        all.rows.map(({ deadline }) => deadline).sort(),
      );
      const second = await held('pageSize=1&page=2');
      expect(second).toMatchObject({ total: all.total, rows: [all.rows[1]] });
    });
  });
});
