/**
 * What the house asks of an SMS provider: one message of a registered kind to one Indian mobile. The
 * variables of a message (a one-time password among them) never reach a log or an error. A failure is a
 * `GatewayError`: after `refused` the message was not sent, otherwise it may have been.
 */
import * as z from 'zod';

/** Thirty characters: the shortest limit among the carriers for one variable of a registered template. */
const variable = z.string().min(1).max(30);

const envelope = {
  /** E.164, India. */
  to: z.string().regex(/^\+91[6-9]\d{9}$/),
  /** From the outbox. The providers here know no such key, so the outbox must see that a message goes once. */
  idempotencyKey: z.string().min(1),
};

/** Also parses what an outbox kept as JSON. */
export const smsMessageSchema = z.discriminatedUnion('purpose', [
  z.object({ ...envelope, purpose: z.literal('uid-created'), vars: z.object({ uid: variable }) }),
  z.object({
    ...envelope,
    purpose: z.literal('password-reset'),
    vars: z.object({ password: variable, minutes: variable }),
  }),
  z.object({
    ...envelope,
    purpose: z.literal('payment-receipt'),
    /** Rupees as written to people, e.g. `499.00`; the number of the receipt. */
    vars: z.object({ amount: variable, receipt: variable }),
  }),
  z.object({
    ...envelope,
    purpose: z.literal('submission-receipt'),
    /** Of an exam that was submitted by text message, as it is read out. */
    vars: z.object({ code: variable }),
  }),
]);
export type SmsMessage = z.infer<typeof smsMessageSchema>;
export type SmsPurpose = SmsMessage['purpose'];

/** `providerId`: the provider's own id of the message, for its delivery report. */
export type SmsSender = { send(message: SmsMessage): Promise<{ providerId: string }> };

// A message's variables in the order of its template, and its text. The texts here are the ones to register
// on the DLT portal; a company whose registered text differs sets its own, with as many `{#var#}`.

export const SMS_TEXTS: Readonly<Record<SmsPurpose, string>> = {
  'uid-created': 'Your UID is {#var#}. Sign in with it and your password.',
  'password-reset':
    'Your one-time password is {#var#}. It is valid for {#var#} minutes. Do not share it with anyone.',
  'payment-receipt': 'We have received Rs {#var#}. Your receipt number is {#var#}.',
  'submission-receipt': 'Your exam is submitted. Your receipt is {#var#}.',
};

export function orderedVariables(message: SmsMessage): readonly string[] {
  switch (message.purpose) {
    case 'uid-created':
      return [message.vars.uid];
    case 'password-reset':
      return [message.vars.password, message.vars.minutes];
    case 'payment-receipt':
      return [message.vars.amount, message.vars.receipt];
    case 'submission-receipt':
      return [message.vars.code];
  }
}

/** How many variables a template takes. */
export function countPlaces(template: string): number {
  return template.split('{#var#}').length - 1;
}

/** The template with its places filled in order; a variable is text, whatever it contains. */
export function writeText(template: string, message: SmsMessage): string {
  const variables = orderedVariables(message);
  return template
    .split('{#var#}')
    .map((part, place) => part + (variables[place] ?? ''))
    .join('');
}
