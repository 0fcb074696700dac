// An answer text (answer-text.ts) for one person to read out and another to type: groups of five characters, the last
// of which checks the other four and the group's place. It begins with a letter that no bare answer text begins with,
// and the number of groups. typed-code.ts reads it.
import { CROCKFORD, checkOf } from './crockford.ts';

/** The version of this form. */
export const READ_OUT = 'R';
export const GROUP_LENGTH = 5;

/** @param text as `sealAnswerText` makes it */
export function toReadOut(text: string): string[] {
  const size = GROUP_LENGTH - 1;
  const count = Math.ceil((2 + text.length) / size);
  const letters = READ_OUT + CROCKFORD[count % 32] + text;
  return Array.from({ length: count }, (_, place) => {
    const group = letters.slice(place * size, (place + 1) * size);
    return group + CROCKFORD[checkOfGroup(group, place)];
  });
}

/** Zero for a correct group including its check character. @param place from zero */
export function checkOfGroup(group: string, place: number): number {
  return checkOf([place % 32, ...[...group].map((letter) => CROCKFORD.indexOf(letter))]);
}
