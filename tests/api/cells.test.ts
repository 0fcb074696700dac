// Cells are deployments of their own that hold an exam of this site. Here two whole servers talk over a real network.
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeResults } from '#api/services/cells/results-file.ts';
import { checkReceipt } from '#api/services/receipts/receipts.ts';
import { candidateListReportSchema } from '#contract/desk/candidates.ts';
import { broughtReportSchema } from '#contract/desk/cells.ts';
import { meritListSchema } from '#contract/desk/merit.ts';
import { participantListSchema } from '#contract/desk/participants.ts';
import type { ResultsHead, ResultsLine } from '#contract/desk/results-file.ts';
import { type Cell, settingsSchema } from '#contract/desk/settings.ts';
import { type Receipt, receiptSchema } from '#contract/wire/sync.ts';
import { joinBytes } from '#seals/bytes.ts';
import { checkReceiptText, receiptKeysSchema } from '#seals/receipt.ts';
import { START, startApi, type TestApi } from '#tests/support/api.ts';
import { deviceOf } from '#tests/support/device.ts';
import { hallOf } from '#tests/support/hall.ts';
import { PASSWORD } from '#tests/support/people.ts';
import { closedOrigin, listen, listenWith } from './gateway-servers.ts';

let main: TestApi;
let cell: TestApi;

beforeAll(async () => {
  main = await startApi();
  cell = await startApi();
  for (const each of [main, cell])
    await each.makeQuestions('Cells', 2, { weightage: 1, negative: 0.25 });
});
afterAll(async () => {
  await main.close();
  await cell.close();
});
beforeEach(async () => {
  cell.clock.now = START;
  await main.deps.db.rows(`delete from settings where name = 'cells'`, []);
  main.clock.now += 10_000; // what the process remembers of settings is old now
});

const onTheNet = (api: TestApi) => listen((request) => api.app.fetch(request));
const settings = async () =>
  settingsSchema.parse((await main.request('settings', { token: main.adminToken })).body);
const cells = async (): Promise<Cell[]> => (await settings()).cells.value.cells;
async function name(...addresses: string[]) {
  const { version } = (await settings()).cells;
  return main.request('settings/cells', {
    method: 'PUT',
    token: main.adminToken,
    json: { version, value: { addresses } },
  });
}
const publicKeys = async (api: TestApi) =>
  receiptKeysSchema.parse((await api.request('/.well-known/pariksha-receipts.json')).body);

async function submittedAt(api: TestApi): Promise<Receipt & { text: string }> {
  const sections = [{ fieldType: 'Cells', fieldCount: 2 }];
  const examId = await api.makeExam({ name: 'Clerk, first shift', sections });
  const candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
  const phone = await deviceOf(api, candidate, examId);
  await phone.open();
  const { body } = await phone.submit(2, [], {
    events: [phone.event(1, 'started'), phone.event(2, 'submitted')],
  });
  const receipt = receiptSchema.parse(body.receipt);
  return { ...receipt, text: receipt.text ?? '' };
}

