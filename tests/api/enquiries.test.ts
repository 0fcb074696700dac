import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { applicationReplySchema } from '#contract/site/applications.ts';
import { enquiryListSchema, enquirySchema } from '#contract/site/enquiries.ts';
import { applications } from '#db/schema/money.ts';
import { enquiries } from '#db/schema/records.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { backends, databaseOn } from '#tests/support/test-database.ts';

const contact = {
  firstname: 'Asha',
  lastname: 'Rao',
  email: 'asha@example.com',
  phone: '+91 (80000) 00-001',
  message: 'Do you train on Saturdays?\nI work in the week.',
};
const hireUs = {
  name: 'Meridian Freight',
  email: 'hr@meridian.example',
  phone: '040 2345 6789',
  message: 'Forty drivers by June.',
};
const germany = {
  name: 'Ravi Teja',
  email: 'ravi@example.com',
  phone: '98765 43210',
  course: 'Germany Job Placement',
  amount: '1',
  txnId: '',
};
const anId = (letter: string) => letter.repeat(20);

describe.each(backends)('on %s', (backend) => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi(await databaseOn(backend));
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    await api.deps.db.orm.delete(enquiries);
    await api.deps.db.orm.delete(applications);
    api.clock.now += 3_600_000;
  });

  const send = (path: string, json: unknown) => api.request(path, { json });
  const stored = () => api.deps.db.orm.select().from(enquiries);
  async function list(query = '') {
    const answer = await api.request(`enquiries?${query}`, { token: api.adminToken });
    const total = Number(answer.headers.get('x-total-count'));
    return { total, rows: enquiryListSchema.parse(answer.body) };
  }

  describe('sending', () => {
    test('Hire Us stores the service whose button was pressed above the message', async () => {
      await send('enquiries', { ...hireUs, service: ' Accounting\n& payroll ' });
      const { rows } = await list('kind=hire-us');
      expect(rows).toMatchObject([
        { message: `Service: Accounting & payroll\n\n${hireUs.message}` },
      ]);
      const tooLong = { ...hireUs, service: 'x'.repeat(121) };
      expect((await send('enquiries', tooLong)).status).toBe(422);
    });

    test('contact, Hire Us and newsletter forms are stored for the office', async () => {
      expect(await send('contact', contact)).toMatchObject({
        status: 201,
        body: { success: true },
      });
      api.clock.now += 1_000;
      expect((await send('enquiries', hireUs)).status).toBe(201);
      api.clock.now += 1_000;
      expect((await send('newsletter', { email: 'Asha@Example.com' })).status).toBe(201);
      const { total, rows } = await list();
      expect(total).toBe(3);
      expect(rows).toMatchObject([
        { kind: 'newsletter', email: 'asha@example.com', name: '', message: '' },
        { kind: 'hire-us', ...hireUs, phone: '04023456789' },
        {
          kind: 'contact',
          name: 'Asha Rao',
          phone: '+918000000001',
          message: contact.message,
          state: 'new',
          note: '',
          version: 1,
          createdAt: new Date(api.clock.now - 2_000).toISOString(),
        },
      ]);
    });

    test.each([
      ['contact', contact],
      ['enquiries', hireUs],
      ['newsletter', { email: 'a@example.com' }],
    ])('%s requires every field, and reports each missing one', async (path, form) => {
      for (const name of Object.keys(form)) {
        expect(await send(path, { ...form, [name]: '  ' })).toMatchObject({
          status: 422,
          body: { code: 'invalid', fields: { [name]: expect.any(String) } },
        });
      }
      expect(await stored()).toEqual([]);
    });

    test('the same form sent several times, even at once, is stored once', async () => {
      const mine = { ...contact, id: anId('a') };
      const answers = await Promise.all([1, 2, 3].map(() => send('contact', mine)));
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
      expect(await stored()).toHaveLength(1);
      await send('contact', { ...mine, id: anId('b') });
      await send('contact', contact);
      await send('contact', contact);
      expect(await stored()).toHaveLength(4);
    });

    test('an email address subscribes once, however it is written', async () => {
      for (const email of ['a@example.com', ' A@EXAMPLE.com ', 'b@example.com']) {
        expect((await send('newsletter', { email })).status).toBe(201);
      }
      expect(await stored()).toHaveLength(2);
    });

    test('a form that fills the hidden trap field gets the usual answer and is stored nowhere', async () => {
      const trap = { website: 'https://pills.example' };
      const honest = await send('contact', { ...contact, website: '' });
      expect(await send('contact', { ...contact, ...trap })).toMatchObject({
        status: honest.status,
        body: honest.body,
      });
      expect((await send('enquiries', { ...hireUs, ...trap })).status).toBe(201);
      expect((await send('newsletter', { email: 'a@example.com', ...trap })).status).toBe(201);
      const applied = await send('applications', { ...germany, ...trap });
      expect(applied.status).toBe(201);
      expect(applicationReplySchema.parse(applied.body).application.amount).toBe(50_000);
      expect(await stored()).toHaveLength(1);
      expect(await api.deps.db.orm.select().from(applications)).toEqual([]);
    });

    test('one network address is throttled, and told when to try again', async () => {
      for (let index = 0; index < 100; index += 1) {
        expect((await send('newsletter', { email: 'a@example.com' })).status).toBe(201);
      }
      const refused = await send('contact', contact);
      expect(refused).toMatchObject({ status: 429, body: { code: 'throttled', retry: 'later' } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    });
  });

  describe('an application for Germany', () => {
    test('is stored as an enquiry, too, that names the application', async () => {
      const { body } = await send('applications', germany);
      const { application } = applicationReplySchema.parse(body);
      expect((await list('kind=germany')).rows).toMatchObject([
        { name: 'Ravi Teja', phone: '9876543210', applicationId: application._id, state: 'new' },
      ]);
      await send('applications', { ...germany, course: 'US CMA' });
      expect(await stored()).toHaveLength(1);
    });

    test('sent several times is one application and one enquiry, and gets the same answer', async () => {
      const mine = { ...germany, id: anId('g') };
      const answers = await Promise.all([1, 2, 3].map(() => send('applications', mine)));
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(await stored()).toHaveLength(1);
      expect(await api.deps.db.orm.select().from(applications)).toHaveLength(1);
    });

    test('can’t overwrite or read another one by its id', async () => {
      await send('applications', { ...germany, id: anId('g') });
      expect(
        await send('applications', { ...germany, name: 'Somebody Else', id: anId('g') }),
      ).toMatchObject({ status: 422, body: { fields: { id: expect.any(String) } } });
      expect((await stored()).map(({ name }) => name)).toEqual(['Ravi Teja']);
    });
  });

  describe('the office', () => {
    const change = (id: string, json: unknown) =>
      api.request(`enquiries/${id}`, { method: 'PUT', token: api.adminToken, json });

    async function sendMany(count: number) {
      await api.deps.db.orm.insert(enquiries).values(
        Array.from({ length: count }, (_, place) => ({
          id: `id${String(place).padStart(5, '0')}`,
          kind: 'contact' as const,
          name: `Visitor ${place}`,
          email: `v${place}@example.com`,
          phone: `98765${String(place).padStart(5, '0')}`,
          message: place === 7 ? '=1+2 50% off_now' : `Message ${place}`,
          // Several at the same instant, as in a burst.
          createdAt: new Date(api.clock.now + Math.floor(place / 3) * 1_000),
        })),
      );
    }

    test('sees every enquiry once, page by page, newest first', async () => {
      await sendMany(45);
      const pages = await Promise.all([1, 2, 3].map((page) => list(`page=${page}&pageSize=20`)));
      expect(pages.map(({ total }) => total)).toEqual([45, 45, 45]);
      const rows = pages.flatMap((page) => page.rows);
      expect(new Set(rows.map(({ _id }) => _id)).size).toBe(45);
      const times = rows.map(({ createdAt }) => createdAt);
      expect(times).toEqual([...times].sort().reverse());
    });

    test.each([
      ['name', 'visitor 12', 'Visitor 12'],
      ['email', 'V13@EXAMPLE', 'Visitor 13'],
      ['telephone, however spaced', '98765 00014', 'Visitor 14'],
      ['message, signs and all', '50% off_', 'Visitor 7'],
    ])('finds by %s', async (_, words, name) => {
      await sendMany(30);
      const { rows } = await list(`search=${encodeURIComponent(words)}`);
      expect(rows.map((row) => row.name)).toEqual([name]);
      expect((await list('search=100%25')).total).toBe(0);
    });

    test('filters by kind and state, and an unknown kind is refused', async () => {
      await send('contact', contact);
      await send('enquiries', { ...hireUs, id: anId('h') });
      await change(anId('h'), { state: 'answered', note: '', version: 1 });
      expect((await list('kind=hire-us&state=answered')).rows).toHaveLength(1);
      expect((await list('kind=hire-us&state=new')).total).toBe(0);
      expect((await list('kind=contact&state=answered')).total).toBe(0);
      expect((await list('state=new')).total).toBe(1);
      expect((await list('kind=&state=&search=')).total).toBe(2);
      expect((await api.request('enquiries?kind=spam', { token: api.adminToken })).status).toBe(
        422,
      );
    });

    test('sets state and note, and the audit log says who did it', async () => {
      await send('enquiries', { ...hireUs, id: anId('s') });
      const answer = await change(anId('s'), {
        state: 'answered',
        note: ' Called at noon. ',
        version: 1,
      });
      expect(enquirySchema.parse(answer.body)).toMatchObject({
        state: 'answered',
        note: 'Called at noon.',
        version: 2,
      });
      expect(await api.actsOn(anId('s'))).toMatchObject([
        { actor: 'SuperAdmin', action: 'enquiry.changed', detail: { from: 'new', to: 'answered' } },
      ]);
    });

    test('two editors at once: the second is told, and overwrites nothing', async () => {
      await send('enquiries', { ...hireUs, id: anId('e') });
      const both = await Promise.all([
        change(anId('e'), { state: 'answered', note: 'mine', version: 1 }),
        change(anId('e'), { state: 'closed', note: 'yours', version: 1 }),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      const won = enquirySchema.parse(both.find(({ status }) => status === 200)?.body);
      const now = await api.request(`enquiries/${anId('e')}`, { token: api.adminToken });
      expect(now.body).toEqual(won);
      expect(await api.actsOn(anId('e'))).toHaveLength(1);
    });

    test('gets “not found” for an unknown enquiry', async () => {
      expect((await change('nosuch', { state: 'new', note: '', version: 1 })).status).toBe(404);
      expect((await api.request('enquiries/nosuch', { token: api.adminToken })).status).toBe(404);
    });

    test('downloads all matches as a workbook in which text stays text', async () => {
      await sendMany(1_201);
      await send('contact', {
        ...contact,
        firstname: '=HYPERLINK("https://evil.example")',
        phone: '00914012345',
        message: 'a < b & c\u0001 _x0041_ 😀',
      });
      const answer = await api.fetch('enquiries/export?kind=contact', { token: api.adminToken });
      expect(answer.headers.get('content-disposition')).toContain('Enquiries.xlsx');
      const book = XLSX.read(await answer.arrayBuffer(), { cellFormula: true, cellNF: true });
      const sheet = book.Sheets.Enquiries ?? {};
      const rows = XLSX.utils.sheet_to_json<string[]>(sheet, { header: 1, raw: true });
      expect(rows).toHaveLength(1_203);
      expect(rows[0]).toEqual([
        'Received (IST)',
        'Kind',
        'Name',
        'Email',
        'Phone',
        'Message',
        'Status',
        'Note',
      ]);
      expect(new Set(rows.map((row) => row[3])).size).toBe(1_203);
      const at = rows.findIndex((row) => row[4] === '00914012345') + 1;
      expect(sheet[`C${at}`]).toMatchObject({
        t: 's',
        v: '=HYPERLINK("https://evil.example") Rao',
      });
      expect(sheet[`C${at}`]?.f).toBeUndefined();
      expect(sheet[`E${at}`]).toMatchObject({ t: 's', v: '00914012345' });
      expect(sheet[`F${at}`]?.v).toBe('a < b & c _x0041_ 😀');
      const one = await api.fetch('enquiries/export?search=Visitor%2012', {
        token: api.adminToken,
      });
      const found = XLSX.read(await one.arrayBuffer());
      expect(found.Sheets.Enquiries?.['!ref']).toBe('A1:H13');
    });
  });
});
