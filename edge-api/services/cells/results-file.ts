// The results file of a cell: one line for the exam, one for each sitting, and last the signature over all of them with the
// cell's receipt key. The signed text begins differently from a receipt's, so that neither can pass for the other.
import { createHash, createPublicKey, verify } from 'node:crypto';
import * as z from 'zod/mini';
import {
  type ResultsHead,
  type ResultsLine,
  resultsHeadSchema,
  resultsLineSchema,
  resultsSealSchema,
} from '#contract/desk/results-file.ts';
import type { Cell } from '#contract/desk/settings.ts';
import { Problem } from '../../problem.ts';
import type { ServerKeys } from '../keys/load-keys.ts';

const signedText = (digest: string, results: number) =>
  Buffer.from(`pariksha results 1\n${results}\n${digest}`);

export async function* writeResults(
  { signReceipt, receiptKeys }: Pick<ServerKeys, 'signReceipt' | 'receiptKeys'>,
  head: ResultsHead,
  pieces: AsyncIterable<readonly ResultsLine[]>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const digest = createHash('sha256');
  let results = 0;
  const signed = (lines: readonly object[]) => {
    const bytes = bytesOf(lines);
    digest.update(bytes);
    return bytes;
  };
  yield signed([head]);
  for await (const lines of pieces) {
    results += lines.length;
    yield signed(lines);
  }
  const signature = signReceipt(signedText(digest.digest('hex'), results)).toString('base64url');
  const kid = receiptKeys.keys[0]?.kid ?? '';
  yield bytesOf([{ results, kid, signature }]);
}

const bytesOf = (lines: readonly object[]) =>
  new Uint8Array(Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));

export type ReadResults = { cell: Cell; head: ResultsHead; lines: ResultsLine[] };

/** Checks the signature before it trusts anything in the file. @throws Problem file-refused, wrong-file-kind */
export function readResults(bytes: Uint8Array, cells: readonly Cell[]): ReadResults {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!file.subarray(0, 30).toString('latin1').startsWith('{"pariksha":"results"'))
    throw refused('This isn’t a results file from a cell.', 'wrong-file-kind');
  const end = file.at(-1) === 10 ? file.length - 1 : file.length;
  const from = file.lastIndexOf(10, end - 1) + 1;
  const seal = z.safeParse(resultsSealSchema, jsonOf(file.subarray(from, end))).data;
  if (!seal)
    throw refused(
      'This file is incomplete: the signature at the end is missing. Download it again from the cell.',
    );
  const cell = cells.find(({ keys }) => keys.some(({ kid }) => kid === seal.kid));
  const key = cell?.keys.find(({ kid }) => kid === seal.kid);
  if (!cell || !key)
    throw refused(
      'The server that signed this file isn’t one of this site’s cells. Add its address in Settings, under Cells.',
    );
  const before = file.subarray(0, from);
  const digest = createHash('sha256').update(before).digest('hex');
  if (!isSigned(key, signedText(digest, seal.results), seal.signature))
    throw refused('This file was changed after the cell made it. Download it again from the cell.');
  const [first, ...rest] = linesOf(before);
  const head = z.safeParse(resultsHeadSchema, first);
  const lines = z.safeParse(z.array(resultsLineSchema), rest);
  if (!head.success || !lines.success || lines.data.length !== seal.results)
    throw refused('The cell runs a different version of Pariksha, whose files we can’t read here.');
  return { cell, head: head.data, lines: lines.data };
}

const refused = (message: string, code: 'file-refused' | 'wrong-file-kind' = 'file-refused') =>
  new Problem(code, { sentence: message, fields: { file: message } });

function isSigned({ x, y }: { x: string; y: string }, text: Uint8Array, signature: string) {
  const jwk = { kty: 'EC', crv: 'P-256', x, y };
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const how = { key, dsaEncoding: 'ieee-p1363' } as const;
    return verify('sha256', text, how, Buffer.from(signature, 'base64url'));
  } catch {
    return false; // x and y are not a point on the curve
  }
}

function linesOf(file: Buffer): unknown[] {
  const lines: unknown[] = [];
  for (let from = 0; from < file.length; ) {
    const end = file.indexOf(10, from);
    lines.push(jsonOf(file.subarray(from, end)));
    from = end + 1;
  }
  return lines;
}

function jsonOf(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    return null;
  }
}
