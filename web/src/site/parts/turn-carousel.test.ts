import { expect, it } from 'vitest';
import { neighbour, TURN_MS, turnsByItself } from './turn-carousel.ts';

it('stands five seconds at each slide', () => {
  expect(TURN_MS).toBe(5_000);
});

it('goes round in both directions', () => {
  expect(neighbour(0, 1, 4)).toBe(1);
  expect(neighbour(3, 1, 4)).toBe(0);
  expect(neighbour(0, -1, 4)).toBe(3);
});

it('turns by itself only while nobody reads, has stopped it or asked for less motion', () => {
  const free = { count: 4, isStopped: false, isHeld: false, prefersLessMotion: false };
  expect(turnsByItself(free)).toBe(true);
  expect(turnsByItself({ ...free, isStopped: true })).toBe(false);
  expect(turnsByItself({ ...free, isHeld: true })).toBe(false);
  expect(turnsByItself({ ...free, prefersLessMotion: true })).toBe(false);
  expect(turnsByItself({ ...free, count: 1 })).toBe(false);
});
