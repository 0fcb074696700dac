import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scoreListSchema } from '#contract/wire/results.ts';
import { type OptionName, optionNames } from '#contract/wire/values.ts';
import { type AnswerKey, scoredSections, scoreSections, toScoreList } from './scoring.ts';

const item = (
  qid: string,
  weightage: number,
  negative: number,
  correct: OptionName = 'OptionOne',
) => ({ qid, correct, weightage, negative });

describe('scoring', () => {
  it('adds the weightage of a right answer, subtracts the negative marks of a wrong one, and ignores a blank', () => {
    const key: AnswerKey = [
      {
        name: 'Aptitude',
        items: [item('a', 200, 25), item('b', 200, 25), item('c', 200, 25), item('d', 200, 25)],
      },
    ];
    const answers = new Map<string, OptionName | ''>([
      ['a', 'OptionOne'],
      ['b', 'OptionTwo'],
      ['c', ''],
    ]);
    expect(scoreSections(key, answers)).toEqual([{ name: 'Aptitude', hundredths: 175, wrong: 1 }]);
  });

  it('scores each further right option as right, and no other', () => {
    const also: OptionName[] = ['OptionThree'];
    const items = ['a', 'b', 'c', 'd'].map((qid) => ({ ...item(qid, 200, 25), also }));
    const answers = new Map(items.map(({ qid }, at) => [qid, optionNames[at] ?? ('' as const)]));
    expect(scoreSections([{ name: 'Aptitude', items }], answers)).toEqual([
      { name: 'Aptitude', hundredths: 350, wrong: 2 },
    ]);
  });

  it('goes below zero when there are only wrong answers', () => {
    const key: AnswerKey = [{ name: 'English', items: [item('a', 100, 33), item('b', 100, 33)] }];
    const sections = scoreSections(
      key,
      new Map([
        ['a', 'OptionTwo'],
        ['b', 'OptionFour'],
      ]),
    );
    expect(toScoreList(sections, null)).toEqual([{ TotalScore: -0.66 }, { English: -0.66 }]);
  });

  it('does not drift: a thousand tenths are exactly one hundred', () => {
    const items = Array.from({ length: 1_000 }, (_, index) => item(`q${index}`, 10, 0));
    const answers = new Map(items.map(({ qid, correct }) => [qid, correct]));
    expect(toScoreList(scoreSections([{ name: 'Drift', items }], answers), null)[0]).toEqual({
      TotalScore: 100,
    });
  });

  it('puts the hand-marked documents last and adds them to the total', () => {
    expect(toScoreList([{ name: 'English', hundredths: 150 }], 1_250)).toEqual([
      { TotalScore: 14 },
      { English: 1.5 },
      { Documents: 12.5 },
    ]);
  });

  it('lists nothing for a DOC Upload sitting whose documents are not marked yet', () => {
    expect(toScoreList([], null)).toEqual([]);
    expect(toScoreList([], 700)).toEqual([{ TotalScore: 7 }, { Documents: 7 }]);
  });

  it('keeps section names such as __proto__ as plain names', () => {
    const list = toScoreList([{ name: '__proto__', hundredths: 100 }], null);
    expect(Object.keys(list[1] ?? {})).toEqual(['__proto__']);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    // The names also survive the wire and a phone's disk.
    const sent: unknown = JSON.parse(JSON.stringify(list));
    expect(scoreListSchema.parse(sent).flatMap(Object.entries)).toEqual([
      ['TotalScore', 1],
      ['__proto__', 1],
    ]);
    for (const wrong of [[1], ['A'], [[1]], [{ A: '1' }], [null], {}])
      expect(scoreListSchema.safeParse(wrong).success).toBe(false);
  });

  it('gives a total equal to a separate sum in whole numbers, for any paper and answers', () => {
    const paper = fc.array(
      fc.record({
        weightage: fc.integer({ min: 1, max: 1_000 }),
        negative: fc.integer({ min: 0, max: 1_000 }),
        correct: fc.constantFrom(...optionNames),
        given: fc.constantFrom(...optionNames, '' as const),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(paper, (questions) => {
        const items = questions.map((question, index) =>
          item(`q${index}`, question.weightage, question.negative, question.correct),
        );
        const answers = new Map(questions.map(({ given }, index) => [`q${index}`, given]));
        let expected = 0;
        for (const { given, correct, weightage, negative } of questions)
          expected += given === '' ? 0 : given === correct ? weightage : -negative;
        const wrong = questions.filter(({ given, correct }) => given && given !== correct).length;
        expect(scoreSections([{ name: 'All', items }], answers)).toEqual([
          { name: 'All', hundredths: expected, wrong },
        ]);
      }),
    );
  });
});

describe('scored sections', () => {
  const sections = [
    { fieldType: 'English', fieldCount: 2 },
    { fieldType: 'Unused', fieldCount: 0 },
    { fieldType: 'Reasoning', fieldCount: 1 },
    { fieldType: 'English', fieldCount: 1 },
    { fieldType: '', fieldCount: 0 },
  ];

  it('are the types that have questions, each once, in the exam’s order', () => {
    expect(scoredSections({ format: 'MCQ', sections })).toEqual(['English', 'Reasoning']);
  });

  it('end with the hand-marked documents where the exam takes documents', () => {
    expect(scoredSections({ format: 'MIX', sections }).at(-1)).toBe('Documents');
    expect(scoredSections({ format: 'DOC Upload', sections: [] })).toEqual(['Documents']);
  });
});
