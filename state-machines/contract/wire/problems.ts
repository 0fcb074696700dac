// The closed list of everything that can go wrong on the wire: code → status, sentence, retry class. There is no other:
// the server serialises from it, and the client decides from `retry`.
import * as z from 'zod/mini';

const retryClasses = ['never', 'later', 'after-sign-in'] as const;
export type RetryClass = (typeof retryClasses)[number];

/** The codes alone: all that a phone needs of the list, whose sentences come from the server. */
const problemCodes = [
  'unreadable',
  'signed-out',
  'invalid-login',
  'second-factor-needed',
  'forbidden',
  'account-blocked',
  'not-eligible',
  'not-found',
  'email-taken',
  'mobile-taken',
  'exam-inactive',
  'already-paid',
  'already-submitted',
  'open-elsewhere',
  'exam-over',
  'device-not-allowed',
  'exam-in-use',
  'changed-meanwhile',
  'photo-locked',
  'account-held',
  'exam-paused',
  'import-under-way',
  'payment-not-open',
  'app-too-old',
  'too-large',
  'wrong-file-kind',
  'invalid',
  'section-too-large',
  'file-refused',
  'handover-refused',
  'not-open-yet',
  'throttled',
  'internal',
  'payment-not-started',
  'unavailable',
] as const;
export type ProblemCode = (typeof problemCodes)[number];

export function isProblemCode(code: string): code is ProblemCode {
  return problemCodes.some((known) => known === code);
}

// The rows are made without side effects, so that the build leaves them out of what a phone loads.

type ProblemRow = { status: number; retry: RetryClass; sentence: string };

/* @__NO_SIDE_EFFECTS__ */
const never = (status: number, sentence: string): ProblemRow => ({
  status,
  retry: 'never',
  sentence,
});
/* @__NO_SIDE_EFFECTS__ */
const later = (status: number, sentence: string): ProblemRow => ({
  status,
  retry: 'later',
  sentence,
});

export const problems = {
  unreadable: never(400, 'This request could not be read.'),
  'signed-out': { status: 401, retry: 'after-sign-in', sentence: 'Please sign in again.' },
  'invalid-login': never(401, 'Invalid login'),
  'second-factor-needed': never(
    401,
    'Please type the six digits from your authenticator app, or a recovery code.',
  ),
  forbidden: never(403, 'You do not have the right to do this.'),
  'account-blocked': never(403, 'The office has blocked this account. Please contact the office.'),
  'not-eligible': never(403, 'User not logged in or not eligible. Please login to continue.'),
  'not-found': never(404, 'We could not find what you asked for.'),
  'email-taken': never(409, 'This e-mail address is already registered. Please sign in instead.'),
  'mobile-taken': never(409, 'This mobile number is already registered. Please sign in instead.'),
  'exam-inactive': never(409, 'This exam is Inactive. Contact Admin.'),
  'already-paid': never(409, 'The fee for your exam is already paid.'),
  'already-submitted': never(409, 'You have already submitted this exam.'),
  'open-elsewhere': never(409, 'This exam is open on another phone.'),
  'exam-over': never(409, 'The time of this exam is over.'),
  'device-not-allowed': later(
    409,
    'Your proctor must allow this phone first. Please tell them; this page continues automatically.',
  ),
  'exam-in-use': never(
    409,
    'Candidates have already sat this exam, so its sections, format and duration can no longer change.',
  ),
  'changed-meanwhile': never(
    409,
    'Someone else changed this in the meantime. Reload to see their version.',
  ),
  'photo-locked': never(
    409,
    'A proctor has checked you in. You can change your photo after your exam.',
  ),
  'account-held': never(409, 'Your account can’t be deleted yet.'),
  'exam-paused': later(
    409,
    'The proctor has paused this exam. It opens here automatically when it resumes.',
  ),
  'import-under-way': later(
    409,
    'Another question file is being imported. Please try again in a minute.',
  ),
  'payment-not-open': never(409, 'This payment can no longer be changed.'),
  'app-too-old': never(
    409,
    'The exam server no longer works with this version of the app. Your answers are kept on this phone: save them to a file, then close the app and open it again.',
  ),
  'too-large': never(413, 'This is too large to accept.'),
  'wrong-file-kind': never(415, 'This kind of file is not accepted here.'),
  invalid: never(422, 'Some of these details are not valid. Please check them.'),
  'section-too-large': never(422, 'A section asks for more questions than the bank holds.'),
  'file-refused': never(422, 'This file could not be used.'),
  'handover-refused': never(422, 'This hand-over could not be accepted.'),
  'not-open-yet': later(425, 'This exam has not opened yet.'),
  throttled: later(429, 'Too many attempts. Please wait a little and try again.'),
  internal: later(500, 'Something went wrong. Please try again later.'),
  'payment-not-started': later(502, 'Failed to initiate payment'),
  unavailable: later(503, 'The server is busy. Please try again in a moment.'),
} as const satisfies Record<ProblemCode, ProblemRow>;

/** The body of every refused request. */
export const problemBodySchema = z.object({
  error: z.string(),
  code: z.string().check(z.refine(isProblemCode)),
  retry: z.enum(retryClasses),
  requestId: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
});
export type ProblemBody = z.infer<typeof problemBodySchema>;
