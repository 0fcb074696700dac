// A corrected key and the sittings that had the question (decision 19): the changes are shown first and then applied exactly
// as shown. The same suite runs on PGlite and on a real Postgres.
import { eq } from 'drizzle-orm';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
} from 'vitest';
import * as z from 'zod';
import { sendDueSms } from '#api/services/messages/sms-outbox.ts';
import { runRescores } from '#api/services/rescoring/run-rescores.ts';
import { closeOverdue } from '#api/services/sittings/close-overdue.ts';
import { submitSitting } from '#api/services/sittings/submit-sitting.ts';
import { activityListSchema } from '#contract/desk/activity.ts';
import { answerSheetSchema } from '#contract/desk/answer-sheet.ts';
import { meritListSchema } from '#contract/desk/merit.ts';
import { type Question, questionSchema } from '#contract/desk/questions.ts';
import { type Rescore, rescoreChangeListSchema, rescoreSchema } from '#contract/desk/rescores.ts';
import { ownSittingsSchema, resultsReplySchema } from '#contract/wire/results.ts';
import { users } from '#db/schema/people.ts';
import { auditLog, smsOutbox } from '#db/schema/records.ts';
import { results, sittings } from '#db/schema/sittings.ts';
import { expectTotalsAgree } from '#tests/support/totals-agree.ts';
import { START, startApi, type TestApi } from '../support/api.ts';
import { deviceOf, type TestDevice } from '../support/device.ts';
import type { TestCandidate } from '../support/people.ts';
import { backends, databaseOn } from '../support/test-database.ts';

const MINUTE = 60_000;
let types = 0;

