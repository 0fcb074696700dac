/**
 * `npm run doctor`: checks everything that an exam day depends on and changes nothing. Run it in the server's folder
 * with the server's environment. It prints one line per check (or JSON with `--json`), never a secret, and exits with
 * code 1 when a check fails.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadEnvFile } from 'node:process';
import { type Database, openDatabase } from '#db/client.ts';
import { DirectoryInUse } from '#db/lock-directory.ts';
import { type Environment, readEnvironment, WrongEnvironment } from './environment.ts';
import { fileStoreOf } from './gateways/files/file-store.ts';
import { createHdfcGateway } from './gateways/payment/hdfc.ts';
import { codeOf, type Finding, fail, look, ok, warn } from './services/doctor/finding.ts';
import { lookAtCompany, lookAtExams, lookAtPeople } from './services/doctor/look-at-content.ts';
import { lookAtDatabase, lookAtReplica, lookAtTimes } from './services/doctor/look-at-database.ts';
import {
  lookAtAddress,
  lookAtDisk,
  lookAtFiles,
  lookAtGateway,
  lookAtOutbox,
  lookAtProvider,
} from './services/doctor/look-outside.ts';

async function examine(given: NodeJS.ProcessEnv): Promise<Finding[]> {
  let env: Environment;
  try {
    env = readEnvironment(given);
  } catch (error) {
    if (!(error instanceof WrongEnvironment)) throw error;
    return error.wrong.map((says) => fail('settings', says));
  }
  const parts = await Promise.all([
    ofSettings(env, given),
    look('database', () => ofDatabase(env)),
    look('replica', () => ofReplica(env)),
    look('payments', () => ofPayments(env)),
    look('text messages', () => ofMessages(env)),
    look('files', async () => [await lookAtFiles(fileStoreOf(env.files, env.dataDir))]),
    look('disk', async () => [await lookAtDisk(env.dataDir)]),
    look('public address', () => ofAddress(env, given)),
  ]);
  return parts.flat();
}

function ofSettings(env: Environment, given: NodeJS.ProcessEnv): Finding[] {
  const about = 'settings';
  const found = [ok(about, 'all can be read')];
  if (!env.secondFactorRequired)
    found.push(warn(about, 'NODE_ENV is not production: nothing unsafe is refused'));
  if (given.SUPERADMIN_PASSWORD)
    found.push(warn(about, 'SUPERADMIN_PASSWORD counts for the first start alone: remove it'));
  if (env.publicUrl.startsWith('https:') && !env.trustProxy)
    found.push(
      warn(about, 'TRUST_PROXY is off: behind a proxy all callers would share one set of limits'),
    );
  return found;
}

async function ofDatabase(env: Environment): Promise<Finding[]> {
  if ('dataDir' in env.database && !existsSync(join(env.database.dataDir, 'pglite')))
    return [warn('database', 'the embedded one is not there yet. Start the server once')];
  let db: Database;
  try {
    db = await openDatabase(env.database, { asItIs: true });
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error;
    return [warn('database', 'the embedded one is in use. Stop the server to have it looked at')];
  }
  try {
    const found = await look('database', () => lookAtDatabase(db, Date.now));
    // Before the server's first start the database holds nothing else to check.
    if (found.some(({ about, level }) => about === 'migrations' && level !== 'ok')) return found;
    if (!found.some(({ about }) => about === 'migrations')) return found;
    return [
      ...found,
      ...(await look('clock', () => lookAtTimes(db, Date.now()))),
      ...(await look('people', () => lookAtPeople(db, env.secondFactorRequired))),
      ...(await look('company', async () => [await lookAtCompany(db, env.secondFactorRequired)])),
      ...(await look('messages', async () => [await lookAtOutbox(db)])),
      ...(await look('exams', () => lookAtExams(db, Date.now()))),
    ];
  } finally {
    await db.close();
  }
}

async function ofReplica({ database, replica }: Environment): Promise<Finding[]> {
  if (!replica) return [];
  const db = await openDatabase(database, { asItIs: true });
  try {
    return await lookAtReplica(db, replica);
  } finally {
    await db.close();
  }
}

async function ofPayments({ payments }: Environment): Promise<Finding[]> {
  if (payments.gateway === 'simulated') return [warn('payments', 'simulated: no money is taken')];
  return [await lookAtGateway(createHdfcGateway(payments.config))];
}

async function ofMessages({ sms }: Environment): Promise<Finding[]> {
  if (sms.provider === 'console') return [warn('text messages', 'on the console: none is sent')];
  try {
    return await lookAtProvider(sms.config.baseUrl);
  } catch (error) {
    return [fail('text messages', `the provider can't be reached (${codeOf(error)})`)];
  }
}

async function ofAddress(env: Environment, given: NodeJS.ProcessEnv): Promise<Finding[]> {
  if (given.PUBLIC_URL) return lookAtAddress(env.publicUrl);
  const says = 'PUBLIC_URL is not set: links in messages and returns from paying lead nowhere';
  return [(env.secondFactorRequired ? fail : warn)('public address', says)];
}

if (existsSync('.env')) loadEnvFile();
const findings = await examine(process.env);
const failed = findings.filter(({ level }) => level === 'fail').length;
if (process.argv.includes('--json')) {
  console.log(JSON.stringify({ healthy: failed === 0, findings }));
} else {
  for (const { level, about, says } of findings)
    console.log(`${level === 'fail' ? 'FAIL' : level.padEnd(4)}  ${about}: ${says}`);
  const warned = findings.filter(({ level }) => level === 'warn').length;
  console.log(`\n${findings.length} looked at, ${warned} to look into, ${failed} failed.`);
}
process.exitCode = failed > 0 ? 1 : 0;
