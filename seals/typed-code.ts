// Checks a typed answer text before anything of it is stored: a mistake is reported at its group.
import { checkOfGroup, GROUP_LENGTH, READ_OUT } from './code-to-read-out.ts';
import { CROCKFORD, tidyCrockford } from './crockford.ts';

export type TypedCode =
  /** No check characters, so mistakes can't be detected: a text message, a code of an older app, or something else. */
  | { kind: 'bare' }
  /** @property text the answer text; @property groups as they were shown */
  | { kind: 'right'; text: string; groups: readonly string[] }
  /**
   * Everything so far is right.
   * @property right how many groups
   * @property count of all groups, meaningless while none is right
   */
  | { kind: 'unfinished'; right: number; count: number }
  /**
   * @property place of the first wrong group, from one
   * @property isBegun it is the last one, and may just be unfinished
   */
  | { kind: 'wrong'; place: number; group: string; isBegun: boolean };

/** The longest code has 185 characters; typed with spaces and dashes it may be twice as long. */
const LONGEST_TYPED = 600;
/** More right groups than this can't be chance. */
const SURE = 3;
/** No answer text has fewer groups, so the count in the first group, modulo 32, is unambiguous. */
const FEWEST = 11;

/** Case, spaces and dashes don't matter, nor do letters that look like digits. */
export function readTypedCode(typed: string): TypedCode {
  const letters = typed.length > LONGEST_TYPED ? '' : tidyCrockford(typed);
  if (!isReadOut(letters)) return { kind: 'bare' };
  const groups = groupsOf(letters);
  const count = ((CROCKFORD.indexOf(letters.charAt(1)) - FEWEST + 32) % 32) + FEWEST;
  const wrong = groups.findIndex((group, place) => !isRight(group, place));
  const right = wrong < 0 ? groups.length : wrong;
  const isBegun = right === groups.length - 1 && (groups[right]?.length ?? 0) < GROUP_LENGTH;
  if (groups.length < count && (wrong < 0 || isBegun)) return { kind: 'unfinished', right, count };
  const place = Math.min(right, count);
  const group = groups[place];
  if (group !== undefined) return { kind: 'wrong', place: place + 1, group, isBegun };
  const text = groups.map((each) => each.slice(0, -1)).join('');
  return { kind: 'right', text: text.slice(2), groups };
}

/**
 * Recognises a code to read out even if its first group has a wrong, an extra or a missing character, or is missing.
 */
function isReadOut(letters: string): boolean {
  const after = [
    [0, 0],
    [1, 0],
    [GROUP_LENGTH - 1, 1],
    [0, 1],
  ] as const;
  return (
    letters.startsWith(READ_OUT) ||
    after.some(([from, first]) => {
      const groups = groupsOf(letters.slice(from));
      const right = groups.filter((group, place) => isRight(group, place + first)).length;
      return right > SURE && 2 * right > groups.length;
    })
  );
}

function groupsOf(letters: string): string[] {
  return Array.from({ length: Math.ceil(letters.length / GROUP_LENGTH) }, (_, place) =>
    letters.slice(place * GROUP_LENGTH, (place + 1) * GROUP_LENGTH),
  );
}

function isRight(group: string, place: number): boolean {
  const isOurs = group.length > 1 && [...group].every((letter) => CROCKFORD.includes(letter));
  return isOurs && checkOfGroup(group, place) === 0;
}
