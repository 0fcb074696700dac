import { describe, expect, it } from 'vitest';
import { countStates, questionStates, stateOf } from './question-state.ts';

describe('the state of a question in the palette', () => {
  it('is not visited before it was ever on screen, and not answered after', () => {
    expect(stateOf(undefined)).toBe('not visited');
    expect(stateOf({ answer: null, marked: false, visited: true })).toBe('not answered');
  });

  it('is not answered again once the answer was cleared', () => {
    expect(stateOf({ answer: '', marked: false, visited: true })).toBe('not answered');
  });

  it('tells an answer that is marked for review from a mark alone', () => {
    expect(stateOf({ answer: 'OptionTwo', marked: false, visited: true })).toBe('answered');
    expect(stateOf({ answer: 'OptionTwo', marked: true, visited: true })).toBe(
      'answered and marked',
    );
    expect(stateOf({ answer: null, marked: true, visited: true })).toBe('marked');
  });

  it('is counted for every state, also those that no question is in', () => {
    const counts = countStates(['answered', 'answered', 'not visited']);
    expect(Object.keys(counts)).toEqual([...questionStates]);
    expect(counts).toMatchObject({ answered: 2, 'not visited': 1, marked: 0 });
  });
});
