import { expect, it } from 'vitest';
import { reportCsv } from './import-preview.tsx';

const report = {
  format: 'workbook',
  inserted: 0,
  duplicates: 1,
  inBank: 1,
  refused: 1,
  warned: 1,
  errors: [],
  warnings: [],
  repeats: [],
  types: [],
  samples: [],
} as const;

it('the report has a line for every note, with its place and the reason', () => {
  const note = { sheet: 'A', row: 3, column: 'OptionTwo', message: 'He said "no", twice.' };
  const csv = reportCsv({
    report: { ...report, errors: [], warnings: [], repeats: [], types: [], samples: [] },
    errors: [{ ...note, cell: 'C3' }],
    warnings: [{ ...note, row: 0, column: '' }],
    repeats: [{ ...note, row: 5 }],
  });
  expect(csv.split('\r\n')).toEqual([
    '\ufeff"Sheet","Row","Cell","Column","Outcome","Reason"',
    '"A","3","C3","OptionTwo","refused","He said ""no"", twice."',
    '"A","5","","OptionTwo","duplicate, left out","He said ""no"", twice."',
    '"A","all","","","warning","He said ""no"", twice."',
    '',
  ]);
});

it.each([
  ['gift', 'Line'],
  ['qti', 'Question'],
] as const)('the report on %s files, which have no rows, counts by %s', (format, word) => {
  const none = { errors: [], warnings: [], repeats: [] };
  expect(
    reportCsv({ report: { ...report, ...none, format, types: [], samples: [] }, ...none }),
  ).toBe(`\ufeff"Sheet","${word}","Cell","Column","Outcome","Reason"\r\n`);
});

it.each(['=1+1', '+1', '-1', '@x', '\t=1'])('the report keeps %o as text', (start) => {
  const csv = reportCsv({
    report: { ...report, errors: [], warnings: [], repeats: [], types: [], samples: [] },
    errors: [{ sheet: start, row: 1, column: '', message: start }],
    warnings: [],
    repeats: [],
  });
  expect(csv).toContain(`"'${start}","1","","","refused","'${start}"`);
});
