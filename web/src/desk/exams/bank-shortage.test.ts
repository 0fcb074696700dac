import { expect, it } from 'vitest';
import { describeNothing, describeShortages, findShortages } from './exam-form-values.ts';

const bank = [
  { type: 'Reasoning', count: 20 },
  { type: 'English', count: 5 },
];
const rows = (...sections: [fieldType: string, fieldCount: number][]) =>
  findShortages(
    sections.map(([fieldType, fieldCount]) => ({ fieldType, fieldCount })),
    bank,
  );

it('names each section that asks for more than the bank holds', () => {
  expect([...rows(['Reasoning', 20], ['English', 6], ['', 0])]).toEqual([
    [1, 'You want 6, but the bank has 5.'],
  ]);
});

it('counts rows of one type together, as the draw does', () => {
  expect([...rows(['English', 3], ['Reasoning', 1], ['English', 3])].map(([row]) => row)).toEqual([
    0, 2,
  ]);
});

it('reports a type that is no longer in the bank as having 0 questions', () => {
  expect(rows(['Physics', 1]).get(0)).toBe('You want 1, but the bank has 0.');
});

it('reports a shortage once for each type where no rows are shown', () => {
  const sections = [
    { fieldType: 'A', fieldCount: 3 },
    { fieldType: 'B', fieldCount: 1 },
    { fieldType: 'A', fieldCount: 2 },
  ];
  const bank = [
    { type: 'A', count: 4 },
    { type: 'B', count: 1 },
  ];
  expect(describeShortages(sections, bank)).toEqual(['A: You want 5, but the bank has 4.']);
});

it('reports an exam that asks no question, but not a DOC Upload exam [AT1]', () => {
  const fields = [{ fieldType: 'English', fieldCount: 0 }];
  expect(describeNothing({ format: 'MCQ' })).toContain('can’t start');
  expect(describeNothing({ format: 'MIX', fields })).toContain('only upload documents');
  const asked = [{ fieldType: 'English', fieldCount: 1 }];
  expect(describeNothing({ format: 'MCQ', fields: asked })).toBe(null);
  expect(describeNothing({ format: 'DOC Upload', fields })).toBe(null);
});
