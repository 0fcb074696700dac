/**
 * Every list of the desk, sorted by everything it can be sorted by: in order both ways, missing values last, no row twice
 * or left out between pages. Its workbook has exactly what a search or filter finds (decision 049).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { read, utils } from 'xlsx';
import * as z from 'zod/mini';
import { listSorts } from '#contract/desk/list-sorts.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { backends, databaseOn } from '#tests/support/test-database.ts';
import { LARGE_EXAM, seedAtSize, sizesAt } from '../bench/seed-at-size.ts';

type Row = Record<string, unknown>;
type List = { path: string; id: string; shown?: Record<string, (row: Row) => unknown> };

const scoreOf = ({ score }: Row) => {
  const entries = z.array(z.record(z.string(), z.number())).parse(score);
  const marks = entries.flatMap((entry) => Object.entries(entry));
  const sections = marks.filter(([name]) => name !== 'TotalScore');
  return sections.length === 0 ? null : sections.reduce((sum, [, mark]) => sum + mark * 100, 0);
};
const sittingOf = (sitting: unknown) => z.record(z.string(), z.unknown()).parse(sitting);
const digits = (key: string) => (row: Row) => {
  const begun = /^\d+(?:\.\d+)?/.exec(String(row[key]));
  return begun ? Number(begun[0]) : null;
};
/** Where the sort key is not the name of the row's field. */
const lists: Record<keyof typeof listSorts, List> = {
  questions: {
    path: 'questions',
    id: '_id',
    shown: {
      question: ({ Questions }) => Questions,
      correct: ({ CorrectAnswer }) =>
        ['OptionOne', 'OptionTwo', 'OptionThree', 'OptionFour'].indexOf(String(CorrectAnswer)),
      weightage: ({ Weightage }) => Weightage,
      negative: ({ Negative }) => Negative,
      type: ({ Type }) => Type,
    },
  },
  exams: { path: 'exams', id: '_id', shown: { start: ({ startDate }) => startDate } },
  participants: {
    path: `exams/by-exam/${LARGE_EXAM}`,
    id: '_id',
    shown: {
      name: ({ fullName }) => fullName,
      txn: ({ TxnID }) => TxnID,
      total: scoreOf,
      room: ({ hall }) => z.object({ room: z.string() }).parse(hall).room,
      ...Object.fromEntries(
        listSorts.participants
          .filter((key) => /(?:Year|Marks)$/.test(key))
          .map((key) => [key, digits(key)]),
      ),
    },
  },
  candidates: {
    path: 'candidates',
    id: 'uid',
    shown: {
      name: ({ fullName }) => fullName,
      registered: ({ registeredAt }) => registeredAt,
    },
  },
  enquiries: {
    path: 'enquiries',
    id: '_id',
    shown: {
      from: ({ name, email }) => name || email,
      received: ({ createdAt }) => createdAt,
    },
  },
  applications: { path: 'applications', id: '_id', shown: { date: ({ createdAt }) => createdAt } },
  orders: {
    path: 'payments',
    id: 'order_id',
    shown: {
      state: ({ status }) => status,
      date: ({ createdAt }) => createdAt,
      order: ({ order_id }) => order_id,
    },
  },
  proctors: {
    path: 'staff',
    id: 'uid',
    shown: {
      name: ({ fullName }) => fullName,
      status: ({ revokedAt }) => Number(revokedAt !== null),
      added: ({ createdAt }) => createdAt,
    },
  },
  live: {
    path: `live/${LARGE_EXAM}/sittings`,
    id: 'uid',
    shown: {
      name: ({ fullName }) => fullName,
      answered: ({ sitting }) => sittingOf(sitting).answered,
      waiting: ({ sitting }) => sittingOf(sitting).waiting,
      heard: ({ sitting }) => sittingOf(sitting).lastHeardAt,
      ends: ({ sitting }) => sittingOf(sitting).deadline,
      extra: ({ sitting }) => sittingOf(sitting).extraSeconds,
      devices: ({ sitting }) => sittingOf(sitting).deviceChanges,
      held: ({ sitting }) => sittingOf(sitting).held,
    },
  },
};

const rows = z.array(z.record(z.string(), z.unknown()));
/** A plain list, or the rows within the answer about an exam under way. */
const rowsSchema = z.union([
  rows,
  z.pipe(
    z.object({ rows }),
    z.transform((told) => told.rows),
  ),
]);

const missing = (value: unknown) => value === null || value === undefined || value === '';
const comparable = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value);

/** The first two neighbours in the wrong order, or undefined. */
function wrongAt(values: readonly unknown[], order: 'asc' | 'desc'): unknown {
  const place = values.findIndex((value, at) => {
    const next = values[at + 1];
    if (at + 1 === values.length || missing(next)) return false;
    if (missing(value)) return true;
    const [first, second] = [comparable(value), comparable(next)] as [number, number];
    return order === 'asc' ? first > second : first < second;
  });
  return place === -1 ? undefined : values.slice(place, place + 2);
}

