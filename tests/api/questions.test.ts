// The question bank as the administrator keeps it, and the paper as a candidate sees it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  candidateQuestionSchema,
  importListSchema,
  questionHistorySchema,
  questionSchema,
} from '#contract/desk/questions.ts';
import { openReplySchema } from '#contract/wire/sync.ts';
import { optionNames } from '#contract/wire/values.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { backends, databaseOn } from '#tests/support/test-database.ts';
import { bank, row, uploadWell, workbook } from './uploading.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const ask = (path: string, token: string) => api.request(path, { token });

/** Puts one question into the bank, with a Type of its own. */
async function oneQuestion(type: string) {
  await uploadWell(api, workbook([row(`Which colour, ${type}?`, type)]));
  const [question] = (await bank(api, `type=${type}`)).rows;
  if (!question) throw new Error('The question is not in the bank.');
  return question;
}

const put = (question: { _id: string }, change: object, token = api.adminToken) =>
  api.request(`questions/${question._id}`, {
    method: 'PUT',
    token,
    json: { ...question, ...change },
  });

test('the bank is paged, newest first, with the total in X-Total-Count', async () => {
  await uploadWell(api, workbook([1, 2, 3].map((n) => row(`Old ${n}?`, 'Paged'))));
  api.clock.now += 1_000;
  await uploadWell(api, workbook([1, 2].map((n) => row(`New ${n}?`, 'Paged'))));
  const texts = async (query: string) =>
    (await bank(api, `type=Paged&${query}`)).rows.map(({ Questions }) => Questions);
  expect((await bank(api, 'type=Paged&pageSize=1')).total).toBe(5);
  expect(await texts('pageSize=2')).toEqual(['New 1?', 'New 2?']);
  expect(await texts('pageSize=2&page=2')).toEqual(['Old 1?', 'Old 2?']);
  expect(await texts('pageSize=2&page=4')).toEqual([]);
  for (const wrong of ['page=0', 'page=1.5', 'pageSize=501', 'pageSize=x']) {
    expect((await ask(`questions?${wrong}`, api.adminToken)).status).toBe(422);
  }
});

test('a search looks through text and options in any letter case, and takes wildcards literally', async () => {
  await uploadWell(
    api,
    workbook([
      ['What is 100% of x_y?', 'Alpha', 'Beta', 'Gamma', 'Delta', '1', 1, 0, 'Found'],
      ['What is 1000 of xay?', 'Epsilon', 'Zeta', 'Eta', 'Theta', '1', 1, 0, 'Found'],
    ]),
  );
  const found = async (search: string) =>
    (await bank(api, `type=Found&search=${encodeURIComponent(search)}`)).total;
  expect([
    await found('gamma'),
    await found('WHAT IS'),
    await found('100%'),
    await found('x_y'),
    await found('nothing'),
  ]).toEqual([1, 2, 1, 1, 0]);
});

test('a candidate gets their own paper in the drawn order, without right answers and marks', async () => {
  await api.makeQuestions('Verbal', 30);
  await api.makeQuestions('Numbers', 30);
  const examId = await api.makeExam({
    sections: [
      { fieldType: 'Verbal', fieldCount: 5 },
      { fieldType: 'Numbers', fieldCount: 4 },
    ],
  });
  const asha = await api.makeCandidate({ examId, status: 'Fees Paid' });
  const opened = openReplySchema.parse(
    (
      await api.request(`exams/${examId}/sitting`, {
        token: asha.token,
        json: { protocol: 1, deviceId: 'phone' },
      })
    ).body,
  );
  const drawn = (type: string) =>
    opened.questions.filter(({ section }) => section === type).map(({ qid }) => qid);
  for (const type of ['Verbal', 'Numbers']) {
    const answer = await ask(`questions?type=${type}`, asha.token);
    const paper = z.array(candidateQuestionSchema).parse(answer.body);
    expect(paper.map(({ _id }) => _id)).toEqual(drawn(type));
    expect(paper.every(({ Type }) => Type === type)).toBe(true);
    expect(JSON.stringify(answer.body)).not.toMatch(
      /CorrectAnswer|Weightage|Negative|correct|version/,
    );
  }
  expect(
    z.array(candidateQuestionSchema).parse((await ask('questions', asha.token)).body).length,
  ).toBe(9);
  expect((await ask('questions?type=Reasoning', asha.token)).body).toEqual([]);
});

