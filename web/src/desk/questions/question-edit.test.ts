import { expect, it } from 'vitest';
import type { Question } from '#contract/desk/questions.ts';
import { withRows } from './question-edit.tsx';

const question = (id: string): Question => ({
  _id: id,
  Questions: id,
  OptionOne: '1',
  OptionTwo: '2',
  OptionThree: '3',
  OptionFour: '4',
  CorrectAnswer: 'OptionOne',
  Weightage: 1,
  Negative: 0,
  Type: 'English',
});
const ids = (editing: string[], page: string[]) =>
  withRows(editing.map(question), page.map(question)).map(({ _id }) => _id);

it('keeps a row that is being edited in sight when the list goes to another page', () => {
  expect(ids(['a'], ['x', 'y'])).toEqual(['a', 'x', 'y']);
});

it('shows an edited row only once, in its place, when it is on the page', () => {
  expect(ids(['y', 'a'], ['x', 'y'])).toEqual(['a', 'x', 'y']);
});