describe('the list of cells', () => {
  it('stores each cell’s public keys, and says who added it', async () => {
    const address = await onTheNet(cell);
    expect((await name(`${address}/`, address)).status).toBe(200);
    const [key] = cell.deps.keys.receiptKeys.keys;
    expect(await cells()).toEqual([{ address, keys: [{ kid: key?.kid, x: key?.x, y: key?.y }] }]);
    const { body } = await main.request('activity?search=cells', { token: main.adminToken });
    expect(JSON.stringify(body)).toContain(address);
  });

  it('keeps the keys of a cell that is gone as long as its address is listed', async () => {
    const address = await listenWith(200, JSON.stringify(cell.deps.keys.receiptKeys));
    await name(address.origin);
    const before = await cells();
    const { requests } = address;
    expect(await name(address.origin)).toMatchObject({ status: 200 });
    expect(await cells()).toEqual(before);
    expect(requests).toHaveLength(1);
    expect(await name()).toMatchObject({ status: 200 });
    expect(await cells()).toEqual([]);
  });

  it('refuses an address that is no cell, naming it', async () => {
    const { keys } = main.deps.keys.receiptKeys;
    const itself = await listenWith(200, JSON.stringify({ keys }));
    const another = await listenWith(200, JSON.stringify(cell.deps.keys.receiptKeys));
    const theirs = { keys: [{ ...cell.deps.keys.receiptKeys.keys[0], cell: 'https://a.test' }] };
    const untrusted = await listenWith(200, JSON.stringify(theirs));
    const moved = await listen(
      () => new Response(null, { status: 302, headers: { location: another.origin } }),
    );
    const page = await listenWith(200, '<!doctype html>');
    const endless = await listenWith(200, JSON.stringify({ keys: [], more: 'x'.repeat(2e6) }));
    const closed = await closedOrigin();
    const wrong: [address: string, sentence: RegExp][] = [
      [itself.origin, /is this site itself/],
      [untrusted.origin, /has no public keys of Pariksha/],
      [moved, /has no public keys of Pariksha/],
      [page.origin, /has no public keys of Pariksha/],
      [endless.origin, /has no public keys of Pariksha/],
      [closed, /isn’t responding/],
      ['http://shift1.example.in', /must begin with https/],
      ['http://10.0.0.4', /must begin with https/],
    ];
    for (const [address, sentence] of wrong) {
      const { status, body } = await name(address);
      expect({ address, status, body }).toMatchObject({
        status: 422,
        body: { fields: { addresses: expect.stringMatching(sentence) } },
      });
      expect(JSON.stringify(body)).toContain(address);
    }
    for (const address of ['ftp://a.test', 'https://a.test/path', 'https://me@a.test', 'a.test'])
      expect(await name(address)).toMatchObject({ status: 422 });
    const twice = await name(await onTheNet(cell), another.origin);
    expect(twice).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('is the same as http') },
    });
    expect(another.requests).toHaveLength(1); // nothing followed the redirect
    expect(await cells()).toEqual([]);
  });

  it('refuses an address without https on a site in production', async () => {
    const address = await onTheNet(cell);
    const { settings: own } = main.deps;
    main.deps.settings = { ...own, publicUrl: 'https://exams.example.in' };
    const refused = await name(address);
    main.deps.settings = own;
    expect(refused).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('must begin with https') },
    });
  });
});

describe('a receipt of a cell', () => {
  it('[rule 11] can be checked with the main site’s keys alone, which say which cell it is from', async () => {
    const { text } = await submittedAt(cell);
    const own = await submittedAt(main);
    expect(await checkReceiptText(text, await publicKeys(main))).toBeNull();
    const address = await onTheNet(cell);
    await name(address);
    const keys = await publicKeys(main);
    expect(await checkReceiptText(text, keys)).toMatchObject({ cell: address, seq: 2 });
    expect(await checkReceiptText(own.text, keys)).not.toHaveProperty('cell');
  });

  it('is found on the main site by its short code', async () => {
    const { code } = await submittedAt(cell);
    expect(await main.request(`receipts/${code}`)).toMatchObject({ status: 404 });
    const address = await onTheNet(cell);
    await name(address);
    expect((await main.request(`receipts/${code}`)).body).toEqual({
      examName: 'Clerk, first shift',
      receivedAt: new Date(START).toISOString(),
      state: 'valid',
      cell: address,
    });
    expect(await main.request('receipts/ZZZZ-ZZZZ-ZZZZ')).toMatchObject({ status: 404 });
  });

  it('is found even after a stranger has tried three hundred codes on the main site', async () => {
    const { code } = await submittedAt(cell);
    await name(await onTheNet(cell));
    // What the main site asks the cell for each of those codes.
    for (let tried = 0; tried < 300; tried += 1)
      await cell.request('receipts/ZZZZ-ZZZZ-ZZZZ?of=here');
    const elsewhere = { address: '203.0.113.7', asksCells: true };
    expect(await checkReceipt(main.deps, code, elsewhere)).toMatchObject({ state: 'valid' });
  });

  it('is not called unknown while a cell doesn’t answer', async () => {
    const there = await onTheNet(cell);
    const answers: ((request: Request) => Response | Promise<Response>)[] = [
      () => new Response('busy', { status: 503 }),
      () => Response.json({ error: 'slow down', code: 'throttled' }, { status: 429 }),
      () => Response.json({ state: 'valid' }),
      () => Response.redirect(there, 302),
    ];
    const { code } = await submittedAt(cell);
    for (const answer of answers) {
      const keys = newKeys();
      const broken = await listen((request) =>
        request.url.includes('.well-known') ? Response.json(keys) : answer(request),
      );
      expect(await name(there, broken)).toMatchObject({ status: 200 });
      const { status, body, headers } = await main.request('receipts/ZZZZ-ZZZZ-ZZZZ');
      expect({ status, body }).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      expect(JSON.stringify(body)).toContain(broken);
      expect(headers.get('retry-after')).toBe('60');
      expect(await main.request(`receipts/${code}`)).toMatchObject({ status: 200 });
    }
  });

  it('is looked up once in each cell, even when two cells list each other', async () => {
    const asked: string[] = [];
    const there = await listen((request) => {
      asked.push(new URL(request.url).pathname);
      return cell.app.fetch(request);
    });
    const here = await onTheNet(main);
    await name(there);
    const back = await cell.request('settings/cells', {
      method: 'PUT',
      token: cell.adminToken,
      json: { version: 0, value: { addresses: [here] } },
    });
    expect(back).toMatchObject({ status: 200 });
    const [kept] = settingsSchema.shape.cells.parse(back.body).value.cells;
    expect(kept?.keys.map(({ kid }) => kid)).toEqual([main.deps.keys.receiptKeys.keys[0]?.kid]);
    expect(await main.request('receipts/ZZZZ-ZZZZ-ZZZY')).toMatchObject({ status: 404 });
    expect(asked.filter((path) => path.includes('receipts/'))).toHaveLength(1);
  });
});

