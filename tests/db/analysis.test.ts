// The analysis of an exam, on PGlite and on a real Postgres. A dozen candidates sit an exam through the API; their
// figures were worked out by hand.
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { read, utils } from 'xlsx';
import { type CountedAnswers, countedAnswers } from '#api/services/analysis/counted-answers.ts';
import type { Counted } from '#api/services/analysis/distribution.ts';
import { closeOverdue } from '#api/services/sittings/close-overdue.ts';
import {
  type ExamAnalysis,
  examAnalysisSchema,
  type QuestionFigures,
} from '#contract/desk/analysis.ts';
import { optionNames } from '#contract/wire/values.ts';
import { keyCorrections, questionRevisions, questions } from '#db/schema/exams.ts';
import { results, sittings } from '#db/schema/sittings.ts';
import { START, startApi, type TestApi } from '../support/api.ts';
import { deviceOf, type TestDevice } from '../support/device.ts';
import { backends, databaseOn } from '../support/test-database.ts';

const MINUTE = 60_000;
const marks = { weightage: 1, negative: 0.25 };

/** Answers to Logic questions 1, 2, 3, then Words question 1; A is right, - is blank. */
const SUBMITTED = [
  'ABAA',
  'ABAA',
  'ABAA',
  'ABAB',
  'AAA-',
  'BAAA',
  'BAAB',
  'CAAB',
  'CAA-',
  'DAAC',
  '-AAD',
];
/** Only in the log, because the phone was never heard of again. Its first answer was A at first. */
const NEVER_SUBMITTED = 'BAA-';

/** A promise that the test resolves later. */
function held<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

