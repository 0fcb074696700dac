/** `Export to Excel`: the workbook equals what the screen shows, cell by cell. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { read, utils } from 'xlsx';
import { keepContent } from '#api/services/files/contents.ts';
import { documentSchema } from '#contract/desk/marking.ts';
import { type Participant, participantListSchema } from '#contract/desk/participants.ts';
import { SUPER_ADMIN } from '#contract/wire/users.ts';
import { files } from '#db/schema/exams.ts';
import { sittingDocuments } from '#db/schema/sittings.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { makePdf } from '#tests/support/make-hostile-uploads.ts';
import { migratedPostgresUrl } from '#tests/support/test-database.ts';

const SECTIONS = [
  { fieldType: 'Reasoning', fieldCount: 2 },
  { fieldType: 'English', fieldCount: 1 },
  { fieldType: 'Reasoning', fieldCount: 1 },
  { fieldType: 'Unused', fieldCount: 0 },
];
/** Turns the screen's path of a page's bytes into the link that the workbook has. */
const linkFrom = (path: string) => `http://pariksha.test/admindocument/${path.split('/')[2]}`;
const NASTY_NAMES = ['=1+1', '+91 x', '-5', '@SUM(A1)', '_x0041_', 'A & <B> "C"', 'రమ్య 👩‍🎓'];