/** The keys of a server that nobody else uses. */
function newKeys() {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const kid = x.slice(0, 16);
  return { keys: [{ kty: 'EC', crv: 'P-256', x, y, kid, use: 'sig', alg: 'ES256' }] };
}

const SECTIONS = [{ fieldType: 'Cells', fieldCount: 2 }];

/** An exam on the main site and on a cell that the main site knows but can't reach now: files are enough. */
async function examOnBoth(): Promise<{ here: string; there: string; address: string }> {
  await main.deps.db.rows(`update sittings set cell = null`, []); // left by other tests
  const known = await listenWith(200, JSON.stringify(cell.deps.keys.receiptKeys));
  expect(await name(known.origin)).toMatchObject({ status: 200 });
  return {
    here: await main.makeExam({ name: 'Clerk 2026', sections: SECTIONS, pricePaise: 30_000 }),
    there: await cell.makeExam({ name: 'Clerk 2026, shift 1', sections: SECTIONS }),
    address: known.origin,
  };
}

const bytesOf = async (api: TestApi, path: string) => {
  const answer = await api.fetch(path, { token: api.adminToken });
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
};

async function takeRoster(here: string, there: string) {
  const form = new FormData();
  form.set('file', new File([await bytesOf(main, `exams/${here}/cell/roster`)], 'r.xlsx'));
  const texts = { examID: there, officeInvoice: 'CELL-1', reason: 'Shift 1 sits here' };
  for (const [field, value] of Object.entries(texts)) form.set(field, value);
  const { status, body } = await cell.request('candidates/list', { token: cell.adminToken, form });
  expect(status).toBe(200);
  return candidateListReportSchema.parse(body);
}

async function bring(here: string, bytes: Uint8Array<ArrayBuffer>, how: 'check' | 'take' = 'take') {
  const form = new FormData();
  form.set('file', new File([bytes], 'results.jsonl'));
  const dryRun = how === 'check' ? '?dryRun=1' : '';
  return main.request(`exams/${here}/cell/results${dryRun}`, { token: main.adminToken, form });
}
const brought = async (...args: Parameters<typeof bring>) => {
  const { status, body } = await bring(...args);
  expect({ status, body }).toMatchObject({ status: 200 });
  return broughtReportSchema.parse(body);
};

/** Submits the cell's exam with `right` of its two answers right. */
async function sitThere(uid: string, there: string, right: 0 | 1 | 2) {
  const token = await cell.signInAs(uid);
  const phone = await deviceOf(cell, { uid, token }, there);
  await phone.open();
  const [one, two] = phone.opened.questions;
  const answers = [
    { qid: one?.qid ?? '', answer: right > 0 ? 'OptionOne' : 'OptionTwo' },
    { qid: two?.qid ?? '', answer: right > 1 ? 'OptionOne' : 'OptionTwo' },
  ];
  const { body } = await phone.submit(4, answers, {
    events: [
      phone.event(1, 'started'),
      ...answers.map(({ qid, answer }, at) => phone.event(at + 2, 'answered', qid, answer)),
      phone.event(4, 'submitted'),
    ],
  });
  return receiptSchema.parse(body.receipt);
}

