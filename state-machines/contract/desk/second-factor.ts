// The second factor of staff: authenticator codes, and recovery codes for a lost phone.
import * as z from 'zod/mini';
import { bounded, instantSchema } from '../wire/values.ts';

/** Six digits from the app, or a recovery code in any spelling. */
const codeSchema = bounded(40).check(z.trim(), z.minLength(6, 'Please type all six digits.'));

export const secondFactorSchema = z.object({
  /** Null without one. */
  since: z.nullable(instantSchema),
  recoveryCodesLeft: z.int(),
  /** Whether nothing else works until one is set up. */
  required: z.boolean(),
});
export type SecondFactor = z.infer<typeof secondFactorSchema>;

export const secondFactorStartSchema = z.object({
  password: bounded(200).check(z.minLength(1, 'Please type your password.')),
});
/** For an authenticator app: as text to type, and as an address to show as a QR code. */
export const secondFactorSecretSchema = z.object({ secret: z.string(), uri: z.string() });
export type SecondFactorSecret = z.infer<typeof secondFactorSecretSchema>;

export const secondFactorConfirmSchema = z.object({ code: codeSchema });
/** Each works once instead of an app's code; shown only this time. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });

export const secondFactorRemovalSchema = z.extend(secondFactorStartSchema, { code: codeSchema });
