/**
 * `npm run rehearse:failover`: three database machines (database-machines.ts) and two server processes under a load of pushes.
 * Kills Postgres, etcd, whole machines and a server, freezes the primary, and cuts it off from the others. Needs Debian's
 * postgresql, patroni, etcd-server and haproxy. Exit code 0: everything acknowledged is there, boards show it, and nobody was
 * told anything but "later".
 */
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { boardChangesSchema, boardSchema } from '#contract/hall/board.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { deviceOf } from '../support/device.ts';
import { readEvents } from '../support/event-stream.ts';
import { hallOf } from '../support/hall.ts';
import { createDatabase } from '../support/provision-postgres.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { AcknowledgedLoad } from './acknowledged-load.ts';
import { type Machine, startDatabaseMachines } from './database-machines.ts';

const CANDIDATES = 24;
const QUESTIONS = 10;
/** How long a request may take, as on a phone. */
const PATIENCE_MS = 20_000;
/** How many answers must be acknowledged before a fault, and again after it. */
const SOME = CANDIDATES * 4;

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

const databases = await startDatabaseMachines();
console.log(
  'etcd, Patroni and Postgres on three machines of their own (ports), HAProxy before them',
);
const databaseUrl = await createDatabase(databases.url);
const environment = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn', DEMO: 'off' };
const ran: ServerProcess[] = [];
const start = async () => {
  const server = await startServer(environment);
  ran.push(server);
  return server;
};
const servers = [await start(), await start()];
const api = await startApi({ databaseUrl, now: Date.now() });

