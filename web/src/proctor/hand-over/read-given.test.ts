import { expect, it } from 'vitest';
import { sealAnswerText } from '#seals/answer-text.ts';
import { toReadOut } from '#seals/code-to-read-out.ts';
import { CROCKFORD } from '#seals/crockford.ts';
import { lettersOf, readGiven, sayTyped } from './read-given.ts';

const SITTING = '01hx7k2m9qpt';
const states = Array.from({ length: 30 }, (_, place) => (place * 7) % 6);
const sheet = { kind: 'submission', epoch: 1, seq: 40, seconds: 900, states } as const;
const key = Uint8Array.from({ length: 32 }, (_, at) => at);
const bare = (await sealAnswerText(SITTING, sheet, key)) ?? '';
const groups = toReadOut(bare);

it('[rule 21] a code that is read out is checked without a network: a slip is shown while it is typed, and a wrong code isn’t accepted', () => {
  let typed = '';
  for (const [place, group] of groups.entries()) {
    typed += ` ${group}`;
    const progress =
      place + 1 < groups.length
        ? `${place + 1} of ${groups.length} groups are right.`
        : `All ${groups.length} groups are right.`;
    expect(sayTyped(typed, false)).toEqual({ progress });
    const wrong = CROCKFORD[(CROCKFORD.indexOf(group.charAt(1)) + 1) % 32] ?? '';
    const slipped = typed.slice(0, -group.length) + group.charAt(0) + wrong + group.slice(2);
    const { slip } = sayTyped(slipped, true);
    expect(slip).toContain(`Group ${place + 1} is wrong: ${group.charAt(0)}${wrong}`);
    expect(readGiven(slipped)).toBeNull();
  }
  expect(readGiven(typed)).toMatchObject({ sittingId: SITTING, isSure: true });
});

it('[rule 21] an unfinished group is no slip while it is typed, and an unfinished code is not complete', () => {
  const typed = groups.join(' ');
  const some = typed.slice(0, 15);
  expect(sayTyped(some, false)).toEqual({ progress: `2 of ${groups.length} groups are right.` });
  expect(sayTyped(some, true).slip).toBe('It isn’t complete yet.');
  expect(sayTyped(typed.slice(0, -1), false)).toEqual({ progress: '' });
  expect(sayTyped(typed.slice(0, -1), true).slip).toContain(`Group ${groups.length} is wrong`);
});

it('[decision 41] a text message or a code of an older app is accepted as before, but counts as unchecked', () => {
  expect(sayTyped(bare, true)).toEqual({ progress: '' });
  expect(readGiven(bare)).toMatchObject({ sittingId: SITTING, isSure: false });
  expect(sayTyped('23YH JNY6', true).slip).toContain('check it against the candidate’s screen');
});

it('[rule 21] the same letters are the same hand-over, however they are typed', () => {
  const loose = groups.join('-').toLowerCase().replaceAll('0', 'o');
  expect(readGiven(loose)?.body).toEqual(readGiven(groups.join(''))?.body);
  const inFours = bare.replace(/.{4}/g, '$& ').toLowerCase();
  expect(readGiven(inFours)?.body).toEqual(readGiven(bare)?.body);
});

it('typed letters can be corrected, a file or a scanned code can’t', () => {
  expect(lettersOf(readGiven(groups.join(''))?.body)).toBe(groups.join(' '));
  expect(lettersOf({ bytes: new Uint8Array(3) })).toBeNull();
  expect(lettersOf({ text: 'PRK1:ABCDE:1/1:00:' })).toBeNull();
  expect(lettersOf(null)).toBeNull();
});
