/** A college's list of candidates: first a dry run that reports row by row, then all or none (decision 046). */
import { setImmediate } from 'node:timers/promises';
import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '#api/app.ts';
import { GatewayError } from '#api/gateways/gateway-call.ts';
import { judgeList } from '#api/services/candidates/judge-list.ts';
import { makePasswords } from '#api/services/messages/make-passwords.ts';
import { sendDueSms } from '#api/services/messages/sms-outbox.ts';
import { activityListSchema } from '#contract/desk/activity.ts';
import { addedListsSchema, candidateListReportSchema } from '#contract/desk/candidates.ts';
import { orders } from '#db/schema/money.ts';
import { enrolments, users } from '#db/schema/people.ts';
import { smsOutbox } from '#db/schema/records.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { hostileSheets } from '../support/make-hostile-sheets.ts';
import {
  type BookCell,
  type BookSheet,
  makeWorkbook,
  makeZip,
  packEntry,
  packParts,
  styles,
  workbookParts,
} from '../support/make-workbook.ts';

let api: TestApi;
let examID = '';

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  examID = await api.makeExam({ pricePaise: 49_950 });
});

let numbers = 0;
/** A row of the list: a number written as people write it, and an email address that nobody else has. */
const somebody = (name = 'Asha Rao'): [string, string, string] => {
  numbers += 1;
  const number = String(numbers).padStart(5, '0');
  return [name, `72000 ${number}`, `Listed${number}@Example.in`];
};
const stored = (mobile: BookCell) => String(mobile).replace(/\s/g, '');
const HEAD = ['Name', 'Mobile', 'Email'];
/** A row of a sheet without hidden or merged cells, dates or fonts of its own. */
const plainRow = (sheet: string, row: number) => ({
  ...{ sheet, row, hidden: false, hiddenColumns: [], merged: {}, days: {}, fonts: {} },
});
const book = (rows: BookCell[][], more: Partial<BookSheet> = {}) =>
  makeWorkbook([{ name: 'Sheet1', rows, ...more }]);

async function send(
  bytes: Uint8Array | string,
  { dryRun = false, name = 'list.xlsx', token = api.adminToken, ...fields } = {} as {
    dryRun?: boolean;
    name?: string;
    token?: string;
    officeInvoice?: string;
    reason?: string;
    examID?: string;
  },
) {
  const form = new FormData();
  form.set('file', new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name));
  const texts = { examID, reason: 'A college sent it', ...fields };
  for (const [field, value] of Object.entries(texts)) form.set(field, value);
  return api.request(`candidates/list${dryRun ? '?dryRun=1' : ''}`, { token, form });
}
const reported = async (...sent: Parameters<typeof send>) => {
  const answer = await send(...sent);
  expect(answer).toMatchObject({ status: 200 });
  return candidateListReportSchema.parse(answer.body);
};
const enrolled = () =>
  api.deps.db.orm
    .select()
    .from(enrolments)
    .innerJoin(users, eq(users.uid, enrolments.uid))
    .where(eq(enrolments.examId, examID));

