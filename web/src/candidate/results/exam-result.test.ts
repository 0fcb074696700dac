import { expect, it } from 'vitest';
import { readScore } from './exam-result.page.tsx';

it('reads the total and one row per section, in the order of the paper', () => {
  expect(readScore([{ TotalScore: 12.25 }, { Physics: 13 }, { Maths: -0.75 }])).toEqual({
    total: 12.25,
    sections: [
      { section: 'Physics', marks: 13 },
      { section: 'Maths', marks: -0.75 },
    ],
  });
});

it('distinguishes a score of zero from no score', () => {
  expect(readScore([{ TotalScore: 0 }])).toEqual({ total: 0, sections: [] });
  expect(readScore([])).toBeNull();
});
