/**
 * `npm run rehearse:nginx`: deploy/nginx.conf and deploy/pgbouncer.ini, with only ports and paths changed, in front of two
 * server processes and a real Postgres, without sticky sessions. Candidates take an exam, boards are open, and one process is
 * killed. Needs Debian's nginx, pgbouncer and openssl. Exit code 0: nothing that was acknowledged is missing.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { boardChangesSchema, boardSchema } from '#contract/hall/board.ts';
import { type Answer, startApi, type TestApi } from '../support/api.ts';
import { deviceOf } from '../support/device.ts';
import { readEvents } from '../support/event-stream.ts';
import { freePort } from '../support/free-port.ts';
import { hallOf } from '../support/hall.ts';
import { createDatabase, provisionPostgres } from '../support/provision-postgres.ts';
import { startServer } from '../support/server-process.ts';
import { unprivilegedUser } from '../support/unprivileged-user.ts';
import { deployFile, startNginx, untilOpen } from './nginx.ts';
import { overHttp2 } from './over-http2.ts';

const CANDIDATES = 60;
const ANSWERS = 6;
const BOARDS = 4;
const METRICS_TOKEN = 'a-token-for-the-rehearsal';

const home = await mkdtemp(join(tmpdir(), 'pariksha-nginx-'));
const user = await unprivilegedUser();
await chmod(home, 0o755);
const children: ChildProcess[] = [];
// Runs even if one of them failed to start.
process.on('exit', () => {
  for (const child of children) child.kill('SIGTERM');
});
const run = (program: string, args: string[], as = {}) => {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], ...as });
  children.push(child);
};
const postgres = await provisionPostgres();
const url = new URL(await createDatabase(postgres.url));
const name = url.pathname.slice(1);

// pgbouncer
const poolPort = await freePort();
const pooled = new URL(url);
pooled.port = String(poolPort);
await writeFile(join(home, 'userlist.txt'), `"${url.username}" "${url.password}"\n`);
await writeFile(
  join(home, 'pgbouncer.ini'),
  await deployFile('pgbouncer.ini', [
    [/^pariksha = .*/gm, `${name} = host=127.0.0.1 port=${url.port}`],
    ['6432', String(poolPort)],
    ['/etc/pgbouncer/', `${home}/`],
    [/$/g, '\nunix_socket_dir =\n'],
  ]),
);
if (user) await chown(join(home, 'userlist.txt'), user.uid, user.gid);
run('/usr/sbin/pgbouncer', ['-q', join(home, 'pgbouncer.ini')], user);
await untilOpen(poolPort);

// Two processes, nginx
const ports = [await freePort(), await freePort()];
const nginx = await startNginx(ports);
const { origin } = nginx;
const environment = {
  DATABASE_URL: pooled.href,
  DATABASE_SESSION_URL: url.href,
  PUBLIC_URL: origin,
  TRUST_PROXY: 'on',
  METRICS_TOKEN,
  DATA_DIR: home,
  LOG_LEVEL: 'warn',
};
const servers = [
  await startServer(environment, { port: ports[0] }),
  await startServer(environment, { port: ports[1] }),
];

const api = await startApi({ databaseUrl: url.href, now: Date.now() });
const phones = overHttp2(origin, nginx.certificate);
const request: TestApi['request'] = async (path, question) => {
  // Like a phone, repeats a request that got no complete answer. Killing a process leaves a few such requests.
  for (let tries = 0; ; tries += 1) {
    try {
      const response = await phones.fetch(path, question);
      const text = await response.text();
      const { status, headers } = response;
      if (![502, 503, 504].includes(status))
        return { status, headers, body: text.startsWith('{') ? JSON.parse(text) : text };
    } catch (error) {
      if (tries === 20) throw error;
    }
    if (tries === 20) throw new Error(`${path} was not answered`);
    repeated += 1;
    await pause(200);
  }
};
let repeated = 0;
function ackedBy({ status, body }: Answer): number {
  const said = z.object({ acked: z.int() }).safeParse(body);
  if (!said.success) throw new Error(`a push was answered ${status}: ${JSON.stringify(body)}`);
  return said.data.acked;
}
// A clock that keeps running, like the phones' own.
const clock = {
  get now() {
    return Date.now();
  },
};
const behind: TestApi = { ...api, clock, fetch: phones.fetch, request };

