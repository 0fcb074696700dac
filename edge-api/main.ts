/**
 * The server's start and stop. Start: settings, database, keys, administrator, demonstration, listen.
 * Stop (SIGTERM, SIGINT): accept no new requests, finish the current ones, close the database, exit with 0.
 */

import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { SUPER_ADMIN } from '#contract/wire/users.ts';
import { type Database, openDatabase } from '#db/client.ts';
import { DirectoryInUse } from '#db/lock-directory.ts';
import { openReplica, type Replica } from '#db/open-replica.ts';
import { DEMO_PASSWORD, demoAccounts, demoExams } from '#db/seed/demo-content.ts';
import { hasDemo, seedDemo } from '#db/seed/seed-demo.ts';
import { createSite } from './app.ts';
import { createBackground, repeat } from './background.ts';
import type { Deps } from './deps.ts';
import {
  type Environment,
  readEnvironment,
  requireFolder,
  WrongEnvironment,
} from './environment.ts';
import { fileStoreOf } from './gateways/files/file-store.ts';
import { createHdfcGateway } from './gateways/payment/hdfc.ts';
import type { PaymentGateway } from './gateways/payment/port.ts';
import { createConsoleSms } from './gateways/sms/console.ts';
import { createFast2sms } from './gateways/sms/fast2sms.ts';
import { createMsg91Sms } from './gateways/sms/msg91.ts';
import type { SmsSender } from './gateways/sms/port.ts';
import { inboundProviders } from './gateways/sms-inbound/operators.ts';
import { createLog } from './log.ts';
import { purgeDeleted } from './services/account/delete-account.ts';
import { sweepPhotos } from './services/account/own-photo.ts';
import { hashPassword } from './services/auth/passwords.ts';
import { forgetExpired } from './services/auth/sessions.ts';
import { machineClock, watchClock } from './services/clock/steady-clock.ts';
import { sweepContents } from './services/files/contents.ts';
import { writeReports } from './services/hall/downlink.ts';
import { measureProcess } from './services/health/health.ts';
import { loadKeys } from './services/keys/load-keys.ts';
import { makePasswords } from './services/messages/make-passwords.ts';
import { sendDueSms } from './services/messages/sms-outbox.ts';
import { newId } from './services/new-id.ts';
import { issueInvoice } from './services/payments/invoices.ts';
import { reconcileDue } from './services/payments/reconcile-open.ts';
import { removeCutOffImports } from './services/questions/import-questions.ts';
import { contentHash } from './services/questions/revisions.ts';
import { signReceipt } from './services/receipts/receipts.ts';
import { runRescores } from './services/rescoring/run-rescores.ts';
import { closeOverdue } from './services/sittings/close-overdue.ts';
import { countExisting } from './services/sittings/count-existing.ts';
import { sweepPieces } from './services/sittings/receive-document.ts';
import { ensureSuperAdmin } from './services/users/super-admin.ts';
import { createServing } from './serving.ts';
import { bookAsPaid, simulatePayments } from './simulated-payments.ts';
import { startTracing } from './tracing.ts';

const BUILT_WEB = fileURLToPath(new URL('../dist/web', import.meta.url));

/** Jobs that delete for good. None of them runs while the clock is in doubt. */
const sweeps: readonly [name: string, sweep: (deps: Deps) => Promise<unknown>][] = [
  ['sweep pieces of pages', sweepPieces],
  ['forget what has expired', forgetExpired],
  ['erase pages of deleted accounts', purgeDeleted],
  ['erase photographs', sweepPhotos],
  ['erase contents that nothing names', sweepContents],
];

