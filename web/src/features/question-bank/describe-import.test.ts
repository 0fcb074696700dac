import { expect, it } from 'vitest';
import type { ImportReport } from '#contract/questions.ts';
import { describeImport } from './describe-import.ts';

const note = { sheet: 'Sheet1', row: 3, column: 'OptionTwo', message: 'This option is empty.' };
const report = (changes: Partial<ImportReport>): ImportReport => ({
  format: 'workbook',
  inserted: 0,
  duplicates: 0,
  inBank: 0,
  refused: 0,
  warned: 0,
  repeats: [],
  samples: [],
  errors: [],
  warnings: [],
  types: [],
  ...changes,
});

it('tells what came in, by type, and how many duplicates were left out', () => {
  const types = [
    { type: 'English', count: 1 },
    { type: 'Reasoning', count: 1200 },
  ];
  expect(describeImport(report({ inserted: 1201, duplicates: 1, types }))).toEqual({
    tone: 'success',
    title: '1,201 questions were added',
    facts: ['English: 1 question', 'Reasoning: 1,200 questions', '1 duplicate was left out.'],
    sound: 0,
  });
});

it('says that nothing was added while rows are refused, and offers the sound ones', () => {
  const types = [{ type: 'English', count: 7 }];
  const told = describeImport(report({ errors: [note, note], refused: 2, types }));
  expect(told).toMatchObject({ tone: 'danger', facts: ['2 rows were refused; see below.'] });
  expect(told.sound).toBe(7);
});

it('offers nothing more once the sound rows were added', () => {
  const types = [{ type: 'English', count: 7 }];
  expect(describeImport(report({ inserted: 7, errors: [note], refused: 1, types }))).toMatchObject({
    tone: 'warn',
    title: '7 questions were added',
    sound: 0,
  });
});

it('knows a file that the bank holds already', () => {
  expect(describeImport(report({ duplicates: 5 }))).toMatchObject({
    tone: 'warn',
    facts: ['5 duplicates were left out.'],
  });
});
