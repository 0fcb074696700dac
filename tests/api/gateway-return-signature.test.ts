/** The signature on the browser's return from the payment page. */
import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isReturnSigned, signReturn } from '#api/gateways/payment/hdfc-wire.ts';

/** Published by Juspay in its Java sample. It is right only when the whole is encoded a second time. */
const PUBLISHED = {
  key: '92206A0A4A75499C9B11206C2B3B9A53',
  parameters: {
    order_id: 'order_1727694028',
    status: 'AUTHORIZATION_FAILED',
    status_id: '27',
    myQP: 'aGVsbG9Xb3JsZA==',
  },
  signature: '8Esx2nrz3KE059rdsTkffYKu6AXXk07KzBo3KOexl3I=',
};
const KEY = 'LOCAL-RESPONSE-KEY';
const plain = { order_id: 'EX7K2M9QPTRW4B6Z', status: 'CHARGED', status_id: '21' };
const PLAIN_SIGNATURE = 'pEF3AomrBXadShp613RMcEuRrZoOab3Xj4DP4XWF7eA=';
const EXTRA_SIGNATURE = 'GS04pNjFxgVciLrJaxxRlak1Jf+noAUwy3kbdxSjw0A=';

describe('the return signature', () => {
  test('equals the one that Juspay published for its sample', () => {
    expect(signReturn(PUBLISHED.parameters, PUBLISHED.key)).toBe(PUBLISHED.signature);
  });

  test('equals our own samples, whatever the order of the parameters', () => {
    expect(signReturn(plain, KEY)).toBe(PLAIN_SIGNATURE);
    expect(signReturn({ myQP: 'aGVsbG8==', ...plain }, KEY)).toBe(EXTRA_SIGNATURE);
    expect(signReturn({ ...plain, myQP: 'aGVsbG8==' }, KEY)).toBe(EXTRA_SIGNATURE);
  });

  test('covers every parameter but itself and its algorithm', () => {
    const signed = { ...plain, signature: PLAIN_SIGNATURE, signature_algorithm: 'HMAC-SHA256' };
    expect(isReturnSigned(signed, KEY)).toBe(true);
    expect(isReturnSigned({ ...signed, added: '1' }, KEY)).toBe(false);
  });

  test('is also accepted while it still has one layer of encoding', () => {
    const given = { ...plain, myQP: 'aGVsbG8==' };
    for (const signature of [EXTRA_SIGNATURE, encodeURIComponent(EXTRA_SIGNATURE)]) {
      expect(isReturnSigned({ ...given, signature }, KEY)).toBe(true);
    }
  });

  test('is refused when computed over parameters that were encoded only once', () => {
    const given = PUBLISHED.parameters;
    const once = Object.entries(given)
      .map((pair) => pair.map(encodeURIComponent).join('='))
      .sort()
      .join('&');
    const signature = createHmac('sha256', PUBLISHED.key).update(once).digest('base64');
    expect(isReturnSigned({ ...given, signature }, PUBLISHED.key)).toBe(false);
  });

  test('can’t pass one parameter off as two', () => {
    const signature = signReturn({ order_id: 'A1&status=CHARGED' }, KEY);
    expect(isReturnSigned({ order_id: 'A1', status: 'CHARGED', signature }, KEY)).toBe(false);
  });

  test.each([
    ['another status', { ...plain, status: 'NEW', signature: PLAIN_SIGNATURE }],
    ['another key', { ...plain, signature: signReturn(plain, 'guessed') }],
    ['another algorithm', { ...plain, signature: PLAIN_SIGNATURE, signature_algorithm: 'none' }],
    ['no signature', plain],
    ['an empty signature', { ...plain, signature: '' }],
    ['broken encoding', { ...plain, signature: `${PLAIN_SIGNATURE}%` }],
    ['broken Unicode', { ...plain, order_id: '\ud800', signature: PLAIN_SIGNATURE }],
  ])('is refused for %s', (_, given) => {
    expect(isReturnSigned(given, KEY)).toBe(false);
  });
});