let turn = 0;
const request: TestApi['request'] = async (path, { token, json } = {}) => {
  turn += 1;
  const { origin = '' } = servers[turn % servers.length] ?? {};
  const response = await fetch(`${origin}/api/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(json),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
};
const clock = {
  get now() {
    return Date.now();
  },
};
const behind: TestApi = { ...api, clock, request };

await api.makeQuestions('Law', QUESTIONS);
const examId = await api.makeExam({
  sections: [{ fieldType: 'Law', fieldCount: QUESTIONS }],
  durationMinutes: 180,
});
const hall = await hallOf(api, examId);
const people: Awaited<ReturnType<typeof hall.candidate>>[] = [];
for (let n = 0; n < CANDIDATES; n += 1) people.push(await hall.candidate());
const phones = await Promise.all(people.map((person) => deviceOf(behind, person, examId)));
for (const phone of phones) await phone.open();
const load = new AcknowledgedLoad(phones);

/** When the first server's board last reported hearing from each candidate. Reconnects like a browser. */
const heard = new Map<string, number>();
const watching = new AbortController();
const board = (async () => {
  while (!watching.signal.aborted) {
    try {
      const asked = `${servers[0]?.origin}/api/v1/proctor/stream?exam=${examId}`;
      const headers = { authorization: `Bearer ${hall.proctor.token}` };
      const reader = readEvents(await fetch(asked, { headers, signal: watching.signal }));
      const take = (rows: readonly { id: string; heardAt?: string | null | undefined }[]) => {
        for (const { id, heardAt } of rows) if (heardAt) heard.set(id, Date.parse(heardAt));
      };
      take(boardSchema.parse((await reader.next('board')).data).rows);
      for (;;) take(boardChangesSchema.parse((await reader.next('changes')).data).rows);
    } catch {
      if (!watching.signal.aborted) await pause(500);
    }
  }
})();

/** @returns milliseconds from now until the board shows that everybody has been heard since now */
async function untilBoardShows(): Promise<number> {
  const [since, began] = [Date.now(), performance.now()];
  while (!people.every(({ id }) => (heard.get(id) ?? 0) > since)) {
    if (performance.now() - began > 60_000) throw new Error('A board stands still');
    await pause(50);
  }
  return performance.now() - began;
}

/** @param strike causes the fault, and returns how to mend it and how long the promotion took, where there was one */
async function rehearse(
  what: string,
  strike: () => Promise<{ mend: () => Promise<unknown>; promotion?: number }>,
): Promise<void> {
  await databases.untilWhole();
  await load.untilMore(SOME);
  load.measureGap();
  const { mend, promotion } = await strike();
  await load.untilMore(SOME);
  const gap = load.longestGap;
  const shownAfter = await untilBoardShows();
  await mend();
  await databases.untilWhole();
  await load.untilMore(SOME);
  const found = [
    `nothing acknowledged for ${seconds(gap)}`,
    promotion !== undefined && `another took over after ${seconds(promotion)}`,
    `the board shows all ${seconds(shownAfter)} later`,
    load.longestGap > gap + 1_000 && `while it is mended, nothing for ${seconds(load.longestGap)}`,
  ];
  console.log(`${what}: ${found.filter(Boolean).join('; ')}`);
}

async function promotionAfter(harm: (primary: Machine) => unknown) {
  const primary = await databases.inRole('leader');
  const began = performance.now();
  await harm(primary);
  await databases.untilPromoted(primary);
  return { primary, promotion: performance.now() - began };
}

async function lost(): Promise<number> {
  const kept = new Set<string>();
  const rows = await api.deps.db.rows(
    "select concat_ws(' ', sitting_id, seq, qid, answer) as event from sitting_events",
    [],
  );
  for (const { event } of z.array(z.object({ event: z.string() })).parse(rows)) kept.add(event);
  return load.acknowledged.filter(
    ({ sittingId, seq, qid, answer }) => !kept.has(`${sittingId} ${seq} ${qid} ${answer}`),
  ).length;
}

try {
  await untilBoardShows();
  await rehearse('Postgres of the primary is killed (SIGKILL)', async () => {
    const { primary, promotion } = await promotionAfter((one) => one.killPostgres());
    return { promotion, mend: () => primary.start() };
  });
  await rehearse('The whole machine of the primary is gone', async () => {
    const { primary, promotion } = await promotionAfter((one) => one.kill());
    return { promotion, mend: () => primary.start() };
  });
  await rehearse('The standby that confirms is gone', async () => {
    const standby = await databases.inRole('sync_standby');
    await standby.kill();
    return { mend: () => standby.start() };
  });
  await rehearse("etcd's leader is killed", async () => {
    const leads = await Promise.all(databases.machines.map((one) => one.leadsEtcd()));
    const leader = databases.machines[leads.indexOf(true)];
    if (!leader) throw new Error('etcd has no leader');
    await leader.killEtcd();
    return { mend: () => leader.start() };
  });
  await rehearse(
    'The machine of the primary freezes, and wakes up when another has taken over',
    async () => {
      const { primary, promotion } = await promotionAfter((one) => one.freeze());
      return { promotion, mend: () => primary.thaw() };
    },
  );
  await rehearse(
    'The primary is cut off from the others and from etcd, but not from the servers',
    async () => {
      const { primary, promotion } = await promotionAfter((one) => one.isolate());
      return { promotion, mend: async () => primary.rejoin() };
    },
  );
  await rehearse('A server process is killed (SIGKILL)', async () => {
    await servers.pop()?.signal('SIGKILL');
    return { mend: async () => servers.push(await start()) };
  });
  await rehearse('The servers are exchanged, one after the other', async () => {
    for (let n = 0; n < 2; n += 1) {
      const fresh = await start();
      const old = servers.shift();
      servers.push(fresh);
      await old?.signal('SIGTERM');
    }
    return { mend: async () => {} };
  });

  await load.stop();
  const missing = await lost();
  const [{ length: count }, again] = [load.acknowledged, load.repeated];
  console.log(`${count} events acknowledged, ${missing} of them lost; ${again} repeated by phones`);
  for (const [said, times] of load.wrong) console.log(`wrong answer, ${times} times: ${said}`);
  const errors = ran.flatMap((server) =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes('"level":"error"')),
  );
  for (const line of errors.slice(0, 20)) console.log(`a server's log: ${line}`);
  if (missing > 0 || load.wrong.size > 0) process.exitCode = 1;
} finally {
  watching.abort();
  await board;
  await api.close().catch(() => {});
  await Promise.all(servers.map((server) => server.signal('SIGKILL')));
  await databases.stop();
}
