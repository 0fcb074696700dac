/**
 * The outbox of text messages. A message is queued in the same transaction as the act it reports, so either both are stored or
 * neither. Call `sendSmsSoon` once that transaction has ended. A message's text is stored in the clear until the message is sent or given up, and
 * is wiped then.
 */
import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Orm } from '#db/client.ts';
import { instant, millis } from '#db/instants.ts';
import { CLOCKS_APART_SECONDS } from '#db/queries/throttles.ts';
import { smsOutbox } from '#db/schema/records.ts';
import type { Deps } from '../../deps.ts';
import { GatewayError } from '../../gateways/gateway-call.ts';
import { type SmsMessage, type SmsPurpose, smsMessageSchema } from '../../gateways/sms/port.ts';
import { countMessage } from '../health/health.ts';
import { newId } from '../new-id.ts';

/** How long a one-time password that a person asked for works. The database and the message both use this. */
export const ONE_TIME_PASSWORD_MINUTES = 30;
/** How long a one-time password from the office works: an account is made the evening before and first used in the exam hall. */
export const OFFICE_PASSWORD_MINUTES = 24 * 60;

/** Rows in one statement: each row has ten parameters, and a statement may have 65,535. */
const PIECE = 1_000;

/** Minutes after which a message is of no use and isn't sent; for a password, when the password stops working. */
const usefulMinutes = ({ purpose, vars }: Pick<Row, 'purpose' | 'vars'>) =>
  purpose === 'password-reset' ? Number(vars.minutes) : 24 * 60;

type Content<Message> = Message extends SmsMessage ? Pick<Message, 'purpose' | 'vars'> : never;
/**
 * A message to be sent. `uid` lets the office see what a candidate was sent; null for a course applicant. `mobile` is ten digits, as stored
 * for users.
 */
type NewSms = { uid: string | null; mobile: string } & Content<SmsMessage>;

/** @param now milliseconds since 1970 */
export async function queueSms(tx: Orm, now: number, message: NewSms): Promise<void> {
  if (message.purpose === 'password-reset') await dropOlderPassword(tx, message.mobile);
  await tx.insert(smsOutbox).values(rowOf(now, message));
}

/** @param messages at most a thousand; each `id` names the event that the message reports, so that a repeated call doesn't send it again */
export async function queueOnce(
  tx: Orm,
  now: number,
  messages: readonly ({ id: string } & NewSms)[],
): Promise<void> {
  if (messages.length === 0) return;
  const rows = messages.map((message) => ({ ...rowOf(now, message), id: message.id }));
  await tx.insert(smsOutbox).values(rows).onConflictDoNothing();
}

/** For people just added, who have no messages waiting: one message with their uid, and one for a password that `makePasswords` makes later. */
export async function queueWelcomes(
  tx: Orm,
  now: number,
  people: readonly { uid: string; mobile: string }[],
): Promise<void> {
  const rows = people.flatMap((person) => [
    rowOf(now, { ...person, purpose: 'uid-created', vars: { uid: person.uid } }),
    {
      ...rowOf(now, {
        ...person,
        purpose: 'password-reset',
        vars: { minutes: String(OFFICE_PASSWORD_MINUTES) },
      }),
      nextTryAt: null,
    },
  ]);
  await tx.insert(smsOutbox).values(rows);
}

/** @param told the messages; each `id` is sent only once, and `start` is the start in words. They expire when the exam starts. */
export async function queueStarts(
  tx: Orm,
  now: number,
  startsAt: Date,
  told: readonly { id: string; uid: string; mobile: string; start: string }[],
): Promise<void> {
  const latest = new Date(Math.min(startsAt.getTime(), now + 24 * 60 * 60_000));
  for (let from = 0; from < told.length; from += PIECE) {
    const rows = told.slice(from, from + PIECE).map(({ id, uid, mobile, start }) => ({
      ...rowOf(now, { uid, mobile, purpose: 'exam-start', vars: { start, uid } }),
      ...{ id, expiresAt: latest },
    }));
    await tx.insert(smsOutbox).values(rows).onConflictDoNothing();
  }
}

/** Deletes waiting messages whose ids begin like this. */
export async function dropStarts(tx: Orm, idsBegin: string): Promise<void> {
  await tx
    .delete(smsOutbox)
    .where(
      and(
        eq(smsOutbox.state, 'waiting'),
        eq(smsOutbox.purpose, 'exam-start'),
        sql`starts_with(${smsOutbox.id}, ${idsBegin})`,
      ),
    );
}

/**
 * Queues the message that the result is out for everyone whom a query finds, in one statement, however many they are. Messages that were
 * given up are tried again.
 * @param people SQL with `id` of the message, `uid` and `mobile`; it must not find anyone whose message waits or was sent
 * @returns SQL for the ids that were queued
 */
