/** The public keys that check receipts, as text: asked for where there is a network, kept for where there is none. */
import { readLocal, writeLocal } from './local-keys.ts';

/** @returns null where they were never heard */
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