describe('the workbook of an exam’s participants', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ databaseUrl: await migratedPostgresUrl() });
  });
  afterAll(() => api.close());

  /** Rows for `count` candidates, all of whom applied at the same moment; most have a result. */
  async function fill(examId: string, count: number): Promise<void> {
    const { rows } = api.deps.db;
    await rows(
      `insert into users (uid, role, full_name, email, mobile, password_hash)
       select $1 || n, 'candidate', ($2::text::jsonb) ->> (n % $3::int), 'e' || $1 || n || '@example.com', null, '!'
       from generate_series(1, $4::int) n`,
      [examId, JSON.stringify(NASTY_NAMES), NASTY_NAMES.length, count],
    );
    await rows(
      `insert into enrolments (id, uid, exam_id, status, created_at)
       select 'e' || uid, uid, $1, case when uid like '%7' then 'Fees Paid' else 'Completed' end, '2026-03-01T10:00:00.123456Z'
       from users where uid like $1 || '%'`,
      [examId],
    );
    await rows(
      `insert into sittings (id, enrolment_id, uid, exam_id, state, started_at, deadline_at, last_heard_at)
       select 's' || uid, id, uid, exam_id, 'submitted', created_at, created_at, created_at
       from enrolments where exam_id = $1 and status = 'Completed'`,
      [examId],
    );
    await rows(
      `insert into results (sitting_id, sections, documents, provisional, computed_at)
       select id, '[{"name":"Reasoning","hundredths":-33},{"name":"English","hundredths":0}]',
         case when uid like '%1' then 1250 end, false, started_at from sittings where exam_id = $1`,
      [examId],
    );
  }

  async function submit(sittingId: string, uid: string, name: string): Promise<void> {
    const page = await keepContent(api.deps, {
      bytes: makePdf({ comment: `%${encodeURIComponent(name)}` }),
      mediaType: 'application/pdf',
      kind: 'document',
      name,
      uid,
    });
    await api.deps.db.orm.insert(files).values(page);
    await api.deps.db.orm
      .insert(sittingDocuments)
      .values({ sittingId, sha256: page.sha256, fileId: page.id, receivedAt: new Date() });
  }

  async function screen(examId: string): Promise<Participant[]> {
    const all: Participant[] = [];
    for (let page = 1; ; page += 1) {
      const path = `exams/by-exam/${examId}?page=${page}&pageSize=400`;
      const { body, headers } = await api.request(path, { token: api.adminToken });
      all.push(...participantListSchema.parse(body));
      if (all.length === Number(headers.get('x-total-count'))) return all;
    }
  }

  test('holds every participant once, as the screen shows them', async () => {
    const examId = await api.makeExam({
      name: 'Clerk “Grade” II/III',
      format: 'MIX',
      sections: SECTIONS,
    });
    await fill(examId, 1_100);
    await submit(`s${examId}1`, `${examId}1`, 'page one, first.pdf');
    await submit(`s${examId}1`, `${examId}1`, 'पृष्ठ 2.pdf');

    const answer = await api.fetch(`exams/by-exam/${examId}/export`, { token: api.adminToken });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Clerk__Grade__II/III_Participants.xlsx"; filename*=UTF-8''Clerk_%E2%80%9CGrade%E2%80%9D_II%2FIII_Participants.xlsx`,
    );
    const book = read(await answer.arrayBuffer());
    expect(book.SheetNames).toEqual(['Participants']);
    const sheet = book.Sheets.Participants ?? {};
    const [head, ...exported] = utils.sheet_to_json<unknown[]>(sheet, { header: 1 });
    const sections = ['Reasoning', 'English', 'Documents'];
    // Marks and pages are two columns, so they have different names.
    const marks = ['Reasoning', 'English', 'Document marks'];
    expect(head).toEqual(['Name', 'Email', 'Mobile', 'Status', 'Documents', ...marks]);

    const people = await screen(examId);
    expect(people.length).toBe(1_100);
    expect(exported).toEqual(
      people.map(({ fullName, email, mobile, status, docs, score }) => [
        fullName,
        email,
        mobile,
        status,
        docs.map(linkFrom).join(', ') || 'No Docs',
        ...sections.map(
          (name) => score.map((entry) => entry[name]).find((mark) => mark !== undefined) ?? '-',
        ),
      ]),
    );
    const formulas = Object.values(sheet).filter((cell) => cell?.f !== undefined);
    expect(formulas).toEqual([]);
    const withDocuments = exported.find((row) => String(row[4]).includes(', http'));
    expect(withDocuments?.slice(5)).toEqual([-0.33, 0, 12.5]);

    // A month later the links still open the documents, and still only for the office.
    api.clock.now += 30 * 24 * 60 * 60_000;
    const token = await api.signInAs(SUPER_ADMIN);
    for (const link of String(withDocuments?.[4]).split(', ')) {
      const path = `documents/${link.split('/').at(-1)}`;
      expect((await api.request(path)).status).toBe(401);
      const { body } = await api.request(path, { token });
      const document = documentSchema.parse(body);
      expect(document).toMatchObject({ uid: `${examId}1`, examId, mediaType: 'application/pdf' });
      expect((await api.fetch(document.path)).status).toBe(200);
    }
    expect((await api.request('documents/nosuchfile', { token })).status).toBe(404);
  });

  test('has a last column for an exam with late work, which says what happened to it [AT12]', async () => {
    const examId = await api.makeExam({ sections: SECTIONS });
    await fill(examId, 4);
    const late = (n: number, set: string) =>
      api.deps.db.rows(`update sittings set ${set} where id = $1`, [`s${examId}${n}`]);
    const notes = async () => {
      const answer = await api.fetch(`exams/by-exam/${examId}/export`, { token: api.adminToken });
      const sheet = read(await answer.arrayBuffer()).Sheets.Participants ?? {};
      const [head = [], ...rows] = utils.sheet_to_json<string[]>(sheet, { header: 1 });
      const column = head.indexOf('Late work');
      return column < 0 ? null : rows.map((row) => row[column]);
    };
    await late(1, `held_decision = 'counted'`);
    expect(await notes()).toBeNull();

    await late(1, 'held_events = 3');
    await late(2, `held_decision = 'refused'`);
    await api.deps.db.rows(
      `update results set late_work = '{"before":1,"after":12}' where sitting_id = $1`,
      [`s${examId}3`],
    );
    expect(await notes()).toEqual([
      'Late work is waiting for a decision.',
      'Late work wasn’t counted.',
      'Includes late work: the phone was silent for 1 minute before the end and 12 minutes after it.',
      '',
    ]);
  });

  test('has only its headings for an exam without participants; an unknown exam is not found', async () => {
    const examId = await api.makeExam({ sections: SECTIONS });
    const answer = await api.fetch(`exams/by-exam/${examId}/export`, { token: api.adminToken });
    const sheet = read(await answer.arrayBuffer()).Sheets.Participants ?? {};
    expect(utils.sheet_to_json(sheet, { header: 1 })).toEqual([
      ['Name', 'Email', 'Mobile', 'Status', 'Documents', 'Reasoning', 'English'],
    ]);
    expect(
      (await api.request('exams/by-exam/nosuchexam/export', { token: api.adminToken })).status,
    ).toBe(404);
  });

  test('leaves nothing occupied that others need when its download is aborted or stalls', async () => {
    const examId = await api.makeExam({ sections: SECTIONS });
    await fill(examId, 1_100);
    const path = `exams/by-exam/${examId}/export`;
    // More downloads than database connections, each begun and then left unread.
    const begun = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const reader = (await api.fetch(path, { token: api.adminToken })).body?.getReader();
        await reader?.read();
        return reader;
      }),
    );
    expect((await api.request(`exams/by-exam/${examId}`, { token: api.adminToken })).status).toBe(
      200,
    );
    await Promise.all(begun.map((reader) => reader?.cancel()));
    const whole = await api.fetch(path, { token: api.adminToken });
    expect((await whole.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
    expect(api.logged.filter((line) => line.includes('export failed'))).toEqual([]);
  });
});
