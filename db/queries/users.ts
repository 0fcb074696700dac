// A user as the wire shows them: their current enrolment and its result, in one read.

import * as z from 'zod/mini';
import { roles, statuses } from '#contract/wire/users.ts';
import type { Database } from '../client.ts';
import { instant, millis } from '../instants.ts';
import { KEYS, type Tally } from './throttles.ts';

const userFields = {
  uid: z.string(),
  role: z.enum(roles),
  full_name: z.string(),
  email: z.nullable(z.string()),
  mobile: z.nullable(z.string()),
  must_change_password: z.boolean(),
  exam_id: z.nullable(z.string()),
  status: z.nullable(z.enum(statuses)),
  txn_id: z.nullable(z.string()),
  extra_percent: z.nullable(z.int()),
  sections: z.nullable(z.array(z.object({ name: z.string(), hundredths: z.int() }))),
  documents: z.nullable(z.int()), // hundredths
};
const userRowSchema = z.object(userFields);
export type UserRow = z.infer<typeof userRowSchema>;

const COLUMNS = `u.uid, u.role, u.full_name, u.email, u.mobile, u.must_change_password,
  e.exam_id, e.status, e.txn_id, e.extra_percent, r.sections, r.documents`;
// An open sitting comes first, such as one that a proctor reopened after the office had allowed another exam: its time
// is running. `offset 0` keeps the planner from reading the open sittings of everybody.
export const CURRENT = `coalesce((
  select s.enrolment_id from (select * from sittings where uid = u.uid offset 0) s where s.state = 'open'
  order by s.enrolment_id = u.current_enrolment_id desc, s.enrolment_id limit 1), u.current_enrolment_id)`;
/**
 * The same for a list that is filtered or sorted by it: the open sittings, which are few, are read once instead of for
 * each `u`.
 */
export const joinCurrent = (join: 'join' | 'left join') => `left join (
  select distinct on (s.uid) s.uid, s.enrolment_id from sittings s join users c on c.uid = s.uid where s.state = 'open'
  order by s.uid, s.enrolment_id = c.current_enrolment_id desc, s.enrolment_id) o on o.uid = u.uid
  ${join} enrolments e on e.id = coalesce(o.enrolment_id, u.current_enrolment_id)`;
// A candidate may not know a provisional score yet [AT11].
const JOINS = `left join enrolments e on e.id = ${CURRENT}
  left join sittings s on s.enrolment_id = e.id
  left join results r on r.sitting_id = s.id and not r.provisional`;

export async function readUserRow(db: Database, uid: string): Promise<UserRow | null> {
  const [row] = await db.rows(`select ${COLUMNS} from users u ${JOINS} where u.uid = $1`, [uid]);
  return row ? userRowSchema.parse(row) : null;
}

/** @returns the id of the person's current enrolment; null if there is none */
export async function readCurrentEnrolment(db: Database, uid: string): Promise<string | null> {
  const rows = await db.rows(`select ${CURRENT} as id from users u where u.uid = $1`, [uid]);
  return z.array(z.object({ id: z.nullable(z.string()) })).parse(rows)[0]?.id ?? null;
}

const signInRowSchema = z.object({
  ...userFields,
  password_hash: z.string(),
  sign_in_version: z.int(),
  otp_hash: z.nullable(z.string()), // null when none is valid now
  blocked: z.boolean(),
  second_factor: z.nullable(z.string()), // the sealed secret, once it is confirmed
});
const besideSchema = z.object({
  kinds: z.nullable(z.array(z.enum(['device', 'address']))),
  tallies: z.nullable(z.array(z.object({ key: z.string(), count: z.int(), resetsAt: z.number() }))),
});

/** Hashes of the device and network address that somebody signs in from. */
export type Place = { device: string; address: string };
export type SignInRow = z.infer<typeof signInRowSchema>;

/**
 * Everything that decides a sign-in, in one read; `user` is null if nobody may sign in with that uid.
 * `before`: whether they signed in from this device and this address before.
 */
export async function readForSignIn(
  db: Database,
  uid: string,
  place: Place,
  throttleKeys: readonly string[],
  now: number,
): Promise<{
  user: SignInRow | null;
  before: { device: boolean; address: boolean };
  tallies: Tally[];
}> {
  const [row] = await db.rows(
    `select ${COLUMNS}, u.password_hash, u.sign_in_version, u.blocked_at is not null as blocked, f.sealed_secret as second_factor,
       case when u.otp_expires_at > ${instant('$3')} then u.otp_hash end as otp_hash,
       (select jsonb_agg(jsonb_build_object('key', t.key, 'count', t.count, 'resetsAt', ${millis('t.resets_at')}))
        from throttles t where t.resets_at > ${instant('$3')}
          and t.key = any (${KEYS('$2')})) as tallies,
       (select jsonb_agg(b.kind) from signed_in_before b
        where b.uid = u.uid and b.expires_at > ${instant('$3')}
          and ((b.kind = 'device' and b.mark = $4) or (b.kind = 'address' and b.mark = $5))) as kinds
     from (select) as one
     left join users u on u.uid = $1 and u.revoked_at is null and u.deleted_at is null ${JOINS}
     left join second_factors f on f.uid = u.uid and f.confirmed_at is not null`,
    [uid, JSON.stringify(throttleKeys), now, place.device, place.address],
  );
  const user = signInRowSchema.safeParse(row);
  const { tallies, kinds } = besideSchema.parse(row);
  return {
    user: user.success ? user.data : null,
    before: {
      device: kinds?.includes('device') ?? false,
      address: kinds?.includes('address') ?? false,
    },
    tallies: tallies ?? [],
  };
}
