import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Participant } from '#contract/desk/participants.ts';
import { educationKeys } from '#contract/site/registration.ts';
import { candidatePath } from '#web/shared/paths.ts';
import { documentLinks, participantColumns, scoreIn, totalOf } from './participant-columns.tsx';

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
  hall: { room: '', extraPercent: 0, largerText: false, reader: false, note: '' },
  ...changes,
});
const asha = participant({
  score: [{ TotalScore: 0.3 }, { English: 0.1 }, { Reasoning: 0.2 }],
  docs: [
    '/files/f1/My%20page%201.jpg?until=9&signature=s',
    '/files/f2/two.pdf?until=9&signature=t',
  ],
});
const ravi = participant({ score: [{ TotalScore: -1 }, { Documents: -1 }] });
const unscored = participant();

describe('scores', () => {
  it('below zero have a minus in their cells', () => {
    const columns = participantColumns({ sections: ['Documents'], short: false, onHall: null });
    const marks = columns.filter(({ head }) => head === 'Total' || head === 'Document marks');
    expect(marks.map(({ cell }) => renderToStaticMarkup(cell(ravi, 0)))).toEqual([
      '<strong>−1</strong>',
      '−1',
    ]);
    expect(columns.flatMap(({ beside }) => beside?.(ravi) ?? [])).toEqual(['ABC2345', '−1']);
  });

  it('sums the sections exactly, once, and has no total where nothing is scored', () => {
    expect(totalOf(asha)).toBe(0.3);
    expect(totalOf(ravi)).toBe(-1);
    expect(totalOf(unscored)).toBeNull();
  });

  it('distinguish zero from a missing score', () => {
    expect(scoreIn(participant({ score: [{ English: 0 }] }), 'English')).toBe(0);
    expect(scoreIn(ravi, 'English')).toBeNull();
  });
});

describe('the screen’s columns', () => {
  it('stand in a fixed order, with the education filled in', () => {
    const columns = participantColumns({ sections: ['English'], short: false, onHall: null });
    expect(columns.map(({ head }) => head).join(' ')).toBe(
      'Name Email Mobile Address City State TxnID sscYear sscMarks interStream interYear interMarks ' +
        'gradStream gradYear gradMarks btechStream btechYear btechMarks pgStream pgYear pgMarks ' +
        'otherStream otherYear otherMarks workExp Status Total English Documents',
    );
    const [name, ...rest] = columns.slice(0, -3).map(({ cell }) => cell(asha, 0));
    expect(name).toMatchObject({
      props: { to: candidatePath(asha._id), children: { props: { children: 'Asha Rao' } } },
    });
    expect(rest.filter((text) => typeof text !== 'string' || text === '')).toEqual([]);
    expect(rest[6]).toBe('sscYear value');
  });

  it('are fewer in the short form, with the marks right after the name', () => {
    const columns = participantColumns({ sections: ['English'], short: true, onHall: null });
    expect(columns.map(({ head }) => head).join(' ')).toBe(
      'Name Total English Status Mobile TxnID Documents',
    );
  });
});

describe('the document pages of an exam that gives marks for them', () => {
  it('stand last as Documents, apart from their marks', () => {
    const sections = ['English', 'Documents'];
    const columns = participantColumns({ sections, short: false, onHall: null });
    expect(columns.map(({ head }) => head).slice(-3)).toEqual([
      'English',
      'Document marks',
      'Documents',
    ]);
  });
});

describe('documents', () => {
  it('are labelled by file name and link to the full address', () => {
    expect(documentLinks(asha.docs, 'https://x.test')).toEqual([
      {
        label: 'My page 1.jpg',
        href: 'https://x.test/files/f1/My%20page%201.jpg?until=9&signature=s',
      },
      { label: 'two.pdf', href: 'https://x.test/files/f2/two.pdf?until=9&signature=t' },
    ]);
  });
});
