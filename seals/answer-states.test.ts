import { describe, expect, it } from 'vitest';
import { answersFrom, statesOf } from './answer-states.ts';

const paper = ['q1', 'q2', 'q3', 'q4'];

describe('[AT6] an answer sheet as a number for each question', () => {
  it('tells untouched, cleared and each option apart', () => {
    const answers = [
      { qid: 'q4', answer: 'OptionFour' },
      { qid: 'q1', answer: 'OptionOne' },
      { qid: 'q3', answer: '' },
    ] as const;
    expect(statesOf(answers, paper)).toEqual([2, 0, 1, 5]);
    expect(answersFrom([2, 0, 1, 5], paper)).toEqual([answers[1], answers[2], answers[0]]);
  });

  it('can’t hold an answer that the paper doesn’t have, and can’t be read for another paper', () => {
    expect(() => statesOf([{ qid: 'q5', answer: '' }], paper)).toThrow('no such answer');
    expect(() => statesOf([{ qid: 'q1', answer: 'OptionFive' }], paper)).toThrow('no such answer');
    expect(() => answersFrom([0, 0, 0], paper)).toThrow('another paper');
    expect(() => answersFrom([0, 0, 0, 0, 0], paper)).toThrow('another paper');
    expect(() => answersFrom([0, 0, 0, 6], paper)).toThrow('no such answer');
  });
});