export function queuedResults(now: number, people: SQL): SQL {
  const { purpose, patient, state, nextTryAt, expiresAt } = rowOf(now, {
    ...{ purpose: 'result', uid: null, mobile: '', vars: {} },
  });
  const at = (instant: Date) => sql`${instant.toISOString()}::timestamptz`;
  return sql`
    insert into sms_outbox (id, purpose, uid, mobile, patient, vars, state, next_try_at, expires_at, created_at)
    select id, ${purpose}, uid, mobile, ${patient}::boolean, jsonb_build_object('uid', uid), ${state},
      ${at(nextTryAt)}, ${at(expiresAt)}, ${at(nextTryAt)} from (${people}) people
    on conflict (id) do update set mobile = excluded.mobile, vars = excluded.vars, state = excluded.state, tries = 0,
      next_try_at = excluded.next_try_at, expires_at = excluded.expires_at, error = null, created_at = excluded.created_at
    where sms_outbox.state = 'failed'
    returning id`;
}

/** Purposes that may queue a hundred thousand messages. Others go first, so that nobody waits behind them for a one-time password. */
const patient: ReadonlySet<SmsPurpose> = new Set([
  'exam-start',
  'payment-receipt',
  'refund',
  'result',
  'score-corrected',
]);

type Row = Pick<NewSms, 'purpose' | 'uid' | 'mobile'> & { vars: Record<string, string> };

function rowOf(now: number, { purpose, uid, mobile, vars }: Row) {
  return {
    id: newId(),
    purpose,
    uid,
    mobile,
    vars,
    patient: patient.has(purpose),
    state: 'waiting' as const,
    nextTryAt: new Date(now),
    expiresAt: new Date(now + usefulMinutes({ purpose, vars }) * 60_000),
    createdAt: new Date(now),
  };
}

/** Does the same work as `queueSms`, but for nobody, so that the response time doesn't reveal whether an account exists. */
export async function queueNothing(tx: Orm, now: number, purpose: SmsPurpose): Promise<void> {
  if (purpose === 'password-reset') await dropOlderPassword(tx, '');
  await tx.insert(smsOutbox).values({
    id: newId(),
    purpose: 'nobody',
    mobile: '',
    vars: {},
    state: 'failed',
    createdAt: new Date(now),
  });
}

/** A new one-time password voids the previous one, whose message must not arrive later. */
async function dropOlderPassword(tx: Orm, mobile: string): Promise<void> {
  await tx
    .update(smsOutbox)
    .set({ state: 'failed', error: 'superseded', mobile: '', vars: {}, nextTryAt: null })
    .where(
      and(
        or(
          isNotNull(smsOutbox.nextTryAt),
          and(eq(smsOutbox.state, 'waiting'), isNull(smsOutbox.nextTryAt)),
        ),
        eq(smsOutbox.mobile, mobile),
        eq(smsOutbox.purpose, 'password-reset'),
      ),
    );
}

// Sends due messages of the SMS outbox; any number of processes may run this at once. A message is claimed for a minute, sent, and
// marked. If the process dies in between, the message is sent again under the same key, so each message is sent at least once and rarely
// twice. Retries wait longer and longer until the message expires. Once a message is sent or given up, its number and variables
// are wiped.

export type Sending = Pick<Deps, 'db' | 'now' | 'sms' | 'log' | 'isStopping'>;

/** Messages sent at once. */
const BATCH = 20;
/** Longer than the server waits for a provider. */
const TAKEN_FOR_SECONDS = 60;
/** Pauses between tries: 10 s, 20 s, 40 s …, at most ten minutes. */
const FIRST_PAUSE_SECONDS = 10;
const LONGEST_PAUSE_SECONDS = 600;

const NOW = instant('$1');
const WIPED = `mobile = '', vars = '{}'::jsonb, next_try_at = null`;

/** Also treats an impossibly late time as due: it was written while the clock was ahead, perhaps by years. */
const IS_DUE = `(next_try_at <= ${NOW}
  or next_try_at > ${NOW} + interval '${LONGEST_PAUSE_SECONDS + CLOCKS_APART_SECONDS} seconds')`;

const GIVE_UP_EXPIRED = `
update sms_outbox set state = 'failed', error = coalesce(error, 'expired'), ${WIPED}
where next_try_at <= ${NOW} and expires_at <= ${NOW}`;

const TAKE_DUE = `
update sms_outbox set tries = tries + 1, next_try_at = ${NOW} + interval '${TAKEN_FOR_SECONDS} seconds'
where id in (
  select id from sms_outbox where ${IS_DUE}
  order by patient, next_try_at, id limit ${BATCH} for update skip locked
) returning id, purpose, mobile, vars::text as vars, tries, ${millis('expires_at')} as expires`;

const MARK_SENT = `
update sms_outbox set state = 'sent', sent_at = ${NOW}, provider_id = $3, error = null, ${WIPED} where id = $2`;

/** Does nothing when another process has sent the message or claimed it again. */
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

/** Sends in the background, without making anyone wait. Call it after the transaction that queued a message. */
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
    // A college's list makes thousands of messages; a server that is stopping doesn't wait for all of them.
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
    countMessage('sent');
    await deps.db.rows(MARK_SENT, [deps.now(), taken.id, providerId]);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    countMessage('failed');
    await putOff(deps, taken, error);
  }
}

/** Also tries again what the provider refuses: an empty balance or a template under review is usually put right. */
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
  // A delayed message says how long its password still works.
  const minutes = String(Math.max(1, Math.ceil((expires - now) / 60_000)));
  return { ...message, vars: { ...message.vars, minutes } };
}
