import { expect, it } from 'vitest';
import { neighbour, TURN_MS, turnsByItself } from './turn-carousel.ts';

it('the carousel shows each slide for five seconds', () => {
  expect(TURN_MS).toBe(5_000);
});

it('the carousel goes round in both directions', () => {
  expect(neighbour(0, 1, 4)).toBe(1);
  expect(neighbour(3, 1, 4)).toBe(0);
  expect(neighbour(0, -1, 4)).toBe(3);
});

it('the carousel turns by itself only while nobody holds it, has stopped it or asks for less motion', () => {
  const free = { count: 4, isStopped: false, isHeld: false, prefersLessMotion: false };
  expect(turnsByItself(free)).toBe(true);
  expect(turnsByItself({ ...free, isStopped: true })).toBe(false);
  expect(turnsByItself({ ...free, isHeld: true })).toBe(false);
  expect(turnsByItself({ ...free, prefersLessMotion: true })).toBe(false);
  expect(turnsByItself({ ...free, count: 1 })).toBe(false);
});
