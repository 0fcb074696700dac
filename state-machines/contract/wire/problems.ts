// The closed list of everything that can go wrong on the wire: code → status, sentence, retry class. The server has no
// other problems, and the client decides by `retry` what to do.
import * as z from 'zod/mini';

const retryClasses = ['never', 'later', 'after-sign-in'] as const;
export type RetryClass = (typeof retryClasses)[number];

/** The codes alone. A phone needs nothing else of the list, because the server sends the sentences. */
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
  unreadable: never(400, 'We couldn’t read this request.'),
  'signed-out': { status: 401, retry: 'after-sign-in', sentence: 'Please sign in again.' },
  'invalid-login': never(401, 'Invalid login'),
  'second-factor-needed': never(
    401,
    'Please type the six digits from your authenticator app, or a recovery code.',
  ),
  forbidden: never(403, 'You don’t have permission to do this.'),
  'account-blocked': never(403, 'The office has blocked this account. Please contact the office.'),
  'not-eligible': never(403, 'User not logged in or not eligible. Please login to continue.'),
  'not-found': never(404, 'We couldn’t find what you’re looking for.'),
  'email-taken': never(409, 'This email address is already registered. Please sign in instead.'),
  'mobile-taken': never(409, 'This mobile number is already registered. Please sign in instead.'),
  'exam-inactive': never(409, 'This exam is Inactive. Contact Admin.'),
  'already-paid': never(409, 'You’ve already paid the fee for your exam.'),
  'already-submitted': never(409, 'You have already submitted this exam.'),
  'open-elsewhere': never(409, 'This exam is open on another phone.'),
  'exam-over': never(409, 'This exam is over.'),
  'device-not-allowed': later(
    409,
    'Your proctor has to allow this phone first. Please tell them. This page will continue automatically.',
  ),
  'exam-in-use': never(
    409,
    'Candidates have already taken this exam, so you can’t change its sections, format or duration any more.',
  ),
  'changed-meanwhile': never(409, 'Someone else has changed this. Reload to see their version.'),
  'photo-locked': never(
    409,
    'A proctor has checked you in. You can change your photo after your exam.',
  ),
  'account-held': never(409, 'Your account can’t be deleted yet.'),
  'exam-paused': later(
    409,
    'The proctor has paused this exam. It will open here automatically when it resumes.',
  ),
  'import-under-way': later(
    409,
    'Another question file is being imported. Please try again in a minute.',
  ),
  'payment-not-open': never(409, 'This payment can no longer be changed.'),
  'app-too-old': never(
    409,
    'This version of the app is too old for the exam server. Your answers are safe on this phone. Save them to a file, then close the app and open it again.',
  ),
  'too-large': never(413, 'This is too large for us to accept.'),
  'wrong-file-kind': never(415, 'We don’t accept this kind of file here.'),
  invalid: never(422, 'Some of these details aren’t valid. Please check them.'),
  'section-too-large': never(422, 'A section asks for more questions than the bank holds.'),
  'file-refused': never(422, 'We couldn’t use this file.'),
  'handover-refused': never(422, 'We couldn’t accept this hand-over.'),
  'not-open-yet': later(425, 'This exam hasn’t opened yet.'),
  throttled: later(429, 'Too many attempts. Please wait a while and try again.'),
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
