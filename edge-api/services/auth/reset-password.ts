/**
 * Forgot password: a one-time password by SMS, valid beside the old one for half an hour, so that nobody
 * can lock another out. A known and an unknown uid get the same answer for the same work.
 */
import { randomInt } from 'node:crypto';
import * as z from 'zod/mini';
import type { Deps } from '../../deps.ts';
import { newId } from '../new-id.ts';
import { throttle } from '../throttle/throttle.ts';
import { normaliseUid } from '../users/normalise-uid.ts';
import { sendInBackground } from '../users/send-in-background.ts';
import { hashPassword } from './hash-password.ts';

const VALID_MINUTES = 30;
/** Ten of 31 letters and digits that can't be mistaken for one another: 49 bits for half an hour. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 10;

const mobileSchema = z.array(z.object({ mobile: z.nullable(z.string()) }));

export async function resetPassword(
  deps: Deps,
  typed: { uid: string; address: string },
): Promise<void> {
  const uid = normaliseUid(typed.uid);
  const now = deps.now();
  await throttle(deps, [
    { key: `reset ${uid}`, most: 3, seconds: 15 * 60 },
    { key: `reset from ${typed.address}`, most: 200, seconds: 15 * 60 },
  ]);
  const password = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(
    '',
  );
  const found = mobileSchema.parse(
    await deps.db.rows(
      `update users set otp_hash = $2, otp_expires_at = to_timestamp($3::double precision / 1000)
       where uid = $1 and mobile is not null returning mobile`,
      [uid, await hashPassword(password), now + VALID_MINUTES * 60_000],
    ),
  );
  const mobile = found[0]?.mobile;
  if (!mobile) return;
  sendInBackground(deps, {
    purpose: 'password-reset',
    to: `+91${mobile}`,
    idempotencyKey: newId(),
    vars: { password, minutes: String(VALID_MINUTES) },
  });
}
