import { expect, it } from 'vitest';
import { describeDetail, subjectInWords, subjectPath } from './describe-entry.ts';

it('writes details on one line, changes with an arrow, and cuts what is very long', () => {
  const detail = { name: 'Clerk', price: { from: 500, to: 600 }, counted: true, note: '' };
  expect(describeDetail('exam.changed', detail)).toBe(
    'Name: Clerk · price: 500 → 600 · counted: yes',
  );
  const setting = { address: { from: null, to: '1 Hill Road' } };
  expect(describeDetail('setting.changed', setting)).toBe('Address: none → 1 Hill Road');
  expect(describeDetail('exam.created', { long: 'x'.repeat(500) })).toHaveLength(241);
});

it('writes what was changed in Settings by the words of that screen', () => {
  const company = { gstin: { from: '36A', to: '36B' }, line: { from: 'Tests', to: 'Exams' } };
  expect(describeDetail('setting.changed', company)).toBe(
    'GSTIN: 36A → 36B · what the company does: Tests → Exams',
  );
  expect(subjectInWords('setting.changed', 'brand')).toBe('Company');
  expect(subjectInWords('setting.changed', 'new-one')).toBe('new-one');
  expect(subjectInWords('exam.changed', 'brand')).toBe('brand');
});

it('writes what was changed of an exam by the names of its form, from what to what', () => {
  const start = { from: '2026-11-30T04:30:00.000Z', to: '2026-11-30T05:30:00.000Z' };
  const changed = ['sections', 'imageFileId'];
  const detail = { pricePaise: { from: 30_000, to: 35_000 }, startsAt: start, changed };
  expect(describeDetail('exam.changed', detail)).toBe(
    'Price: ₹300 → ₹350 · start: Mon 30 Nov 2026, 10:00 am IST → Mon 30 Nov 2026, 11:00 am IST · changed: sections, image',
  );
  const rules = {
    durationMinutes: { from: 60, to: 90 },
    start: { from: 'own', to: 'together' },
    keyVersion: { from: 1, to: 2 }, // internal, so not shown
    anotherDevice: { from: 'self', to: 'approval' },
    lateMinutes: { from: null, to: 30 },
  };
  expect(describeDetail('exam.changed', rules)).toBe(
    'Minutes: 60 → 90 · time runs: from when each candidate starts → from the start, for everyone · ' +
      'another phone: the candidate decides → a proctor must allow it · accept late work for: none → 30',
  );
  // Older entries hold only the names of fields, without values.
  expect(describeDetail('exam.changed', { changed: ['pricePaise', 'startsAt'] })).toBe(
    'Changed: price, start',
  );
});

it('describes the gateway’s answer in words, never as JSON', () => {
  const gateway = {
    txnId: 'TX-1',
    status: 'CHARGED',
    currency: 'INR',
    reference: 'Z4X269RFA66F2X2E',
    merchantId: 'SIMULATED',
    amountPaise: 123_450,
    bankReference: '951703391644',
    deeper: { andDeeper: { fileName: 'a' } },
  };
  const detail = { was: 'pending', reason: null, gateway, expectedPaise: 123_450 };
  expect(describeDetail('order.success', detail)).toBe(
    'Before: pending · the bank says: transaction TX-1, status CHARGED, amount ₹1,234.50, ' +
      'bank reference 951703391644, deeper and deeper file name a',
  );
});

it('writes an instant as people in India say it', () => {
  const handedOver = { text: 10, takenAt: '2026-11-23T14:38:01.052Z', submission: true };
  expect(describeDetail('sitting.handed-over', handedOver)).toBe(
    'Up to act: 10 · taken at: Mon 23 Nov 2026, 8:08 pm IST · submission: yes',
  );
});

it('writes marks as marks and times as times, and leaves out internal numbers', () => {
  expect(describeDetail('documents.marked', { from: null, to: 1_750, reason: 'Neat' })).toBe(
    'To: 17.5 · reason: Neat',
  );
  expect(describeDetail('question.changed', { from: 169, to: 183 })).toBe('');
  const submitted = { seq: 1_000_000_000, auto: false, device: '', elapsed: 65_000 };
  expect(describeDetail('sitting.submitted', submitted)).toBe(
    'Submitted by the candidate, 1 min 5 s after starting',
  );
  expect(describeDetail('sitting.submitted-late', { ...submitted, auto: true, held: 2 })).toBe(
    'Submitted automatically, 1 min 5 s after starting · waiting for a decision: 2',
  );
  expect(describeDetail('sitting.late-events', { afterDeadlineMs: -5_400_000 })).toBe(
    'Before the deadline: 90 min',
  );
  const section = (hundredths: number) => ({ name: 'Aptitude', wrong: 1, hundredths });
  const rescored = { before: [section(425)], after: [section(-75)] };
  expect(describeDetail('sitting.rescored', rescored)).toBe(
    'Before: Aptitude 4.25 · after: Aptitude −0.75',
  );
});

it('names exams, files and rooms, and never shows their ids', () => {
  const moved = { examId: 'wh0zvbt2f4qq', name: 'Clerk', reason: 'Asked' };
  expect(describeDetail('candidate.allowed-another', moved)).toBe('Exam: Clerk · reason: Asked');
  const file = { file: 'f1', name: 'Results.pdf', edition: 'e1' };
  expect(describeDetail('result.published', file)).toBe('File: Results.pdf');
  const given = { exam: 'e1', minutes: 5, reason: 'Noise' };
  const gave = (to: object) => describeDetail('hall.extra-time', { ...given, to });
  expect(gave({ row: 'p65yp4k6p72x' })).toBe('Minutes: 5 · reason: Noise');
  expect(describeDetail('hall.extra-time', { ...given, forPause: true })).toBe(
    'Minutes: 5 · reason: Noise · in place of a pause: yes',
  );
  expect(gave({ room: 'Hall A' })).toBe('Minutes: 5 · reason: Noise · for: Hall A');
  expect(gave({ all: true })).toBe('Minutes: 5 · reason: Noise · for: everyone');
});

it('links only to screens that exist', () => {
  expect(subjectPath('exam.changed', 'e1')).toBe('/adminanalysis/e1');
  expect(subjectPath('exam.deleted', 'e1')).toBeNull();
  expect(subjectPath('order.success', 'EXAM-A-1')).toBe('/adminpayments?search=EXAM-A-1');
  expect(subjectPath('proctor.revoked', 'P1')).toBe('/adminstaff');
  expect(subjectPath('sitting.closed', 's1')).toBeNull();
  expect(subjectPath('something.new', 'x')).toBeNull();
});
