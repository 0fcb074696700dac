// What the server needs from outside: the bank's gateway, the SMS provider, the file store, the disk, and its public
// address. Nothing is ordered, paid or sent.
import { randomBytes } from 'node:crypto';
import { mkdir, statfs } from 'node:fs/promises';
import { connect } from 'node:tls';
import * as z from 'zod/mini';
import type { Database } from '#db/client.ts';
import type { FileStore } from '../../gateways/files/file-store.ts';
import { GatewayError } from '../../gateways/gateway-call.ts';
import type { PaymentGateway } from '../../gateways/payment/port.ts';
import { newSecretId } from '../new-id.ts';
import { codeOf, type Finding, fail, ok, warn } from './finding.ts';
import { ofDifference } from './look-at-database.ts';

const PATIENCE_MS = 10_000;

/** Asks for an order that doesn't exist. If our key is right, the gateway replies that there is no such order. */
export async function lookAtGateway(gateway: PaymentGateway): Promise<Finding> {
  const about = 'payments';
  const reference = `doctor${randomBytes(6).toString('hex')}`;
  try {
    await gateway.orderStatus({ reference, customerId: 'doctor' });
    return ok(about, 'the gateway answers and knows us');
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return fail(
      about,
      error.kind === 'refused' ? `the gateway refuses our key (${error.message})` : error.message,
    );
  }
}

const outboxSchema = z.object({ failed: z.int(), waiting: z.int() });
/** Leaves out messages to nobody, and one-time passwords that were replaced by newer ones. */
const OUTBOX = `select count(*) filter (where state = 'failed' and purpose <> 'nobody'
    and error is distinct from 'superseded')::int as failed,
  count(*) filter (where state = 'waiting' and created_at < now() - interval '10 minutes')::int as waiting
from sms_outbox where created_at > now() - interval '1 day'`;

export async function lookAtOutbox(db: Database): Promise<Finding> {
  const { failed, waiting } = outboxSchema.parse((await db.rows(OUTBOX, []))[0]);
  return failed + waiting > 0
    ? warn('messages', `of the last day ${failed} failed, ${waiting} wait longer than ten minutes`)
    : ok('messages', 'none of the last day failed or waits');
}

/** Checks only that the provider answers. Only a real message proves the key, and that costs money and needs a number. */
export async function lookAtProvider(baseUrl: string): Promise<Finding[]> {
  const about = 'text messages';
  const answer = await fetch(baseUrl, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const found = [
    answer.status >= 500
      ? fail(about, `the provider answers ${answer.status}`)
      : ok(about, 'the provider answers; “Forgot password” to a phone of yours proves the key'),
  ];
  // The Date header has whole seconds, hence the allowance. A provider on this machine has the same clock.
  const told = Date.parse(answer.headers.get('date') ?? '');
  const off = told - Date.now();
  if (Math.abs(off) > 2_500) found.push(ofDifference('the provider’s', off));
  return found;
}

export async function lookAtFiles(files: FileStore): Promise<Finding> {
  const about = 'files';
  const id = newSecretId();
  const content = randomBytes(1_024);
  await files.put(id, content);
  const back = await files.get(id);
  await files.remove(id);
  if (!back || !content.equals(back)) return fail(about, 'what was written did not come back');
  if ((await files.get(id)) !== null) return fail(about, 'what was removed is still there');
  return ok(about, 'written, read and removed');
}

const GB = 1e9;

export async function lookAtDisk(dataDir: string): Promise<Finding> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const says = `${(free / GB).toFixed(1)} GB free where DATA_DIR lies`;
  if (free < GB) return fail('disk', says);
  return free < 10 * GB ? warn('disk', says) : ok('disk', says);
}

const CERTIFICATE_DAYS = 21;

const readySchema = z.object({ clockInDoubt: z.boolean() });
const IN_DOUBT =
  'the server doubts its machine’s clock, and closes and deletes nothing: docs/OPERATIONS.md, “the clock is wrong”';

/** @returns no finding about a certificate for an address without https, as in a trial on one machine */
export async function lookAtAddress(publicUrl: string): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(publicUrl);
  const found: Finding[] = [];
  if (protocol === 'https:') {
    const days = await daysOfCertificate(hostname, Number(port || 443));
    found.push(
      days < CERTIFICATE_DAYS
        ? warn('certificate', `ends in ${Math.floor(days)} days`)
        : ok('certificate', `is good for ${Math.floor(days)} days`),
    );
  }
  const about = 'public address';
  try {
    const answer = await fetch(`${publicUrl}/readyz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    found.push(
      answer.status === 200
        ? ok(about, 'the server behind it is ready')
        : fail(about, `${publicUrl}/readyz answers ${answer.status}`),
    );
    const told = readySchema.safeParse(await answer.json().catch(() => null)).data;
    if (told?.clockInDoubt) found.push(fail('clock', IN_DOUBT));
  } catch (error) {
    found.push(fail(about, `${publicUrl} can't be reached from here (${codeOf(error)})`));
  }
  return found;
}

/** @throws an error whose code says why the certificate was refused */
function daysOfCertificate(host: string, port: number): Promise<number> {
  return new Promise((tell, refuse) => {
    const socket = connect({ host, port, servername: host, timeout: PATIENCE_MS }, () => {
      tell((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / 86_400_000);
      socket.destroy();
    });
    socket.on('timeout', () => socket.destroy(new Error('no answer')));
    socket.on('error', refuse);
  });
}
