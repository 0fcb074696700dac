// The codes of one hand-over as a camera meets them: in any order, some many times. A code of another one begins anew.
import { type HandOverPart, readCode } from '#seals/hand-over-codes.ts';

export type Gathered = { name: string; count: number; parts: ReadonlyMap<number, string> };

export const nothingYet: Gathered = { name: '', count: 0, parts: new Map() };

/** @returns the same where the text says nothing new */
export function addCode(codes: Gathered, text: string): Gathered {
  const part: HandOverPart | null = readCode(text);
  if (!part) return codes;
  const { name, count, place } = part;
  const isSame = codes.name === name && codes.count === count;
  if (isSame && codes.parts.has(place)) return codes;
  return { name, count, parts: new Map(isSame ? codes.parts : []).set(place, text.trim()) };
}

/**
 * What a camera sees, told until that is all. A slow phone draws long after it has seen: what is read meanwhile is the same
 * code once more, and nobody is told of it.
 * @param tell answers whether it needs no more
 * @param rest between two looks
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

/** All of them, one a line, as the server takes them; null while one is missing. */
export function gathered({ count, parts }: Gathered): string | null {
  return count > 0 && parts.size === count ? [...parts.values()].join('\n') : null;
}
