import { expect, it } from 'vitest';
import { untilUnchanged } from './try-again.ts';

it('writes by the facts that held, and says when to come back if none ever do', async () => {
  let changes = 3;
  const judged = await untilUnchanged(async () => (changes-- > 0 ? null : 'written'));
  expect(judged).toBe('written');
  await expect(untilUnchanged(async () => null)).rejects.toMatchObject({
    code: 'unavailable',
    details: { retryAfter: 1 },
  });
});