const participants = async (examId: string) =>
  participantListSchema.parse(
    (await main.request(`exams/by-exam/${examId}`, { token: main.adminToken })).body,
  );

/** A results file as the cell would make it, with any lines and any date. */
async function fileOf(lines: ResultsLine[], madeAt: number, head: Partial<ResultsHead> = {}) {
  async function* pieces() {
    yield lines;
  }
  const whole: ResultsHead = {
    ...{ pariksha: 'results', version: 1, exam: 'Shift 1', sections: [['Cells', 2]] },
    ...{ madeAt: new Date(madeAt).toISOString(), underWay: 0 },
    ...head,
  };
  const parts: Uint8Array[] = [];
  for await (const part of writeResults(cell.deps.keys, whole, pieces())) parts.push(part);
  return joinBytes(...parts);
}
const lineOf = (uid: string, more: Partial<ResultsLine> = {}): ResultsLine => ({
  ...{ uid, sitting: `s${uid.toLowerCase()}`, state: 'submitted', answered: 2, provisional: false },
  ...{ started: START, deadline: START + 3_600_000, closed: START + 60_000 },
  ...{ scores: [['Cells', 200, 0]], documents: null, receipt: null, ...more },
});
const written = async () =>
  main.deps.db.rows(
    `select s.id, s.uid, s.cell, s.cell_said_at, s.receipt->>'code' as code, r.sections, r.total::int, n.status
     from sittings s join results r on r.sitting_id = s.id join enrolments n on n.id = s.enrolment_id
     where s.cell is not null order by s.cell_said_at, s.id`,
    [],
  );

