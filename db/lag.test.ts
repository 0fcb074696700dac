import { expect, test } from 'vitest';
import { Lag } from './lag.ts';

test('a standby that has replayed up to a known position of the primary is as old as that reading', () => {
  const lag = new Lag();
  lag.primaryStood(100, 1_000);
  lag.primaryStood(200, 2_000);
  lag.primaryStood(300, 3_000);
  lag.replicaStands(250);
  expect(lag.ageAt(3_500)).toBe(1_500);
  lag.replicaStands(300);
  expect(lag.ageAt(3_500)).toBe(500);
});

test('a standby of an idle primary doesn’t grow old', () => {
  const lag = new Lag();
  lag.replicaStands(100);
  for (let at = 0; at <= 60_000; at += 1_000) lag.primaryStood(100, at);
  expect(lag.ageAt(60_400)).toBe(400);
});

test('a standby that stops replaying grows older, and one without a reading of the primary is infinitely old', () => {
  const lag = new Lag();
  lag.replicaStands(100);
  expect(lag.ageAt(0)).toBe(Number.POSITIVE_INFINITY);
  lag.primaryStood(100, 0);
  for (let at = 1_000; at <= 30_000; at += 1_000) lag.primaryStood(100 + at, at);
  expect(lag.ageAt(30_000)).toBe(30_000);
});

test('a standby behind the first reading has no known age until it has caught up with that reading', () => {
  const lag = new Lag();
  lag.replicaStands(50);
  lag.primaryStood(100, 1_000);
  expect(lag.ageAt(2_000)).toBe(Number.POSITIVE_INFINITY);
  expect(lag.holds(100)).toBe(false);
  lag.replicaStands(100);
  expect(lag.ageAt(2_000)).toBe(1_000);
  expect(lag.holds(100)).toBe(true);
});

test('only a limited number of readings is kept', () => {
  const lag = new Lag();
  lag.primaryStood(0, 0);
  lag.replicaStands(0);
  for (let n = 1; n <= 5_000; n += 1) lag.primaryStood(n, n);
  expect(lag.ageAt(5_000)).toBe(Number.POSITIVE_INFINITY);
});
