import { expect, it } from 'vitest';
import { untilUnchanged } from './try-again.ts';

it('tries until the facts hold still and the write succeeds, and says when to retry if they never do', async () => {
  let changes = 3;
  const judged = await untilUnchanged(async () => (changes-- > 0 ? null : 'written'));
  expect(judged).toBe('written');
  await expect(untilUnchanged(async () => null)).rejects.toMatchObject({
    code: 'unavailable',
    details: { retryAfter: 1 },
  });
});
