/**
 * Whether a code of the second factor is right: six digits of the app, of now or half a minute around it, each once;
 * or a recovery code, each once. Using it up is one statement, so of two at the same moment one is refused.
 */
import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { CLOCKS_APART_SECONDS } from '#db/queries/throttles.ts';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../audit/record-audit.ts';

const PERIOD_SECONDS = 30;
/** Steps to either side: a phone's clock is rarely right to the second. */
const STEPS_AROUND = 1;
/** A last step further ahead was spent while the clock was, perhaps by years: until then no code would do. */
const STEPS_APART = (2 * CLOCKS_APART_SECONDS) / PERIOD_SECONDS;

export function totpOf(secret: string, issuer = '', label = ''): TOTP {
  return new TOTP({
    issuer,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1', // what every app understands
    digits: 6,
    period: PERIOD_SECONDS,
  });
}

export function hashRecoveryCode(typed: string): string {
  const letters = typed.toUpperCase().replace(/[^0-9A-Z]/g, '');
  return createHash('sha256').update(letters).digest('base64url');
}

/** @param sealedSecret as stored @returns whether it was right; it doesn't work again */
export async function spendCode(
  deps: Deps,
  uid: string,
  sealedSecret: string,
  typed: string,
): Promise<boolean> {
  const digits = typed.replace(/\s/g, '');
  if (/^\d{6}$/.test(digits)) return spendDigits(deps, uid, sealedSecret, digits);
  const [used] = await deps.db.rows(
    'delete from recovery_codes where uid = $1 and code_hash = $2 returning uid',
    [uid, hashRecoveryCode(typed)],
  );
  if (!used) return false;
  await deps.db.transaction((tx) =>
    recordAudit(tx, deps.now(), {
      actor: uid,
      action: 'second-factor.recovery-used',
      subject: uid,
    }),
  );
  return true;
}

async function spendDigits(
  deps: Deps,
  uid: string,
  sealedSecret: string,
  digits: string,
): Promise<boolean> {
  const timestamp = deps.now();
  const secret = deps.keys.open('second-factor', sealedSecret, uid);
  const delta = totpOf(secret).validate({ token: digits, timestamp, window: STEPS_AROUND });
  if (delta === null) return false;
  const step = Math.floor(timestamp / 1_000 / PERIOD_SECONDS) + delta;
  const used = await deps.db.rows(
    `update second_factors set last_step = $2
     where uid = $1 and (last_step < $2 or last_step > $2 + ${STEPS_APART}) returning uid`,
    [uid, step],
  );
  return used.length === 1;
}
