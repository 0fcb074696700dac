import { describe, expect, it } from 'vitest';
import { toBase64url } from './bytes.ts';
import { CROCKFORD } from './crockford.ts';
import { CODE_NUMBERS, makeExtraTimeCode, readExtraTimeCode } from './extra-time-code.ts';

const keyOf = (seed: number) => toBase64url(new Uint8Array(16).fill(seed));
const key = keyOf(7);

describe('[decision 43] a code for extra time', () => {
  it('gives back its minutes, for every number that a code can have', async () => {
    for (const minutes of [1, 5, 10, 37, 63])
      for (let number = 0; number < CODE_NUMBERS; number += 1) {
        const code = await makeExtraTimeCode(key, { minutes, number });
        expect(code).toHaveLength(8);
        expect(await readExtraTimeCode(key, code)).toEqual({ kind: 'right', minutes, number });
      }
  });

  it('is understood however it is typed', async () => {
    const code = await makeExtraTimeCode(key, { minutes: 15, number: 3 });
    const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `;
    expect(await readExtraTimeCode(key, typed.replaceAll('0', 'O').replaceAll('1', 'l'))).toEqual({
      kind: 'right',
      minutes: 15,
      number: 3,
    });
  });

  it('is refused if it gives no minutes, and is looked for only in the first hundred characters', async () => {
    const none = await makeExtraTimeCode(key, { minutes: 0, number: 3 });
    expect(await readExtraTimeCode(key, none)).toEqual({ kind: 'foreign' });
    const code = await makeExtraTimeCode(key, { minutes: 15, number: 3 });
    expect(await readExtraTimeCode(key, ' '.repeat(92) + code)).toMatchObject({ kind: 'right' });
    expect(await readExtraTimeCode(key, ' '.repeat(93) + code)).toEqual({ kind: 'slip' });
  });

  it('is reported as another candidate’s when it is typed on another phone', async () => {
    const code = await makeExtraTimeCode(key, { minutes: 15, number: 3 });
    expect(await readExtraTimeCode(keyOf(8), code)).toEqual({ kind: 'foreign' });
  });

  it('reveals by itself any wrong character and any two swapped ones', async () => {
    const code = await makeExtraTimeCode(key, { minutes: 20, number: 1 });
    for (let place = 0; place < code.length; place += 1)
      for (const sign of CROCKFORD) {
        if (sign === code[place]) continue;
        const wrong = code.slice(0, place) + sign + code.slice(place + 1);
        expect(await readExtraTimeCode(key, wrong)).toEqual({ kind: 'slip' });
      }
    for (let place = 0; place + 1 < code.length; place += 1) {
      const [one, two] = [code[place], code[place + 1]];
      if (one === two) continue;
      const swapped = `${code.slice(0, place)}${two}${one}${code.slice(place + 2)}`;
      expect(await readExtraTimeCode(key, swapped)).toEqual({ kind: 'slip' });
    }
    expect(await readExtraTimeCode(key, code.slice(1))).toEqual({ kind: 'slip' });
    expect(await readExtraTimeCode(key, code.replace(code[3] ?? '', '?'))).toEqual({
      kind: 'slip',
    });
    // A leading 0 doesn't change the check, so only the length tells these from the code.
    const short = await makeExtraTimeCode(key, { minutes: 1, number: 1 });
    expect(short).toMatch(/^0/);
    for (const wrong of [short.slice(1), `0${short}`])
      expect(await readExtraTimeCode(key, wrong)).toEqual({ kind: 'slip' });
  });
});
