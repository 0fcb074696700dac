import { describe, expect, it } from 'vitest';
import {
  choiceOf,
  countStates,
  isKept,
  type PendingChoice,
  questionStates,
  shownAnswer,
  stateOf,
} from './question-state.ts';

describe('the state of a question in the palette', () => {
  it('is not visited until the question was on screen, and not answered after that', () => {
    expect(stateOf(undefined)).toBe('not visited');
    expect(stateOf({ answer: null, marked: false, visited: true })).toBe('not answered');
  });

  it('is not answered again once the answer was cleared', () => {
    expect(stateOf({ answer: '', marked: false, visited: true })).toBe('not answered');
  });

  it('distinguishes an answer that is marked for review from a mark alone', () => {
    expect(stateOf({ answer: 'OptionTwo', marked: false, visited: true })).toBe('answered');
    expect(stateOf({ answer: 'OptionTwo', marked: true, visited: true })).toBe(
      'answered and marked',
    );
    expect(stateOf({ answer: null, marked: true, visited: true })).toBe('marked');
  });

  it('is counted for every state, including those that no question is in', () => {
    const counts = countStates(['answered', 'answered', 'not visited']);
    expect(Object.keys(counts)).toEqual([...questionStates]);
    expect(counts).toMatchObject({ answered: 2, 'not visited': 1, marked: 0 });
  });
});

const disk = (answer: string | null) => new Map([['q1', { answer }]]);
const chosen: PendingChoice = { qid: 'q1', answer: 'OptionTwo' };

describe('a choice that is being saved', () => {
  it('is shown before it is saved, and so is a Clear response', () => {
    expect(shownAnswer('q1', chosen, disk(null))).toBe('OptionTwo');
    expect(shownAnswer('q1', { qid: 'q1', answer: '' }, disk('OptionTwo'))).toBe('');
  });

  it('doesn’t affect other questions, which show what is saved', () => {
    expect(shownAnswer('q1', { qid: 'q2', answer: 'OptionOne' }, disk('OptionTwo'))).toBe(
      'OptionTwo',
    );
  });

  it('counts as saved when the disk says the same, whether an answer or none', () => {
    expect(isKept(chosen, disk(null))).toBe(false);
    expect(isKept(chosen, disk('OptionTwo'))).toBe(true);
    expect(isKept({ qid: 'q1', answer: '' }, disk('OptionTwo'))).toBe(false);
    expect(isKept({ qid: 'q1', answer: '' }, disk(''))).toBe(true);
    expect(isKept({ qid: 'q1', answer: '' }, new Map())).toBe(true);
  });

  it('comes only from answering and clearing', () => {
    expect(choiceOf({ type: 'answered', qid: 'q1', answer: 'OptionTwo' })).toEqual(chosen);
    expect(choiceOf({ type: 'cleared', qid: 'q1' })).toEqual({ qid: 'q1', answer: '' });
    expect(choiceOf({ type: 'marked', qid: 'q1' })).toBeNull();
    expect(choiceOf({ type: 'documents', answer: 'sha' })).toBeNull();
  });
});
