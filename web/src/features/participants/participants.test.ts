import { describe, expect, it } from 'vitest';
import { read, utils } from 'xlsx';
import type { Participant } from '#contract/participants.ts';
import { educationKeys } from '#contract/users.ts';
import { documentLinks } from './documents.ts';
import { exportFileName, exportRows } from './export-rows.ts';
import { exportWorkbook } from './export-workbook.ts';
import { participantColumns } from './participant-columns.ts';
import { scoreIn, sectionsOf, totalOf } from './scores.ts';

const education = Object.fromEntries(educationKeys.map((key) => [key, `${key} value`]));
const participant = (changes: Partial<Participant> = {}): Participant => ({
  ...(education as Pick<Participant, (typeof educationKeys)[number]>),
  _id: 'ABC2345',
  fullName: 'Asha Rao',
  email: 'asha@example.com',
  mobile: '9000000001',
  address: '12 Hill Road',
  city: 'Hyderabad',
  state: 'Telangana',
  TxnID: 'TXN1',
  workExp: '2 years',
  status: 'Completed',
  examStatus: 'Completed',
  docs: [],
  score: [],
  ...changes,
});
const asha = participant({
  score: [{ TotalScore: 0.3 }, { English: 0.1 }, { Reasoning: 0.2 }],
  docs: [
    '/files/f1/My%20page%201.jpg?until=9&signature=s',
    '/files/f2/two.pdf?until=9&signature=t',
  ],
});
const ravi = participant({ fullName: '=1+1', score: [{ TotalScore: -1 }, { Documents: -1 }] });
const unscored = participant({
  fullName: '@SUM(A1)',
  mobile: '+919000000003',
  status: 'Registered',
});

describe('scores', () => {
  it('has one column per scored section and none for TotalScore', () => {
    expect(sectionsOf([asha, unscored, ravi])).toEqual(['English', 'Reasoning', 'Documents']);
  });

  it('sums the sections exactly, once, and has no total where nothing is scored', () => {
    expect(totalOf(asha)).toBe(0.3);
    expect(totalOf(ravi)).toBe(-1);
    expect(totalOf(unscored)).toBeNull();
  });

  it('tells a score of zero from a missing one', () => {
    expect(scoreIn(participant({ score: [{ English: 0 }] }), 'English')).toBe(0);
    expect(scoreIn(ravi, 'English')).toBeNull();
  });
});

describe('the screen’s columns', () => {
  it('stand in the specified order, education filled in', () => {
    expect(participantColumns.map(({ head }) => head).join(' ')).toBe(
      'Name Email Mobile Address City State TxnID sscYear sscMarks interStream interYear interMarks ' +
        'gradStream gradYear gradMarks btechStream btechYear btechMarks pgStream pgYear pgMarks ' +
        'otherStream otherYear otherMarks workExp Status',
    );
    const shown = participantColumns.map(({ text }) => text(asha));
    expect(shown.filter((text) => text === '')).toEqual([]);
    expect(shown[7]).toBe('sscYear value');
  });
});

describe('documents', () => {
  it('are labelled by file name and link to the whole address', () => {
    expect(documentLinks(asha.docs, 'https://x.test')).toEqual([
      {
        label: 'My page 1.jpg',
        href: 'https://x.test/files/f1/My%20page%201.jpg?until=9&signature=s',
      },
      { label: 'two.pdf', href: 'https://x.test/files/f2/two.pdf?until=9&signature=t' },
    ]);
  });
});

describe('Export to Excel', () => {
  const rows = exportRows([asha, ravi, unscored], 'https://x.test');

  it('is named after the exam with spaces as underscores', () => {
    expect(exportFileName('Virtual Assistant Exam')).toBe(
      'Virtual_Assistant_Exam_Participants.xlsx',
    );
  });

  it('has the specified columns, full links joined by comma, No Docs, and a dash for no score', () => {
    expect(rows[0]).toEqual([
      'Name',
      'Email',
      'Mobile',
      'Status',
      'Documents',
      'English',
      'Reasoning',
      'Documents',
    ]);
    expect(rows[1]?.[4]).toBe(
      'https://x.test/files/f1/My%20page%201.jpg?until=9&signature=s, https://x.test/files/f2/two.pdf?until=9&signature=t',
    );
    expect(rows[2]?.slice(4)).toEqual(['No Docs', '-', '-', -1]);
  });

  it('opens as one sheet Participants that holds the same, text that begins with = + - @ as text', async () => {
    const book = read(await (await exportWorkbook(rows)).arrayBuffer());
    expect(book.SheetNames).toEqual(['Participants']);
    const sheet = book.Sheets.Participants;
    if (!sheet) throw new Error('no sheet');
    expect(utils.sheet_to_json(sheet, { header: 1 })).toEqual(rows);
    expect(sheet.A3).toMatchObject({ t: 's', v: '=1+1' });
    expect(sheet.A3).not.toHaveProperty('f');
    expect(sheet.A4).toMatchObject({ t: 's', v: '@SUM(A1)' });
    expect(sheet.C4).toMatchObject({ t: 's', v: '+919000000003' });
    expect(sheet.F2).toMatchObject({ t: 'n', v: 0.1 });
  });
});