describe.each(backends)('on %s', (backend) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(await databaseOn(backend));
    const { db } = api.deps;
    // The seeded people would get mobile numbers that are taken already.
    await db.rows('update users set mobile = null', []);
    await seedAtSize(db, { ...sizesAt(0.0005), exams: 8 }, 'nobody signs in with this');
    await db.rows(
      `insert into users (uid, role, full_name, mobile, email, password_hash)
       select 'PRO' || n, 'proctor', 'Proctor ' || 9 - n, (6000000000 + n)::text, null, '!' from generate_series(1, 4) n`,
      [],
    );
    // Some candidates paid and never sat, and one is blocked, so their marks and states are missing or different.
    await db.rows(
      `delete from results where sitting_id in (select id from sittings where exam_id = $1 order by id limit 5)`,
      [LARGE_EXAM],
    );
    await db.rows(
      `update sittings s set answered = nullif(n % 5, 0), waiting = n % 7, extra_seconds = n % 3 * 60, epoch = n % 4 + 1, held_events = n % 2,
         last_heard_at = s.last_heard_at + n * 37 % 11 * interval '1 minute', deadline_at = s.deadline_at + n * 53 % 13 * interval '1 minute'
       from (select id, row_number() over (order by id) as n from sittings) numbered where numbered.id = s.id`,
      [],
    );
    await db.rows(
      `update enrolments e set room = case when n % 5 = 0 then '' else 'Lab ' || n % 3 end
       from (select id, row_number() over (order by id) as n from enrolments) numbered where numbered.id = e.id`,
      [],
    );
    await db.rows(
      `update users set blocked_at = now(), city = '' where uid = (select min(uid) from users where role = 'candidate')`,
      [],
    );
  });
  afterAll(() => api.close());

  async function ask(path: string, query: Record<string, string>) {
    const answer = await api.request(`${path}?${new URLSearchParams(query)}`, {
      token: api.adminToken,
    });
    expect(answer.status, `${path} ${JSON.stringify(query)}`).toBe(200);
    return {
      rows: rowsSchema.parse(answer.body),
      total: Number(answer.headers.get('x-total-count')),
    };
  }

  test.each(Object.keys(listSorts) as (keyof typeof listSorts)[])(
    '%s are in order by each key, ascending and descending, each row on one page',
    async (name) => {
      const { path, id, shown = {} } = lists[name];
      const all = await ask(path, { pageSize: '100' });
      const everyone = all.rows.map((row) => row[id]).sort();
      expect(new Set(everyone).size).toBe(all.total);
      for (const sort of listSorts[name])
        for (const order of ['asc', 'desc'] as const) {
          const found: Row[] = [];
          for (let page = 1; found.length < all.total; page += 1) {
            const { rows } = await ask(path, { sort, order, page: `${page}`, pageSize: '13' });
            expect(rows.length, `${sort} ${order}, page ${page}`).toBeGreaterThan(0);
            found.push(...rows);
          }
          expect(found.map((row) => row[id]).sort(), `${sort} ${order}`).toEqual(everyone);
          const said = shown[sort] ?? ((row: Row) => row[sort]);
          const told = name === 'candidates' && sort === 'status' ? standing : said;
          expect(wrongAt(found.map(told), order), `${sort} ${order}`).toBeUndefined();
        }
    },
    60_000,
  );

  test('those who haven’t started can be sorted by name; keys of a sitting leave their order as it is', async () => {
    const { path } = lists.live;
    const find = (query: Record<string, string>) =>
      ask(path, { filter: 'not-started', pageSize: '100', ...query });
    const usual = await find({});
    expect(usual.total).toBeGreaterThan(1);
    const named = await find({ sort: 'name', order: 'desc' });
    expect(named.rows.length).toBe(usual.total);
    expect(
      wrongAt(
        named.rows.map(({ fullName }) => fullName),
        'desc',
      ),
    ).toBeUndefined();
    expect((await find({ sort: 'held', order: 'desc' })).rows).toEqual(usual.rows);
    const searched = { search: 'person', pageSize: '100', sort: 'waiting', order: 'desc' };
    const found = await ask(path, searched);
    expect(
      wrongAt(
        found.rows.map(({ sitting }) => sittingOf(sitting).waiting),
        'desc',
      ),
    ).toBe(undefined);
  });

  test('an unknown key or order is refused, and a search is sorted too', async () => {
    for (const query of ['sort=password_hash', 'sort=name;drop', 'sort=name&order=up']) {
      const answer = await api.request(`candidates?${query}`, { token: api.adminToken });
      expect(answer.status, query).toBe(422);
    }
    const { rows, total } = await ask(`exams/by-exam/${LARGE_EXAM}`, {
      search: 'Hyderabad',
      sort: 'total',
      order: 'desc',
    });
    expect(rows.length).toBe(total);
    expect(total).toBeGreaterThan(1);
    expect(rows.every(({ city }) => city === 'Hyderabad')).toBe(true);
    expect(wrongAt(rows.map(scoreOf), 'desc')).toBeUndefined();
  });

  test('a search for a room finds everyone who sits there, once each', async () => {
    const path = `exams/by-exam/${LARGE_EXAM}`;
    const { rows, total } = await ask(path, { search: 'lab 2', pageSize: '100', sort: 'room' });
    expect(total).toBeGreaterThan(5);
    expect(new Set(rows.map(({ _id }) => _id)).size).toBe(total);
    expect(
      rows.every(({ hall }) => z.object({ room: z.literal('Lab 2') }).safeParse(hall).success),
    ).toBe(true);
  });

  const exports: [list: string, path: string, workbook: string, query: Record<string, string>][] = [
    ['questions', 'questions', 'questions/download', { type: 'English', search: 'share' }],
    [
      'participants',
      `exams/by-exam/${LARGE_EXAM}`,
      `exams/by-exam/${LARGE_EXAM}/export`,
      { status: 'Completed', search: 'person' },
    ],
    [
      'participants of a status',
      `exams/by-exam/${LARGE_EXAM}`,
      `exams/by-exam/${LARGE_EXAM}/export`,
      { status: 'Registered' },
    ],
    [
      'participants of a room',
      `exams/by-exam/${LARGE_EXAM}`,
      `exams/by-exam/${LARGE_EXAM}/export`,
      { search: 'lab 2' },
    ],
    ['candidates', 'candidates', 'candidates/export', { state: 'Completed', search: 'ag' }],
  ];
  test.each(exports)(
    'the workbook of %s has as many rows as the screen finds',
    async (...[, path, workbook, query]) => {
      const { total } = await ask(path, { ...query, pageSize: '100' });
      const whole = await ask(path, { pageSize: '100' });
      expect(total).toBeLessThan(whole.total);
      const answer = await api.fetch(`${workbook}?${new URLSearchParams(query)}`, {
        token: api.adminToken,
      });
      expect(await rowsOf(answer)).toHaveLength(total);
    },
  );

  /** A column that tells the workbook's rows apart, and the field of the screen that shows the same. */
  const chosenFrom: [list: keyof typeof lists, workbook: string, head: string, field: string][] = [
    ['questions', 'questions/download', 'Questions', 'Questions'],
    ['participants', `exams/by-exam/${LARGE_EXAM}/export`, 'Email', 'email'],
    ['candidates', 'candidates/export', 'UID', 'uid'],
    ['enquiries', 'enquiries/export', 'Email', 'email'],
    ['applications', 'applications/export', 'Email', 'email'],
    ['orders', 'payments/export', 'Order', 'order_id'],
  ];
  test.each(chosenFrom)(
    'the workbook of chosen %s has only those',
    async (name, workbook, head, field) => {
      const { path, id } = lists[name];
      const { rows } = await ask(path, { pageSize: '20' });
      const chosen = rows.filter((_, at) => [1, 4, 7].includes(at));
      expect(chosen).toHaveLength(3);
      const token = api.adminToken;
      const ids = chosen.map((row) => row[id]).join(',');
      const exported = await rowsOf(await api.fetch(`${workbook}?chosen=${ids}`, { token }));
      expect(exported.map((row) => row[head]).sort()).toEqual(
        chosen.map((row) => row[field]).sort(),
      );
      expect(await rowsOf(await api.fetch(`${workbook}?chosen=none-such`, { token }))).toEqual([]);
      for (const wrong of [',', "a'b", Array(101).fill('a').join(',')]) {
        const refused = `${workbook}?${new URLSearchParams({ chosen: wrong })}`;
        expect((await api.request(refused, { token })).status, wrong).toBe(422);
      }
    },
  );

  test('a chosen question is in the workbook even if it was archived meanwhile', async () => {
    const { rows } = await ask('questions', { pageSize: '10' });
    const { _id, version, Questions } = z
      .object({ _id: z.string(), version: z.number(), Questions: z.string() })
      .parse(rows[2]);
    const token = api.adminToken;
    const put = await api.request(`questions/${_id}/archive`, { token, json: { version } });
    expect(put.status).toBe(200);
    const exported = await rowsOf(await api.fetch(`questions/download?chosen=${_id}`, { token }));
    expect(exported.map((row) => row.Questions)).toEqual([Questions]);
  });

  test('exams can be filtered by status and format', async () => {
    const { total } = await ask('exams', { status: 'Active', format: 'MCQ', page: '1' });
    expect(total).toBe(8);
    expect((await ask('exams', { status: 'Inactive', page: '1' })).total).toBe(0);
  });
});

async function rowsOf(workbook: Response): Promise<Row[]> {
  const [sheet = {}] = Object.values(read(await workbook.arrayBuffer()).Sheets);
  return utils.sheet_to_json<Row>(sheet);
}

/** A blocked candidate is listed as Blocked, whatever their status. */
function standing({ status, blockedAt }: Row): unknown {
  return blockedAt === null ? status : 'Blocked';
}
