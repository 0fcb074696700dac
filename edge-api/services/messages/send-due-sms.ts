/**
 * Sends what is due in the SMS outbox, in any number of processes at once. A message is taken for a minute,
 * sent, and marked; whoever dies in between leaves it to be sent again under the same key, so each is sent
 * at least once and rarely twice. It is tried again ever more slowly until it is worth nothing, and its
 * number and variables are wiped once it is sent or given up.
 */

import * as z from 'zod';
import { instant, millis } from '#db/instants.ts';
import { CLOCKS_APART_SECONDS } from '#db/queries/throttles.ts';
import type { Deps } from '../../deps.ts';
import { GatewayError } from '../../gateways/gateway-error.ts';
import { type SmsMessage, smsMessageSchema } from '../../gateways/sms/port.ts';

export type Sending = Pick<Deps, 'db' | 'now' | 'sms' | 'log' | 'isStopping'>;

/** As many are sent at once. */
const BATCH = 20;
/** Longer than a provider is waited for. */
const TAKEN_FOR_SECONDS = 60;
/** 10 s, 20 s, 40 s … between tries, at most ten minutes. */
const FIRST_PAUSE_SECONDS = 10;
const LONGEST_PAUSE_SECONDS = 600;

const NOW = instant('$1');
const WIPED = `mobile = '', vars = '{}'::jsonb, next_try_at = null`;

/** A time that nobody would have set: the clock was ahead then, perhaps by years. */
const IS_DUE = `(next_try_at <= ${NOW}
  or next_try_at > ${NOW} + interval '${LONGEST_PAUSE_SECONDS + CLOCKS_APART_SECONDS} seconds')`;

const GIVE_UP_EXPIRED = `
update sms_outbox set state = 'failed', error = coalesce(error, 'expired'), ${WIPED}
where next_try_at <= ${NOW} and expires_at <= ${NOW}`;

const TAKE_DUE = `
update sms_outbox set tries = tries + 1, next_try_at = ${NOW} + interval '${TAKEN_FOR_SECONDS} seconds'
where id in (
  select id from sms_outbox where ${IS_DUE}
  order by next_try_at, id limit ${BATCH} for update skip locked
) returning id, purpose, mobile, vars::text as vars, tries, ${millis('expires_at')} as expires`;

const MARK_SENT = `
update sms_outbox set state = 'sent', sent_at = ${NOW}, provider_id = $3, error = null, ${WIPED} where id = $2`;

/** Not after another process has sent it, or has taken it again. */
const MARK_FAILED = `
update sms_outbox set state = 'failed', error = $3, ${WIPED}
where id = $1 and state = 'waiting' and tries = $2`;

const TRY_AGAIN = `
update sms_outbox set error = $4, next_try_at = ${instant('$3')}
where id = $1 and state = 'waiting' and tries = $2`;

const takenSchema = z.array(
  z.object({
    id: z.string(),
    purpose: z.string(),
    mobile: z.string(),
    vars: z.string(),
    tries: z.number(),
    expires: z.number().nullable(),
  }),
);
type Taken = z.infer<typeof takenSchema>[number];

/** Without making anyone wait: for after the transaction that queued a message. */
export function sendSmsSoon(deps: Sending & Pick<Deps, 'background'>): void {
  deps.background.start('send messages', () => sendDueSms(deps));
}

/** @returns how many messages it tried to send */
export async function sendDueSms(deps: Sending): Promise<number> {
  await deps.db.rows(GIVE_UP_EXPIRED, [deps.now()]);
  for (let tried = 0; ; ) {
    const due = takenSchema.parse(await deps.db.rows(TAKE_DUE, [deps.now()]));
    await Promise.all(due.map((taken) => sendOne(deps, taken)));
    tried += due.length;
    // A college's list makes thousands, and a server that stops doesn't wait for all of them.
    if (due.length < BATCH || deps.isStopping()) return tried;
  }
}

async function sendOne(deps: Sending, taken: Taken): Promise<void> {
  const message = readMessage(taken, deps.now());
  if (!message) {
    deps.log.error({ id: taken.id, purpose: taken.purpose }, 'a message is no message');
    await deps.db.rows(MARK_FAILED, [taken.id, taken.tries, 'not a message']);
    return;
  }
  try {
    const { providerId } = await deps.sms.send(message);
    await deps.db.rows(MARK_SENT, [deps.now(), taken.id, providerId]);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    await putOff(deps, taken, error);
  }
}

/** What the provider refuses is tried again too: an empty balance or a template under review is put right. */
async function putOff(deps: Sending, { id, tries, expires, purpose }: Taken, error: GatewayError) {
  const next = deps.now() + pauseSeconds(tries) * 1_000;
  const given = expires !== null && next >= expires;
  deps.log.warn(
    { err: error, id, purpose, tries },
    given ? 'message given up' : 'message not sent',
  );
  if (given) await deps.db.rows(MARK_FAILED, [id, tries, error.message]);
  else await deps.db.rows(TRY_AGAIN, [id, tries, next, error.message]);
}

function pauseSeconds(tries: number): number {
  return Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (tries - 1));
}

function readMessage(
  { id, purpose, mobile, vars, expires }: Taken,
  now: number,
): SmsMessage | undefined {
  const written = { purpose, to: `+91${mobile}`, idempotencyKey: id, vars: JSON.parse(vars) };
  const message = smsMessageSchema.safeParse(written).data;
  if (message?.purpose !== 'password-reset' || expires === null) return message;
  // One that was long on its way says how long its password still works.
  const minutes = String(Math.max(1, Math.ceil((expires - now) / 60_000)));
  return { ...message, vars: { ...message.vars, minutes } };
}
