/** What belongs in one place of the server stands only there. Each rule also proves that its pattern finds violations. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const sources = ['edge-api', 'db']
  .flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map(
      (path) => `${room}/${path}`,
    ),
  )
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

type Rule = {
  title: string;
  /** Code that may stand only where `isAllowed`. */
  pattern: RegExp;
  isAllowed: (source: { path: string; text: string }) => boolean;
  /** Violations that the pattern must find. */
  planted: string[];
};

const onlyIn =
  (...places: string[]) =>
  ({ path }: { path: string }) =>
    places.includes(path);

const rules: Rule[] = [
  {
    title: 'one statement writes events to the log',
    pattern: /insert\s+into\s+sitting_arrivals|\.insert\(sittingArrivals\)/,
    isAllowed: onlyIn('edge-api/services/sittings/append-events.ts'),
    planted: ['insert into sitting_arrivals (seq)', 'tx.insert(sittingArrivals)'],
  },
  {
    title: 'SQL doesn’t say which acts of a log count: `project` does [AT8][AT11]',
    // Reading the log by type, refusal or turn would be deciding what counts, so one place reads the whole log. The exception
    // finds when work was done in pauses, which moves the time whatever counts.
    pattern: /(from|join)\s+sitting_(events|arrivals)\b/,
    isAllowed: onlyIn(
      'db/queries/time-acts.ts',
      'edge-api/services/sittings/read-sitting.ts',
      'edge-api/services/sittings/append-events.ts',
    ),
    planted: [
      "select v.answer from sitting_events v where v.type = 'documents' and v.refusal is null",
      'join sitting_arrivals v on v.sitting_id = s.id',
    ],
  },
  {
    title: 'a status changes only as the user-status machine moves it',
    // Rooms, check-ins and accommodations are other columns, which anyone may write.
    pattern: /update\s+enrolments\b[^;`]*\bstatus\s*=|\.update\(enrolments\)[^;]*\bstatus\b/,
    isAllowed: ({ text }) =>
      /\bstatusAfter\(|\bstatusChange\(/.test(text) && !/\bstatus\s*[:=]\s*'/.test(text),
    planted: [
      "update enrolments n set status = 'Completed'",
      "tx\n  .update(enrolments)\n  .set({ status: 'Completed' })",
    ],
  },
  {
    title:
      'an enrolment begins as Registered by default; only the demonstration sets another status',
    pattern: /(insert\s+into\s+enrolments|\.insert\(enrolments\))[^;]*?\bstatus\b/,
    isAllowed: onlyIn('db/seed/seed-demo.ts'),
    planted: ["tx.insert(enrolments).values({ id, status: 'Fees Paid' })"],
  },
  {
    title: 'the validity of a session is checked in one place',
    pattern:
      /(from|join|into|update)\s+sessions\s+\w+\s+(join|where)|\.from\(sessions\)|\.innerJoin\(sessions/,
    isAllowed: () => false,
    planted: ['select from sessions t join users u on u.uid = t.uid'],
  },
  {
    title: 'instants are converted only in db/instants.ts',
    pattern: /to_timestamp\(|extract\(\s*epoch/,
    isAllowed: onlyIn('db/instants.ts'),
    planted: ['to_timestamp($1::float8 / 1000)', 'extract(epoch from s.started_at) * 1000'],
  },
  {
    title:
      'no ORDER BY ends with a time, so that rows of the same moment have a fixed order, too [decision 49]',
    pattern:
      /(asc|desc)\(\w+\.\w+At\),?\s*\)|order\s+by\s[^()`;]*\b\w+_at(\s+(asc|desc))?\s*(\)|`|limit\b)/,
    isAllowed: () => false,
    planted: [
      '.orderBy(desc(orders.createdAt));',
      '.orderBy(\n  asc(users.uid),\n  asc(orders.createdAt),\n)',
      'from sittings s where s.uid = $1 order by s.started_at desc`',
      'jsonb_agg(f.id order by f.kind, f.created_at)',
      'select id from sms_outbox order by next_try_at limit 20 for update skip locked',
    ],
  },
];

describe.each(rules)('$title', ({ pattern, isAllowed, planted }) => {
  it('holds in every file of the server', () => {
    const found = sources.filter((source) => pattern.test(source.text) && !isAllowed(source));
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it.each(planted)('finds %j elsewhere', (text) => {
    expect(pattern.test(text) && !isAllowed({ path: 'edge-api/services/else.ts', text })).toBe(
      true,
    );
  });
});

it('the rules look through all files of the server', () => {
  expect(sources.length).toBeGreaterThan(200);
});
