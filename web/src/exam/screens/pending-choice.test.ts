import { describe, expect, it } from 'vitest';
import { choiceOf, isKept, type PendingChoice, shownAnswer } from './pending-choice.ts';

const disk = (answer: string | null) => new Map([['q1', { answer }]]);
const chosen: PendingChoice = { qid: 'q1', answer: 'OptionTwo' };

describe('a choice on its way to the disk', () => {
  it('is shown before the disk has it, and so is a Clear response', () => {
    expect(shownAnswer('q1', chosen, disk(null))).toBe('OptionTwo');
    expect(shownAnswer('q1', { qid: 'q1', answer: '' }, disk('OptionTwo'))).toBe('');
  });

  it('leaves other questions to the disk', () => {
    expect(shownAnswer('q1', { qid: 'q2', answer: 'OptionOne' }, disk('OptionTwo'))).toBe(
      'OptionTwo',
    );
  });

  it('is kept when the disk says the same, whether an answer or none', () => {
    expect(isKept(chosen, disk(null))).toBe(false);
    expect(isKept(chosen, disk('OptionTwo'))).toBe(true);
    expect(isKept({ qid: 'q1', answer: '' }, disk('OptionTwo'))).toBe(false);
    expect(isKept({ qid: 'q1', answer: '' }, disk(''))).toBe(true);
    expect(isKept({ qid: 'q1', answer: '' }, new Map())).toBe(true);
  });

  it('comes from answering and clearing, and from nothing else', () => {
    expect(choiceOf({ type: 'answered', qid: 'q1', answer: 'OptionTwo' })).toEqual(chosen);
    expect(choiceOf({ type: 'cleared', qid: 'q1' })).toEqual({ qid: 'q1', answer: '' });
    expect(choiceOf({ type: 'marked', qid: 'q1' })).toBeNull();
    expect(choiceOf({ type: 'documents', answer: 'sha' })).toBeNull();
  });
});
