/**
 * A staff member's second factor: begun with the password, active once a code from the app proves that it works, removed with
 * password and code. Its secret is stored sealed, its recovery codes as hashes.
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
/** 31 letters and digits that can't be mistaken for one another: 119 bits, so that a plain hash gives nothing to guess. */
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

/** @throws Problem invalid (password), throttled, forbidden while there is one */
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

/** For so long whoever set it up may ask again: the recovery codes may have been in an answer that got lost. */
const AGAIN_MS = 10 * 60_000;

/**
 * Other sessions end: they were opened without it.
 * @param code of the app: a recovery code may not be changed into ten
 * @returns the recovery codes, shown this once; asked again, new ones in their place
 * @throws Problem invalid (code), throttled, not-found when nothing was begun, or it has been in force for a while
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

/** @returns whether they signed in with one */
export async function dropSecondFactor(tx: Orm, uid: string): Promise<boolean> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.uid, uid));
  const dropped = await tx
    .delete(secondFactors)
    .where(eq(secondFactors.uid, uid))
    .returning({ since: secondFactors.confirmedAt });
  return dropped.some(({ since }) => since !== null);
}

/**
 * Ten wrong codes a day, then one a minute: 0.4 % a day for someone who knows the password too.
 * @param place a device that signed in before is not slowed by what others type
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
 * The second step of a sign-in whose password was right.
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

// Whether a code of the second factor is right: six digits of the app, of now or half a minute around it, each once;
// or a recovery code, each once. Using it up is one statement, so of two at the same moment one is refused.

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

function hashRecoveryCode(typed: string): string {
  const letters = typed.toUpperCase().replace(/[^0-9A-Z]/g, '');
  return createHash('sha256').update(letters).digest('base64url');
}

/** @param sealedSecret as stored @returns whether it was right; it doesn't work again */
async function spendCode(
  deps: Deps,
  uid: string,
  sealedSecret: string,
  typed: string,
): Promise<boolean> {
  if (isDigits.test(typed.replace(/\s/g, ''))) return spendDigits(deps, uid, sealedSecret, typed);
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

const isDigits = /^\d{6}$/;

/** A code of the app alone. */
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
