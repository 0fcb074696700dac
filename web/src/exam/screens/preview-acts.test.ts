import { expect, it } from 'vitest';
import { type PreviewMarks, remember, visit } from './preview-acts.ts';
import { stateOf } from './question-state.ts';

it('a preview shows the five question states that the real palette shows', () => {
  let marks: PreviewMarks = new Map();
  const state = () => stateOf(marks.get('q'));
  const shown = [state()];
  marks = visit(marks, 'q');
  shown.push(state());
  marks = remember(marks, { type: 'answered', qid: 'q', answer: 'OptionTwo' });
  shown.push(state());
  marks = remember(marks, { type: 'marked', qid: 'q' });
  shown.push(state());
  marks = remember(marks, { type: 'cleared', qid: 'q' });
  shown.push(state());
  marks = remember(marks, { type: 'unmarked', qid: 'q' });
  shown.push(state());
  expect(shown).toEqual([
    'not visited',
    'not answered',
    'answered',
    'answered and marked',
    'marked',
    'not answered',
  ]);
});