describe.each(backends)('the analysis on %s', (kind) => {
  let api: TestApi;
  let examId: string;
  const texts = new Map<string, string>();

  /** Answers for the questions of a phone's paper, from one row of letters. */
  const answersFor = (phone: TestDevice, row: string) =>
    phone.opened.questions.map(({ qid }) => {
      const [type, , number] = (texts.get(qid) ?? '').split(' ');
      const sign = row[type === 'Words' ? 3 : Number(number) - 1] ?? '-';
      return { qid, answer: optionNames['ABCD'.indexOf(sign)] ?? '' };
    });
  const openPhone = async (exam: string) => {
    const candidate = await api.makeCandidate({ examId: exam, status: 'Fees Paid' });
    const phone = await deviceOf(api, candidate, exam);
    await phone.open();
    return phone;
  };
  /** Asks until scores and answers are counted, as the screen does. */
  const analysis = async (exam = examId): Promise<ExamAnalysis> => {
    for (;;) {
      const token = api.adminToken;
      const { status, body } = await api.request(`exams/${exam}/analysis`, { token });
      expect(status).toBe(200);
      const read = examAnalysisSchema.parse(body);
      if (read.scoresCounted && read.answers.state === 'counted') return read;
    }
  };
  const figures = async (query = '') => {
    const { status, headers, body } = await api.request(
      `exams/${examId}/analysis/questions?${query}`,
      { token: api.adminToken },
    );
    expect(status).toBe(200);
    return { total: headers.get('x-total-count'), rows: body as QuestionFigures[] };
  };
  const named = (rows: QuestionFigures[]) => rows.map(({ text }) => text);

  beforeAll(async () => {
    api = await startApi(await databaseOn(kind));
    const logic = await api.makeQuestions('Logic', 3, marks);
    const words = await api.makeQuestions('Words', 1, marks);
    for (const [index, id] of logic.entries()) texts.set(id, `Logic question ${index + 1}`);
    for (const id of words) texts.set(id, 'Words question 1');
    examId = await api.makeExam({
      name: 'Clerks',
      sections: [
        { fieldType: 'Words', fieldCount: 1 },
        { fieldType: 'Logic', fieldCount: 3 },
      ],
    });
    const phones = [];
    for (const row of SUBMITTED) phones.push({ phone: await openPhone(examId), row });
    const lost = await openPhone(examId);
    const given = answersFor(lost, NEVER_SUBMITTED).filter(({ answer }) => answer !== '');
    const [changed] = answersFor(lost, 'A---').filter(({ answer }) => answer !== '');
    await lost.push([
      lost.event(1, 'started'),
      lost.event(2, 'answered', changed?.qid, changed?.answer),
      ...given.map(({ qid, answer }, index) => lost.event(3 + index, 'answered', qid, answer)),
    ]);
    for (const { phone, row } of phones) {
      api.clock.now += MINUTE;
      expect((await phone.submit(1, answersFor(phone, row))).status).toBe(200);
    }
    await openPhone(examId);
    await api.makeCandidate({ examId });
    await api.makeCandidate({ examId });
    await api.makeCandidate({ examId, status: 'Fees Paid' });
    api.clock.now = START + 63 * MINUTE;
    expect(await closeOverdue(api.deps)).toBe(1);
  });
  afterAll(() => api.close());

  it('puts every participant in exactly one state', async () => {
    expect((await analysis()).participants).toEqual({
      registered: 2,
      notStarted: 1,
      underWay: 1,
      completed: 11,
      provisional: 1,
      documentsUnmarked: 0,
      withHeldActs: 0,
      heldActs: 0,
    });
  });

  it('shows the distribution of the scores of all who are done, to the hundredth', async () => {
    const { scores } = await analysis();
    expect(scores?.spread).toMatchObject({ count: 12, least: 1.5, median: 1.75, most: 3 });
    expect(scores?.spread.mean).toBeCloseTo(25.25 / 12, 12);
    expect(scores?.bins).toEqual([
      { from: 1.5, to: 2, count: 7 },
      { from: 2, to: 2.5, count: 0 },
      { from: 2.5, to: 3, count: 4 },
      { from: 3, to: 3.5, count: 1 },
    ]);
  });

  it('shows the time from start to submission of those who submitted', async () => {
    const { timeUsed } = await analysis();
    expect(timeUsed?.spread).toMatchObject({ count: 11, least: 1, median: 6, mean: 6, most: 11 });
  });

  it('shows each section, in the exam’s order', async () => {
    const { sections } = await analysis();
    expect(sections.map(({ name, questions: sums }) => [name, sums])).toEqual([
      ['Words', { asked: 12, right: 4, wrong: 5, blank: 3 }],
      ['Logic', { asked: 36, right: 25, wrong: 10, blank: 1 }],
    ]);
    expect(sections[0]?.scores).toMatchObject({ count: 12, least: -0.25, most: 1 });
  });

  it('counts the answers that the score counts: the submission, or the log’s last answers where there is none', async () => {
    const { total, rows } = await figures('order=asked');
    expect(total).toBe('4');
    const first = rows.find(({ text }) => text === 'Logic question 1');
    expect(first).toMatchObject({
      section: 'Logic',
      correct: 'OptionOne',
      inBank: 'same',
      asked: 12,
      right: 5,
      wrong: 6,
      blank: 1,
    });
    expect(first?.options).toEqual([
      { text: 'A1', chosen: 5 },
      { text: 'B1', chosen: 3 },
      { text: 'C1', chosen: 2 },
      { text: 'D1', chosen: 1 },
    ]);
    expect(first?.facility).toBeCloseTo(5 / 12, 12);
    // Of the best five (2.75 and more), four are right; of the weakest four (1.5), one.
    expect(first?.upperLower).toBeCloseTo(4 / 5 - 1 / 4, 12);
  });

  it('flags questions that the best candidates get wrong, and lists them first', async () => {
    const { rows } = await figures();
    // Logic 2 has the wrong key. In a paper of only four questions, that makes the others look wrong, too.
    expect(rows.map(({ text, flags }) => [text, flags])).toEqual([
      ['Logic question 1', ['negative-discrimination']],
      ['Logic question 2', ['negative-discrimination', 'option-never-chosen']],
      ['Words question 1', ['negative-discrimination']],
      ['Logic question 3', ['everyone-right']],
    ]);
    // Scores without this question: 2 1.75 0.5 0.5 0.75 0.5 0.75 0.75 for those right, 3 3 3 1.75 for the others.
    const mean = 18.25 / 12;
    const squares = 39.5625 - 12 * mean ** 2;
    expect(rows[1]?.discrimination).toBeCloseTo(
      (7.5 - 8 * mean) / Math.sqrt(((8 * 4) / 12) * squares),
      12,
    );
    expect((await analysis()).answers).toMatchObject({
      state: 'counted',
      sittings: 12,
      questions: 4,
      suspicious: 3,
    });
    const suspicious = await figures('only=suspicious');
    expect(suspicious.total).toBe('3');
    expect(named(suspicious.rows)).not.toContain('Logic question 3');
  });

  it('sorts both ways with missing values last, and its pages neither repeat nor skip', async () => {
    expect(named((await figures('order=discrimination')).rows)[0]).toBe('Logic question 2');
    for (const direction of ['asc', 'desc'])
      expect(
        named((await figures(`order=discrimination&direction=${direction}`)).rows).at(-1),
      ).toBe('Logic question 3');
    const falling = await figures('order=facility&direction=desc');
    expect(falling.rows.map(({ right }) => right)).toEqual([12, 8, 5, 4]);
    const paged = [];
    for (const page of [1, 2, 3]) {
      const { rows } = await figures(`order=facility&direction=desc&page=${page}&pageSize=2`);
      paged.push(...named(rows));
    }
    expect(paged).toEqual(named(falling.rows));
  });

  it('exports what the screen shows: numbers as numbers, text as text', async () => {
    const { rows } = await figures();
    const response = await api.fetch(`exams/${examId}/analysis/export`, { token: api.adminToken });
    expect(response.headers.get('content-disposition')).toContain('"Clerks_Analysis.xlsx"');
    const { SheetNames, Sheets } = read(await response.arrayBuffer());
    expect(SheetNames).toEqual(['Summary', 'Sections', 'Questions']);
    const [summary, sections, asked] = SheetNames.map((name) =>
      utils.sheet_to_json<unknown[]>(Sheets[name] ?? {}, { header: 1, defval: null }),
    );
    expect(summary).toContainEqual(['Participants: completed provisionally', 1]);
    expect(summary).toContainEqual(['Score, marks: mean', 2.1]);
    expect(summary).toContainEqual(['Score, marks: 1.5 to under 2', 7]);
    expect(sections?.[1]?.slice(0, 2)).toEqual(['Words', 12]);
    expect(sections?.[1]?.slice(7)).toEqual([12, 4, 5, 3, 0.3333]);
    expect(asked?.map(([text]) => text)).toEqual(['Question', ...named(rows)]);
    expect(asked?.[2]).toEqual([
      ...['Logic question 2', 'Logic', 'A', 12, 8, 4, 0, 0.6667, -0.8317, -0.35],
      ...['negative-discrimination, option-never-chosen', 'A2', 8, 'B2', 4, 'C2', 0, 'D2', 0],
    ]);
  });

  it('says when a question in the bank is no longer as it was asked', async () => {
    const [first, second] = texts.keys();
    if (!first || !second) throw new Error('no questions');
    const { rows: asked } = await figures();
    const revisionId = asked.find(({ questionId }) => questionId === second)?.revision ?? 0;
    const set = (id: string, change: { retiredAt: Date | null } | { revisionId: number }) =>
      api.deps.db.orm.update(questions).set(change).where(eq(questions.id, id));
    await set(first, { retiredAt: new Date(START) });
    await set(second, { revisionId: revisionId + 1_000 });
    const { rows } = await figures();
    await set(first, { retiredAt: null });
    await set(second, { revisionId });
    const standing = new Map(rows.map(({ questionId, inBank }) => [questionId, inBank]));
    expect([standing.get(first), standing.get(second)]).toEqual(['gone', 'changed']);
    expect(rows.filter(({ inBank }) => inBank === 'same')).toHaveLength(2);
  });

  it('uses a corrected key, as the score does', async () => {
    const { rows: before } = await figures();
    const wrong = before.find(({ text }) => text === 'Logic question 2');
    if (!wrong) throw new Error('no question');
    const [asked] = await api.deps.db.orm
      .select()
      .from(questionRevisions)
      .where(eq(questionRevisions.id, wrong.revision));
    if (!asked) throw new Error('no revision');
    const { id: _, ...said } = asked;
    const [corrected] = await api.deps.db.orm
      .insert(questionRevisions)
      .values({ ...said, correct: 1 })
      .returning({ id: questionRevisions.id });
    await api.deps.db.orm.insert(keyCorrections).values({
      revisionId: wrong.revision,
      keyRevisionId: corrected?.id ?? 0,
      correctedBy: 'SuperAdmin',
      correctedAt: new Date(api.clock.now),
    });
    const figured = async () => (await figures()).rows;
    const ofWrong = async () =>
      (await figured()).find(({ revision }) => revision === wrong.revision);
    // Until the new count is ready, the previous one is shown.
    await expect.poll(ofWrong).toMatchObject({ correct: 'OptionTwo', right: 4, wrong: 8 });
    await api.deps.db.orm
      .delete(keyCorrections)
      .where(eq(keyCorrections.revisionId, wrong.revision));
    await expect.poll(figured).toEqual(before);
  });

  it('counts a sitting that ends later', async () => {
    const exam = await api.makeExam({ sections: [{ fieldType: 'Logic', fieldCount: 3 }] });
    expect(await analysis(exam)).toMatchObject({
      scores: null,
      timeUsed: null,
      sections: [],
      answers: { state: 'counted', sittings: 0, questions: 0 },
    });
    const phone = await openPhone(exam);
    expect((await analysis(exam)).answers).toMatchObject({ sittings: 0 });
    await phone.submit(1, answersFor(phone, 'AAA-'));
    // Until the new count is ready, the previous one is shown.
    await expect
      .poll(async () => (await analysis(exam)).answers, { timeout: 30_000 })
      .toMatchObject({ sittings: 1, questions: 3 });
  });

  it('counts again when one sitting is reopened and another of the same version ends', async () => {
    const exam = await api.makeExam({ sections: [{ fieldType: 'Logic', fieldCount: 3 }] });
    const [first, second] = [await openPhone(exam), await openPhone(exam)];
    await first.submit(1, answersFor(first, 'AAA-'));
    const count = () => countedAnswers(api.deps, exam, async () => new Map(), 60_000);
    const before = await count();
    expect(await count()).toBe(before);
    const ids = [first.opened.sittingId, second.opened.sittingId];
    await api.deps.db.rows(
      `update sittings set version = (select version from sittings where id = $1),
         state = case id when $1 then 'open' else 'closed' end where id in ($1, $2)`,
      ids,
    );
    expect(await count()).not.toBe(before);
  });

  it('has no whole score of pages that nobody has marked, and says how many wait', async () => {
    const exam = await api.makeExam({
      format: 'MIX',
      sections: [{ fieldType: 'Logic', fieldCount: 3 }],
    });
    const phone = await openPhone(exam);
    await phone.submit(1, answersFor(phone, 'ABA-'));
    const { sittingId } = phone.opened;
    await api.deps.db.orm.update(sittings).set({ heldEvents: 3 }).where(eq(sittings.id, sittingId));
    expect(await analysis(exam)).toMatchObject({
      participants: { completed: 1, documentsUnmarked: 1, withHeldActs: 1, heldActs: 3 },
      scores: null,
      sections: [{ name: 'Logic', scores: { mean: 1.75 } }],
    });
    await api.deps.db.orm
      .update(results)
      .set({ documents: 1_050 })
      .where(eq(results.sittingId, sittingId));
    expect(await analysis(exam)).toMatchObject({
      participants: { documentsUnmarked: 0 },
      scores: { spread: { count: 1, mean: 12.25 } },
      sections: [{ name: 'Logic' }, { name: 'Documents', scores: { mean: 10.5 }, questions: null }],
    });
  });

  it('says how far a long count has come, then shows the previous one while a newer one is made', async () => {
    const exam = await api.makeExam({ sections: [{ fieldType: 'Logic', fieldCount: 3 }] });
    const [first, second] = [await openPhone(exam), await openPhone(exam)];
    await first.submit(1, answersFor(first, 'AAA-'));
    const gate = held<Counted>();
    const ask = (scores: () => Promise<Counted>, patience: number) =>
      countedAnswers(api.deps, exam, scores, patience);
    const never = () => Promise.reject(new Error('two counts at once'));
    expect(await ask(() => gate.promise, 0)).toEqual({ state: 'counting', done: 0, of: 1 });
    expect(await ask(never, 0)).toMatchObject({ state: 'counting' });
    gate.resolve(new Map());
    expect(await ask(never, 60_000)).toMatchObject({ state: 'counted', sittings: 1 });
    expect(await ask(never, 0)).toMatchObject({ state: 'counted', sittings: 1 });

    await second.submit(1, answersFor(second, 'AAA-'));
    const later = held<Counted>();
    expect(await ask(() => later.promise, 0)).toMatchObject({ state: 'counted', sittings: 1 });
    later.resolve(new Map());
    const counted = await ask(never, 60_000);
    expect((counted as CountedAnswers).sittings).toBe(2);
  });

  it('is not found for an unknown exam', async () => {
    for (const path of ['', '/questions', '/export'].map((end) => `exams/none/analysis${end}`))
      expect((await api.request(path, { token: api.adminToken })).status).toBe(404);
  });
});