describe('a list of candidates', () => {
  it('is one entry in Activity; a search for one of its candidates finds that candidate’s own entry [decision 46]', async () => {
    const people = [somebody('Lata Rao'), somebody('Mani Rao'), somebody('Nita Rao')];
    await reported(book([HEAD, ...people]), { name: 'college.xlsx', officeInvoice: 'INV-7' });
    const acts = async (query: string) =>
      activityListSchema.parse(
        (await api.request(`activity?${query}`, { token: api.adminToken })).body,
      );
    const [newest, before] = await acts('');
    expect(newest).toMatchObject({
      action: 'candidates.listed',
      subject: examID,
      detail: { fileName: 'college.xlsx', people: 3, reason: 'A college sent it' },
    });
    expect(before?.action).not.toBe('candidate.added');
    const each = await acts(`action=candidate.added&text=${newest?.detail.list}`);
    expect(each.map(({ subjectName }) => subjectName).sort()).toEqual([
      'Lata Rao',
      'Mani Rao',
      'Nita Rao',
    ]);
    expect(await acts(`subject=${each[0]?.subject}`)).toMatchObject([each[0]]);
    // A candidate added by hand has an entry in Activity.
    const [fullName, mobile] = somebody('Omana Rao');
    const json = { fullName, mobile, examID, reason: 'At the counter' };
    await api.request('candidates', { token: api.adminToken, json });
    expect((await acts(''))[0]).toMatchObject({ subjectName: 'Omana Rao' });
  });

  it('shows how many of its passwords are still to be sent, and which candidates got none [decision 46]', async () => {
    const { sms } = api.deps;
    api.deps.sms = {
      ...sms,
      send: async () => Promise.reject(new GatewayError('timeout', { call: 'sms' })),
    };
    onTestFinished(() => {
      api.deps.sms = sms;
    });
    const people = [somebody('Pavan Rao'), somebody('Rani Rao')];
    await reported(book([HEAD, ...people]), { name: 'evening.xlsx' });
    const newest = async () => {
      const { body } = await api.request('candidates/lists', { token: api.adminToken });
      return addedListsSchema.parse(body)[0];
    };
    await api.deps.background.finished();
    expect(await newest()).toMatchObject({ fileName: 'evening.xlsx', people: 2, waiting: 2 });
    for (let hour = 0; hour < 25; hour += 1) {
      api.clock.now += 3_600_000;
      await sendDueSms(api.deps);
    }
    const { failed = [] } = (await newest()) ?? {};
    expect(failed.map(({ fullName }) => fullName).sort()).toEqual(['Pavan Rao', 'Rani Rao']);
    api.deps.sms = sms;
    const json = { reason: 'The number is right now' };
    await api.request(`candidates/${failed[0]?.uid}/password`, { token: api.adminToken, json });
    expect(await newest()).toMatchObject({ waiting: 0, failedCount: 1, failed: [failed[1]] });
  });

  it('counts everyone who got no password, and names the first fifty [decision 46]', async () => {
    const { sms } = api.deps;
    api.deps.sms = {
      ...sms,
      send: async () => Promise.reject(new GatewayError('refused', { call: 'sms' })),
    };
    onTestFinished(() => {
      api.deps.sms = sms;
    });
    const people = Array.from({ length: 53 }, (_, at) => somebody(`Unreached ${at}`));
    await reported(book([HEAD, ...people]), { name: 'unreached.xlsx' });
    await api.deps.background.finished();
    for (let hour = 0; hour < 25; hour += 1) {
      api.clock.now += 3_600_000;
      await makePasswords(api.deps);
      await sendDueSms(api.deps);
    }
    const { body } = await api.request('candidates/lists', { token: api.adminToken });
    const [list] = addedListsSchema.parse(body);
    expect(list).toMatchObject({ fileName: 'unreached.xlsx', waiting: 0, failedCount: 53 });
    expect(list?.failed).toHaveLength(50);
  });

  it('is added whole: each candidate is paid by the invoice and gets UID and one-time password by SMS', async () => {
    const people = Array.from({ length: 12 }, (_, at) => somebody(`Listed ${at}`));
    const officeInvoice = 'INV-2026/300';
    const bytes = book([HEAD, ...people]);
    expect(await reported(bytes, { officeInvoice, dryRun: true })).toEqual({
      people: 12,
      added: 0,
      fee: 499.5,
      errors: [],
    });
    expect(await enrolled()).toEqual([]);
    expect(await reported(bytes, { officeInvoice })).toMatchObject({ added: 12, errors: [] });

    const rows = await enrolled();
    expect(
      rows.map(({ users: { fullName, mobile, email } }) => [fullName, mobile, email]).sort(),
    ).toEqual(
      people.map(([name, mobile, email]) => [name, stored(mobile), email.toLowerCase()]).sort(),
    );
    const participants = await api.request(`exams/by-exam/${examID}`, { token: api.adminToken });
    expect(participants.body).toMatchObject(people.map(([fullName]) => ({ fullName }))); // in the order of the college's list
    for (const { enrolments: enrolment, users: user } of rows) {
      expect(enrolment.status).toBe('Fees Paid');
      const [order, other] = await api.deps.db.orm
        .select()
        .from(orders)
        .where(eq(orders.enrolmentId, enrolment.id));
      expect(other).toBeUndefined();
      expect(order).toMatchObject({
        orderId: enrolment.txnId,
        amountPaise: 49_950,
        state: 'success',
        officeInvoice,
        nextCheckAt: null,
      });
      const messages = await api.deps.db.orm
        .select()
        .from(smsOutbox)
        .where(eq(smsOutbox.uid, user.uid));
      expect(messages.map(({ purpose }) => purpose).sort()).toEqual([
        'password-reset',
        'uid-created',
      ]);
      const [entry] = await api.actsOn(user.uid);
      expect(entry).toMatchObject({
        actor: 'SuperAdmin',
        action: 'candidate.added',
        detail: { officeInvoice, feePaise: 49_950, reason: 'A college sent it' },
      });
    }
    const mobile = stored(people[0]?.[1] ?? '');
    const sent = api.sent.findLast(
      ({ to, purpose }) => to === `+91${mobile}` && purpose === 'password-reset',
    );
    const password = sent?.purpose === 'password-reset' ? sent.vars.password : '';
    const signedIn = await api.request('auth/signin', { json: { uid: mobile, password } });
    expect(signedIn.body).toMatchObject({
      user: { status: 'Fees Paid', mustChangePassword: true },
    });
    const logged = api.logged.join('\n');
    for (const secret of [mobile, password, people[0]?.[2] ?? ''])
      expect(logged).not.toContain(secret);
  });

  it('is refused with an error for each wrong cell, and then nobody on it is added', async () => {
    const candidate = await api.makeCandidate();
    const proctor = await api.makeStaff('proctor');
    const [staff] = await api.deps.db.orm.select().from(users).where(eq(users.uid, proctor.uid));
    const [known] = await api.deps.db.orm.select().from(users).where(eq(users.uid, candidate.uid));
    const [, mobile, email] = somebody();
    const report = await reported(
      book([
        ['St. Mary’s College, Guntur'],
        ['S.No.', 'Name of the Candidate', 'Mobile No.', 'E-mail ID'],
        [1, ...somebody()],
        [2, null, ...somebody().slice(1)],
        [3, 'No number'],
        [4, 'Wrong number', '12345'],
        [5, 'Wrong address', mobile, 'not an address'],
        [6, 'First', mobile, email],
        [7, 'Same number', mobile],
        [8, 'Taken number', candidate.mobile],
        [9, 'Taken address', somebody()[1], candidate.email.toUpperCase()],
        [10, 'Of the staff', staff?.mobile ?? ''],
        [11, 'Two numbers', `+91-${mobile} / 98480 12346`],
        [12],
      ]),
    );
    expect(report).toMatchObject({ people: 11, added: 0 });
    expect(report.errors.map(({ cell, message }) => `${cell}: ${message}`)).toEqual([
      'B4: The name is missing.',
      'C5: The mobile number is missing.',
      'C6: Please type a ten-digit Indian mobile number.',
      'D7: Please type an email address like name@example.com.',
      'C9: Row 8 has the same mobile number, with the name First.',
      `C10: The candidate ${candidate.uid}, ${known?.fullName}, already has this mobile number.`,
      `D11: The candidate ${candidate.uid}, ${known?.fullName}, already has this email address.`,
      `C12: The proctor ${proctor.uid}, ${staff?.fullName}, already has this mobile number.`,
      'C13: There are two numbers in this cell. Please keep only the candidate’s own.',
    ]);
    expect(await enrolled()).toEqual([]);
  });

  it('[decision 45] may give each candidate’s room and extra time, and is refused where these are wrong', async () => {
    const head = [...HEAD, 'Exam Room', 'Extra time (%)'];
    const bad = book([
      head,
      [...somebody(), 'H'.repeat(200), 33],
      [...somebody(), '', 'a third'],
      [...somebody(), '', 250],
    ]);
    expect((await reported(bad)).errors.map(({ cell }) => cell)).toEqual(['D2', 'E3', 'E4']);
    const good = book([
      head,
      [...somebody('In a hall'), ' Hall 2 ', '33 %'],
      [...somebody('By number'), 'Hall 2', 50],
      [...somebody('Nowhere'), null, null],
    ]);
    expect(await reported(good)).toMatchObject({ added: 3, errors: [] });
    const placed = (await enrolled()).map((row) => [
      row.users.fullName,
      row.enrolments.room,
      row.enrolments.extraPercent,
    ]);
    expect(placed.sort()).toEqual([
      ['By number', 'Hall 2', 50],
      ['In a hall', 'Hall 2', 33],
      ['Nowhere', '', 0],
    ]);
  });

  it('[decision 45] takes a ticked box as Yes and an unticked one as No', async () => {
    const head = [...HEAD, 'Larger text', 'Reader'];
    const file = book([head, [...somebody(), true, false], [...somebody(), false, 'TRUE']]);
    expect(await reported(file)).toMatchObject({ added: 2, errors: [] });
    const agreed = (await enrolled()).map(({ enrolments: { largerText, reader } }) => [
      largerText,
      reader,
    ]);
    expect(agreed.sort()).toEqual([
      [false, true],
      [true, false],
    ]);
  });

  it('takes a room merged over several rows as the room of each', async () => {
    const head = [...HEAD, 'Room'];
    const rows = [
      [...somebody('First in'), 'Lab 1'],
      [...somebody('Second in'), null],
      [...somebody('Outside'), null],
    ];
    await reported(book([head, ...rows], { merges: ['D2:D3'] }));
    const placed = (await enrolled()).map((row) => [row.users.fullName, row.enrolments.room]);
    expect(placed.sort()).toEqual([
      ['First in', 'Lab 1'],
      ['Outside', ''],
      ['Second in', 'Lab 1'],
    ]);
  });

  it('may have names in several columns, and numbers and addresses as other programs write them', async () => {
    const head = ['First Name', 'Surname', 'Mobile', 'Email'];
    const numbers = Array.from({ length: 5 }, () => stored(somebody()[1]));
    const [one = '', two = '', three = '', four = '', five = ''] = numbers;
    const file = book([
      head,
      ['Asha', 'Rao', `0091 ${one}`, 'mailto:Asha.Rao@Example.in'],
      ['Ravi', null, `\u202a${two}\u202c`, 'Ravi <ravi.names@example.in>'],
      ['Uma', 'Devi', `+91\u2011${three}`, 'uma.names@example.in;'],
      ['Om', 'Das', `'${four}`, null],
      ['Zia', 'Khan', `+91 0${five}`, 'mailto:zia.names@example.in?subject=Hello'],
    ]);
    expect(await reported(file)).toMatchObject({ added: 5, errors: [] });
    const rows = (await enrolled()).map(({ users: { fullName, mobile, email } }) => [
      fullName,
      mobile,
      email,
    ]);
    expect(rows.sort()).toEqual([
      ['Asha Rao', one, 'asha.rao@example.in'],
      ['Om Das', four, null],
      ['Ravi', two, 'ravi.names@example.in'],
      ['Uma Devi', three, 'uma.names@example.in'],
      ['Zia Khan', five, 'zia.names@example.in'],
    ]);
  });

  it('drops a placeholder for a missing name part, and reports a name made of placeholders only as missing', async () => {
    const head = ['First Name', 'Middle Name', 'Surname', 'Mobile'];
    const mobile = () => stored(somebody()[1]);
    const named = [
      ['Asha', null, '.', mobile()],
      ['Ravi', 'NA', '-', mobile()],
      ['.', null, 'Kumar', mobile()],
      ['Nadia', 'K.', 'N. A. Rao', mobile()],
    ];
    expect(await reported(book([head, ...named]))).toMatchObject({ added: 4, errors: [] });
    const names = (await enrolled()).map((row) => row.users.fullName);
    expect(names.sort()).toEqual(['Asha', 'Kumar', 'Nadia K. N. A. Rao', 'Ravi']);
    const { errors } = await reported(book([head, ['.', 'NA', '-', mobile()]]));
    expect(errors).toMatchObject([{ cell: 'A2', message: 'The name is missing.' }]);
  });

  it('is refused where Excel has shortened a number, naming the cell', async () => {
    const rows = [['Asha', 9.877e9], ['Ravi', '9.87E+09'], ['Uma']];
    expect((await reported(book([['Name', 'Mobile'], ...rows]))).errors).toMatchObject([
      { cell: 'B2', message: expect.stringContaining('Excel has shortened this number') },
      { cell: 'B3', message: expect.stringContaining('Excel has shortened this number') },
      { cell: 'B4', message: 'The mobile number is missing.' },
    ]);
  });

  it('never takes an error value or an uncalculated formula as a name', async () => {
    const cell = (xml: string, [, ...rest] = somebody()): BookCell[] => [{ xml }, ...rest];
    const rows = [cell('<c r="{ref}" t="e"><v>#N/A</v></c>'), cell('<c r="{ref}"><f>B2</f></c>')];
    expect((await reported(book([HEAD, ...rows]))).errors).toMatchObject([
      { cell: 'A2', message: expect.stringContaining('no value for this cell (#N/A)') },
      { cell: 'A3', message: expect.stringContaining('no value for this cell') },
    ]);
  });

  it('may follow a long sheet of instructions, and have headings with a note in brackets', async () => {
    const notes = Array.from({ length: 40 }, (_, at) => [`Please note ${at}`]);
    const file = makeWorkbook([
      { name: 'Read me', rows: notes },
      {
        name: 'List',
        rows: [
          ['Name of the Student (in capital letters)', 'Mobile No. (WhatsApp)'],
          somebody('On the second'),
        ],
      },
    ]);
    expect(await reported(file)).toMatchObject({ added: 1, errors: [] });
  });

  it('is not gone through again for each sheet of a file with as many as it may have', async () => {
    let looks = 0;
    const rows = Array.from({ length: 4_000 }, (_, at) => ({
      row: 1,
      hidden: false,
      hiddenColumns: [],
      merged: {},
      days: {},
      fonts: {},
      cells: at === 0 ? HEAD : ['nothing'],
      get sheet() {
        looks += 1;
        return `Sheet ${at}`;
      },
    }));
    expect(await judgeList(rows, { today: '2026-11-25', minimumAge: 14 })).toMatchObject({
      header: true,
      named: 0,
      errors: [],
    });
    expect(looks).toBeLessThan(4 * rows.length);
  });

  it('is judged no further than two thousand people, and spends little time on long texts that are no headings', async () => {
    const rows = Array.from({ length: 5_000 }, (_, at) => ({
      ...plainRow('Sheet1', at + 1),
      cells: at === 0 ? HEAD : Array.from({ length: 60 }, () => 'a'.repeat(1_000)),
    }));
    const before = process.cpuUsage();
    const { named } = await judgeList(rows, { today: '2026-11-25', minimumAge: 14 });
    expect(named).toBe(2_001);
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(5);
  });

  it.each([
    ['one sheet', () => 'Sheet1'],
    ['many sheets', (at: number) => `Sheet ${Math.floor(at / 20)}`],
  ])(
    'of rows that must all be tried as headings lets other work run in between, on %s',
    async (_, sheet) => {
      const rows = Array.from({ length: 1_000 }, (_, at) => ({
        ...plainRow(sheet(at), at + 1),
        cells:
          at === 0 ? HEAD : ['Total', ...Array.from({ length: 59 }, (_, column) => `${column} x`)],
      }));
      let turns = 0;
      let isJudged = false;
      const others = (async () => {
        for (; !isJudged; turns += 1) await setImmediate();
      })();
      await judgeList(rows, { today: '2026-11-25', minimumAge: 14 });
      isJudged = true;
      await others;
      expect(turns).toBeGreaterThan(15);
    },
  );

  it('may be CSV, hold numbers as numbers, and come without email addresses or an invoice', async () => {
    const mobiles = [somebody(), somebody(), somebody()].map(([, mobile]) => stored(mobile));
    const byNumber = book([
      ['Student Name', 'Phone'],
      ['By number', Number(mobiles[0])],
    ]);
    expect(await reported(byNumber)).toMatchObject({ added: 1 });
    const csv = `name;contact no\nBy text;+91 ${mobiles[1]}\n`;
    expect(await reported(csv, { name: 'list.csv' })).toMatchObject({ added: 1 });
    const rows = await enrolled();
    expect(rows.map((row) => row.users.mobile).sort()).toEqual(mobiles.slice(0, 2));
    expect(rows.every((row) => row.enrolments.status === 'Registered')).toBe(true);
    expect(
      await api.deps.db.orm
        .select()
        .from(orders)
        .where(like(orders.orderId, `%${rows[0]?.users.uid}%`)),
    ).toEqual([]);
  });

  it('is refused where a candidate’s row or a filled column is hidden, or where two sheets have lists', async () => {
    const rows = [HEAD, somebody(), somebody()];
    expect((await reported(book(rows, { hiddenRows: [3] }))).errors).toMatchObject([{ row: 3 }]);
    const wide = [[...HEAD, 'Remarks'], ...[somebody(), somebody()].map((each) => [...each, 'ok'])];
    expect(await reported(book(wide, { hiddenColumns: [2, 4] }))).toMatchObject({
      added: 0,
      errors: [
        {
          row: 1,
          cell: 'B1',
          message: 'The column “Mobile” is hidden in the file. Show it or delete it.',
        },
      ],
    });
    const empty = wide.map((each, at) => (at === 0 ? each : [...each.slice(0, 2), null, 'ok']));
    expect(await reported(book(empty, { hiddenColumns: [3] }), { dryRun: true })).toMatchObject({
      errors: [],
    });
    const two = makeWorkbook([
      { name: 'Boys', rows },
      { name: 'Girls', rows: [HEAD, somebody()] },
    ]);
    expect((await reported(two)).errors).toMatchObject([
      { message: expect.stringContaining('Girls') },
    ]);
    expect(await enrolled()).toEqual([]);
  });

  it('reports the same person twice as one error, and a shared number or email address at its cell', async () => {
    const [name, mobile, email] = somebody('Asha Rao');
    const list = book([
      HEAD,
      [name, mobile, email],
      ['asha rao', mobile, email],
      ['Om Das', mobile, email],
    ]);
    expect((await reported(list)).errors).toMatchObject([
      { row: 3, cell: 'B3', message: expect.stringContaining('the same person') },
      { row: 4, cell: 'B4', message: expect.stringContaining('the same mobile number') },
      { row: 4, cell: 'C4', message: expect.stringContaining('the same email address') },
    ]);
  });

  it('is added once when sent twice at the same moment', async () => {
    const bytes = book([HEAD, somebody(), somebody()]);
    const reports = await Promise.all([reported(bytes), reported(bytes)]);
    expect(reports.map(({ added }) => added).sort()).toEqual([0, 2]);
    expect(reports.find(({ added }) => added === 0)).toMatchObject({ already: 2, errors: [] });
    expect(await enrolled()).toHaveLength(2);
  });

  it('[decision 46] sent again, adds only those missing, and reports candidates whose details in the exam differ', async () => {
    const [first, second, third] = [somebody('Asha Rao'), somebody('Om Das'), somebody('Uma Devi')];
    await reported(book([HEAD, first, second]));
    const renamed = ['asha  RAO.', first[1], first[2]];
    expect(await reported(book([HEAD, renamed, second, third]))).toMatchObject({
      ...{ people: 3, added: 1, already: 2, errors: [] },
    });
    expect(await reported(book([HEAD, first, second, third]))).toMatchObject({
      ...{ people: 3, added: 0, already: 3, errors: [] },
    });
    expect(await enrolled()).toHaveLength(3);
    const mobile = third[1];
    const other = book([
      [...HEAD, 'Room', 'Category'],
      [...first, 'Lab 9', 'OBC'],
      ['Somebody Else', mobile],
    ]);
    expect(
      (await reported(other)).errors.map(({ cell, message }) => `${cell}: ${message}`),
    ).toEqual([
      expect.stringMatching(
        /^B2: The candidate \w{7}, Asha Rao, is already in this exam, but with a different room, category\./,
      ),
      expect.stringMatching(
        /^B3: The candidate \w{7}, Uma Devi, already has this mobile number\.$/,
      ),
    ]);
    const unpaid = await reported(book([HEAD, first]), { officeInvoice: 'INV-1' });
    expect(unpaid.errors).toMatchObject([{ message: expect.stringContaining('hasn’t paid') }]);
  });

  it('[decision 46] makes the passwords after adding, sends each to the number the candidate has by then, and none to blocked ones', async () => {
    const people = Array.from({ length: 25 }, (_, at) => somebody(`Waiting ${at}`));
    const form = new FormData();
    form.set('file', new File([new Uint8Array(book([HEAD, ...people]))], 'list.xlsx'));
    form.set('examID', examID);
    form.set('reason', 'A college sent it');
    await api.deps.background.finished();
    const held = { ...api.deps, background: { ...api.deps.background, start: () => {} } };
    await createApp(held).request('http://pariksha.test/api/v1/candidates/list', {
      method: 'POST',
      headers: { authorization: `Bearer ${api.adminToken}` },
      body: form,
    });
    const added = (await enrolled()).map((row) => row.users);
    expect(added).toHaveLength(25);
    expect(added.every(({ otpHash }) => otpHash === null)).toBe(true);
    const [corrected, blocked] = added;
    const mobile = stored(somebody()[1]);
    const set = (uid: string | undefined, values: Partial<typeof users.$inferInsert>) =>
      api.deps.db.orm
        .update(users)
        .set(values)
        .where(eq(users.uid, uid ?? ''));
    await set(corrected?.uid, { mobile });
    await set(blocked?.uid, { blockedAt: new Date() });

    const before = api.sent.length;
    const made = await Promise.all([makePasswords(api.deps), makePasswords(api.deps)]);
    expect(made.reduce((sum, some) => sum + some, 0)).toBe(25);
    const passwords = api.sent
      .slice(before)
      .flatMap((sent) => (sent.purpose === 'password-reset' ? [sent] : []));
    expect(new Set(passwords.map(({ to }) => to)).size).toBe(24);
    expect(passwords).toHaveLength(24);
    const password = passwords.find(({ to }) => to === `+91${mobile}`)?.vars.password;
    const signedIn = await api.request('auth/signin', { json: { uid: mobile, password } });
    expect(signedIn.status).toBe(200);
    const [none] = await api.deps.db.orm
      .select()
      .from(users)
      .where(eq(users.uid, blocked?.uid ?? ''));
    expect(none?.otpHash).toBeNull();
    expect(await makePasswords(api.deps)).toBe(0);
  });

  it('[decision 46] takes dates of birth in every usual form, and refuses a date that could be two days', async () => {
    const head = [...HEAD, 'Date of Birth'];
    const date = (serial: number): BookCell => ({
      xml: `<c r="{ref}" s="${styles.date}"><v>${serial}</v></c>`,
    });
    const read = async (...born: BookCell[]) => {
      examID = await api.makeExam();
      const rows = born.map((cell, at) => [...somebody(`Born ${at}`), cell]);
      const report = await reported(book([head, ...rows]));
      if (report.errors.length > 0)
        return report.errors.map(({ cell, message }) => `${cell}: ${message}`);
      const all = await enrolled();
      return rows.map(([name]) => {
        const found = all.find(({ users: user }) => user.fullName === name);
        return found?.users.dateOfBirth ?? null;
      });
    };
    const forms: BookCell[] = [
      '25/03/2001',
      '02/03/2001',
      '2-Mar-01',
      '2001-03-02',
      '2nd March, 2001',
    ];
    expect(await read(...forms, 'March 2, 2001', '०२.०३.२००१', '2/3/98', 'NA', null)).toEqual([
      ...['2001-03-25', '2001-03-02', '2001-03-02', '2001-03-02', '2001-03-02'],
      ...['2001-03-02', '2001-03-02', '1998-03-02', null, null],
    ]);
    expect(await read('03/25/2001', '03/02/2001')).toEqual(['2001-03-25', '2001-03-02']);
    const two = (cell: string, text: string) =>
      `${cell}: ${text} can be two different days. Please write the month as a word, as in 2-Mar-2001.`;
    expect(await read('02/03/2001', '04/04/2001')).toEqual([two('D2', '02/03/2001')]);
    expect(await read('25/03/2001', '03/25/2001', '1.2.99')).toEqual([two('D4', '1.2.99')]);
    expect(await read('31/02/2001', '2-Mar-2015', '2-Mar-1899', 'March', 36_952)).toEqual([
      expect.stringContaining('no such day'),
      expect.stringContaining('younger than 14'),
      expect.stringContaining('check the year'),
      expect.stringContaining('can’t be read as a date'),
      expect.stringContaining(
        '36952 is a day as Excel counts it. Please format the column as dates',
      ),
    ]);
    // Cells that hold 2 March and 25 March as dates, however they are displayed.
    expect(await read(date(36_952), date(36_975))).toEqual(['2001-03-02', '2001-03-25']);
    // Excel shows #### in a date cell whose number is no day.
    expect(await read(date(-5))).toEqual([expect.stringContaining('D2: Excel has no value')]);
    expect(await read('25/03/2001', date(36_952))).toEqual([
      expect.stringContaining('D3: Excel may have exchanged day and month here'),
    ]);
    expect(await read('25/03/2001', date(36_975), date(36_952))).toEqual([
      ...['2001-03-25', '2001-03-25', '2001-03-02'],
    ]);
  });

  it('may have headings in Hindi or in both languages, and a landline before the mobile number', async () => {
    const [, mobile, email] = somebody();
    const [, other, second] = somebody();
    const landline = '040 2345 6789';
    const hindi = ['क्रम', 'नाम', 'फ़ोन', 'मोबाइल नंबर', 'ई-मेल', 'जन्म तिथि', 'श्रेणी'];
    const row = [1, 'आशा राव', landline, mobile, `${email},`, '2-Mar-2001', 'ओबीसी'];
    const report = await reported(book([hindi, row]));
    expect(report).toMatchObject({ added: 1, errors: [] });
    expect(report.unread).toEqual(['फ़ोन']);
    const both = ['Name / नाम', 'Contact No.', 'मोबाइल (Mobile)', 'Email ID', 'DOB', 'Category'];
    const english = ['Om Das', landline, `91-${other}`, `${second} , `, '2/2/2001', 'SC'];
    expect(await reported(book([both, english]))).toMatchObject({ added: 1, errors: [] });
    const placed = (await enrolled()).map(({ users: user, enrolments: { category } }) => [
      ...[user.fullName, user.mobile, user.email, user.dateOfBirth, category],
    ]);
    expect(placed.sort()).toEqual([
      ['Om Das', stored(other), second.toLowerCase(), '2001-02-02', 'SC'],
      ['आशा राव', stored(mobile), email.toLowerCase(), '2001-03-02', 'ओबीसी'],
    ]);
  });

  it.each([
    ['Student Name', 'Student Mobile No', 'Student E-mail ID', 'Student’s DOB'],
    ['Applicant Name', 'Mobile Number of Applicant', 'Personal Email', 'Date of Birth'],
    ['Full Name of the Candidate', 'Mob. No.', 'Mail ID of the Candidate', 'D.O.B.'],
    ['Employee Name', 'Ph. No.', 'Official Email Address', 'Birth Date'],
    ['Name in Full', 'Tel. No.', 'Gmail', 'DOB'],
    ['Names', 'Mobile Numbers', 'Emails', 'DOB'],
    ['Aspirant Name', 'Contact Details', 'Gmail ID', 'DOB'],
    [
      'Full Name as per 10th certificate',
      'WhatsApp Mobile Number (10 digits only)',
      'Enter your valid e-mail address',
      'Date of Birth (DD/MM/YYYY)',
    ],
    ['Applicant', 'Cont. No.', 'E-mail Id', 'D.O.B'],
    ['विद्यार्थी का नाम', 'मोबाइल क्रमांक', 'ई-मेल', 'जन्म तिथि'],
    ['विद्यार्थ्याचे नाव', 'भ्रमणध्वनी क्रमांक', 'ईमेल', 'जन्मतारीख'],
    ['పేరు', 'మొబైల్ నంబర్', 'E-mail', 'DOB'],
    ['பெயர்', 'கைபேசி எண்', 'E-mail', 'DOB'],
    ['নাম', 'মোবাইল নম্বর', 'E-mail', 'DOB'],
    ['ಹೆಸರು', 'ಮೊಬೈಲ್ ಸಂಖ್ಯೆ', 'E-mail', 'DOB'],
  ])('[decision 46] may have the headings %s, %s, %s and %s', async (...heads) => {
    const [name, mobile, email] = somebody();
    const rows = [heads, [name, mobile, email, '2-Mar-2001']];
    const { unread, ...report } = await reported(book(rows));
    expect([unread, report]).toMatchObject([undefined, { added: 1, errors: [] }]);
    const [placed] = await enrolled();
    expect(placed?.users).toMatchObject({
      ...{ fullName: name, mobile: stored(mobile), email: email.toLowerCase() },
      dateOfBirth: '2001-03-02',
    });
  });

  it('[decision 46] may have its headings in two rows, such as Contact details above Mobile and Email', async () => {
    const [name, mobile, email] = somebody();
    const rows = [
      ['Placement drive'],
      ['Sl. No.', 'Name', 'Contact details', null, 'DOB'],
      [null, null, 'Mobile', 'Email', null],
      [1, 2, 3, 4, 5],
      [1, name, mobile, email, '2-Mar-2001'],
    ];
    expect(await reported(book(rows))).toMatchObject({ people: 1, added: 1, errors: [] });
    const [placed] = await enrolled();
    expect(placed?.users).toMatchObject({ fullName: name, email: email.toLowerCase() });
  });

  it('[decision 46] prefers a plain heading such as Mobile to Registered Mobile, and names the columns it didn’t read', async () => {
    const [name, mobile] = somebody();
    const rows = [
      [
        'Sl. No.',
        'Roll No',
        'Name',
        'Father’s Name',
        'Mobile',
        'Registered Mobile',
        'Remarks',
        null,
      ],
      [1, '21A91', name, 'Ram Rao', mobile, '9000000001', null, 'x'],
    ];
    expect(await reported(book(rows))).toMatchObject({
      ...{ added: 1, errors: [] },
      unread: ['Roll No', 'Father’s Name', 'Registered Mobile', 'H'],
    });
    const [placed] = await enrolled();
    expect(placed?.users).toMatchObject({ mobile: stored(mobile) });
  });

  it('is refused at names whose letters were damaged by a wrong encoding', async () => {
    const people = ['आशा राव', 'José Rao', 'Asha Rao'].map((name) => somebody(name).slice(0, 2));
    const csv = ['Name,Mobile', ...people].join('\r\n');
    const asLatin = Buffer.from(Buffer.from(csv).toString('latin1'));
    const { errors } = await reported(asLatin, { dryRun: true, name: 'list.csv' });
    const message = expect.stringContaining('The letters of this name look damaged.');
    expect(errors).toEqual([
      { row: 2, cell: 'A2', message },
      { row: 3, cell: 'A3', message },
    ]);
    expect((await reported(csv, { dryRun: true, name: 'list.csv' })).errors).toEqual([]);
  });

  it.each([
    ...[
      'Òscar Ò’Connor',
      'ÒSCAR',
      'José Núñez',
      'Õnne',
      'Žofia',
      'İbrahim Ðorđe',
      'Ångström',
      'Søren Œuvre',
    ],
    ...[
      'K. V. S. R. Murthy',
      'M’Bappé',
      'D`Souza',
      'D´Souza',
      'Śrī Kṛṣṇa',
      'Irfan @ Sonu',
      'Anne-Marie',
      'Gal·la',
    ],
  ])('[decision 46] takes %s as a name, unchanged', async (name) => {
    expect((await reported(book([HEAD, somebody(name)]))).errors).toEqual([]);
    const [placed] = await enrolled();
    expect(placed?.users.fullName).toBe(name);
  });

  it.each([
    ...[
      'Ã’scar',
      'JosÃ©',
      'JosŽ',
      'JosÈ',
      'MŸller',
      'Jos‚ Rao',
      'Pe¤a',
      'S¿nder',
      'Gar‡on',
      'RÄ«ta',
      'Å›iva',
    ],
    ...['Pr?ya', 'Priya ??', '?riya', 'ÒRaviÓ', 'à¤°à¤¾à¤®', 'Ravi\ufffd'],
  ])('[decision 46] is refused at the name %s, whose letters are damaged', async (name) => {
    const { errors } = await reported(book([HEAD, somebody(name)]), { dryRun: true });
    expect(errors).toMatchObject([
      { cell: 'A2', message: expect.stringContaining('look damaged') },
    ]);
  });

  it('[decision 46] is refused at names typed for a font such as Kruti Dev, whether or not the file names the font', async () => {
    const inFont = somebody();
    const parts = workbookParts([
      {
        name: 'S',
        rows: [
          HEAD,
          [{ xml: '<c r="{ref}" s="1" t="inlineStr"><is><t>jke dqekj</t></is></c>' }, inFont[1]],
        ],
      },
    ]);
    const styleSheet =
      '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts><font/><font><name val="Kruti Dev 010"/></font></fonts><cellXfs><xf/><xf fontId="1"/></cellXfs></styleSheet>';
    const file = packParts(parts.set('xl/styles.xml', styleSheet));
    expect((await reported(file, { dryRun: true })).errors).toMatchObject([
      { cell: 'A2', message: expect.stringContaining('in the font "Kruti Dev 010" (cell A2)') },
    ]);
    const csv = `Name,Mobile\nfiz;k 'kekZ,${somebody()[1]}\n'kqHkk,${somebody()[1]}`;
    expect((await reported(csv, { dryRun: true, name: 'list.csv' })).errors).toMatchObject([
      { row: 2, message: expect.stringContaining('such as Kruti Dev') },
      { row: 3, message: expect.stringContaining('such as Kruti Dev') },
    ]);
  });

  it('[decision 46] takes email addresses with spaces around their signs or a final dot, but never two in one cell', async () => {
    const people = [
      ['spaced @ example.in', 'spaced@example.in'],
      ['dotted. name@example .in.', 'dotted.name@example.in'],
    ] as const;
    const rows = people.map(([typed]) => [...somebody().slice(0, 2), typed]);
    expect((await reported(book([HEAD, ...rows]))).errors).toEqual([]);
    const stored = (await enrolled()).map(({ users: { email } }) => email);
    expect(stored.sort()).toEqual(people.map(([, read]) => read).sort());
    const wrong = [
      'a1@example.in, a2@example.in',
      'a1;a2@example.in',
      'two words@example.in',
      'a1@gmail,com.in',
    ];
    const refused = wrong.map((typed) => [...somebody().slice(0, 2), typed]);
    const message = 'Please type an email address like name@example.com.';
    expect((await reported(book([HEAD, ...refused]), { dryRun: true })).errors).toEqual(
      wrong.map((_, at) => ({ row: at + 2, cell: `C${at + 2}`, message })),
    );
  });

  it('[decision 46] is refused, naming the missing heading, when only one of the two needed ones is there', async () => {
    const answer = await send(
      book([['List'], ['Name', 'Father’s mobile'], ['Asha', '9000000002']]),
    );
    expect(answer).toMatchObject({
      status: 422,
      body: {
        error: expect.stringContaining(
          'Row 2 of sheet “Sheet1” has “Name”, but no heading that means a mobile number.',
        ),
      },
    });
  });

  it('takes neither a number nor the person who prepared the list as a candidate', async () => {
    const rows = [
      ['Name', 'Mobile'],
      somebody().slice(0, 2),
      ['21', somebody()[1]],
      ['N/A', somebody()[1]],
      ['Prepared by: Ravi Kumar', somebody()[1]],
    ];
    expect(await reported(book(rows))).toMatchObject({
      added: 0,
      errors: [
        { cell: 'A3', message: 'The name has no letters.' },
        { cell: 'A4', message: 'The name is missing.' },
        { cell: 'A5', message: expect.stringContaining('Please delete the row') },
      ],
    });
  });

  it('that is another kind of document is refused in words that don’t mention questions', async () => {
    const ods = makeZip([packEntry('content.xml', '<x/>')]);
    for (const [bytes, name] of [
      [ods, 'list.ods'],
      ['%PDF-1.7 a list', 'list.pdf'],
    ] as const)
      expect(await send(bytes, { name })).toMatchObject({
        status: 415,
        body: {
          error: expect.stringMatching(/^(?!.*(?:question|GIFT)).*\(\.xlsx or \.xls\) or CSV\.$/),
        },
      });
  });

  it('skips totals and signatures below the last candidate and reports them, and skips repeated headings', async () => {
    const rows = [
      ['S.No.', 'Name', 'Mobile'],
      ['1', ...somebody('Principal Singh').slice(0, 2)],
      ['S.No.', 'Name', 'Mobile'],
      ['2', ...somebody('Total Kumar').slice(0, 2)],
      ['Total', '2'],
      [null, null, 'Signature of the Principal'],
      [null, 'Date: 20.11.2026'],
      [null, 'Training & Placement Officer'],
      [null, 'Co-ordinator, CSE'],
    ];
    expect(await reported(book(rows))).toMatchObject({
      ...{ people: 2, added: 2, errors: [] },
      passedOver: [
        { row: 5, message: 'Total 2' },
        { row: 6, message: 'Signature of the Principal' },
        { row: 7, message: 'Date: 20.11.2026' },
        { row: 8, message: 'Training & Placement Officer' },
        { row: 9, message: 'Co-ordinator, CSE' },
      ],
    });
    const among = [['Name', 'Mobile'], ['Total'], somebody().slice(0, 2), ['Asha', '98']];
    expect(await reported(book(among))).toMatchObject({
      ...{ people: 3, errors: [{ cell: 'B2' }, { cell: 'B4' }] },
    });
    const moved = [['Name', 'Mobile'], somebody().slice(0, 2), ['Mobile', 'Name'], somebody()];
    expect((await reported(book(moved))).errors[0]).toMatchObject({
      row: 3,
      message: expect.stringContaining('in another order from here on'),
    });
  });

  it('is refused where two columns have the same meaning but differ, as in two lists side by side', async () => {
    const two = (name: string) => somebody(name).slice(0, 2);
    const beside = book([
      ['Name', 'Mobile', null, 'Name', 'Mobile'],
      [...two('Left'), null, ...two('Right')],
      [null, null, null, ...two('Alone')],
    ]);
    expect((await reported(beside)).errors).toMatchObject([
      { cell: 'D1', message: expect.stringContaining('There is “Name” in A1 already') },
      { cell: 'E1', message: expect.stringContaining('There is “Mobile” in B1 already') },
    ]);
    const parents = book([
      ['Name', 'Mobile No.', 'Mobile Number'],
      [...two('Asha'), somebody()[1]],
    ]);
    expect((await reported(parents)).errors).toMatchObject([{ cell: 'C1' }]);
    const [name, mobile] = two('Copied');
    const copied = book([['Name', 'Mobile', 'Mobile'], [...[name, mobile, mobile]].map(String)]);
    expect(await reported(copied)).toMatchObject({ added: 1, errors: [] });
  });

  it('is refused without a reason, for an exam that isn’t Active, and by anyone but the office', async () => {
    const bytes = book([HEAD, somebody()]);
    expect((await send(bytes, { reason: ' ' })).body).toMatchObject({
      fields: { reason: expect.any(String) },
    });
    const closed = await api.makeExam({ status: 'Inactive' });
    expect((await send(bytes, { examID: closed })).body).toMatchObject({
      fields: { examID: expect.any(String) },
    });
    const { token } = await api.makeCandidate();
    expect((await send(bytes, { token })).status).toBe(403);
    const proctor = await api.makeStaff('proctor');
    expect((await send(bytes, { token: proctor.token })).status).toBe(403);
  });

  it('is refused with an explanation when it is no list, holds nobody or is too long', async () => {
    const words = async (...sent: Parameters<typeof send>) => (await send(...sent)).body;
    expect(
      await words(
        book([
          ['Questions', 'OptionOne'],
          ['What?', 'A'],
        ]),
      ),
    ).toMatchObject({
      code: 'file-refused',
      error: expect.stringContaining('Name and Mobile'),
    });
    expect(await words(book([HEAD]))).toMatchObject({ code: 'file-refused' });
    expect(await words('%PDF-1.7', { name: 'list.pdf' })).toMatchObject({
      code: 'wrong-file-kind',
    });
    const many = Array.from({ length: 2_001 }, () => somebody());
    expect(await words(book([HEAD, ...many]))).toMatchObject({
      error: expect.stringContaining('2,000'),
    });
  });

  it('that unpacks to a gigabyte is refused as too large', async () => {
    const bomb = hostileSheets['bomb_1gib_spaces.xlsx']?.() ?? new Uint8Array();
    expect((await send(bomb)).body).toMatchObject({ code: 'too-large' });
  });

  it('has a template that is read as a list of nobody', async () => {
    const template = await api.fetch('candidates/template', { token: api.adminToken });
    expect(template.status).toBe(200);
    const bytes = new Uint8Array(await template.arrayBuffer());
    expect((await send(bytes)).body).toMatchObject({
      code: 'file-refused',
      error: 'There’s nobody on this list.',
    });
  });
});
