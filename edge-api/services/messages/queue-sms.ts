/**
 * Puts a text message into the outbox, in the transaction of the act that it tells of: both are there or
 * neither. Call `sendSmsSoon` once that transaction has ended. What a message says is kept in the clear
 * until it is sent or given up, and wiped then.
 */
import { and, eq, isNotNull, isNull, or } from 'drizzle-orm';
import type { Orm } from '#db/client.ts';
import { smsOutbox } from '#db/schema/records.ts';
import type { SmsMessage, SmsPurpose } from '../../gateways/sms/port.ts';
import { newId } from '../new-id.ts';

/** How long a one-time password that somebody asked for is good for, in the database as in the message. */
export const ONE_TIME_PASSWORD_MINUTES = 30;
/** The same of one that the office sends: an account is made the evening before, and first used in the hall. */
export const OFFICE_PASSWORD_MINUTES = 24 * 60;

/** After so many minutes a message is worth nothing any more, and is not sent; a password's, when it stops working. */
const usefulMinutes = ({ purpose, vars }: Pick<Row, 'purpose' | 'vars'>) =>
  purpose === 'password-reset' ? Number(vars.minutes) : 24 * 60;

type Content<Message> = Message extends SmsMessage ? Pick<Message, 'purpose' | 'vars'> : never;
/** What is to be said to whom: a uid, for the office to see what was sent them; `mobile` is ten digits, as users have it. */
export type NewSms = { uid: string; mobile: string } & Content<SmsMessage>;

/** @param now milliseconds since 1970 */
export async function queueSms(tx: Orm, now: number, message: NewSms): Promise<void> {
  if (message.purpose === 'password-reset') await dropOlderPassword(tx, message.mobile);
  await tx.insert(smsOutbox).values(rowOf(now, message));
}

/** @param what names what it tells of: it is told once, however often this is called */
export async function queueOnce(
  tx: Orm,
  now: number,
  message: NewSms,
  what: string,
): Promise<void> {
  const row = { ...rowOf(now, message), id: what };
  await tx.insert(smsOutbox).values(row).onConflictDoNothing();
}

/** For people just added, to whom nothing is on its way: their uid, and a one-time password that `makePasswords` makes. */
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

type Row = Pick<NewSms, 'purpose' | 'uid' | 'mobile'> & { vars: Record<string, string> };

function rowOf(now: number, { purpose, uid, mobile, vars }: Row) {
  return {
    id: newId(),
    purpose,
    uid,
    mobile,
    vars,
    state: 'waiting' as const,
    nextTryAt: new Date(now),
    expiresAt: new Date(now + usefulMinutes({ purpose, vars }) * 60_000),
    createdAt: new Date(now),
  };
}

/** Does what `queueSms` does for this purpose, for nobody: the time an answer takes then tells nothing. */
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

/** A new one-time password voids the one before, which must not arrive after it. */
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