describe.each(backends)('rescoring on %s', (kind) => {
  let api: TestApi;
  let examId: string;
  let type: string;
  let qids: string[];

  beforeAll(async () => {
    api = await startApi(await databaseOn(kind));
  });
  afterEach(async () => {
    await expectTotalsAgree(api.deps.db);
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    api.clock.now = START;
    types += 1;
    type = `Type ${types}`;
    qids = await api.makeQuestions(type, 2, { weightage: 2, negative: 0.5 });
    examId = await api.makeExam({ sections: [{ fieldType: type, fieldCount: 2 }] });
  });

  const asAdmin = (path: string, json?: unknown, method?: string) =>
    api.request(path, { token: api.adminToken, json, ...(method && { method }) });

  const qid = () => qids[0] ?? '';
  async function question(): Promise<Question> {
    const { body } = await asAdmin(`questions?type=${encodeURIComponent(type)}`);
    const found = z
      .array(questionSchema)
      .parse(body)
      .find(({ _id }) => _id === qid());
    if (!found) throw new Error('The question is not in the bank');
    return found;
  }
  const correct = async (change: Partial<Question>) =>
    asAdmin(`questions/${qid()}`, { ...(await question()), ...change }, 'PUT');

  type Sat = { candidate: TestCandidate; phone: TestDevice; sittingId: string };
  async function begin(): Promise<Sat> {
    const candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
    const phone = await deviceOf(api, candidate, examId);
    await phone.open();
    return { candidate, phone, sittingId: phone.opened.sittingId };
  }
  /** An answer to the question that will be corrected, and the right one to the other question. */
  const answersOf = (answer: string) => [
    { qid: qid(), answer },
    { qid: qids[1] ?? '', answer: 'OptionOne' },
  ];
  async function sat(answer: string): Promise<Sat> {
    const began = await begin();
    await began.phone.submit(1, answersOf(answer), {
      events: [began.phone.event(1, 'submitted')],
    });
    return began;
  }
  const totalOf = async ({ candidate }: Sat) => {
    const { body } = await asAdmin(`exams/getresult/${candidate.uid}`);
    return (body as { score: { TotalScore?: number }[] }[])[0]?.score[0]?.TotalScore;
  };

  async function settled(): Promise<Rescore> {
    while ((await runRescores(api.deps)) > 0);
    return rescoreSchema.parse((await asAdmin(`questions/${qid()}/rescore`)).body);
  }
  async function ask(): Promise<Rescore> {
    expect((await asAdmin(`questions/${qid()}/rescore`, {})).status).toBe(200);
    return settled();
  }
  const confirm = ({ version, changes }: Pick<Rescore, 'version' | 'changes'>) =>
    asAdmin(`questions/${qid()}/rescore/apply`, { version, changes });
  async function apply(shown: Rescore): Promise<Rescore> {
    expect((await confirm(shown)).status).toBe(200);
    return settled();
  }
  const changes = async () => {
    const { body, headers } = await asAdmin(`questions/${qid()}/rescore/changes`);
    const rows = rescoreChangeListSchema.parse(body);
    expect(Number(headers.get('x-total-count'))).toBe(rows.length);
    return rows;
  };

  it('lists every score that will change before changing any, and then changes exactly those', async () => {
    const right = await sat('OptionOne');
    const wrong = await sat('OptionThree');
    const blank = await sat('');
    expect(await Promise.all([right, wrong, blank].map(totalOf))).toEqual([4, 1.5, 2]);

    expect((await correct({ CorrectAnswer: 'OptionThree' })).body).toMatchObject({
      affectedSittings: 3,
    });
    const shown = await ask();
    expect(shown).toMatchObject({
      state: 'ready',
      corrected: false,
      papers: 3,
      checked: 3,
      leftOut: 0,
      changes: 2,
      versions: [
        {
          before: { CorrectAnswer: 'OptionOne', Weightage: 2, Negative: 0.5 },
          after: { CorrectAnswer: 'OptionThree', Weightage: 2, Negative: 0.5 },
        },
      ],
    });
    const list = await changes();
    expect(new Map(list.map(({ uid, before, after }) => [uid, [before, after]]))).toEqual(
      new Map([
        [
          right.candidate.uid,
          [
            [{ TotalScore: 4 }, { [type]: 4 }],
            [{ TotalScore: 1.5 }, { [type]: 1.5 }],
          ],
        ],
        [
          wrong.candidate.uid,
          [
            [{ TotalScore: 1.5 }, { [type]: 1.5 }],
            [{ TotalScore: 4 }, { [type]: 4 }],
          ],
        ],
      ]),
    );
    expect(await Promise.all([right, wrong, blank].map(totalOf))).toEqual([4, 1.5, 2]);

    expect(await apply(shown)).toMatchObject({ state: 'done', changes: 0, applied: 2 });
    expect(await Promise.all([right, wrong, blank].map(totalOf))).toEqual([1.5, 4, 2]);
    expect((await changes()).every(({ applied }) => applied)).toBe(true);
  });

  it('sends a text to each candidate whose score has changed, and no other; their result shows the score before', async () => {
    const wrong = await sat('OptionThree');
    const blank = await sat('');
    const shut = await sat('OptionThree');
    await api.deps.db.orm
      .update(users)
      .set({ blockedAt: new Date(api.clock.now) })
      .where(eq(users.uid, shut.candidate.uid));
    const resultOf = async ({ candidate: { uid, token } }: Sat) =>
      resultsReplySchema.parse((await api.request(`exams/getresult/${uid}`, { token })).body)[0];
    const told = async () => {
      const before = api.sent.length;
      await sendDueSms(api.deps);
      return api.sent.slice(before).map(({ to, purpose, vars }) => ({ to, purpose, vars }));
    };
    expect(await resultOf(wrong)).not.toHaveProperty('corrected');
    await told(); // messages left by other tests
    await correct({ CorrectAnswer: 'OptionThree' });
    const shown = await ask();
    expect(shown).toMatchObject({ texts: true, changes: 2 });
    expect(await told()).toEqual([]);
    api.clock.now += MINUTE;
    await apply(shown);
    const { uid, mobile } = wrong.candidate;
    expect(await told()).toEqual([
      { to: `+91${mobile}`, purpose: 'score-corrected', vars: { uid } },
    ]);
    expect(await resultOf(wrong)).toMatchObject({
      score: [{ TotalScore: 4 }, {}],
      corrected: { at: new Date(api.clock.now).toISOString(), before: 1.5 },
    });
    expect(await resultOf(blank)).not.toHaveProperty('corrected');
    // A submission made again since then was never scored by the old key.
    const closeAt = (closedAt: Date) =>
      api.deps.db.orm.update(sittings).set({ closedAt }).where(eq(sittings.id, wrong.sittingId));
    await closeAt(new Date(api.clock.now + 1));
    expect(await resultOf(wrong)).not.toHaveProperty('corrected');
    await closeAt(new Date(START));
    // A mark by hand is no correction, so it counts before and after.
    await api.deps.db.orm
      .update(results)
      .set({ documents: 700 })
      .where(eq(results.sittingId, wrong.sittingId));
    expect(await resultOf(wrong)).toMatchObject({
      score: [{ TotalScore: 11 }, {}, {}],
      corrected: { before: 8.5 },
    });
  });

  it('shows a candidate the maximum by the current keys, or by the old ones where a key can’t be applied to their paper', async () => {
    const one = await sat('OptionOne');
    const outOf = async () => {
      const { body } = await api.request('sittings', { token: one.candidate.token });
      return ownSittingsSchema.parse(body)[0]?.outOf;
    };
    await correct({ Weightage: 5 });
    expect(await outOf()).toBe(4);
    await apply(await ask());
    expect(await totalOf(one)).toBe(7);
    expect(await outOf()).toBe(7);
    await correct({ Weightage: 9, CorrectAnswer: 'OptionTwo', OptionTwo: 'Never offered' });
    await apply(await ask());
    expect(await totalOf(one)).toBe(7);
    expect(await outOf()).toBe(7);
  });

  it('sends no texts where the company has no template for them', async () => {
    const { canSend } = api.deps.sms;
    api.deps.sms.canSend = (purpose) => purpose !== 'score-corrected';
    onTestFinished(() => {
      api.deps.sms.canSend = canSend;
    });
    await api.deps.db.orm.delete(smsOutbox);
    await sat('OptionThree');
    await correct({ CorrectAnswer: 'OptionThree' });
    const shown = await ask();
    expect(shown.texts).toBe(false);
    await apply(shown);
    expect(await api.deps.db.orm.select().from(smsOutbox)).toEqual([]);
  });

  it('scores a sitting that ends later by the corrected key once the correction is confirmed, not before', async () => {
    const early = await begin();
    const later = await begin();
    await correct({ CorrectAnswer: 'OptionThree' });
    const shown = await ask();
    expect(shown).toMatchObject({ state: 'ready', changes: 0, checked: 0, papers: 2 });
    const before = await early.phone.submit(1, answersOf('OptionThree'));
    expect(before.body.score).toEqual([{ TotalScore: 1.5 }, { [type]: 1.5 }]);
    // It ended after the list was made, so it is shown first, before it is changed.
    const again = await apply(shown);
    expect(again).toMatchObject({ state: 'ready', corrected: true, changes: 1, applied: 0 });
    expect(await totalOf(early)).toBe(1.5);
    const after = await later.phone.submit(1, answersOf('OptionThree'));
    expect(after.body.score).toEqual([{ TotalScore: 4 }, { [type]: 4 }]);
    expect(await apply(again)).toMatchObject({ state: 'done', changes: 0, applied: 1 });
    expect(await totalOf(early)).toBe(4);
  });

  it('applies only what was shown', async () => {
    const one = await sat('OptionThree');
    await correct({ CorrectAnswer: 'OptionThree' });
    const shown = await ask();
    expect(await confirm({ ...shown, changes: 2 })).toMatchObject({
      status: 409,
      body: { code: 'changed-meanwhile' },
    });
    expect((await confirm({ ...shown, version: shown.version - 1 })).status).toBe(409);
    // Corrected again: just as many changes, but not the ones shown.
    await correct({ Weightage: 5 });
    expect((await confirm(shown)).status).toBe(409);
    const next = await ask();
    expect(next).toMatchObject({ state: 'ready', changes: shown.changes });
    expect((await confirm(shown)).status).toBe(409);
    expect(await totalOf(one)).toBe(1.5);
    await apply(next);
    expect(await totalOf(one)).toBe(7);
  });

  it('leaves a score alone that is no longer as shown, and shows it again', async () => {
    const one = await sat('OptionThree');
    await correct({ CorrectAnswer: 'OptionThree' });
    const shown = await ask();
    await api.deps.db.orm
      .update(results)
      .set({ sections: [{ name: type, hundredths: 777 }] })
      .where(eq(results.sittingId, one.sittingId));
    const again = await apply(shown);
    expect(again).toMatchObject({ state: 'ready', changes: 1, applied: 0 });
    expect(await totalOf(one)).toBe(7.77);
    expect(await changes()).toMatchObject([
      { before: [{ TotalScore: 7.77 }, {}], after: [{ TotalScore: 4 }, {}] },
    ]);
  });

  it('can be undone by correcting back', async () => {
    const one = await sat('OptionOne');
    await correct({ CorrectAnswer: 'OptionTwo', Weightage: 3 });
    await apply(await ask());
    expect(await totalOf(one)).toBe(1.5);
    await correct({ CorrectAnswer: 'OptionOne', Weightage: 2 });
    const back = await ask();
    expect(back).toMatchObject({
      changes: 1,
      versions: [{ before: { CorrectAnswer: 'OptionTwo', Weightage: 3 } }],
    });
    expect(await apply(back)).toMatchObject({ state: 'done' });
    expect(await totalOf(one)).toBe(4);
  });

  it('applies new marks and a moved right option by the options’ text', async () => {
    const one = await sat('OptionTwo'); // B1
    await correct({
      OptionOne: 'D1',
      OptionTwo: 'C1',
      OptionThree: 'B1',
      OptionFour: 'A1',
      CorrectAnswer: 'OptionThree',
      Weightage: 5,
      Negative: 1,
    });
    const shown = await ask();
    expect(shown.versions[0]?.after).toEqual({
      CorrectAnswer: 'OptionTwo',
      Weightage: 5,
      Negative: 1,
    });
    await apply(shown);
    expect(await totalOf(one)).toBe(7);
  });

  it('gives full marks for further right options, wherever the paper had them, and the answer sheet shows them', async () => {
    const [first, second, third] = [
      await sat('OptionOne'), // A1
      await sat('OptionTwo'), // B1
      await sat('OptionThree'), // C1
    ];
    const moved = { OptionOne: 'B1', OptionTwo: 'A1' };
    expect(
      (await correct({ ...moved, CorrectAnswer: 'OptionTwo', AlsoCorrect: ['OptionOne'] })).body,
    ).toMatchObject({ affectedSittings: 3, AlsoCorrect: ['OptionOne'] });
    const shown = await ask();
    expect(shown).toMatchObject({
      changes: 1,
      leftOut: 0,
      versions: [
        {
          before: { CorrectAnswer: 'OptionOne' },
          after: { CorrectAnswer: 'OptionOne', AlsoCorrect: ['OptionTwo'] },
        },
      ],
    });
    await apply(shown);
    expect(await Promise.all([first, second, third].map(totalOf))).toEqual([4, 4, 1.5]);
    const { body } = await asAdmin(`sittings/${second.sittingId}/answers`);
    expect(answerSheetSchema.parse(body).sections[0]?.questions).toContainEqual(
      expect.objectContaining({
        chosen: 'OptionTwo',
        right: 'OptionOne',
        also: ['OptionTwo'],
        marks: 2,
      }),
    );
    // A later sitting is scored in the same way. Swapping the two right options changes nothing.
    expect(await totalOf(await sat('OptionTwo'))).toBe(4);
    expect(
      (await correct({ CorrectAnswer: 'OptionOne', AlsoCorrect: ['OptionTwo'] })).body,
    ).toMatchObject({ affectedSittings: 0 });
    await correct({ CorrectAnswer: 'OptionTwo', AlsoCorrect: [] });
    await apply(await ask());
    expect(await Promise.all([first, second, third].map(totalOf))).toEqual([4, 1.5, 1.5]);
  });

  it('keeps an answer sheet as it was asked, with marks for each answer that add up to the score', async () => {
    const one = await sat('OptionTwo'); // B1
    const sheet = async (sat: Sat) => {
      const { body } = await asAdmin(`sittings/${sat.sittingId}/answers`);
      const { sections } = answerSheetSchema.parse(body);
      const marks = await totalOf(sat);
      expect(sections).toEqual([{ name: type, marks, questions: expect.any(Array) }]);
      return sections.flatMap(({ questions }) => questions);
    };
    const asked = await question();
    const seen = {
      text: asked.Questions,
      options: [asked.OptionOne, asked.OptionTwo, asked.OptionThree, asked.OptionFour],
      chosen: 'OptionTwo',
      received: [expect.objectContaining({ chosen: 'OptionTwo', counts: true })],
    };
    expect(await sheet(one)).toContainEqual({ ...seen, right: 'OptionOne', marks: -0.5 });
    const blank = { ...seen, chosen: null, received: [], right: 'OptionOne', marks: 0 };
    expect(await sheet(await sat(''))).toContainEqual(blank);
    const moved = { OptionOne: 'D1', OptionTwo: 'C1', OptionThree: 'B1', OptionFour: 'A1' };
    await correct({ ...moved, CorrectAnswer: 'OptionThree', Weightage: 5, Questions: 'Mended?' });
    expect(await sheet(one)).toContainEqual({ ...seen, right: 'OptionOne', marks: -0.5 });
    await apply(await ask());
    expect(await sheet(one)).toContainEqual({ ...seen, right: 'OptionTwo', marks: 5 });
    const { sittingId } = await begin();
    expect((await asAdmin(`sittings/${sittingId}/answers`)).status).toBe(404);
  });

  it('leaves out sittings that never offered the right answer, and says how many', async () => {
    const one = await sat('OptionTwo');
    await correct({ OptionTwo: 'Something else', CorrectAnswer: 'OptionTwo' });
    const shown = await ask();
    expect(shown).toMatchObject({ changes: 0, leftOut: 1, versions: [{ after: null }] });
    await apply(shown);
    expect(await totalOf(one)).toBe(1.5);
    await correct({ CorrectAnswer: 'OptionOne', AlsoCorrect: ['OptionTwo'] });
    expect(await ask()).toMatchObject({ changes: 0, leftOut: 1, versions: [{ after: null }] });
  });

  it('continues where it was cut off, and changes no sitting twice', async () => {
    const all: Sat[] = [];
    for (let count = 0; count < 4; count += 1) all.push(await sat('OptionThree'));
    await correct({ CorrectAnswer: 'OptionThree' });
    const shown = await ask();
    expect((await confirm(shown)).status).toBe(200);
    const { transaction, rows, ...rest } = api.deps.db;
    let writes = 0;
    const cut = {
      ...api.deps,
      db: {
        ...rest,
        transaction,
        rows: (statement: string, params: Parameters<typeof rows>[1]) => {
          if (statement.includes('update sittings') && ++writes > 2) throw new Error('cut off');
          return rows(statement, params);
        },
      },
    };
    await runRescores(cut).catch(() => {});
    expect(writes).toBeGreaterThan(2);
    const end = await settled();
    const left = end.state === 'ready' ? await apply(end) : end;
    expect(left).toMatchObject({ state: 'done', changes: 0 });
    expect(await Promise.all(all.map(totalOf))).toEqual([4, 4, 4, 4]);
    const notes = (await api.deps.db.orm.select().from(auditLog).orderBy(auditLog.id)).filter(
      ({ action, subject }) =>
        action === 'sitting.rescored' && all.some(({ sittingId }) => sittingId === subject),
    );
    expect(notes.map(({ actor }) => actor)).toEqual(Array(4).fill('SuperAdmin'));
    expect(new Set(notes.map(({ subject }) => subject)).size).toBe(4);
  });

  it('gives the same result when several processes continue it at once while candidates submit', async () => {
    const done: Sat[] = [];
    for (let count = 0; count < 5; count += 1) done.push(await sat('OptionThree'));
    const open = await Promise.all(Array.from({ length: 4 }, begin));
    await correct({ CorrectAnswer: 'OptionThree' });
    const shown = await ask();
    await Promise.all([
      confirm(shown),
      ...open.map(({ phone }) => phone.submit(1, answersOf('OptionThree'))),
    ]);
    const once = async () => {
      while ((await runRescores(api.deps)) > 0);
    };
    await Promise.all([once(), once(), once()]);
    let state = await settled();
    if (state.state === 'ready') state = await apply(state);
    expect(state).toMatchObject({ state: 'done', changes: 0 });
    const totals = await Promise.all([...done, ...open].map(totalOf));
    expect(totals).toEqual(Array(9).fill(4));
  });

  it('reaches even a submission that was being scored at that moment', async () => {
    const slow = await begin();
    await correct({ CorrectAnswer: 'OptionThree' });
    const shown = await ask();
    const { db } = api.deps;
    let scored: () => void = () => {};
    let goOn: () => void = () => {};
    const isScored = new Promise<void>((done) => {
      scored = done;
    });
    const mayWrite = new Promise<void>((done) => {
      goOn = done;
    });
    const rows: typeof db.rows = async (statement, params) => {
      if (statement.includes('insert into submissions')) {
        scored();
        await mayWrite;
      }
      return db.rows(statement, params);
    };
    const which = { uid: slow.candidate.uid, examId };
    const submission = submitSitting({ ...api.deps, db: { ...db, rows } }, which, {
      answers: answersOf('OptionThree'),
    });
    await isScored;
    await apply(shown);
    goOn();
    expect((await submission).score).toEqual([{ TotalScore: 4 }, { [type]: 4 }]);
    expect(await totalOf(slow)).toBe(4);
  });

  it('[AT11] changes neither whether a score was told nor what may still count', async () => {
    const late = await begin();
    const answer = late.phone.event(1, 'answered', qid(), 'OptionThree');
    api.clock.now += 63 * MINUTE;
    await closeOverdue(api.deps);
    const { uid, token } = late.candidate;
    await api.request(`exams/getresult/${uid}`, { token });
    const factsOf = async () => {
      const [row] = await api.deps.db.orm
        .select()
        .from(sittings)
        .where(eq(sittings.id, late.sittingId));
      const [result] = await api.deps.db.orm
        .select()
        .from(results)
        .where(eq(results.sittingId, late.sittingId));
      return { told: row?.scoreToldAt, state: row?.state, provisional: result?.provisional };
    };
    const before = await factsOf();
    expect(before.told).not.toBeNull();
    api.clock.now += MINUTE;
    await correct({ CorrectAnswer: 'OptionThree' });
    await apply(await ask());
    expect(await factsOf()).toEqual(before);
    api.clock.now += MINUTE;
    expect((await late.phone.push([answer])).status).toBe(200);
    expect(await totalOf(late)).toBe(0); // it came after the score was seen, so it awaits a decision
  });

  it('leaves receipt, submission and document mark unchanged', async () => {
    examId = await api.makeExam({
      format: 'MIX',
      sections: [{ fieldType: type, fieldCount: 2 }],
    });
    const one = await sat('OptionThree');
    const receiptOf = async () =>
      (await one.phone.submit(1, answersOf('OptionThree'))).body.receipt;
    const receipt = await receiptOf();
    expect(receipt).not.toBeNull();
    await asAdmin(
      `sittings/${one.sittingId}/marking`,
      { documents: 10, reason: 'Fair', seen: null },
      'PUT',
    );
    await correct({ CorrectAnswer: 'OptionThree' });
    const shown = await ask();
    expect(await changes()).toMatchObject([
      {
        before: [{ TotalScore: 11.5 }, {}, { Documents: 10 }],
        after: [{ TotalScore: 14 }, {}, {}],
      },
    ]);
    await apply(shown);
    expect(await receiptOf()).toEqual(receipt);
    expect((await asAdmin(`exams/getresult/${one.candidate.uid}`)).body).toEqual([
      {
        examID: examId,
        score: [{ TotalScore: 14 }, { [type]: 4 }, { Documents: 10 }],
        corrected: { at: new Date(api.clock.now).toISOString(), before: 11.5 },
      },
    ]);
  });

  it('is listed as due on the merit list from the correction until the scores are changed, or none would change', async () => {
    await sat('OptionThree');
    const open = async (of = examId) => {
      const { body } = await asAdmin(`exams/${of}/merit`);
      const { open, toRescore } = meritListSchema.parse(body);
      return [open.rescores, toRescore.map(({ questionId }) => questionId)];
    };
    const none = [0, []];
    const one = [1, [qid()]];
    expect(await open()).toEqual(none);
    await correct({ Questions: 'The same, in better words?' });
    expect(await open()).toEqual(none);
    await correct({ CorrectAnswer: 'OptionThree' });
    expect(await open()).toEqual(one);
    await correct({ CorrectAnswer: 'OptionOne' });
    expect(await open()).toEqual(none);
    await correct({ AlsoCorrect: ['OptionTwo'] });
    expect(await open()).toEqual(one);
    await correct({ AlsoCorrect: [] });
    expect(await open()).toEqual(none);
    await correct({ Weightage: 3 });
    expect(await open()).toEqual(one);
    // Nobody had it right, so a higher weightage changes nothing.
    expect(await ask()).toMatchObject({ changes: 0 });
    expect(await open()).toEqual(none);
    await correct({ CorrectAnswer: 'OptionThree' });
    const shown = await ask();
    expect(await open()).toEqual(one);
    const elsewhere = await api.makeExam({ sections: [{ fieldType: type, fieldCount: 2 }] });
    expect(await open(elsewhere)).toEqual(none);
    await apply(shown);
    expect(await open()).toEqual(none);
    // After correcting back, the key that last scored it differs, not the one it was drawn with.
    await correct({ CorrectAnswer: 'OptionOne', Weightage: 2 });
    expect(await open()).toEqual(one);
    api.clock.now += 60_000;
    await sat('OptionOne');
    expect(await open()).toEqual(one);
  });

  it('is in the audit log with the question’s text, without saying which option is right', async () => {
    await sat('OptionThree');
    await correct({ CorrectAnswer: 'OptionThree' });
    await apply(await ask());
    const notes = (await api.deps.db.orm.select().from(auditLog).orderBy(auditLog.id)).filter(
      ({ subject }) => subject === qid(),
    );
    expect(notes.map(({ action }) => action)).toEqual([
      'question.changed',
      'question.rescore-asked',
      'question.rescored',
    ]);
    expect(JSON.stringify(notes)).not.toContain('Option');
    const seen = activityListSchema.parse((await asAdmin(`activity?subject=${qid()}`)).body);
    const { Questions: text } = await question();
    expect(seen.map(({ subjectName }) => subjectName)).toEqual([text, text, text]);
  });
});