test('no candidate sees a question before the start, without the fee or after submitting', async () => {
  await api.makeQuestions('Closed', 3);
  const sections = [{ fieldType: 'Closed', fieldCount: 2 }];
  const later = await api.makeExam({ sections, startsAt: api.clock.now + 90_000 });
  const early = await ask(
    'questions?type=Closed',
    (await api.makeCandidate({ examId: later, status: 'Fees Paid' })).token,
  );
  expect(early).toMatchObject({ status: 425, body: { code: 'not-open-yet' } });
  expect(early.headers.get('retry-after')).toBe('90');
  const now = await api.makeExam({ sections });
  expect((await ask('questions', (await api.makeCandidate({ examId: now })).token)).status).toBe(
    403,
  );
  expect((await ask('questions', (await api.makeCandidate()).token)).status).toBe(403);
  const asha = await api.makeCandidate({ examId: now, status: 'Fees Paid' });
  await api.request('exams/submit-mcq', {
    token: asha.token,
    json: { uid: asha.uid, examID: now, answers: [] },
  });
  expect((await ask('questions', asha.token)).body).toMatchObject({ code: 'already-submitted' });
});

test('no proctor and no stranger sees questions', async () => {
  const { token } = await api.makeStaff('proctor');
  expect([
    (await ask('questions', token)).status,
    (await api.request('questions')).status,
    (await ask('questions/download', token)).status,
  ]).toEqual([403, 401, 403]);
});

test('an edited question says what was typed, and later papers are drawn with the change', async () => {
  const question = await oneQuestion('Edited');
  const answer = await put(question, {
    Questions: '  Which colour\r\nnow? ',
    CorrectAnswer: 'OptionFour',
    Weightage: '1.5',
    Negative: -0.5,
    uid: 'ignored',
  });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      _id: question._id,
      Questions: 'Which colour\nnow?',
      CorrectAnswer: 'OptionFour',
      Weightage: 1.5,
      Negative: 0.5,
      affectedSittings: 0,
    },
  });
  const examId = await api.makeExam({ sections: [{ fieldType: 'Edited', fieldCount: 1 }] });
  const asha = await api.makeCandidate({ examId, status: 'Fees Paid' });
  expect((await ask('questions', asha.token)).body).toMatchObject([
    { _id: question._id, Questions: 'Which colour\nnow?' },
  ]);
});

test('an edit keeps the further right options until it names others, and no candidate sees them', async () => {
  const question = await oneQuestion('Disputed');
  const changed = await put(question, {
    CorrectAnswer: 'OptionTwo',
    AlsoCorrect: ['OptionFour', 'OptionTwo', 'OptionOne', 'OptionFour'],
  });
  expect(changed).toMatchObject({ body: { AlsoCorrect: ['OptionOne', 'OptionFour'] } });
  const { version } = questionSchema.parse(changed.body);
  const older = await put(question, { CorrectAnswer: 'OptionFour', version });
  const stayed = questionSchema.parse(older.body);
  expect(stayed).toMatchObject({ CorrectAnswer: 'OptionFour', AlsoCorrect: ['OptionOne'] });
  const examId = await api.makeExam({ sections: [{ fieldType: 'Disputed', fieldCount: 1 }] });
  const asha = await api.makeCandidate({ examId, status: 'Fees Paid' });
  const [asked] = z.array(z.looseObject({})).parse((await ask('questions', asha.token)).body);
  expect(Object.keys(asked ?? {}).sort()).toEqual(
    ['Type', 'Questions', ...optionNames, '_id'].sort(),
  );
  const none = await put(stayed, { AlsoCorrect: [], version: stayed.version });
  expect(none.status).toBe(200);
  expect(none.body).not.toHaveProperty('AlsoCorrect');
});

test('a paper keeps the question as it was drawn, and an edit of the right answer counts the sittings concerned', async () => {
  const question = await oneQuestion('Kept');
  const examId = await api.makeExam({ sections: [{ fieldType: 'Kept', fieldCount: 1 }] });
  const asha = await api.makeCandidate({ examId, status: 'Fees Paid' });
  const before = (await ask('questions', asha.token)).body;
  const changed = await put(question, { Questions: 'Which colour then?' });
  expect(changed).toMatchObject({ status: 200, body: { affectedSittings: 0 } });
  const { version } = questionSchema.parse(changed.body);
  expect(
    await put(question, {
      Questions: 'Which colour then?',
      CorrectAnswer: 'OptionOne',
      version,
    }),
  ).toMatchObject({ body: { affectedSittings: 1 } });
  expect((await ask('questions', asha.token)).body).toEqual(before);
});

