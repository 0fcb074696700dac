/**
 * The signature that SmartGateway puts on the browser's way back:
 * all parameters but the signature itself, percent-encoded, sorted, joined, percent-encoded once more as a
 * whole, HMAC-SHA256 with the Response Key, base64. Only the double encoding is accepted. Some published
 * samples encode once; that is another text under the same key, and accepting either would be ambiguous.
 */
import { createHmac } from 'node:crypto';
import { sameSecret } from './hdfc-config.ts';

export const SIGNATURE_ALGORITHM = 'HMAC-SHA256';
const UNSIGNED = new Set(['signature', 'signature_algorithm']);

type Parameters = Readonly<Record<string, string>>;

/** Base64. Throws a URIError for text that is not well-formed Unicode. */
export function signReturn(parameters: Parameters, responseKey: string): string {
  const joined = Object.entries(parameters)
    .filter(([name]) => !UNSIGNED.has(name))
    .map(([name, value]) => [encodeURIComponent(name), encodeURIComponent(value)] as const)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&');
  return createHmac('sha256', responseKey).update(encodeURIComponent(joined)).digest('base64');
}

/** Never throws: whatever cannot be read is not valid. */
export function isReturnSigned(parameters: Parameters, responseKey: string): boolean {
  const { signature, signature_algorithm: algorithm } = parameters;
  if (!signature || (algorithm !== undefined && algorithm !== SIGNATURE_ALGORITHM)) return false;
  try {
    // The documented return URL encodes the signature twice, so one layer may be left.
    const given = signature.includes('%') ? decodeURIComponent(signature) : signature;
    return sameSecret(given, signReturn(parameters, responseKey));
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}
