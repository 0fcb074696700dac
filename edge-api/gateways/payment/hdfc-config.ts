/**
 * HDFC SmartGateway's settings, from the environment. An error message names the variable and what it needs,
 * never its value. Sandbox: https://smartgateway.hdfcuat.bank.in, production: https://smartgateway.hdfc.bank.in
 */

import { createHash, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { isSafeAddress } from '#api/gateways/gateway-call.ts';

const secret = z.string('is needed').min(1, 'is needed');
/** In an `.env` file an unset setting has an empty value. */
const optionalText = z.string().default('');

export const hdfcConfigSchema = z
  .object({
    HDFC_BASE_URL: z
      .string('is needed')
      .refine(isSafeAddress, 'must be an https address')
      .transform((address) => address.replace(/(?<!\/)\/+$/, '')),
    HDFC_MERCHANT_ID: secret,
    /** With or without the trailing colon that some of the bank's kits include. */
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
    /** Null when webhooks are not in use; then no webhook counts as authentic. */
    webhook:
      env.HDFC_WEBHOOK_USER === ''
        ? null
        : { user: env.HDFC_WEBHOOK_USER, password: env.HDFC_WEBHOOK_PASSWORD },
  }));

export type HdfcConfig = z.infer<typeof hdfcConfigSchema>;

// Credentials as the gateway's protocol writes them, and how we compare them.

/** Compares in a time that doesn't reveal where, or by how much, the two texts differ. */
export function sameSecret(left: string, right: string): boolean {
  // timingSafeEqual needs equal lengths. Hashing first provides them, and hides the real lengths.
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

/** The value of an Authorization header with HTTP Basic credentials. */
export function basicAuthorization(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** The API key is the user name; there is no password. Some of the bank's kits include the trailing colon in the key. */
export function apiKeyAuthorization(apiKey: string): string {
  const [user = '', password = ''] = apiKey.split(/:(.*)/s);
  return basicAuthorization(user, password);
}
