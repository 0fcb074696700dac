/**
 * MSG91's Flow call. MSG91 stores the text under a template id and fills in the variables VAR1, VAR2 …, in the order of
 * `orderedVariables` in `port.ts`. Give the variables these names in the template at MSG91.
 */
import * as z from 'zod';
import { askJson, GatewayError, isSafeAddress } from '../gateway-call.ts';
import { orderedVariables, type SmsSender } from './port.ts';

const CALL = 'msg91 POST /api/v5/flow';
const TIMEOUT_MS = 10_000;
const needed = z.string('is needed').min(1, 'is needed');

export const msg91ConfigSchema = z
  .object({
    SMS_MSG91_AUTHKEY: needed,
    SMS_MSG91_UID_CREATED_TEMPLATE_ID: needed,
    SMS_MSG91_PASSWORD_RESET_TEMPLATE_ID: needed,
    SMS_MSG91_PAYMENT_RECEIPT_TEMPLATE_ID: needed,
    /** Needed if candidates submit by text message. */
    SMS_MSG91_SUBMISSION_RECEIPT_TEMPLATE_ID: z.string().optional(),
    /** Needed if the office tells candidates when their exam starts. */
    SMS_MSG91_EXAM_START_TEMPLATE_ID: z.string().optional(),
    /** These two are needed if candidates are told about refunds and about corrected scores. */
    SMS_MSG91_REFUND_TEMPLATE_ID: z.string().optional(),
    SMS_MSG91_SCORE_CORRECTED_TEMPLATE_ID: z.string().optional(),
    /** Needed if the office tells candidates that results are out. */
    SMS_MSG91_RESULT_TEMPLATE_ID: z.string().optional(),
    SMS_MSG91_BASE_URL: z
      .string()
      .refine(isSafeAddress, 'must be an https address')
      .default('https://control.msg91.com'),
  })
  .transform((env) => ({
    authKey: env.SMS_MSG91_AUTHKEY,
    baseUrl: env.SMS_MSG91_BASE_URL.replace(/(?<!\/)\/+$/, ''),
    templateIds: {
      'uid-created': env.SMS_MSG91_UID_CREATED_TEMPLATE_ID,
      'password-reset': env.SMS_MSG91_PASSWORD_RESET_TEMPLATE_ID,
      'payment-receipt': env.SMS_MSG91_PAYMENT_RECEIPT_TEMPLATE_ID,
      'submission-receipt': env.SMS_MSG91_SUBMISSION_RECEIPT_TEMPLATE_ID,
      'exam-start': env.SMS_MSG91_EXAM_START_TEMPLATE_ID,
      refund: env.SMS_MSG91_REFUND_TEMPLATE_ID,
      result: env.SMS_MSG91_RESULT_TEMPLATE_ID,
      'score-corrected': env.SMS_MSG91_SCORE_CORRECTED_TEMPLATE_ID,
    },
  }));
export type Msg91Config = z.infer<typeof msg91ConfigSchema>;

const answerSchema = z.object({ type: z.string(), message: z.string().min(1) });

export function createMsg91Sms(config: Msg91Config, timeoutMs = TIMEOUT_MS): SmsSender {
  return {
    canSend: (purpose) => config.templateIds[purpose] !== undefined,
    async send(message) {
      const templateId = config.templateIds[message.purpose];
      if (templateId === undefined) throw new GatewayError('refused', { call: CALL });
      const named = orderedVariables(message).map((value, place) => [`VAR${place + 1}`, value]);
      const { httpStatus, body } = await askJson(globalThis.fetch, {
        call: CALL,
        url: `${config.baseUrl}/api/v5/flow`,
        timeoutMs,
        init: {
          method: 'POST',
          headers: { authkey: config.authKey, 'content-type': 'application/json' },
          body: JSON.stringify({
            template_id: templateId,
            short_url: '0',
            recipients: [{ mobiles: message.to.slice(1), ...Object.fromEntries(named) }],
          }),
        },
      });
      const answer = answerSchema.safeParse(body).data;
      // MSG91 refuses with type "error", sometimes with status 200. Its message may repeat what was sent: don't log it.
      if (httpStatus >= 400 || answer?.type === 'error') {
        throw new GatewayError('refused', { call: CALL, httpStatus });
      }
      if (answer?.type !== 'success') {
        throw new GatewayError('unreadable', { call: CALL, httpStatus });
      }
      return { providerId: answer.message };
    },
  };
}
