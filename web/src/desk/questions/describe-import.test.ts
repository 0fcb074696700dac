import { expect, it } from 'vitest';
import type { ImportReport } from '#contract/desk/questions.ts';
import { describeImport, describePreview, describeProgress } from './describe-import.ts';

const report = (changes: Partial<ImportReport>): ImportReport => ({
  format: 'workbook',
  inserted: 0,
  duplicates: 0,
  inBank: 0,
  refused: 0,
  warned: 0,
  errors: [],
  warnings: [],
  repeats: [],
  types: [],
  samples: [],
  ...changes,
});
const types = [
  { type: 'English', count: 1 },
  { type: 'Reasoning', count: 1200 },
];

it('the preview says how many questions would be added, and what is left out', () => {
  expect(describePreview(report({ types, duplicates: 3, inBank: 1, warned: 2 }))).toEqual({
    tone: 'success',
    title: '1,201 questions can be added',
    facts: [
      'It was read as an Excel, LibreOffice or Word file.',
      '1 question already in the bank will be left out.',
      '2 duplicate rows will be left out.',
      '2 warnings: please check them below.',
    ],
  });
});

it('the preview warns of rows that will be refused, or of questions when the file has no rows', () => {
  const refused = { types, refused: 2, duplicates: 1 };
  const told = (format: ImportReport['format']) =>
    describePreview(report({ ...refused, format })).facts.slice(1);
  expect(told('delimited')).toEqual([
    '2 rows will be refused; the reasons are below.',
    '1 duplicate row will be left out.',
  ]);
  expect(told('qti')).toEqual([
    '2 questions will be refused; the reasons are below.',
    '1 duplicate question will be left out.',
  ]);
  expect(describePreview(report({ refused: 2, format: 'gift' }))).toMatchObject({
    title: 'There’s nothing to add: no question is both valid and new',
  });
  expect(describeImport(report({ refused: 2, format: 'qti' })).facts).toEqual([
    '2 questions were refused.',
  ]);
});

it('the preview of a file with nothing to add says why', () => {
  expect(describePreview(report({ duplicates: 5, inBank: 5 }))).toMatchObject({ tone: 'warn' });
  expect(describePreview(report({ refused: 5 }))).toMatchObject({ tone: 'danger' });
});

it('the report says what was added, by type, and what wasn’t', () => {
  expect(describeImport(report({ inserted: 1201, duplicates: 1, inBank: 1, types }))).toEqual({
    tone: 'success',
    title: '1,201 questions were added',
    facts: [
      'English: 1 question',
      'Reasoning: 1,200 questions',
      '1 question already in the bank was left out.',
    ],
  });
  expect(describeImport(report({ inserted: 1201, refused: 1, types }))).toMatchObject({
    tone: 'warn',
    facts: expect.arrayContaining(['1 row was refused.']),
  });
  expect(describeImport(report({ duplicates: 5, inBank: 5 })).title).toBe('Nothing was added');
});

it('the progress is counted in the unit of the current stage', () => {
  expect(describeProgress({ stage: 'sending', done: 1_048_576, of: 5_242_880 })).toBe(
    'Sending: 1.0 of 5.0 MB',
  );
  expect(describeProgress({ stage: 'sending', done: 10, of: 10 })).toBe('Opening the file…');
  expect(describeProgress({ stage: 'reading', done: 1_500, of: null })).toBe(
    'Reading: 1,500 questions',
  );
  expect(describeProgress({ stage: 'storing', done: 1, of: 1 })).toBe('Adding: 1 of 1 question');
});
