// Receipts: the server's signed confirmation that it holds a whole submission (rule 11), which anyone can check.
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { ReceiptCheck } from '#contract/site/receipts.ts';
import { type Receipt, receiptSchema } from '#contract/wire/sync.ts';
import { digestText, logDigestText } from '#machines/sitting/digest.ts';
import { CROCKFORD, tidyCrockford } from '#seals/crockford.ts';
import { checkReceiptText, receiptBytes, receiptText } from '#seals/receipt.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { askCells, publicKeys } from '../cells/cells.ts';
import { readPaced } from '../sittings/read-paced.ts';
import type { StoredAct, WholeSitting } from '../sittings/read-sitting.ts';
import { throttle } from '../throttle/throttle.ts';

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

/** Sixty bits of the signature as three groups of four letters, so that a candidate can read them out. */
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

// Checks a receipt by its short code: its signature, and whether the server still holds every answer and event that was signed. Older
// receipts are signed with a key that only the server can check.

const rowsSchema = z.array(
  z.object({
    receipt: receiptSchema,
    exam_name: z.string(),
    cell: z.nullable(z.string()),
    latest: z.nullable(receiptSchema),
  }),
);

const READ = `
select r.receipt, e.name as exam_name, s.cell, s.receipt as latest
from receipts r join sittings s on s.id = r.sitting_id join exams e on e.id = s.exam_id where r.code = $1`;

/** A whole exam hall may share one address. Guessing a code takes a million million times as many tries. */
const AN_HOUR = { most: 300, seconds: 3_600 };
/** A main site asks a cell for all its visitors, so a stranger who tries codes there must not use up the others' tries. */
const OF_A_SITE = { most: 20_000, seconds: 3_600 };

/**
 * @param how `asksCells`: whether to ask the cells about a code that isn't known here
 * @throws Problem not-found, throttled, unavailable
 */
export async function checkReceipt(
  deps: Deps,
  typed: string,
  how: { address: string; asksCells: boolean },
): Promise<ReceiptCheck> {
  await throttle(deps, [
    how.asksCells
      ? { key: `receipt codes from ${how.address}`, ...AN_HOUR }
      : { key: `receipt codes of here from ${how.address}`, ...OF_A_SITE },
  ]);
  const code = tidyCrockford(typed);
  const [row] = rowsSchema.parse(await deps.db.rows(READ, [code]));
  if (!row) {
    const elsewhere = how.asksCells ? await askCells(deps, code) : null;
    if (elsewhere) return elsewhere;
    throw new Problem('not-found', {
      sentence:
        'We can’t find a receipt with this code. Please check every letter and digit against the receipt.',
    });
  }
  const { receipt, exam_name: examName, cell, latest } = row;
  const { receivedAt } = receipt;
  if (cell !== null) {
    // The cell holds what was signed; here is only the cell's signed text.
    const said = await checkReceiptText(receipt.text ?? '', await publicKeys(deps));
    return {
      examName,
      receivedAt,
      state: said?.cell === cell ? rank(receipt, latest) : 'broken',
      cell,
    };
  }
  const sitting = await readPaced(deps, { sittingId: receipt.sittingId });
  return { examName, receivedAt, state: await stateOf(deps, receipt, sitting) };
}

/** @param latest receipt of the same sitting */
function rank(receipt: Receipt, latest: Receipt | null): 'valid' | 'replaced' | 'void' {
  if (latest?.code === receipt.code) return 'valid';
  return latest?.seq === receipt.seq ? 'replaced' : 'void';
}

async function stateOf(
  deps: Deps,
  receipt: Receipt,
  sitting: WholeSitting | null,
): Promise<ReceiptCheck['state']> {
  if (!sitting || !(await isSigned(deps, receipt)) || !isHeld(receipt, sitting)) return 'broken';
  return rank(receipt, sitting.receipt);
}

async function isSigned({ keys }: Pick<Deps, 'keys'>, receipt: Receipt): Promise<boolean> {
  const { sittingId, seq, digest, receivedAt, signature, log } = receipt;
  if (log === undefined)
    return keys.verify('receipt', [sittingId, seq, digest, receivedAt].join('|'), signature);
  const signed = new Uint8Array(Buffer.from(signature, 'base64url'));
  const text = receiptText({ sittingId, seq, digest, log, receivedAt }, signed);
  return (await checkReceiptText(text, keys.receiptKeys)) !== null;
}

/**
 * Whether the server still holds what was signed. Answers to questions that the paper doesn't have were signed with the submission but
 * not stored.
 */
function isHeld(
  { seq, digest, log }: Receipt,
  { submissions, log: events }: WholeSitting,
): boolean {
  const submission = submissions.find((one) => one.seq === seq && one.digest === digest);
  if (!submission) return false;
  const answers = createHash('sha256').update(digestText(submission.answers, seq)).digest('hex');
  const areAnswersHeld = answers === digest || submission.refused.length > 0;
  return areAnswersHeld && (!log || logDigest(events, submission.deviceId, seq) === log);
}
