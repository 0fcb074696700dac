/**
 * Fast2SMS by its `dlt_manual` route. The request carries the whole text, which must match the registered text to the
 * letter, so the text can be set along with its template id.
 */
import * as z from 'zod';
import { askJson, GatewayError, isSafeAddress } from '../gateway-call.ts';
import { countPlaces, SMS_TEXTS, type SmsPurpose, type SmsSender, writeText } from './port.ts';

const CALL = 'fast2sms POST /dev/bulkV2';
const TIMEOUT_MS = 10_000;
const needed = z.string('is needed').min(1, 'is needed');

/** The registered text. It needs as many variables as our own text, because they are filled in by order. */
const textFor = (purpose: SmsPurpose) =>
  z
    .string()
    .default(SMS_TEXTS[purpose])
    .refine(
      (text) => countPlaces(text) === countPlaces(SMS_TEXTS[purpose]),
      `must contain {#var#} exactly ${countPlaces(SMS_TEXTS[purpose])} time(s)`,
    );

export const fast2smsConfigSchema = z
  .object({
    SMS_FAST2SMS_API_KEY: needed,
    SMS_FAST2SMS_SENDER_ID: z
      .string('is needed')
      .regex(/^[A-Za-z0-9]{3,6}$/, 'must be 3 to 6 letters or digits'),
    SMS_FAST2SMS_ENTITY_ID: needed,
    SMS_FAST2SMS_UID_CREATED_TEMPLATE_ID: needed,
    SMS_FAST2SMS_UID_CREATED_TEXT: textFor('uid-created'),
    SMS_FAST2SMS_PASSWORD_RESET_TEMPLATE_ID: needed,
    SMS_FAST2SMS_PASSWORD_RESET_TEXT: textFor('password-reset'),
    SMS_FAST2SMS_PAYMENT_RECEIPT_TEMPLATE_ID: needed,
    SMS_FAST2SMS_PAYMENT_RECEIPT_TEXT: textFor('payment-receipt'),
    /** Needed if candidates submit by text message. */
    SMS_FAST2SMS_SUBMISSION_RECEIPT_TEMPLATE_ID: z.string().optional(),
    SMS_FAST2SMS_SUBMISSION_RECEIPT_TEXT: textFor('submission-receipt'),
    /** Needed if the office tells candidates when their exam starts. */
    SMS_FAST2SMS_EXAM_START_TEMPLATE_ID: z.string().optional(),
    SMS_FAST2SMS_EXAM_START_TEXT: textFor('exam-start'),
    /** These two are needed if candidates are told about refunds and about corrected scores. */
    SMS_FAST2SMS_REFUND_TEMPLATE_ID: z.string().optional(),
    SMS_FAST2SMS_REFUND_TEXT: textFor('refund'),
    SMS_FAST2SMS_SCORE_CORRECTED_TEMPLATE_ID: z.string().optional(),
    SMS_FAST2SMS_SCORE_CORRECTED_TEXT: textFor('score-corrected'),
    /** Needed if the office tells candidates that results are out. */
    SMS_FAST2SMS_RESULT_TEMPLATE_ID: z.string().optional(),
    SMS_FAST2SMS_RESULT_TEXT: textFor('result'),
    SMS_FAST2SMS_BASE_URL: z
      .string()
      .refine(isSafeAddress, 'must be an https address')
      .default('https://www.fast2sms.com'),
  })
  .transform((env) => ({
    apiKey: env.SMS_FAST2SMS_API_KEY,
    senderId: env.SMS_FAST2SMS_SENDER_ID,
    entityId: env.SMS_FAST2SMS_ENTITY_ID,
    baseUrl: env.SMS_FAST2SMS_BASE_URL.replace(/(?<!\/)\/+$/, ''),
    templates: {
      'uid-created': {
        id: env.SMS_FAST2SMS_UID_CREATED_TEMPLATE_ID,
        text: env.SMS_FAST2SMS_UID_CREATED_TEXT,
      },
      'password-reset': {
        id: env.SMS_FAST2SMS_PASSWORD_RESET_TEMPLATE_ID,
        text: env.SMS_FAST2SMS_PASSWORD_RESET_TEXT,
      },
      'payment-receipt': {
        id: env.SMS_FAST2SMS_PAYMENT_RECEIPT_TEMPLATE_ID,
        text: env.SMS_FAST2SMS_PAYMENT_RECEIPT_TEXT,
      },
      'submission-receipt': {
        id: env.SMS_FAST2SMS_SUBMISSION_RECEIPT_TEMPLATE_ID,
        text: env.SMS_FAST2SMS_SUBMISSION_RECEIPT_TEXT,
      },
      'exam-start': {
        id: env.SMS_FAST2SMS_EXAM_START_TEMPLATE_ID,
        text: env.SMS_FAST2SMS_EXAM_START_TEXT,
      },
      refund: {
        id: env.SMS_FAST2SMS_REFUND_TEMPLATE_ID,
        text: env.SMS_FAST2SMS_REFUND_TEXT,
      },
      result: {
        id: env.SMS_FAST2SMS_RESULT_TEMPLATE_ID,
        text: env.SMS_FAST2SMS_RESULT_TEXT,
      },
      'score-corrected': {
        id: env.SMS_FAST2SMS_SCORE_CORRECTED_TEMPLATE_ID,
        text: env.SMS_FAST2SMS_SCORE_CORRECTED_TEXT,
      },
    },
  }));
export type Fast2smsConfig = z.infer<typeof fast2smsConfigSchema>;

const answerSchema = z.discriminatedUnion('return', [
  z.object({ return: z.literal(true), request_id: z.string().min(1) }),
  z.object({ return: z.literal(false) }),
]);

export function createFast2sms(config: Fast2smsConfig, timeoutMs = TIMEOUT_MS): SmsSender {
  return {
    canSend: (purpose) => config.templates[purpose].id !== undefined,
    async send(message) {
      const template = config.templates[message.purpose];
      if (template.id === undefined) throw new GatewayError('refused', { call: CALL });
      const { httpStatus, body } = await askJson(globalThis.fetch, {
        call: CALL,
        url: `${config.baseUrl}/dev/bulkV2`,
        timeoutMs,
        init: {
          method: 'POST',
          headers: { authorization: config.apiKey, 'content-type': 'application/json' },
          body: JSON.stringify({
            route: 'dlt_manual',
            sender_id: config.senderId,
            entity_id: config.entityId,
            template_id: template.id,
            message: writeText(template.text, message),
            numbers: message.to.slice(-10),
          }),
        },
      });
      const answer = answerSchema.safeParse(body).data;
      if (httpStatus >= 400 || answer?.return === false) {
        throw new GatewayError('refused', { call: CALL, httpStatus });
      }
      if (answer === undefined) throw new GatewayError('unreadable', { call: CALL, httpStatus });
      return { providerId: answer.request_id };
    },
  };
}
