// The second half of npm run bench: how long an administrator waits for a list, and how much memory an export takes, with
// 100,000 participants, 50,000 questions and 1,000 exams, compared with a hundredth of that. Trust the ratios: a list that
// reads all rows takes a hundred times as long, one that uses an index does not.
import { randomBytes } from 'node:crypto';
import { hashToken } from '#api/services/auth/sessions.ts';
import { SUPER_ADMIN } from '#contract/wire/users.ts';
import { openDatabase } from '#db/client.ts';
import { createDatabase, provisionPostgres } from '../support/provision-postgres.ts';
import { startServer } from './bench-server.ts';
import { memoryOf } from './processes.ts';
import { LARGE_EXAM, type Sizes, seedAtSize, sizesAt } from './seed-at-size.ts';

const TIMES = 40;
const PEOPLE = `exams/by-exam/${LARGE_EXAM}?pageSize=50`;
const CANDIDATES = 'candidates?pageSize=20';
const BANK = 'questions?pageSize=20';

const pages = (count: number, size: number) => Math.ceil(count / size);
/** Named paths below /api/v1/. Page numbers depend on the number of rows. */
const LISTS: readonly [name: string, path: (sizes: Sizes) => string][] = [
  ['participants, first page', () => PEOPLE],
  ['participants, middle page', (n) => `${PEOPLE}&page=${pages(n.participants, 100)}`],
  ['participants, last page', (n) => `${PEOPLE}&page=${pages(n.participants, 50)}`],
  ['participants, one found by email', () => `${PEOPLE}&search=person777@`],
  ['participants, one found by TxnID', () => `${PEOPLE}&search=TXN700777`],
  ['participants, nobody found', () => `${PEOPLE}&search=zzqqxx`],
  ['participants, a tenth found', () => `${PEOPLE}&search=hyderabad`],
  ['participants, all found', () => `${PEOPLE}&search=size.example`],
  ['participants, by name', () => `${PEOPLE}&sort=name`],
  [
    'participants, by name, middle page',
    (n) => `${PEOPLE}&sort=name&page=${pages(n.participants, 100)}`,
  ],
  ['participants, by total', () => `${PEOPLE}&sort=total&order=desc`],
  ['participants, by marks as typed', () => `${PEOPLE}&sort=sscMarks&order=desc`],
  ['participants, by status', () => `${PEOPLE}&sort=status`],
  ['participants, of a status', () => `${PEOPLE}&status=Registered`],
  ['participants, of a status by name', () => `${PEOPLE}&status=Completed&sort=name`],
  ['participants, a tenth found by total', () => `${PEOPLE}&search=hyderabad&sort=total`],
  ['candidates, newest', () => CANDIDATES],
  ['candidates, last page', (n) => `${CANDIDATES}&page=${pages(n.participants, 20)}`],
  ['candidates, one found by mobile', () => `${CANDIDATES}&search=700000777`],
  ['candidates, some found by words', () => `${CANDIDATES}&search=person+777`],
  ['candidates, all found', () => `${CANDIDATES}&search=size.example`],
  ['candidates, of a status', () => `${CANDIDATES}&state=Completed`],
  ['candidates, by name', () => `${CANDIDATES}&sort=name`],
  ['candidates, by exam', () => `${CANDIDATES}&sort=exam`],
  ['questions, first page', () => BANK],
  ['questions, middle page', (n) => `${BANK}&page=${pages(n.questions, 40)}`],
  ['questions, last page', (n) => `${BANK}&page=${pages(n.questions, 20)}`],
  ['questions of a type', () => `${BANK}&type=English`],
  ['questions, one found', () => `${BANK}&search=item+77+in`],
  ['questions, by text', () => `${BANK}&sort=question`],
  ['questions, by weightage', () => `${BANK}&sort=weightage&order=desc`],
  ['exams, first page', () => 'exams?page=1&pageSize=10'],
  ['exams, found by name', () => 'exams?page=1&pageSize=10&search=Assessment+7'],
  ['exams by name, for a chooser', () => 'exams/names'],
  ['enquiries', () => 'enquiries'],
  ['applications', () => 'applications'],
  ['payments', () => 'payments'],
  ['payments, by name', () => 'payments?sort=name'],
  ['activity, newest', () => 'activity'],
  ['activity, deep', (n) => `activity?below=${pages(n.acts, 2)}`],
  ['activity, of one exam', () => 'activity?subject=size-exam-7'],
  ['activity, a third found by words', () => 'activity?text=result.published'],
  ['activity, nothing found', () => 'activity?text=zzqqxx'],
];
const EXPORTS = [
  ['participants', `exams/by-exam/${LARGE_EXAM}/export`],
  ['questions', 'questions/download'],
] as const;