describe('an exam on a cell', () => {
  it('gets the candidates by roster: their UID, room and accommodations, and a password of its own', async () => {
    const { here, there } = await examOnBoth();
    const [seated, plain, blocked] = [
      await main.makeCandidate({ examId: here, status: 'Fees Paid' }),
      await main.makeCandidate({ examId: here, status: 'Fees Paid' }),
      await main.makeCandidate({ examId: here, status: 'Fees Paid' }),
    ];
    await main.makeCandidate({ examId: here, status: 'Registered' });
    await main.request(`exams/${here}/participants/${seated.uid}`, {
      method: 'PUT',
      token: main.adminToken,
      json: {
        room: 'Lab 2',
        extraPercent: 33,
        largerText: true,
        reader: true,
        note: 'Ground floor',
      },
    });
    await main.request(`candidates/${blocked.uid}/block`, {
      token: main.adminToken,
      json: { reason: 'Impersonation' },
    });
    expect(await takeRoster(here, there)).toMatchObject({ people: 2, added: 2, errors: [] });
    const rows = await cell.deps.db.rows(
      `select u.uid, u.email, u.mobile, n.status, n.room, n.extra_percent, n.larger_text, n.reader, n.accommodation_note as note
       from enrolments n join users u on u.uid = n.uid where n.exam_id = $1 order by n.extra_percent desc`,
      [there],
    );
    const agreed = { room: 'Lab 2', extra_percent: 33, larger_text: true, reader: true };
    const nothing = { room: '', extra_percent: 0, larger_text: false, reader: false, note: '' };
    const who = ({ uid, email, mobile }: typeof plain) => ({ uid, email, mobile });
    expect(rows).toEqual([
      { ...who(seated), status: 'Fees Paid', ...agreed, note: 'Ground floor' },
      { ...who(plain), status: 'Fees Paid', ...nothing },
    ]);
    const own = { uid: plain.uid, password: PASSWORD };
    expect(await cell.request('auth/signin', { json: own })).toMatchObject({ status: 401 });
    const sent = cell.sent.findLast(
      ({ to, purpose }) => to === `+91${plain.mobile}` && purpose === 'password-reset',
    );
    const password = sent?.purpose === 'password-reset' ? sent.vars.password : '';
    const there2 = await cell.request('auth/signin', { json: { uid: plain.uid, password } });
    expect(there2).toMatchObject({ status: 200 });
  });

  it('takes a later roster with those added since, and refuses a UID that somebody else has there', async () => {
    const { here, there } = await examOnBoth();
    await main.makeCandidate({ examId: here, status: 'Fees Paid' });
    expect(await takeRoster(here, there)).toMatchObject({ people: 1, added: 1 });
    await main.makeCandidate({ examId: here, status: 'Fees Paid' });
    expect(await takeRoster(here, there)).toMatchObject({ people: 2, added: 1, already: 1 });
    expect(await takeRoster(here, there)).toMatchObject({ people: 2, added: 0, already: 2 });
    const { uid } = await main.makeCandidate({ examId: here, status: 'Fees Paid' });
    await cell.makeCandidate();
    await cell.deps.db.rows(
      `insert into users (uid, role, full_name, mobile, password_hash)
      values ($1, 'candidate', 'Somebody Else', '6000000001', 'x')`,
      [uid],
    );
    const report = await takeRoster(here, there);
    expect(report).toMatchObject({ added: 0 });
    expect(report.errors).toEqual([
      { row: 4, cell: 'I4', message: `The candidate ${uid}, Somebody Else, already has this UID.` },
    ]);
  });

  it('sends back its results: Completed with scores and receipt, on the merit list and the candidate’s page', async () => {
    const { here, there, address } = await examOnBoth();
    const [good, fair] = [
      await main.makeCandidate({ examId: here, status: 'Fees Paid' }),
      await main.makeCandidate({ examId: here, status: 'Fees Paid' }),
    ];
    await takeRoster(here, there);
    const receipt = await sitThere(good.uid, there, 2);
    await sitThere(fair.uid, there, 1);
    const own = await main.makeCandidate({ examId: here, status: 'Fees Paid' });
    const phone = await deviceOf(main, own, here);
    await phone.open();
    await phone.submit(2, [], {
      events: [phone.event(1, 'started'), phone.event(2, 'submitted')],
    });
    const file = await bytesOf(cell, `exams/${there}/cell/results`);
    expect(await brought(here, file, 'check')).toMatchObject({ done: false, added: 2, refused: 0 });
    expect(await written()).toEqual([]);
    expect(await brought(here, file)).toMatchObject({
      ...{ done: true, cell: address, exam: 'Clerk 2026, shift 1', results: 2 },
      ...{ added: 2, changed: 0, same: 0, refused: 0, underWay: 0 },
    });
    const listed = await participants(here);
    expect(listed.map(({ _id, examStatus, score }) => ({ _id, examStatus, score }))).toEqual([
      { _id: good.uid, examStatus: 'Completed', score: [{ TotalScore: 2 }, { Cells: 2 }] },
      { _id: fair.uid, examStatus: 'Completed', score: [{ TotalScore: 0.75 }, { Cells: 0.75 }] },
      { _id: own.uid, examStatus: 'Completed', score: [{ TotalScore: 0 }, { Cells: 0 }] },
    ]);
    const { body: user } = await main.request('exams/updateuser', {
      token: good.token,
      json: { uid: good.uid },
    });
    expect(user).toMatchObject({ user: { examStatus: 'Completed' } });

    expect((await main.request(`receipts/${receipt.code}`)).body).toEqual({
      examName: 'Clerk 2026',
      ...{ receivedAt: receipt.receivedAt, state: 'valid', cell: address },
    });
    const page = await main.request(`candidates/${good.uid}`, { token: main.adminToken });
    expect(page.body).toMatchObject({
      sittings: [{ cell: address, receipt: receipt.code, total: 2, state: 'submitted' }],
    });
    const live = await main.request(`live/${here}/sittings`, { token: main.adminToken });
    expect(live.body).toMatchObject({
      rows: expect.arrayContaining([expect.objectContaining({ uid: good.uid })]),
    });
    const merit = await main.request(`exams/${here}/merit/work-out`, {
      method: 'POST',
      token: main.adminToken,
    });
    expect(merit.status).toBe(200);
    const places = await main.request(`exams/${here}/merit/places`, { token: main.adminToken });
    expect(places.body).toMatchObject([
      { rank: 1, uid: good.uid, total: 2, wrong: 0 },
      { rank: 2, uid: fair.uid, total: 0.75, wrong: 1 },
      { rank: 3, uid: own.uid, total: 0 },
    ]);
    const activity = await main.request('activity', { token: main.adminToken });
    expect(activity.body).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...{ action: 'exam.results-brought', subject: here, actor: 'SuperAdmin' },
          detail: expect.objectContaining({ cell: address, added: 2, changed: 0, refused: 0 }),
        }),
        expect.objectContaining({
          action: 'sitting.brought',
          detail: { cell: address, receipt: receipt.code, total: 2 },
        }),
      ]),
    );
    const summary = await main.request(`exams/${here}/cell`, { token: main.adminToken });
    expect(summary.body).toMatchObject({
      ...{ toSit: 0, results: 1, underWay: 0 },
      brought: [{ cell: address, results: 2 }],
    });
    const without = await name();
    expect(without).toMatchObject({ status: 422 });
    expect(JSON.stringify(without.body)).toContain(`Results have come from ${address}`);
  });

  it('ends with the same results in whatever order and however often its files are taken in', async () => {
    const { here } = await examOnBoth();
    const [one, two] = [
      await main.makeCandidate({ examId: here, status: 'Fees Paid' }),
      await main.makeCandidate({ examId: here, status: 'Fees Paid' }),
    ];
    const scored = (uid: string, marks: number) => lineOf(uid, { scores: [['Cells', marks, 0]] });
    const files = [
      await fileOf([scored(one.uid, 100)], START),
      await fileOf([scored(one.uid, 200), scored(two.uid, 100)], START + 1_000),
      await fileOf([scored(one.uid, 100), scored(two.uid, 100)], START + 2_000),
    ];
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
      [0, 0, 2, 1, 1, 0, 2],
    ];
    const ends: unknown[] = [];
    for (const order of orders) {
      await main.deps.db.rows(
        'delete from results where sitting_id in (select id from sittings where cell is not null)',
        [],
      );
      await main.deps.db.rows('delete from sittings where cell is not null', []);
      await main.deps.db.rows(`update enrolments set status = 'Fees Paid' where exam_id = $1`, [
        here,
      ]);
      for (const at of order) await brought(here, files[at] ?? new Uint8Array());
      ends.push(await written());
    }
    expect(ends[0]).toMatchObject([{ total: 100 }, { total: 100 }]);
    for (const end of ends) expect(end).toEqual(ends[0]);
  });

  it('reports each changed score before and after, and marks the merit list as outdated', async () => {
    const { here } = await examOnBoth();
    const { uid } = await main.makeCandidate({ examId: here, status: 'Fees Paid' });
    await brought(here, await fileOf([lineOf(uid)], START));
    const work = { method: 'POST', token: main.adminToken };
    await main.request(`exams/${here}/merit/work-out`, work);
    const outdated = async () =>
      meritListSchema.parse(
        (await main.request(`exams/${here}/merit`, { token: main.adminToken })).body,
      ).latest?.outdated;
    expect(await brought(here, await fileOf([lineOf(uid)], START + 1_000))).toMatchObject({
      ...{ added: 0, changed: 0, same: 1 },
    });
    expect(await outdated()).toBe(false);
    const rescored = await fileOf([lineOf(uid, { scores: [['Cells', 75, 1]] })], START + 2_000);
    expect(await brought(here, rescored, 'check')).toMatchObject({
      changed: 1,
      changes: [{ uid, before: 2, after: 0.75 }],
    });
    await brought(here, rescored);
    expect(await outdated()).toBe(true);
    const { body } = await main.request('activity', { token: main.adminToken });
    expect(body).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          action: 'sitting.brought',
          detail: expect.objectContaining({ total: { from: 2, to: 0.75 } }),
        }),
      ]),
    );
  });

  it('reports corrected marks for pages to a candidate who knew the result, and to nobody else', async () => {
    await examOnBoth();
    const here = await main.makeExam({ name: 'Clerk', format: 'MIX', sections: SECTIONS });
    const told = await main.makeCandidate({ examId: here, status: 'Fees Paid' });
    const untold = await main.makeCandidate({ examId: here, status: 'Fees Paid' });
    const marked = (documents: number, more: Partial<ResultsLine> = {}) =>
      [told, untold].map(({ uid }) => lineOf(uid, { documents, ...more }));
    const sections: ResultsHead['sections'] = [
      ['Cells', 2],
      ['Documents', 0],
    ];
    const resultOf = async ({ uid, token }: { uid: string; token: string }) =>
      (await main.request(`exams/getresult/${uid}`, { token })).body;
    await brought(here, await fileOf(marked(300), START, { sections }));
    await main.deps.db.rows(`insert into result_texts (sitting_id, told_at) values ($1, now())`, [
      `s${told.uid.toLowerCase()}`,
    ]);
    const otherScore = { scores: [['Cells', 75, 1]] } satisfies Partial<ResultsLine>;
    main.clock.now += 120_000; // after the sittings were closed
    // Marks that change together with the score are no mere correction of marks, and nor is a file without changes.
    await brought(here, await fileOf(marked(310, otherScore), START + 1_000, { sections }));
    const closed = START + 61_000;
    const same = marked(310, { ...otherScore, closed });
    await brought(here, await fileOf(same, START + 2_000, { sections }));
    expect(await resultOf(told)).toMatchObject([
      { examID: here, score: [{ TotalScore: 3.85 }, { Cells: 0.75 }, { Documents: 3.1 }] },
    ]);
    expect(await resultOf(told)).not.toMatchObject([{ corrected: {} }]);
    const corrected = marked(450, { ...otherScore, closed });
    await brought(here, await fileOf(corrected, START + 3_000, { sections }));
    expect(await resultOf(told)).toMatchObject([
      {
        score: [{ TotalScore: 5.25 }, { Cells: 0.75 }, { Documents: 4.5 }],
        corrected: { at: new Date(main.clock.now).toISOString(), before: 3.85, documents: true },
      },
    ]);
    expect(await resultOf(untold)).not.toMatchObject([{ corrected: {} }]);
  });

  it('names each line that can’t be taken, takes the others, and leaves results of this site unchanged', async () => {
    const { here, address } = await examOnBoth();
    const paid = () => main.makeCandidate({ examId: here, status: 'Fees Paid' });
    const [fresh, sat, twice, elsewhere] = [await paid(), await paid(), await paid(), await paid()];
    const unpaid = await main.makeCandidate({ examId: here, status: 'Registered' });
    const stranger = await main.makeCandidate();
    const phone = await deviceOf(main, sat, here);
    await phone.open();
    await brought(here, await fileOf([lineOf(elsewhere.uid)], START));
    await main.deps.db.rows(`update sittings set cell = 'https://other.test' where uid = $1`, [
      elsewhere.uid,
    ]);
    const lines = [
      lineOf(sat.uid),
      lineOf(unpaid.uid),
      lineOf(stranger.uid),
      lineOf(twice.uid),
      lineOf(twice.uid, { sitting: 'another' }),
      lineOf(elsewhere.uid),
      lineOf('ZZZZZZ9', { scores: [['Other', 1, 0]] }),
      lineOf('ZZZZZZ8', { receipt: 'ABCD' }),
      lineOf(fresh.uid, { sitting: phone.opened.sittingId }),
    ];
    const report = await brought(here, await fileOf(lines, START + 1_000));
    expect(report).toMatchObject({ results: 9, added: 1, refused: 8, same: 0 });
    expect(report.refusals).toEqual([
      { line: 2, uid: sat.uid, message: 'Took this exam on this site. That result stays.' },
      { line: 3, uid: unpaid.uid, message: 'Hasn’t paid for this exam here.' },
      ...[{ line: 4, uid: stranger.uid, message: expect.stringContaining('is enrolled') }],
      { line: 6, uid: twice.uid, message: 'Is in the file twice.' },
      ...[{ line: 7, uid: elsewhere.uid, message: expect.stringContaining('https://other.test') }],
      ...[{ line: 8, uid: 'ZZZZZZ9', message: expect.stringContaining('section') }],
      ...[{ line: 9, uid: 'ZZZZZZ8', message: expect.stringContaining('receipt') }],
      ...[{ line: 10, uid: fresh.uid, message: expect.stringContaining('already here') }],
    ]);
    const kept = await written();
    expect(kept).toHaveLength(2);
    expect(kept).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ uid: elsewhere.uid, cell: 'https://other.test' }),
        expect.objectContaining({ uid: twice.uid, cell: address }),
      ]),
    );
    expect(await main.deps.db.rows('select state from sittings where uid = $1', [sat.uid])).toEqual(
      [{ state: 'open' }],
    );
  });

  it('is refused with the reason when its file was changed, cut short or made by an unknown server', async () => {
    const { here } = await examOnBoth();
    const { uid } = await main.makeCandidate({ examId: here, status: 'Fees Paid' });
    const file = await fileOf([lineOf(uid)], START);
    const text = new TextDecoder().decode(file);
    const [head = '', line = '', seal = ''] = text.trimEnd().split('\n');
    const others = await fileOf([lineOf(uid), lineOf('ZZZZZZ7')], START);
    const foreign = new TextDecoder()
      .decode(file)
      .replace(cell.deps.keys.receiptKeys.keys[0]?.kid ?? '', 'nobody-we-know-1');
    const sealOf = (bytes: Uint8Array) =>
      new TextDecoder().decode(bytes).trimEnd().split('\n').at(-1);
    const wrong: [file: string, sentence: string][] = [
      [text.replace('200', '201'), 'was changed'],
      [text.replace(uid, 'ZZZZZZ9'), 'was changed'],
      [text.replace('Shift 1', 'Shift 2'), 'was changed'],
      [[head, line, line, seal, ''].join('\n'), 'was changed'],
      [[head, seal, ''].join('\n'), 'was changed'],
      [[head, line, sealOf(others), ''].join('\n'), 'was changed'],
      [text.replace(/(?<="signature":")./, (first) => (first === 'A' ? 'B' : 'A')), 'was changed'],
      [[head, line, ''].join('\n'), 'is incomplete'],
      [text.slice(0, -40), 'is incomplete'],
      [foreign, 'isn’t one of this site’s cells'],
      [JSON.stringify({ results: [] }), 'isn’t a results file'],
      ['', 'isn’t a results file'],
    ];
    for (const [content, sentence] of wrong) {
      const answer = await bring(here, new TextEncoder().encode(content));
      expect({ content, ...answer }).toMatchObject({
        body: { error: expect.stringContaining(sentence), fields: { file: expect.any(String) } },
      });
      expect([415, 422]).toContain(answer.status);
    }
    for (const answered of [1.5, -1, 2 ** 31]) {
      const later = await fileOf([lineOf(uid, { answered })], START);
      expect((await bring(here, later)).body).toMatchObject({
        error: expect.stringContaining('a different version'),
      });
    }
    const tomorrow = await fileOf([lineOf(uid)], main.clock.now + 24 * 3_600_000);
    expect((await bring(here, tomorrow)).body).toMatchObject({
      error: expect.stringContaining('Correct the cell’s clock'),
    });
    const other = await fileOf([], START, { sections: [['Cells', 3]] });
    expect((await bring(here, other)).body).toMatchObject({
      error: 'The exam “Shift 1” of this file has Cells (3); “Clerk 2026” has Cells (2).',
    });
    expect(await written()).toEqual([]);
    expect(await brought(here, file)).toMatchObject({ added: 1 });
  });

  it('has results that can’t be reopened or submitted again here', async () => {
    const { here, address } = await examOnBoth();
    const { uid, enrolmentId } = await main.makeCandidate({ examId: here, status: 'Fees Paid' });
    await brought(here, await fileOf([lineOf(uid)], START));
    const hall = await hallOf(main, here);
    const wish = {
      kind: 'reopen',
      to: { row: enrolmentId ?? '' },
      minutes: 5,
      reason: 'Asked',
    } as const;
    expect(await hall.does(wish)).toMatchObject({ sentence: expect.stringContaining(address) });
    const opened = await deviceOf(main, { uid, token: await main.signInAs(uid) }, here);
    expect(await opened.open()).toMatchObject({ body: { code: 'already-submitted' } });
    const plain = { uid, examID: here, answers: [] };
    const token = await main.signInAs(uid);
    expect(await main.request('exams/submit-mcq', { token, json: plain })).toMatchObject({
      body: { code: 'already-submitted' },
    });
    expect(await written()).toMatchObject([{ status: 'Completed', total: 200 }]);
  });

  it('comes in several files that together leave nobody out', async () => {
    const { there } = await examOnBoth();
    const people = await Promise.all(
      Array.from({ length: 12 }, () => cell.makeCandidate({ examId: there, status: 'Fees Paid' })),
    );
    for (const { uid } of people) await sitThere(uid, there, 0);
    const parts = await Promise.all(
      [1, 2, 3].map((part) => bytesOf(cell, `exams/${there}/cell/results?part=${part}&of=3`)),
    );
    const uids = parts.flatMap((bytes) =>
      [...new TextDecoder().decode(bytes).matchAll(/"uid":"(\w+)"/g)].map(([, uid]) => uid),
    );
    expect(uids.sort()).toEqual(people.map(({ uid }) => uid).sort());
    const fourth = await cell.request(`exams/${there}/cell/results?part=4&of=3`, {
      token: cell.adminToken,
    });
    expect(fourth).toMatchObject({ status: 422, body: { fields: { part: expect.any(String) } } });
  });
});
