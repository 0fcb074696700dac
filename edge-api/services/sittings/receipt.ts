// The server's signed word that it holds everything of a submission (rule 11), such that anyone can check it.
import { createHash } from 'node:crypto';
import type { Receipt } from '#contract/wire/sync.ts';
import { logDigestText } from '#machines/sitting/digest.ts';
import { CROCKFORD } from '#seals/crockford.ts';
import { receiptBytes, receiptText } from '#seals/receipt.ts';
import type { Deps } from '../../deps.ts';
import type { StoredAct } from './read-sitting.ts';

export function signReceipt(
  { keys }: Pick<Deps, 'keys'>,
  facts: { sittingId: string; seq: number; digest: string; log: string; receivedAt: number },
): Receipt {
  const signed = { ...facts, receivedAt: new Date(facts.receivedAt).toISOString() };
  const signature = new Uint8Array(keys.signReceipt(receiptBytes(signed)));
  return {
    code: receiptCode(signature),
    ...signed,
    signature: Buffer.from(signature).toString('base64url'),
    text: receiptText(signed, signature),
  };
}

/** Sixty bits of the signature as three groups of four letters: what a candidate can read out. */
export function receiptCode(signature: Uint8Array): string {
  const letters = [...signature.subarray(0, 12)].map((byte) => CROCKFORD[byte & 31]);
  return [0, 4, 8].map((from) => letters.slice(from, from + 4).join('')).join('-');
}

/** SHA-256, hex, of a device's events up to a submission. */
export function logDigest(log: readonly StoredAct[], deviceId: string, seq: number): string {
  const events = log
    .filter((act) => act.deviceId === deviceId && act.seq <= seq)
    .sort((a, b) => a.seq - b.seq);
  return createHash('sha256').update(logDigestText(events)).digest('hex');
}