type Measured = Map<string, { p50: number; p99: number }>;
type Exported = Map<string, { seconds: number; megabytes: number; sent: number }>;

const postgres = await provisionPostgres();
try {
  const small = await measureAt(0.01);
  const full = await measureAt(1);
  console.log(`\nLists: milliseconds, median and 99th of a hundred, of ${TIMES} answers`);
  for (const [name, { p50, p99 }] of full.lists) {
    const before = small.lists.get(name) ?? { p50: 0, p99: 0 };
    console.log(
      `  ${name.padEnd(36)} ${ms(before.p50)} ${ms(before.p99)}  at full size ${ms(p50)} ${ms(p99)}  ratio ${(p50 / before.p50).toFixed(1)}`,
    );
  }
  console.log('\nExports: what the server’s memory grew by while it wrote');
  for (const [name, { seconds, megabytes, sent }] of full.exports) {
    const before = small.exports.get(name);
    console.log(
      `  ${name.padEnd(14)} ${before?.megabytes.toFixed(0)} MB for ${kilobytes(before?.sent)} KB;  at full size ${megabytes.toFixed(0)} MB for ${kilobytes(sent)} KB in ${seconds.toFixed(1)} s`,
    );
  }
} finally {
  await postgres.stop();
}

async function measureAt(scale: number): Promise<{ lists: Measured; exports: Exported }> {
  const sizes = sizesAt(scale);
  const url = await createDatabase(postgres.url);
  const db = await openDatabase({ databaseUrl: url });
  await seedAtSize(db, sizes, 'nobody signs in with this');
  const server = await startServer(url);
  try {
    const token = randomBytes(32).toString('base64url');
    await db.rows(
      `insert into sessions (token_hash, uid, expires_at) values ($1, $2, now() + interval '1 day')`,
      [hashToken(token), SUPER_ADMIN],
    );
    const ask = (path: string) =>
      fetch(`http://127.0.0.1:${server.port}/api/v1/${path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
    const lists: Measured = new Map();
    for (const [name, path] of LISTS) lists.set(name, await timeOf(() => ask(path(sizes))));
    const exports: Exported = new Map();
    for (const [name, path] of EXPORTS) exports.set(name, await weigh(server.pid, () => ask(path)));
    return { lists, exports };
  } finally {
    await server.stop();
    await db.close();
  }
}

async function timeOf(ask: () => Promise<Response>): Promise<{ p50: number; p99: number }> {
  const times: number[] = [];
  for (let turn = -8; turn < TIMES; turn += 1) {
    const from = performance.now();
    const reply = await ask();
    await reply.arrayBuffer();
    if (!reply.ok) throw new Error(`${reply.url} answered ${reply.status}`);
    if (turn >= 0) times.push(performance.now() - from); // the first ones only warm up
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

async function weigh(pid: number, ask: () => Promise<Response>) {
  await (await ask()).arrayBuffer(); // so that loading and compiling code isn't counted
  const before = memoryOf(pid);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pid));
  }, 10);
  const from = performance.now();
  let sent = 0;
  for await (const piece of (await ask()).body ?? []) sent += piece.length;
  clearInterval(timer);
  return {
    seconds: (performance.now() - from) / 1_000,
    megabytes: (most - before) / 1e6,
    sent,
  };
}

function ms(value: number): string {
  return value.toFixed(1).padStart(6);
}

function kilobytes(bytes = 0): string {
  return (bytes / 1_000).toFixed(0);
}