test.each([
  [{ OptionThree: ' ' }, 'OptionThree'],
  [{ OptionThree: 'green ' }, 'OptionThree'],
  [{ Questions: '\u200b' }, 'Questions'],
  [{ Type: 'totalscore' }, 'Type'],
  [{ Weightage: -1 }, 'Weightage'],
  [{ Negative: 'a lot' }, 'Negative'],
  [{ CorrectAnswer: 'OptionFive' }, 'CorrectAnswer'],
  [{ AlsoCorrect: ['OptionFive'] }, 'AlsoCorrect.0'],
  [{ AlsoCorrect: Array(5).fill('OptionOne') }, 'AlsoCorrect'],
])('an edit to %o is refused, naming %s', async (change, field) => {
  const question = (await bank(api, 'type=Judged')).rows[0] ?? (await oneQuestion('Judged'));
  expect(await put(question, change)).toMatchObject({
    status: 422,
    body: { code: 'invalid', fields: { [field]: expect.any(String) } },
  });
});

test('a question with Weightage 0 and Negative 0 is out of the score, and can still be uploaded again', async () => {
  const question = await oneQuestion('Nought');
  const out = await put(question, { Weightage: 0, Negative: 0 });
  expect(out).toMatchObject({ status: 200, body: { Weightage: 0, Negative: 0 } });
  const download = await api.fetch('questions/download', { token: api.adminToken });
  const form = new FormData();
  form.append('file', new File([await download.arrayBuffer()], 'questions.xlsx'));
  const upload = { token: api.adminToken, form };
  expect(await api.request('questions/upload?dryRun=1', upload)).toMatchObject({
    status: 200,
    body: { refused: 0 },
  });
});

test('an edit over somebody else’s later change is refused', async () => {
  const question = await oneQuestion('Shared');
  expect((await put(question, { OptionOne: 'black' })).status).toBe(200);
  expect(await put(question, { OptionOne: 'pink' })).toMatchObject({
    status: 409,
    body: { code: 'changed-meanwhile' },
  });
  const newest = await api.request(`questions/${question._id}`, { token: api.adminToken });
  expect(newest).toMatchObject({ status: 200, body: { OptionOne: 'black', Type: 'Shared' } });
  const { version } = questionSchema.parse(newest.body);
  expect((await put(question, { OptionOne: 'pink', version })).status).toBe(200);
});

