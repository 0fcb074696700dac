// What a person may see, correct, download and have erased of their data (DPDP: access, correction, erasure), and the
// texts they agreed to.
import * as z from 'zod/mini';
import { roles, statuses } from '../wire/users.ts';
import { bounded, idSchema, instantSchema } from '../wire/values.ts';
import { refundLineSchema } from './payments.ts';
import { detailsShape } from './registration.ts';

export const consentDocuments = ['terms', 'privacy', 'exam-policy'] as const;
export type ConsentDocument = (typeof consentDocuments)[number];

/** The date of each text: when you change a text, even only its wording, change its date here. Registration records it. */
export const consentVersions: Readonly<Record<ConsentDocument, string>> = {
  terms: '2026-11-25',
  privacy: '2026-11-25',
  'exam-policy': '2026-11-25', // part of the terms
};

/** The name shown for a person whose account was deleted. */
export const DELETED_USER = 'Deleted user';

const examTimeSchema = z.object({
  /** Under way: begun, and neither submitted nor closed. */
  begun: z.boolean(),
  /** With all extra time. Null while a proctor has paused it. */
  endsAt: z.nullable(instantSchema),
  isOver: z.boolean(),
});

/** An exam that the person applied for. */
const ownExamSchema = z.object({
  enrolmentId: z.string(),
  /** Older servers leave this and `room` out. */
  examId: z.optional(z.string()),
  name: z.string(),
  startsAt: instantSchema,
  /** Their room; empty while nobody has set it. */
  room: z.optional(z.string()),
  status: z.enum(statuses),
  appliedAt: instantSchema,
  /** When the server had all their answers; null before that. */
  completedAt: z.nullable(instantSchema),
  /** The code of the exam's receipt, in three groups; null without a submission. */
  receiptCode: z.nullable(z.string()),
  /** The order with a tax invoice; null without a payment. */
  orderId: z.nullable(z.string()),
  /** The rupees paid with that order, and its refunds done or under way. Older servers leave both out. */
  paid: z.optional(z.nullable(z.number())),
  refunds: z.optional(z.array(refundLineSchema)),
  /** Whether the office has the exam open. Older servers leave this and `time` out. */
  active: z.optional(z.boolean()),
  /**
   * The candidate's time by the server's clock, once it runs: in an exam under way, or in one that starts together for
   * everyone. Null before that, once they are Completed, and for an exam not begun while the office has it closed.
   */
  time: z.optional(z.nullable(examTimeSchema)),
});
export type OwnExam = z.infer<typeof ownExamSchema>;

/** PUT account/exam: which of their paid exams the candidate takes next. */
export const examChoiceSchema = z.object({ examID: idSchema });

/** A person's details as we store them, for that person and for the office. */
export const heldDetailsShape = {
  uid: z.string(),
  fullName: z.string(),
  dateOfBirth: z.nullable(z.string()), // YYYY-MM-DD
  email: z.string(), // empty where there is none, as all below
  mobile: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  workExp: z.string(),
  education: z.record(z.string(), z.string()),
  registeredAt: instantSchema,
};

export const accountSchema = z.object({
  ...heldDetailsShape,
  role: z.enum(roles),
  /** The version of the details as they were read; a change sends it back. */
  version: z.string(),
  exams: z.array(ownExamSchema),
  consents: z.array(
    z.object({ document: z.enum(consentDocuments), version: z.string(), givenAt: instantSchema }),
  ),
  /** Why the account can't be deleted now, one sentence each; empty if it can. */
  holds: z.array(z.string()),
});
export type Account = z.infer<typeof accountSchema>;

export const accountChangeSchema = z.object({
  ...detailsShape,
  version: z.string().check(z.maxLength(64)),
  /** Needed only for another mobile number, because one-time passwords go there. */
  password: z.optional(z.string().check(z.maxLength(200))),
});
export type AccountChange = z.infer<typeof accountChangeSchema>;

export const accountDeletionSchema = z.object({
  password: z
    .string('Please type your password.')
    .check(z.minLength(1, 'Please type your password.'), z.maxLength(200)),
});

// The second factor of staff: authenticator codes, and recovery codes for a lost phone.

/** Six digits from the app, or a recovery code in any spelling. */
const codeSchema = bounded(40).check(z.trim(), z.minLength(6, 'Please type all six digits.'));

export const secondFactorSchema = z.object({
  /** When the second factor was set up; null without one. */
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
