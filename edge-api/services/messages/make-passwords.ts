// Makes the one-time passwords of people whom the office added, a few at a time. Each is made just before it is sent, so that adding
// a list of two thousand doesn't wait for two thousand hashes, and no password stays in the outbox longer than its message takes.
// Any number of processes may run this.
import * as z from 'zod';
import { hashPassword, newOneTimePassword } from '#api/services/auth/passwords.ts';
import { instant } from '#db/instants.ts';
import { OFFICE_PASSWORD_MINUTES, type Sending, sendDueSms } from './sms-outbox.ts';

/** Passwords made in one statement; they are sent before the next ones are made. */
const PIECE = 20;
/** Passwords hashed at once; sign-ins get their turn in between. */
const HASHED_AT_ONCE = 2;

const TO_MAKE = `state = 'waiting' and next_try_at is null`;

const COUNT = `select count(*)::int as due from (select 1 from sms_outbox where ${TO_MAKE} limit ${PIECE}) as waiting`;

/** Uses the person's current number. People who were blocked or deleted meanwhile get no password. */
const GIVE = `
with due as (
  select id, uid, row_number() over (order by created_at, id) as place from (
    select id, uid, created_at from sms_outbox where ${TO_MAKE}
    order by created_at, id limit jsonb_array_length($2::text::jsonb) for update skip locked
  ) as taken
), given as (
  update users set otp_hash = made.hash, otp_expires_at = ${instant('$1')} + interval '${OFFICE_PASSWORD_MINUTES} minutes'
  from due join jsonb_to_recordset($2::text::jsonb) as made(place int, password text, hash text) using (place)
  where users.uid = due.uid and users.mobile is not null and users.blocked_at is null and users.deleted_at is null
  returning due.id, users.mobile, made.password
), queued as (
  update sms_outbox set mobile = given.mobile, next_try_at = ${instant('$1')},
    expires_at = ${instant('$1')} + interval '${OFFICE_PASSWORD_MINUTES} minutes',
    vars = jsonb_build_object('password', given.password, 'minutes', '${OFFICE_PASSWORD_MINUTES}')
  from given where sms_outbox.id = given.id
), dropped as (
  update sms_outbox set state = 'failed', error = 'superseded', mobile = ''
  from due where sms_outbox.id = due.id and due.id not in (select id from given)
)
select count(*)::int as due from due`;

const countSchema = z.tuple([z.object({ due: z.int() })]);

/** @returns how many passwords it made */
export async function makePasswords(deps: Sending): Promise<number> {
  for (let made = 0; ; ) {
    const [{ due }] = countSchema.parse(await deps.db.rows(COUNT, []));
    if (due === 0) return made;
    const some = await prepare(due);
    const [given] = countSchema.parse(await deps.db.rows(GIVE, [deps.now(), JSON.stringify(some)]));
    made += given.due;
    await sendDueSms(deps);
    if (deps.isStopping()) return made;
  }
}

async function prepare(count: number) {
  const some: { place: number; password: string; hash: string }[] = [];
  const one = async (place: number) => {
    const password = newOneTimePassword();
    return { place, password, hash: await hashPassword(password) };
  };
  while (some.length < count) {
    const places = Array.from(
      { length: Math.min(HASHED_AT_ONCE, count - some.length) },
      (_, at) => some.length + at + 1,
    );
    some.push(...(await Promise.all(places.map(one))));
  }
  return some;
}
