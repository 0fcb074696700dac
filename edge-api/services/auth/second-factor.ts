/**
 * A staff member's second factor. Setting it up needs the password; it becomes active once a code from the app proves that
 * it works; removing it needs password and code. Its secret is stored sealed, and its recovery codes as hashes.
 */
import { createHash, randomInt } from 'node:crypto';
import { and, count, eq, isNotNull, isNull, ne } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { settingNow } from '#api/services/settings/settings.ts';
import type { SecondFactor, SecondFactorSecret } from '#contract/site/account.ts';
import type { Orm } from '#db/client.ts';
import { CLOCKS_APART_SECONDS } from '#db/queries/throttles.ts';
import { recoveryCodes, secondFactors, sessions, users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { countTry, giveTryBack, slowing } from '../throttle/throttle.ts';
import { checkPassword } from './passwords.ts';
import { type Caller, endsSessions, lockAccount } from './sessions.ts';

const RECOVERY_CODES = 10;
/** 31 letters and digits that can't be mistaken for one another. A recovery code has 119 bits, so a plain hash is enough. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

const WRONG_CODE = 'This code is wrong or has already been used.';

export async function readSecondFactor(deps: Deps, caller: Caller): Promise<SecondFactor> {
  const [row] = await deps.db.orm
    .select({ since: secondFactors.confirmedAt })
    .from(secondFactors)
    .where(eq(secondFactors.uid, caller.uid));
  const [codes] = await deps.db.orm
    .select({ left: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.uid, caller.uid));
  return {
    since: row?.since?.toISOString() ?? null,
    recoveryCodesLeft: codes?.left ?? 0,
    required: caller.role === 'admin' && deps.settings.secondFactorRequired,
  };
}

/** @throws Problem invalid (password); throttled; forbidden while a second factor is active */
export async function startSecondFactor(
  deps: Deps,
  caller: Caller,
  password: string,
): Promise<SecondFactorSecret> {
  await checkPassword(deps, caller, password);
  const { uid } = caller;
  const secret = new Secret({ size: 20 }).base32;
  const fresh = { sealedSecret: deps.keys.seal('second-factor', secret, uid), lastStep: 0 };
  const started = await deps.db.orm
    .insert(secondFactors)
    .values({ uid, ...fresh })
    .onConflictDoUpdate({
      target: secondFactors.uid,
      set: fresh,
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ uid: secondFactors.uid });
  if (started.length === 0)
    throw new Problem('forbidden', {
      sentence:
        'Your second factor is already on. Log out and sign in again with a code from your app. You can then remove it in My account.',
    });
  const { name } = await settingNow(deps, 'brand');
  return { secret, uri: totpOf(secret, name, uid).toString() };
}

/** How long after activating it the user may confirm again, because the reply with the recovery codes may have got lost. */
const AGAIN_MS = 10 * 60_000;

/**
 * Activates the second factor. Other sessions end, because they were opened without it.
 * @param code a code from the app; a recovery code must not bring ten new ones
 * @returns the recovery codes, shown only this once; called again, new codes replace them
 * @throws Problem invalid (code); throttled; changed-meanwhile; not-found when none was begun, or AGAIN_MS have passed
 */
export async function confirmSecondFactor(
  deps: Deps,
  caller: Caller,
  code: string,
): Promise<string[]> {
  const { uid, tokenHash } = caller;
  const [begun] = await deps.db.orm.select().from(secondFactors).where(eq(secondFactors.uid, uid));
  const since = begun?.confirmedAt?.getTime() ?? deps.now();
  if (!begun || deps.now() - since > AGAIN_MS) throw new Problem('not-found');
  await requireCode(deps, uid, begun.sealedSecret, code, 'code', spendDigits);
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await deps.db.transaction(async (tx) => {
    await lockAccount(tx, caller);
    await tx.update(users).set(endsSessions).where(eq(users.uid, uid));
    const confirmed = await tx
      .update(secondFactors)
      .set({ confirmedAt: new Date(since) })
      .where(
        and(
          eq(secondFactors.uid, uid),
          begun.confirmedAt
            ? isNotNull(secondFactors.confirmedAt)
            : isNull(secondFactors.confirmedAt),
          eq(secondFactors.sealedSecret, begun.sealedSecret),
        ),
      )
      .returning({ uid: secondFactors.uid });
    if (confirmed.length === 0) throw new Problem('changed-meanwhile');
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.uid, uid));
    await tx
      .insert(recoveryCodes)
      .values(codes.map((each) => ({ uid, codeHash: hashRecoveryCode(each) })));
    await tx.delete(sessions).where(and(eq(sessions.uid, uid), ne(sessions.tokenHash, tokenHash)));
    await recordAudit(tx, deps.now(), {
      actor: uid,
      action: begun.confirmedAt ? 'second-factor.codes-renewed' : 'second-factor.set',
      subject: uid,
    });
  });
  return codes;
}

