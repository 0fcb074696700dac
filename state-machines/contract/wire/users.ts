// Sign-in and a user on the wire.
import * as z from 'zod/mini';
import { scoreListSchema } from './results.ts';
import { bounded, idSchema } from './values.ts';

export const statuses = ['Registered', 'Fees Paid', 'Completed'] as const;
export type UserStatus = (typeof statuses)[number];
export const roles = ['candidate', 'proctor', 'admin'] as const;
export type Role = (typeof roles)[number];

export const SUPER_ADMIN = 'SuperAdmin';

export const userSchema = z.object({
  uid: z.string(),
  role: z.enum(roles),
  fullName: z.string(),
  email: z.string(),
  mobile: z.string(),
  status: z.enum(statuses),
  examID: z.nullable(idSchema),
  examStatus: z.nullable(z.string()),
  score: scoreListSchema,
  TxnID: z.nullable(z.string()),
  /** Extra time agreed for that exam, in percent of its duration; absent where there is none. */
  extraPercent: z.optional(z.int()),
  /** True after a sign-in with a one-time password: nothing else works until a new one is chosen. */
  mustChangePassword: z.boolean(),
  /** True for an administrator who must set up a second factor first. */
  mustSetSecondFactor: z.optional(z.boolean()),
});
export type User = z.infer<typeof userSchema>;

export const sessionReplySchema = z.object({
  user: userSchema,
  token: z.string(),
  /** After a registration: whether the uid was sent by SMS. */
  uidTexted: z.optional(z.boolean()),
});
export type SessionReply = z.infer<typeof sessionReplySchema>;

/** What people sign in with: a uid, a mobile number or an email address. */
export const signInNameSchema = bounded(600).check(z.trim(), z.minLength(1), z.maxLength(254));

export const signInRequestSchema = z.object({
  uid: signInNameSchema,
  password: bounded(200),
  /** Six digits of an authenticator app or a recovery code, for users with a second factor. */
  otp: z.optional(bounded(40)),
});
export const successReplySchema = z.object({ success: z.literal(true) });

/** The current user, as POST exams/updateuser returns it. */
export const userReplySchema = z.object({ user: userSchema });
