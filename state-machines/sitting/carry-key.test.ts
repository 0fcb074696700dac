import { expect, test } from 'vitest';
import type { OptionName } from '../contract/wire/values.ts';
import { carryKey as carry } from './scoring.ts';

const asked = (options: string, correct: OptionName, also: OptionName[] = []) => ({
  ...{ options: options.split(' '), correct, also },
});
const carryKey = (...of: Parameters<typeof carry>) => carry(...of)?.correct ?? null;
const seen = asked('Indus Ganga Godavari Krishna', 'OptionTwo');

test('a corrected key follows the option’s text, wherever that option stands', () => {
  expect(carryKey(seen, asked('Indus Ganga Godavari Krishna', 'OptionThree'))).toBe('OptionThree');
  expect(carryKey(seen, asked('Krishna Godavari Ganga Indus', 'OptionOne'))).toBe('OptionFour');
  expect(carryKey(seen, asked('Krishna Narmada Kaveri Tapti', 'OptionOne'))).toBe('OptionFour');
});

test('an option that another keyboard encodes differently is the same option', () => {
  const latin = asked('Indus Gang\u0101 Godavari Krishna', 'OptionTwo');
  const apart = { ...latin, options: latin.options.map((option) => option.normalize('NFD')) };
  expect(carryKey(apart, latin)).toBe('OptionTwo');
  expect(carryKey({ ...apart, correct: 'OptionOne' }, latin)).toBe('OptionTwo');
});

test('spaces around an option don’t make it another option', () => {
  const spaced = {
    options: [' Indus', 'Ganga ', 'Godavari', 'Krishna'],
    correct: 'OptionOne' as const,
  };
  expect(carryKey(seen, spaced)).toBe('OptionOne');
  expect(carryKey(spaced, seen)).toBe('OptionTwo');
  const mended = { ...spaced, options: ['Sindhu', ...spaced.options.slice(1)] };
  expect(carryKey({ ...seen, correct: 'OptionOne' }, mended)).toBe('OptionOne');
});

test('a right option that was only reworded stays the right one', () => {
  expect(carryKey(seen, asked('Indus Gangā Godavari Krishna', 'OptionTwo'))).toBe('OptionTwo');
  expect(carryKey(seen, asked('Gangā Krishna Godavari Indus', 'OptionOne'))).toBe('OptionTwo');
});

test('a key that names an option which wasn’t offered can’t be carried over', () => {
  // A wrong option was replaced by the right answer: whoever chose the wrong one didn't choose the right one.
  expect(carryKey(seen, asked('Narmada Ganga Godavari Krishna', 'OptionOne'))).toBeNull();
  expect(carryKey(seen, asked('Indus Gangā Godavari Kaveri', 'OptionTwo'))).toBeNull();
  expect(carryKey(seen, asked('One Two Three Four', 'OptionTwo'))).toBeNull();
});

test('further right options are carried over by their texts, either all of them or none', () => {
  const both = asked('Krishna Godavari Ganga Indus', 'OptionOne', ['OptionThree', 'OptionFour']);
  expect(carry(seen, both)).toEqual({ correct: 'OptionFour', also: ['OptionTwo', 'OptionOne'] });
  const reworded = asked('Indus Gangā Godavari Krishna', 'OptionTwo', ['OptionFour']);
  expect(carry(seen, reworded)).toEqual({ correct: 'OptionTwo', also: ['OptionFour'] });
  expect(carry(seen, asked('Indus Ganga Godavari Tapti', 'OptionTwo', ['OptionFour']))).toBeNull();
  // A reworded option that was not right before may not be the one that the candidates saw.
  expect(carry(seen, asked('Indus Gangā Godavari Krishna', 'OptionOne', ['OptionTwo']))).toBeNull();
});
