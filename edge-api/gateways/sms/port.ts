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