/** @throws Problem invalid (password or code), not-found, throttled */
export async function removeSecondFactor(
  deps: Deps,
  caller: Caller,
  typed: { password: string; code: string },
): Promise<void> {
  const { uid } = caller;
  await checkPassword(deps, caller, typed.password);
  const [present] = await deps.db.orm
    .select()
    .from(secondFactors)
    .where(eq(secondFactors.uid, uid));
  if (!present) throw new Problem('not-found');
  await requireCode(deps, uid, present.sealedSecret, typed.code, 'code');
  await deps.db.transaction(async (tx) => {
    await lockAccount(tx, caller);
    await dropSecondFactor(tx, uid);
    await recordAudit(tx, deps.now(), {
      actor: uid,
      action: 'second-factor.removed',
      subject: uid,
    });
  });
}

/** @returns true if the second factor was active */
export async function dropSecondFactor(tx: Orm, uid: string): Promise<boolean> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.uid, uid));
  const dropped = await tx
    .delete(secondFactors)
    .where(eq(secondFactors.uid, uid))
    .returning({ since: secondFactors.confirmedAt });
  return dropped.some(({ since }) => since !== null);
}

/**
 * Ten wrong codes a day, then one a minute. Someone who also knows the password has a chance of 0.4 % a day.
 * @param place names a device or session with a count of its own, which isn't slowed down by what others type
 */
const codeSlowing = (uid: string, place = '') =>
  slowing(`code ${uid}${place}`, 10, 24 * 60 * 60, 60);

async function requireCode(
  deps: Deps,
  uid: string,
  sealedSecret: string,
  code: string,
  field: string,
  spend = spendCode,
): Promise<void> {
  const slowings = [codeSlowing(uid, ' signed in')];
  await countTry(deps, slowings);
  if (!(await spend(deps, uid, sealedSecret, code)))
    throw new Problem('invalid', { fields: { [field]: WRONG_CODE } });
  await giveTryBack(deps, slowings);
}

/**
 * The second step of a sign-in, after the right password.
 * @throws Problem second-factor-needed without a code or with a wrong one; throttled
 */
export async function requireSecondFactor(
  deps: Deps,
  { uid, sealedSecret, device }: { uid: string; sealedSecret: string; device: string | null },
  otp: string | undefined,
): Promise<void> {
  if (!otp) throw new Problem('second-factor-needed');
  const slowings = [codeSlowing(uid, device === null ? '' : ` on ${device}`)];
  await countTry(deps, slowings);
  if (!(await spendCode(deps, uid, sealedSecret, otp)))
    throw new Problem('second-factor-needed', {
      sentence: WRONG_CODE,
      fields: { otp: WRONG_CODE },
    });
  await giveTryBack(deps, slowings);
}

function newRecoveryCode(): string {
  const group = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: 6 }, group).join('-');
}

// Checks a code of the second factor: six digits from the app, valid for half a minute and one step before and after, or a
// recovery code. Each works once. One statement uses a code up, so if it is sent twice at the same moment, one is refused.

const PERIOD_SECONDS = 30;
/** Steps accepted before and after the current one, because a phone's clock is rarely right to the second. */
const STEPS_AROUND = 1;
/**
 * A stored last step that is further ahead than this was used while the server's clock was ahead, perhaps by years. It is
 * ignored; otherwise no code would work until then.
 */
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

function hashRecoveryCode(typed: string): string {
  const letters = typed.toUpperCase().replace(/[^0-9A-Z]/g, '');
  return createHash('sha256').update(letters).digest('base64url');
}

/** @param sealedSecret as stored @returns true if the code was right; it is then used up */
async function spendCode(
  deps: Deps,
  uid: string,
  sealedSecret: string,
  typed: string,
): Promise<boolean> {
  if (isDigits.test(typed.replace(/\s/g, ''))) return spendDigits(deps, uid, sealedSecret, typed);
  const codeHash = hashRecoveryCode(typed);
  return deps.db.transaction(async (tx) => {
    const used = await tx
      .delete(recoveryCodes)
      .where(and(eq(recoveryCodes.uid, uid), eq(recoveryCodes.codeHash, codeHash)))
      .returning({ uid: recoveryCodes.uid });
    if (used.length === 0) return false;
    await recordAudit(tx, deps.now(), {
      actor: uid,
      action: 'second-factor.recovery-used',
      subject: uid,
    });
    return true;
  });
}

const isDigits = /^\d{6}$/;

/** Accepts a code from the app only. */
async function spendDigits(
  deps: Deps,
  uid: string,
  sealedSecret: string,
  typed: string,
): Promise<boolean> {
  const digits = typed.replace(/\s/g, '');
  if (!isDigits.test(digits)) return false;
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
