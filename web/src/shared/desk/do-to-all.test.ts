import { expect, it } from 'vitest';
import { ApiProblem } from '#web/shared/api-problem.ts';
import { doToAll } from './undoable.tsx';

const refusing = (message: string) => new ApiProblem('changed-meanwhile', message, 'never');

it('does an act to each row in turn and reports for how many rows it was done', async () => {
  const done: number[] = [];
  const act = async (row: number) => done.push(row);
  const told = { done: '3 questions were deleted.', tone: 'success' };
  expect(await doToAll([1, 2, 3], act, 'question', 'deleted')).toEqual(told);
  expect(done).toEqual([1, 2, 3]);
});

it('goes on after a refusal and reports each reason once', async () => {
  const act = async (row: number) => {
    if (row > 1) throw refusing('Somebody changed it.');
  };
  expect(await doToAll([1, 2, 3], act, 'exam', 'made Inactive')).toEqual({
    done: '1 exam was made Inactive. 2 exams were not: Somebody changed it.',
    tone: 'warn',
  });
  expect(await doToAll([2, 3], act, 'exam', 'made Active')).toEqual({
    done: 'No exam was made Active. Somebody changed it.',
    tone: 'danger',
  });
});
