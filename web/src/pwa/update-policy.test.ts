import { describe, expect, it } from 'vitest';
import { canActivateUpdate, type UpdateOccasion } from './register.ts';

const occasions: UpdateOccasion[] = ['navigated', 'tapped'];

const at = (underWay: () => Promise<boolean>, typed: () => boolean) => ({
  isSittingUnderWay: underWay,
  isSomethingTyped: typed,
});

describe('a waiting version of the app (offline rule 5)', () => {
  it.each(occasions)('never takes over while a sitting is under way (%s)', async (occasion) => {
    const circumstances = at(
      async () => true,
      () => false,
    );
    expect(await canActivateUpdate(occasion, circumstances)).toBe(false);
  });

  it.each(occasions)(
    'keeps waiting when the storage can’t tell whether one is (%s)',
    async (occasion) => {
      const circumstances = at(
        () => Promise.reject(new Error('database closed')),
        () => false,
      );
      expect(await canActivateUpdate(occasion, circumstances)).toBe(false);
    },
  );

  it.each(occasions)('takes over otherwise (%s)', async (occasion) => {
    const circumstances = at(
      async () => false,
      () => false,
    );
    expect(await canActivateUpdate(occasion, circumstances)).toBe(true);
  });

  it('does not take over at a navigation when something has been typed since, but does at a tap', async () => {
    let typed = false;
    const circumstances = at(
      async () => {
        typed = true;
        return false;
      },
      () => typed,
    );
    expect(await canActivateUpdate('navigated', circumstances)).toBe(false);
    expect(await canActivateUpdate('tapped', circumstances)).toBe(true);
  });
});