/** @returns a function that stops the server */
async function start(env: Environment): Promise<() => Promise<void>> {
  const log = createLog(env.logLevel);
  if (env.isAddressGuessed)
    log.warn(`PUBLIC_URL is not set: banks would send people back to ${env.publicUrl}`);
  const tracing = env.traces ? await startTracing(env.traces) : null;
  if ('dataDir' in env.database || env.files.store === 'local') await requireFolder(env.dataDir);
  const opened = await openDatabase(env.database);
  const db = tracing ? tracing.database(opened) : opened;
  const clock = machineClock(log);
  const { gateway, routes } = paymentsOf(env, db, clock.now);
  const serving = createServing();
  const deps: Deps = {
    db,
    replica: replicaOf(env, log),
    now: clock.now,
    keys: await loadKeys(db),
    payments: gateway,
    sms: smsOf(env),
    inboundTexts: inboundProviders(env.inbound),
    files: fileStoreOf(env.files, env.dataDir),
    log,
    tracing,
    background: createBackground(log),
    isStopping: serving.isStopping,
    isClockInDoubt: clock.isInDoubt,
    settings: {
      publicUrl: env.publicUrl,
      trustProxy: env.trustProxy,
      metricsToken: env.metricsToken,
      mostStreams: env.mostStreams,
      secondFactorRequired: env.secondFactorRequired,
      // Without the secret the server refuses every incoming text message, so no number is shown.
      textTo: env.inbound.secret && env.inbound.number,
      providers: {
        payments: env.payments.gateway,
        sms: env.sms.provider,
        files: env.files.store,
      },
    },
  };
  const adminPassword = await ensureSuperAdmin(db, {
    chosen: env.superAdminPassword,
    isOnlyFirst: env.secondFactorRequired,
  });
  if (env.demo) {
    const randomBelow = (bound: number) => randomInt(bound);
    await seedDemo(db, {
      now: clock.now(),
      newId,
      hashPassword,
      contentHash,
      issueInvoice,
      payAtGateway: routes && bookAsPaid,
      randomBelow,
      signReceipt: (facts) => signReceipt(deps, facts),
    });
  }
  await removeCutOffImports(deps);
  const counted = await countExisting(deps);
  if (counted > 0)
    log.info({ sittings: counted }, 'answers and pages of earlier sittings were counted');
  const builtWeb = existsSync(BUILT_WEB) ? BUILT_WEB : null;
  const app = await createSite(deps, { simulated: routes, builtWeb });
  measureProcess();
  const isDemo = env.demo && (await hasDemo(db));
  await serving.start(app.fetch, env);
  // Nothing may be awaited from here on: a server that listens can be told to stop at any moment, and must have the
  // function that stops it.
  announce(env, adminPassword, isDemo);
  const tasks = [
    repeat('watch the clock', 5, log, () => watchClock(db, clock)),
    repeat('reconcile payments', 5, log, () => reconcileDue(deps)),
    repeat('close overdue sittings', 5, log, () => closeOverdue(deps), clock.mayClose),
    repeat('rescore after corrected keys', 1, log, () => runRescores(deps)),
    repeat('send messages', 5, log, () => sendDueSms(deps)),
    repeat('make passwords', 5, log, () => makePasswords(deps)),
    repeat('write reports of devices', 5, log, () => writeReports(deps)),
    ...sweeps.map(([name, sweep]) => repeat(name, 3_600, log, () => sweep(deps), clock.mayDelete)),
  ];
  return async () => {
    await serving.stop();
    await Promise.all(tasks.map((stop) => stop()));
    await deps.background.finished();
    await deps.replica?.close();
    await db.close();
    // A trace collector that fails must not keep the server from stopping.
    await tracing?.stop().catch((error: unknown) => log.warn({ err: error }, 'traces were lost'));
  };
}

function replicaOf({ replica }: Environment, log: Logger): Replica | null {
  if (!replica) return null;
  return openReplica(replica, (serves) => {
    if (serves) log.info('the replica answers lists');
    else log.warn('the replica is away or too old; the primary answers lists');
  });
}

function paymentsOf(
  env: Environment,
  db: Database,
  now: () => number,
): { gateway: PaymentGateway; routes: Hono | null } {
  if (env.payments.gateway === 'hdfc')
    return { gateway: createHdfcGateway(env.payments.config), routes: null };
  const here = `http://127.0.0.1:${env.port}`;
  return simulatePayments(db, now, { publicUrl: env.publicUrl, here });
}

function smsOf({ sms }: Environment): SmsSender {
  switch (sms.provider) {
    case 'console':
      return createConsoleSms();
    case 'msg91':
      return createMsg91Sms(sms.config);
    case 'fast2sms':
      return createFast2sms(sms.config);
  }
}

function announce(env: Environment, adminPassword: string | null, demo: boolean): void {
  const lines = ['', `Pariksha is ready at ${env.publicUrl}`];
  if (!existsSync(BUILT_WEB)) lines.push('The web app is not built yet; only the API answers.');
  if (adminPassword)
    lines.push(
      '',
      `Administrator ${SUPER_ADMIN}, password ${adminPassword} (shown only this once)`,
    );
  if (demo) {
    lines.push('', `Demonstration accounts, password “${DEMO_PASSWORD}”:`);
    for (const { uid, status, exam } of demoAccounts) {
      lines.push(
        `  ${uid}  ${status.padEnd(10)}  ${demoExams.find(({ key }) => key === exam)?.name}`,
      );
    }
  }
  console.log(`${lines.join('\n')}\n`);
}

/** The errno with which the embedded database (WebAssembly) reports a full disk. What it throws is not an Error. */
const DISK_FULL = 51;
const embeddedFault = z.object({ errno: z.literal(DISK_FULL) });

/** Explains a failed start in one line, for the person who started the server. */
function explain(error: unknown): string {
  if (embeddedFault.safeParse(error).success)
    return 'The disk that holds DATA_DIR is full. Make room and start again.';
  if (error instanceof WrongEnvironment || error instanceof DirectoryInUse) return error.message;
  if (!(error instanceof Error)) return 'The server could not start.';
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return 'The port is in use by another process. Set PORT to another one.';
  if (code === 'ECONNREFUSED') return 'The database at DATABASE_URL cannot be reached.';
  return `The server could not start: ${error.message}`;
}

// Every file written from here on (database, uploads, keys, logs) is accessible to the server's user only.
process.umask(0o077);
if (existsSync('.env')) loadEnvFile();
try {
  const stop = await start(readEnvironment(process.env));
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(explain(error));
          process.exit(1);
        },
      );
    });
  }
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
