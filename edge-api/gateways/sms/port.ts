/**
 * What this server needs from an SMS provider: sending one message of a registered kind to one Indian mobile. The
 * variables of a message (a one-time password among them) never get into a log or an error. A failure is a
 * `GatewayError`: after `refused` the message was not sent, otherwise it may have been.
 */
import * as z from 'zod';

/** 30 characters is the lowest limit that any carrier sets for one variable of a registered template. */
const variable = z.string().min(1).max(30);

const envelope = {
  /** An Indian mobile number in E.164. */
  to: z.string().regex(/^\+91[6-9]\d{9}$/),
  /** From the outbox. These providers don't support such a key, so the outbox itself must send each message only once. */
  idempotencyKey: z.string().min(1),
};

/** Also parses the messages that the outbox stores as JSON. */
export const smsMessageSchema = z.discriminatedUnion('purpose', [
  z.object({ ...envelope, purpose: z.literal('uid-created'), vars: z.object({ uid: variable }) }),
  z.object({
    ...envelope,
    purpose: z.literal('password-reset'),
    /** `minutes`: whole minutes until the password expires. */
    vars: z.object({ password: variable, minutes: variable.regex(/^\d+$/) }),
  }),
  z.object({
    ...envelope,
    purpose: z.literal('payment-receipt'),
    /** `amount`: rupees as written to people, e.g. `499.00`. `receipt`: the receipt's number. */
    vars: z.object({ amount: variable, receipt: variable }),
  }),
  z.object({
    ...envelope,
    purpose: z.literal('submission-receipt'),
    /** `code`: the receipt code of an exam submitted by text message, in the form that people read out. */
    vars: z.object({ code: variable }),
  }),
  z.object({
    ...envelope,
    purpose: z.literal('exam-start'),
    /** `start`: e.g. `Sat 21 Nov 2026, 10:30 am IST`. `uid`: the uid to sign in with. */
    vars: z.object({ start: variable, uid: variable }),
  }),
  z.object({
    ...envelope,
    purpose: z.literal('refund'),
    /** Rupees as written to people, e.g. `499.00`. */
    vars: z.object({ amount: variable }),
  }),
  z.object({
    ...envelope,
    purpose: z.literal('result'),
    /** The uid to sign in with. */
    vars: z.object({ uid: variable }),
  }),
  z.object({
    ...envelope,
    purpose: z.literal('score-corrected'),
    /** The uid to sign in with. */
    vars: z.object({ uid: variable }),
  }),
]);
export type SmsMessage = z.infer<typeof smsMessageSchema>;
export type SmsPurpose = SmsMessage['purpose'];

export type SmsSender = {
  /** `providerId`: the provider's own id of the message, for its delivery report. */
  send(message: SmsMessage): Promise<{ providerId: string }>;
  /** Whether a template is set for this purpose. Without a template, `send` refuses. */
  canSend(purpose: SmsPurpose): boolean;
};

// The texts of messages, and their variables in the order of the template. Register these texts on the DLT portal. A
// company whose registered text differs sets its own, with as many `{#var#}`.

export const SMS_TEXTS: Readonly<Record<SmsPurpose, string>> = {
  'uid-created': 'Your UID is {#var#}. Sign in with it and your password.',
  'password-reset':
    'Your one-time password is {#var#}. It is valid for {#var#}. Do not share it with anyone.',
  'payment-receipt': 'We have received Rs {#var#}. Your receipt number is {#var#}.',
  'submission-receipt': 'Your exam is submitted. Your receipt is {#var#}.',
  'exam-start': 'Your exam starts on {#var#}. Please sign in before that with your UID {#var#}.',
  refund: 'We have refunded Rs {#var#}. Your bank may take a few days to show it.',
  result: 'The result of an exam you took is out. Please sign in with your UID {#var#} to see it.',
  'score-corrected':
    'The score of an exam you took has been corrected. Please sign in with your UID {#var#} to see it.',
};

export function orderedVariables(message: SmsMessage): readonly string[] {
  switch (message.purpose) {
    case 'uid-created':
      return [message.vars.uid];
    case 'password-reset':
      return [message.vars.password, sayMinutes(Number(message.vars.minutes))];
    case 'payment-receipt':
      return [message.vars.amount, message.vars.receipt];
    case 'submission-receipt':
      return [message.vars.code];
    case 'exam-start':
      return [message.vars.start, message.vars.uid];
    case 'refund':
      return [message.vars.amount];
    case 'result':
    case 'score-corrected':
      return [message.vars.uid];
  }
}

/** Rounds down to whole hours from two hours on, so that nobody is told a time longer than the real one. */
function sayMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  if (hours >= 2) return `${hours} hours`;
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

export function countPlaces(template: string): number {
  return template.split('{#var#}').length - 1;
}

/**
 * Fills in the template's variables in order. A variable is always plain text, even if it contains `{#var#}`. If the
 * registered text of a one-time password has its own unit, such as `{#var#} min`, the variable is the number of minutes
 * alone.
 */
export function writeText(template: string, message: SmsMessage): string {
  const variables = [...orderedVariables(message)];
  const parts = template.split('{#var#}');
  if (message.purpose === 'password-reset' && /^\s*\p{L}/u.test(parts[2] ?? ''))
    variables[1] = message.vars.minutes;
  return parts.map((part, place) => part + (variables[place] ?? '')).join('');
}