test('of two edits at the same moment, one is saved and the other is told', async () => {
  const question = await oneQuestion('At once');
  const both = await Promise.all([
    put(question, { OptionOne: 'black' }),
    put(question, { OptionOne: 'pink' }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('an edit without a version changes the question as it stands', async () => {
  const question = await oneQuestion('Unversioned');
  for (const OptionOne of ['black', 'pink']) {
    expect(await put(question, { OptionOne, version: undefined })).toMatchObject({
      status: 200,
      body: { OptionOne },
    });
  }
});

test('no edit can make two questions the same', async () => {
  const question = await oneQuestion('Twins');
  await uploadWell(api, workbook([row('The other twin?', 'Twins')]));
  expect(await put(question, { Questions: 'The other twin?' })).toMatchObject({
    status: 422,
    body: { fields: { Questions: 'The same question is already in the bank.' } },
  });
});

test('deleting a question that somebody has changed since is refused', async () => {
  const question = await oneQuestion('Doomed');
  await put(question, { OptionOne: 'black' });
  const remove = (version: number | undefined) =>
    api.request(`questions/${question._id}?version=${version}`, {
      method: 'DELETE',
      token: api.adminToken,
    });
  expect(await remove(question.version)).toMatchObject({
    status: 409,
    body: { code: 'changed-meanwhile' },
  });
  const { rows } = await bank(api, 'type=Doomed');
  expect(rows).toMatchObject([{ OptionOne: 'black' }]);
  expect((await remove(rows[0]?.version)).status).toBe(200);
});

test('a deleted question leaves the bank, but stays on papers that hold it', async () => {
  const question = await oneQuestion('Gone');
  const examId = await api.makeExam({ sections: [{ fieldType: 'Gone', fieldCount: 1 }] });
  const asha = await api.makeCandidate({ examId, status: 'Fees Paid' });
  await ask('questions', asha.token);
  const remove = () =>
    api.request(`questions/${question._id}`, { method: 'DELETE', token: api.adminToken });
  expect(await remove()).toMatchObject({ status: 200, body: { success: true } });
  expect((await remove()).status).toBe(404);
  expect((await bank(api, 'type=Gone')).total).toBe(0);
  expect((await ask('questions', asha.token)).body).toMatchObject([{ _id: question._id }]);
  const ravi = await api.makeCandidate({ examId, status: 'Fees Paid' });
  expect((await ask('questions', ravi.token)).body).toMatchObject({ code: 'section-too-large' });
  expect(await uploadWell(api, workbook([row('Which colour, Gone?', 'Gone')]))).toMatchObject({
    inserted: 1,
  });
});

test('a question that no paper holds is erased', async () => {
  const question = await oneQuestion('Unused');
  await api.request(`questions/${question._id}`, { method: 'DELETE', token: api.adminToken });
  expect(await api.deps.db.rows('select 1 from questions where id = $1', [question._id])).toEqual(
    [],
  );
});

test('an archived question leaves the bank, is listed among the archived, and can be brought back', async () => {
  const question = await oneQuestion('Archived');
  const act = (what: 'archive' | 'bring-back', json: object = {}) =>
    api.request(`questions/${question._id}/${what}`, { token: api.adminToken, json });
  expect(await act('archive', { version: (question.version ?? 0) - 1 })).toMatchObject({
    status: 409,
    body: { code: 'changed-meanwhile' },
  });
  expect((await act('bring-back')).status).toBe(404);
  expect((await act('archive', { version: question.version })).status).toBe(200);
  expect((await bank(api, 'type=Archived')).total).toBe(0);
  expect(await bank(api, 'type=Archived&state=Archived')).toEqual({ total: 1, rows: [question] });
  expect((await put(question, { OptionOne: 'black' })).status).toBe(404);

  // After the same question is uploaded again, bringing the archived one back would make two of it.
  await uploadWell(api, workbook([row('Which colour, Archived?', 'Archived')]));
  const [twin] = (await bank(api, 'type=Archived')).rows;
  expect(await act('bring-back')).toMatchObject({
    status: 422,
    body: { error: 'The same question is already in the bank.' },
  });
  await api.request(`questions/${twin?._id}`, { method: 'DELETE', token: api.adminToken });
  expect((await act('bring-back')).status).toBe(200);
  expect(await bank(api, 'type=Archived')).toEqual({ total: 1, rows: [question] });
  expect((await bank(api, 'state=Archived')).rows).not.toContainEqual(question);
});

test('a question’s history shows each version, who made it, and which exams have papers with it', async () => {
  const question = await oneQuestion('Told');
  const examId = await api.makeExam({ sections: [{ fieldType: 'Told', fieldCount: 1 }] });
  const asha = await api.makeCandidate({ examId, status: 'Fees Paid' });
  await ask('questions', asha.token);
  await put(question, { OptionOne: 'black' });
  const { status, body } = await ask(`questions/${question._id}/history`, api.adminToken);
  expect(status).toBe(200);
  expect(questionHistorySchema.parse(body)).toMatchObject({
    versions: [
      { question: { OptionOne: 'black' }, by: expect.any(String), current: true },
      { question, by: expect.any(String), current: false },
    ],
    used: [{ examId, papers: 1 }],
  });
  expect((await ask('questions/nosuchone/history', api.adminToken)).status).toBe(404);
});

describe.each(backends)('an import on %s', (kind) => {
  let own: TestApi;
  beforeAll(async () => {
    own = await startApi(await databaseOn(kind));
  });
  afterAll(() => own.close());

  const list = async () =>
    importListSchema.parse(
      (await own.request('questions/imports', { token: own.adminToken })).body,
    );
  const bring = async (type: string, count: number) => {
    own.clock.now += 1_000;
    const rows = Array.from({ length: count }, (_, at) => row(`Which ${type}, ${at}?`, type));
    await uploadWell(own, workbook(rows), '', `${type}.xlsx`);
    const [newest] = await list();
    if (!newest) throw new Error('The import is not listed.');
    return newest;
  };
  const takeBack = (id: string, reason = 'The wrong file') =>
    own.request(`questions/imports/${id}/take-back`, { token: own.adminToken, json: { reason } });

  test('[decision 57] is listed with how many of its questions the bank still has, and taken back whole with a reason', async () => {
    const kept = await bring('Kept', 2);
    const wrong = await bring('Wrong', 3);
    expect(wrong).toMatchObject({
      ...{ fileName: 'Wrong.xlsx', questions: 3, inBank: 3, takenBackAt: null },
      by: expect.any(String),
    });
    const [first] = (await bank(own, 'type=Wrong')).rows;
    await own.request(`questions/${first?._id}`, { method: 'DELETE', token: own.adminToken });
    expect((await takeBack(wrong.id, ' ')).status).toBe(422);
    expect(await takeBack(wrong.id)).toMatchObject({
      ...{ status: 200, body: { questions: 2, archived: 0 } },
    });
    expect((await bank(own, 'type=Wrong')).total).toBe(0);
    expect((await bank(own, 'type=Kept')).total).toBe(2);
    expect(await list()).toMatchObject([
      { id: wrong.id, questions: 3, inBank: 0, takenBackAt: expect.any(String) },
      { id: kept.id, inBank: 2, takenBackAt: null },
    ]);
    expect((await own.actsOn(wrong.id)).map(({ action, detail }) => [action, detail])).toEqual([
      ['questions.imported', { fileName: 'Wrong.xlsx', questions: 3 }],
      [
        'questions.taken-back',
        { fileName: 'Wrong.xlsx', questions: 2, archived: 0, reason: 'The wrong file' },
      ],
    ]);
    expect(await takeBack(wrong.id)).toMatchObject({ body: { code: 'changed-meanwhile' } });
    expect(await takeBack('nothing')).toMatchObject({ status: 404 });
    // The right file may contain some of the same questions.
    expect((await bring('Wrong', 3)).questions).toBe(3);
  });

  test('[decision 57] names the exams that may still draw from it, and no others', async () => {
    const drawn = await bring('Drawn', 3);
    expect(drawn.exams).toEqual([]);
    const sections = [
      { fieldType: 'Kept', fieldCount: 1 },
      { fieldType: 'Drawn', fieldCount: 1 },
    ];
    await own.makeExam({ name: 'Draws on it', sections });
    await own.makeExam({ name: 'Draws on others', sections: sections.slice(0, 1) });
    const isOver = { status: 'Inactive', startDate: new Date(own.clock.now - 86_400_000) } as const;
    await own.makeExam({ name: 'Is over', sections, ...isOver });
    expect((await list()).find(({ id }) => id === drawn.id)?.exams).toEqual(['Draws on it']);
    await takeBack(drawn.id);
    expect((await list()).find(({ id }) => id === drawn.id)?.exams).toEqual([]);
  });

  test('[decision 57] can’t be taken back once a candidate has begun a paper with it, and the answer says why', async () => {
    const sat = await bring('Sat', 3);
    const other = await bring('Other', 3);
    const examId = await own.makeExam({ sections: [{ fieldType: 'Sat', fieldCount: 1 }] });
    const asha = await own.makeCandidate({ examId, status: 'Fees Paid' });
    const opened = await own.request(`exams/${examId}/sitting`, {
      token: asha.token,
      json: { protocol: 1, deviceId: 'phone' },
    });
    expect(opened.status).toBe(200);
    expect(await takeBack(sat.id)).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('1 candidate has begun a paper') },
    });
    expect((await bank(own, 'type=Sat')).total).toBe(3);
    expect((await takeBack(other.id)).status).toBe(200);
  });

  test('[decision 57] leaves a question archived when it lies sealed on a phone', async () => {
    const prepared = await bring('Sealed', 2);
    const examId = await own.makeExam({
      sections: [{ fieldType: 'Sealed', fieldCount: 1 }],
      startsAt: own.clock.now + 60 * 60_000,
    });
    const asha = await own.makeCandidate({ examId, status: 'Fees Paid' });
    const sealed = await own.request(`exams/${examId}/sealed-paper`, { token: asha.token });
    expect(sealed.status).toBe(200);
    expect(await takeBack(prepared.id)).toMatchObject({ body: { questions: 2, archived: 1 } });
    expect((await bank(own, 'type=Sealed')).total).toBe(0);
    expect((await bank(own, 'type=Sealed&state=Archived')).total).toBe(1);
  });
});
