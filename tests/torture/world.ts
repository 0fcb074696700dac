/** One exam on a real server with its own Postgres, behind the torn wire. Server and database can be killed and replaced. */

import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { releasesOf } from '../e2e/served-build.ts';
import { examSite, type PaidCandidate } from '../e2e/support/exam-site.ts';
import { makeQuestions } from '../e2e/support/question-file.ts';
import { runServer } from '../e2e/support/running-server.ts';
import { startFollowedPostgres } from './followed-postgres.ts';
import type { LoggedAct } from './oracle.ts';
import { QUESTIONS } from './plan.ts';
import { type TornWire, tornWire } from './torn-wire.ts';

export const questions = makeQuestions('Torture', QUESTIONS);

export interface World {
  readonly url: string;
  /** Version and origin of Postgres, in words. */
  readonly database: string;
  readonly wire: TornWire;
  newCandidate(): Promise<PaidCandidate>;
  /** The candidate's result as the API gives it: total and marks per section; null when there is none. */
  resultOf(candidate: PaidCandidate): ReturnType<Awaited<ReturnType<typeof examSite>>['resultOf']>;
  /** The acts that the database holds of a candidate's sitting, by turn and number. */
  logOf(candidate: PaidCandidate): Promise<LoggedAct[]>;
  killServer(): Promise<void>;
  startServer(): Promise<void>;
  killDatabase(): Promise<void>;
  startDatabase(): Promise<void>;
  /** From now on a standby has every commit that is acknowledged. */
  followDatabase(): Promise<void>;
  /** Kills Postgres for good; until the promotion only its standby is there. */
  loseDatabase(): Promise<void>;
  promoteStandby(): Promise<void>;
  /** Answers whether the server process is alive; asked without the wire. */
  readonly aliveUrl: string;
  /** Replaces the server by one with a next version of the app. @returns the version */
  updateApp(): Promise<string>;
  /** Asks the database. */
  rows<Row extends object>(statement: string, values: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export async function openWorld(): Promise<World> {
  const database = await startFollowedPostgres();
  const installation = await install();
  let version = 0;
  let port = 0;
  const wire = await tornWire(() => port);
  const server = await runServer({
    publicPort: wire.port,
    databaseUrl: database.url,
    home: installation.folder,
    demo: false,
  });
  port = server.port;
  const site = await examSite(server);
  await site.upload(questions);
  const examId = await site.createExam({
    name: 'Torture',
    startDate: new Date(Date.now() - 60_000),
    minutes: 60,
    sections: [{ type: 'Torture', count: QUESTIONS }],
  });
  async function rows<Row extends object>(
    statement: string,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      return (await client.query<Row>(statement, [...values])).rows;
    } finally {
      await client.end();
    }
  }
  return {
    url: server.url,
    aliveUrl: `http://127.0.0.1:${server.port}/healthz`,
    rows,
    database: database.description,
    wire,
    newCandidate: () => site.paidCandidate(examId),
    resultOf: (candidate) => site.resultOf(candidate),
    logOf: ({ uid }) =>
      rows<LoggedAct>(
        `select epoch, type, qid, coalesce(answer, '') as answer, refusal
         from sitting_events where type in ('answered', 'cleared', 'marked', 'unmarked')
           and sitting_id = (select id from sittings where uid = $1 and exam_id = $2)
         order by epoch, seq`,
        [uid, examId],
      ),
    killServer: () => server.kill(),
    startServer: () => server.start(),
    killDatabase: () => database.kill(),
    startDatabase: () => database.restart(),
    followDatabase: () => database.follow(),
    loseDatabase: () => database.lose(),
    promoteStandby: () => database.promote(),
    async updateApp() {
      version += 1;
      await installation.release(`${version}`);
      await server.restart();
      return `${version}`;
    },
    async close() {
      await wire.close();
      await server.stop();
      await database.stop();
      await installation.remove();
    },
  };
}

// The built server and app in a folder of their own, where a next version of the app can replace the first.

const ROOT = join(import.meta.dirname, '../..');
/** What the built server finds beside itself. */
const BESIDE = ['db', 'edge-api', 'node_modules', 'package.json'];

interface Installation {
  readonly folder: string;
  /** Puts this version into the app's pages; a server shows it from its next start on. */
  release(version: string): Promise<void>;
  remove(): Promise<void>;
}

async function install(): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'pariksha-installed-'));
  const dist = join(folder, 'dist');
  await cp(join(ROOT, 'dist'), dist, { recursive: true, filter: (path) => !path.endsWith('.map') });
  for (const name of BESIDE) await symlink(join(ROOT, name), join(folder, name));
  return {
    folder,
    release: await releasesOf(join(dist, 'web')),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
