/** The line that the office reads for each answer that was received. */
import { expect, it } from 'vitest';
import { sayReceived } from './answers-dialog.tsx';

const given = { chosen: 'OptionTwo', at: '2026-11-21T05:01:00.000Z', counts: true } as const;
const said = (receivedAt: string, counts = true) =>
  sayReceived({ ...given, receivedAt, counts }).replaceAll('\u00a0', ' ');

it.each([
  ['2026-11-21T05:01:40.000Z', 'B, 10:31 am IST'],
  ['2026-11-21T06:31:00.000Z', 'B, 10:31 am IST, received 12:01 pm IST'],
  ['2026-11-22T03:30:00.000Z', 'B, 10:31 am IST, received Sun 22 Nov 2026, 9:00 am IST'],
  ['2026-11-22T05:01:00.000Z', 'B, 10:31 am IST, received Sun 22 Nov 2026, 10:31 am IST'],
])(
  'an answer received at %s shows when it was received if that was later, with the day if it was another day',
  (at, sentence) => {
    expect(said(at)).toBe(sentence);
    expect(said(at, false)).toBe(`${sentence}, not counted`);
  },
);
