import { expect, test } from 'vitest';
import { workInTurn } from './in-turn.ts';

test('a caller with priority waits neither behind the others nor for a free place in their queue', async () => {
  const inTurn = workInTurn({ atOnce: 1, longestQueue: 2 });
  const order: string[] = [];
  const doing = (name: string, ahead = false) =>
    inTurn(async () => {
      order.push(name);
    }, ahead);
  const all = [doing('running'), doing('first'), doing('second')];
  const refused = doing('one too many');
  all.push(doing('known', true));
  await expect(refused).rejects.toMatchObject({ code: 'unavailable' });
  await Promise.all(all);
  expect(order).toEqual(['running', 'known', 'first', 'second']);
});
