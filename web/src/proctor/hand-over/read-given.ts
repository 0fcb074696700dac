// Checks a hand-over without the key, and so without a network: whether it is a hand-over, whether it is complete,
// which sitting it names, and where it was mistyped.

import * as z from 'zod/mini';
import { readAnswerTextHead } from '#seals/answer-text.ts';
import { tidyCrockford } from '#seals/crockford.ts';
import { readHandOverHead } from '#seals/hand-over.ts';
import { fromCodes, type HandOverPart, readCode } from '#seals/hand-over-codes.ts';
import { readTypedCode } from '#seals/typed-code.ts';

type Given = {
  sittingId: string;
  /** In one standard form if it was typed, so that the same letters give the same body, however they were typed. */
  body: { bytes: Uint8Array<ArrayBuffer> } | { text: string };
  /** False for letters without check characters: a slip in them shows only at the server. */
  isSure: boolean;
};

export const NOT_OURS =
  'This isn’t a hand-over, or it’s incomplete. Please ask the candidate for it again: either the file whose name ends in .pariksha, or the code.';
const MISTYPED =
  'Something is missing or mistyped. Please check it against the candidate’s screen, group by group.';

/** Reads a file, or text that was typed or scanned. Returns null for what the server would refuse as well. */
export function readGiven(given: Uint8Array<ArrayBuffer> | string): Given | null {
  try {
    if (typeof given !== 'string') {
      const { sittingId } = readHandOverHead(given);
      return { sittingId, body: { bytes: given }, isSure: true };
    }
    const code = readTypedCode(given);
    const message = readAnswerTextHead(code.kind === 'right' ? code.text : given);
    if (message) {
      const isSure = code.kind === 'right';
      const text = isSure ? code.groups.join(' ') : inFours(given);
      return { sittingId: message.sittingId, body: { text }, isSure };
    }
    const parts = given
      .split('\n')
      .filter((line) => line.trim() !== '')
      .flatMap((line) => readCode(line) ?? []);
    const { sittingId } = readHandOverHead(fromCodes(parts));
    return { sittingId, body: { text: given }, isSure: true };
  } catch {
    return null;
  }
}

/** Letters in groups of four, as older apps show them to be read out. */
function inFours(text: string): string {
  return tidyCrockford(text).replace(/.{4}(?=.)/g, '$& ');
}

/** What the form says about letters while they are typed. */
type TypedSoFar = {
  /** The mistake, to be corrected before anything is saved; undefined while no mistake is certain. */
  slip?: string;
  /** How far the letters are right, as a sentence; may be empty. */
  progress: string;
};

/** @param isAll the proctor has finished typing, so missing letters are a mistake, too */
export function sayTyped(typed: string, isAll: boolean): TypedSoFar {
  const code = readTypedCode(typed);
  if (code.kind === 'right') return { progress: `All ${code.groups.length} groups are right.` };
  if (code.kind === 'unfinished') {
    const progress = code.right > 0 ? `${code.right} of ${code.count} groups are right.` : '';
    return { progress, ...(isAll && { slip: 'It isn’t complete yet.' }) };
  }
  if (code.kind === 'wrong' && (isAll || !code.isBegun))
    return {
      slip: `Group ${code.place} is wrong: ${code.group}. Please check it against the candidate’s screen.`,
      progress: `Group ${code.place} is wrong.`,
    };
  return { progress: '', ...(isAll && !readGiven(typed) && { slip: MISTYPED }) };
}

const lettersSchema = z.object({ text: z.string() });

/** The letters that were typed, from what was saved; null for a file or a scanned code, which can't be corrected. */
export function lettersOf(body: unknown): string | null {
  const { text } = z.safeParse(lettersSchema, body).data ?? {};
  return text === undefined || text.split('\n').some((line) => readCode(line)) ? null : text;
}

// The codes of one hand-over as a camera sees them: in any order, some of them many times. A code of another hand-over
// starts over.
export type Gathered = { name: string; count: number; parts: ReadonlyMap<number, string> };

export const nothingYet: Gathered = { name: '', count: 0, parts: new Map() };

/** @returns `codes` itself when the text adds nothing new */
export function addCode(codes: Gathered, text: string): Gathered {
  const part: HandOverPart | null = readCode(text);
  if (!part) return codes;
  const { name, count, place } = part;
  const isSame = codes.name === name && codes.count === count;
  if (isSame && codes.parts.has(place)) return codes;
  return { name, count, parts: new Map(isSame ? codes.parts : []).set(place, text.trim()) };
}

/**
 * Passes every code that the camera sees to `tell`, until `tell` needs no more. It stops right there, because a slow
 * phone redraws late: the next look would only read the same code again.
 * @param tell returns true when it needs no more codes
 * @param rest waits between two looks
 */
export async function lookUntil(
  see: () => Promise<readonly { rawValue: string }[]>,
  tell: (text: string) => boolean,
  rest: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    for (const { rawValue } of await see()) if (signal.aborted || tell(rawValue)) return;
    await rest();
  }
}

/** All codes, one per line, as the server accepts them; null while one is missing. */
export function gathered({ count, parts }: Gathered): string | null {
  return count > 0 && parts.size === count ? [...parts.values()].join('\n') : null;
}