try {
  const ready = await phones.fetch('/readyz');
  console.log(
    `${postgres.description}, nginx and pgbouncer of this machine; over HTTP/2: ${ready.status}`,
  );
  await api.makeQuestions('Law', ANSWERS);
  const examId = await api.makeExam({ sections: [{ fieldType: 'Law', fieldCount: ANSWERS }] });
  const hall = await hallOf(behind, examId);

  /** What each board shows: number of answers by uid. */
  const shown = Array.from({ length: BOARDS }, () => new Map<string, number>());
  const boards = await Promise.all(
    shown.map(async (seen) => {
      const reader = readEvents(
        await phones.fetch(`proctor/stream?exam=${examId}`, { token: hall.proctor.token }),
      );
      const byId = new Map<string, string>();
      const take = (
        rows: readonly { id: string; uid?: string | undefined; answered?: number | undefined }[],
      ) => {
        for (const { id, uid, answered } of rows) {
          if (uid) byId.set(id, uid);
          const whose = byId.get(id);
          if (whose && answered !== undefined) seen.set(whose, answered);
        }
      };
      take(boardSchema.parse((await reader.next('board')).data).rows);
      const following = (async () => {
        for (;;) take(boardChangesSchema.parse((await reader.next('changes')).data).rows);
      })();
      following.catch(() => {});
      return reader;
    }),
  );

  const people: Awaited<ReturnType<typeof hall.candidate>>[] = [];
  for (let n = 0; n < CANDIDATES; n += 1) people.push(await hall.candidate());
  let acknowledged = 0;
  const began = performance.now();
  await Promise.all(
    people.map(async (person) => {
      const phone = await deviceOf(behind, person, examId);
      await phone.open();
      for (let seq = 1; seq <= ANSWERS; seq += 1) {
        const qid = phone.opened.questions[seq - 1]?.qid ?? '';
        const answer = await phone.push([phone.event(seq, 'answered', qid, 'OptionOne')]);
        if (ackedBy(answer) !== seq) throw new Error(`event ${seq} was not acknowledged`);
        acknowledged += 1;
        await pause(100);
      }
    }),
  );
  const took = (performance.now() - began) / 1_000;
  console.log(
    `${acknowledged} answers of ${CANDIDATES} candidates acknowledged in ${took.toFixed(1)} s`,
  );

  const isAll = () => shown.every((seen) => people.every(({ uid }) => seen.get(uid) === ANSWERS));
  const waited = performance.now();
  while (!isAll() && performance.now() - waited < 30_000) await pause(50);
  if (!isAll()) throw new Error('a board does not show everything');
  console.log(
    `${BOARDS} boards through nginx show all of them ${((performance.now() - waited) / 1_000).toFixed(1)} s later`,
  );

  const served = await Promise.all(
    servers.map(async (server) => {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
      const text = await (await fetch(`${server.origin}/metrics`, { headers })).text();
      const counts = text.matchAll(/^http_request_duration_seconds_count\{[^}]*\} (\d+)$/gm);
      return [...counts].reduce((sum, [, n]) => sum + Number(n), 0);
    }),
  );
  console.log(`the two processes served ${served.join(' and ')} requests`);
  if (served.some((count) => count < 100)) throw new Error('one process served nearly nothing');
  for (const board of boards) await board.close();

  console.log('One process is killed (SIGKILL) while they go on:');
  const late = await Promise.all(
    people.map(async (person) => {
      const phone = await deviceOf(behind, person, examId);
      await phone.open();
      return phone;
    }),
  );
  const round = (seq: number) =>
    Promise.all(
      late.map(async (phone) => {
        const qid = phone.opened.questions[0]?.qid ?? '';
        const answer = await phone.push([phone.event(seq, 'answered', qid, 'OptionTwo')]);
        if (ackedBy(answer) === seq) acknowledged += 1;
      }),
    );
  repeated = 0;
  const going = (async () => {
    for (let seq = ANSWERS + 1; seq <= ANSWERS * 2; seq += 1) await round(seq);
  })();
  await Promise.all([going, servers[1]?.signal('SIGKILL')]);
  const [kept] = await api.deps.db.rows('select count(*)::int as n from sitting_events', []);
  const { n } = z.object({ n: z.int() }).parse(kept);
  console.log(`${acknowledged} answers acknowledged, ${n} kept, ${repeated} requests repeated`);
  if (n < acknowledged || acknowledged !== CANDIDATES * ANSWERS * 2)
    throw new Error('something that was acknowledged is missing');
} finally {
  phones.close();
  await api.close();
  await Promise.all(servers.map((server) => server.signal('SIGKILL')));
  await nginx.stop();
  for (const child of children) child.kill('SIGTERM');
  await postgres.stop();
  await rm(home, { recursive: true, force: true });
}
