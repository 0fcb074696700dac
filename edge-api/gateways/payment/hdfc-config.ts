/**
 * HDFC SmartGateway's settings, from the environment. A message names the variable and what it needs,
 * never its value. Sandbox: https://smartgateway.hdfcuat.bank.in, production: https://smartgateway.hdfc.bank.in
 */

import { createHash, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { isSafeAddress } from '#api/gateways/gateway-call.ts';

const secret = z.string('is needed').min(1, 'is needed');
/** `.env` files carry unset settings as empty lines. */
const optionalText = z.string().default('');

export const hdfcConfigSchema = z
  .object({
    HDFC_BASE_URL: z
      .string('is needed')
      .refine(isSafeAddress, 'must be an https address')
      .transform((address) => address.replace(/(?<!\/)\/+$/, '')),
    HDFC_MERCHANT_ID: secret,
    /** With or without the colon that closes it in some of the bank's kits. */
    HDFC_API_KEY: secret,
    HDFC_RESPONSE_KEY: secret,
    HDFC_PAYMENT_PAGE_CLIENT_ID: secret,
    HDFC_WEBHOOK_USER: optionalText.refine(
      (user) => /^[A-Za-z0-9]*$/.test(user),
      'must be letters and digits only',
    ),
    HDFC_WEBHOOK_PASSWORD: optionalText,
  })
  .refine((env) => (env.HDFC_WEBHOOK_USER === '') === (env.HDFC_WEBHOOK_PASSWORD === ''), {
    path: ['HDFC_WEBHOOK_PASSWORD'],
    message: 'and HDFC_WEBHOOK_USER are needed together',
  })
  .transform((env) => ({
    baseUrl: env.HDFC_BASE_URL,
    merchantId: env.HDFC_MERCHANT_ID,
    apiKey: env.HDFC_API_KEY,
    responseKey: env.HDFC_RESPONSE_KEY,
    paymentPageClientId: env.HDFC_PAYMENT_PAGE_CLIENT_ID,
    /** null: webhooks are not in use, and none counts as authentic. */
    webhook:
      env.HDFC_WEBHOOK_USER === ''
        ? null
        : { user: env.HDFC_WEBHOOK_USER, password: env.HDFC_WEBHOOK_PASSWORD },
  }));

export type HdfcConfig = z.infer<typeof hdfcConfigSchema>;

// Credentials on the gateway's wire, and how they are compared.

/** Equality whose running time says nothing about where, or by how much, two texts differ. */
export function sameSecret(left: string, right: string): boolean {
  // Hashing first gives equal lengths, which timingSafeEqual demands and length would otherwise betray.
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

/** The value of an Authorization header with HTTP Basic credentials. */
export function basicAuthorization(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** An API key is a user name without a password; some of the bank's kits carry the closing colon in the key. */
export function apiKeyAuthorization(apiKey: string): string {
  const [user = '', password = ''] = apiKey.split(/:(.*)/s);
  return basicAuthorization(user, password);
}
