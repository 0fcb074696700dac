/** The public keys that check receipts, as text: fetched when there is a network, stored for when there is none. */
import { readLocal, writeLocal } from './local-keys.ts';

/** @returns null when they were never fetched */
export async function fetchReceiptKeys(): Promise<string | null> {
  try {
    const answer = await fetch('/.well-known/pariksha-receipts.json');
    if (!answer.ok) throw new TypeError(`status ${answer.status}`);
    const text = await answer.text();
    writeLocal('receipt-keys', text);
    return text;
  } catch {
    return readLocal('receipt-keys');
  }
}
