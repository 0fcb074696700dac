/** How text messages come in, from the environment: without a secret they don't. */
import * as z from 'zod';
import { type CustomFields, customProvider, infobipProvider, vonageProvider } from './operators.ts';
import type { InboundProviders } from './port.ts';

const FIELDS = 'must be like from=sender,text=message,at=tstamp';

export const inboundConfigSchema = z
  .object({
    /** The password of the webhook's basic authentication, or its signature secret. */
    SMS_INBOUND_SECRET: z
      .string()
      .regex(/^\S{16,200}$/, 'must have at least 16 characters and no spaces')
      .optional(),
    /** Shown to candidates as they dial it. */
    SMS_INBOUND_NUMBER: z
      .string()
      .regex(/^\+?[\d ]{3,20}$/, 'must be a telephone number')
      .optional(),
    SMS_INBOUND_FIELDS: z
      .string()
      .regex(/^[a-z]+=[\w-]{1,40}(?:,[a-z]+=[\w-]{1,40}){1,2}$/, FIELDS)
      .optional(),
  })
  .transform((env, context): InboundConfig => {
    const names = Object.fromEntries(
      (env.SMS_INBOUND_FIELDS ?? '').split(',').map((pair) => pair.split('=', 2)),
    );
    const { from, text, at } = z
      .object({ from: z.string(), text: z.string(), at: z.string().optional() })
      .catch({ from: '', text: '' })
      .parse(names);
    if (env.SMS_INBOUND_FIELDS !== undefined && (from === '' || text === ''))
      context.addIssue({ code: 'custom', path: ['SMS_INBOUND_FIELDS'], message: FIELDS });
    return {
      secret: env.SMS_INBOUND_SECRET,
      number: env.SMS_INBOUND_NUMBER,
      custom: from === '' ? null : { from, text, at },
    };
  });

export type InboundConfig = {
  secret: string | undefined;
  number: string | undefined;
  custom: CustomFields | null;
};

export function inboundProviders({ secret, custom }: InboundConfig): InboundProviders {
  if (secret === undefined) return {};
  return {
    infobip: infobipProvider(secret),
    vonage: vonageProvider(secret),
    ...(custom && { custom: customProvider(secret, custom) }),
  };
}
