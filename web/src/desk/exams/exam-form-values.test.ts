import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { examDraftSchema } from '#contract/desk/exam-draft.ts';
import type { Exam } from '#contract/wire/exams.ts';
import { changesBetween } from '#web/shared/desk/changes-between.ts';
import {
  examFormSchema,
  examInWords,
  newExamValues,
  readSections,
  SECTIONS_STAND,
  startHint,
  toCopyValues,
  toFormData,
  toFormValues,
} from './exam-form-values.ts';

const exam: Exam = {
  _id: 'e1',
  name: 'Virtual Assistant Exam',
  price: 499.5,
  description: '<p>About</p>',
  startDate: '2026-11-20T20:15:42.123Z',
  duration: 90,
  format: 'MIX',
  status: 'Inactive',
  start: 'own',
  imageUrl: null,
  fields: [{ fieldType: 'Reasoning', fieldCount: 30 }],
  version: 4,
};

/** What the browser reads from the form. */
const typed = (changes: Record<string, unknown> = {}) => ({
  name: 'Exam',
  price: '500',
  description: '',
  duration: '60',
  startDate: '2026-11-21T10:30',
  format: 'MCQ',
  status: 'Active',
  ...Object.fromEntries(
    newExamValues.fields.flatMap((_, row) => [
      [`fields.${row}.fieldType`, ''],
      [`fields.${row}.fieldCount`, '0'],
    ]),
  ),
  ...changes,
});
const faultsOf = (changes: Record<string, unknown>) => {
  const judged = z.safeParse(examFormSchema, typed(changes));
  return judged.success ? [] : judged.error.issues.map(({ path }) => path[0]);
};

it('opens a new exam with the usual defaults', () => {
  expect(newExamValues).toEqual({
    name: '',
    price: 0,
    description: '',
    duration: 60,
    startDate: '',
    format: 'MCQ',
    status: 'Active',
    fields: Array(10).fill({ fieldType: '', fieldCount: 0 }),
    start: 'own',
    anotherDevice: 'self',
    lateMinutes: null, // as in Settings
  });
});

it('requires a number of questions for a section with a type, and a type for a number of questions', () => {
  const section = (type: string, count: string) =>
    faultsOf({ 'fields.1.fieldType': type, 'fields.1.fieldCount': count });
  expect(section('Maths', '')).toEqual(['fields.1.fieldCount']);
  expect(section('Maths', '0')).toEqual(['fields.1.fieldCount']);
  expect(section('', '5')).toEqual(['fields.1.fieldType']);
  expect(section('Maths', '5')).toEqual([]);
  expect(section('', '0')).toEqual([]);
});

it('requires nothing of sections that can no longer be changed', () => {
  const older = { 'fields.1.fieldType': 'Maths', 'fields.1.fieldCount': '0' };
  expect(faultsOf({ ...older, [SECTIONS_STAND]: 'true' })).toEqual([]);
  const judged = z.parse(examFormSchema, typed({ ...older, [SECTIONS_STAND]: 'true' }));
  expect(toFormData(judged, {}).get('data')).not.toContain(SECTIONS_STAND);
});

it('allows no more questions in total than one submission can name', () => {
  const rows = (count: number) =>
    Object.fromEntries(
      [0, 1, 2, 3, 4].flatMap((row) => [
        [`fields.${row}.fieldType`, `Type ${row}`],
        [`fields.${row}.fieldCount`, String(count)],
      ]),
    );
  expect(faultsOf(rows(1_000))).toEqual([]);
  const more = { 'fields.5.fieldType': 'Type 5', 'fields.5.fieldCount': '1' };
  expect(faultsOf({ ...rows(1_000), ...more })).toEqual(['fields.5.fieldCount']);
});

it('edits the start at minute precision, 16 characters, in India time', () => {
  expect(toFormValues(exam).startDate).toBe('2026-11-21T01:45');
});

it('copies everything but the start, as Inactive, so that no candidate sees the copy by accident', () => {
  const active: Exam = { ...exam, status: 'Active' };
  expect(toCopyValues(active)).toEqual({
    ...toFormValues(exam),
    name: 'Copy of Virtual Assistant Exam',
    startDate: '',
    status: 'Inactive',
  });
  expect(toCopyValues({ ...exam, name: 'é'.repeat(200) }).name).toHaveLength(200);
});

it('pads a shorter list of sections to exactly ten rows', () => {
  const { fields } = toFormValues(exam);
  expect(fields).toHaveLength(10);
  expect(fields[0]).toEqual({ fieldType: 'Reasoning', fieldCount: 30 });
  expect(fields[9]).toEqual({ fieldType: '', fieldCount: 0 });
  const { fields: _, ...without } = exam;
  expect(toFormValues(without).fields).toHaveLength(10);
});

it('sends what the server’s own schema accepts, with the version and without an empty picture', () => {
  const sections = { 'fields.2.fieldType': 'English', 'fields.2.fieldCount': '15' };
  const form = z.parse(examFormSchema, typed({ ...sections, image: new File([], '') }));
  const body = toFormData(form, { version: 4 });
  expect(body.has('image')).toBe(false);
  const draft = z.parse(examDraftSchema, JSON.parse(String(body.get('data'))));
  expect(draft).toMatchObject({ price: 500, duration: 60, version: 4 });
  expect(draft.fields).toHaveLength(10);
  expect(draft.fields[2]).toEqual({ fieldType: 'English', fieldCount: 15 });
});

it('sends a chosen picture', () => {
  const image = new File(['x'], 'a.png', { type: 'image/png' });
  const form = z.parse(examFormSchema, typed({ image }));
  expect(toFormData(form, {}).get('image')).toBeInstanceOf(File);
});

it('sends a chosen picture without content too, so that the server refuses it', () => {
  const image = new File([], 'a.png', { type: 'image/png' });
  const form = z.parse(examFormSchema, typed({ image }));
  expect(toFormData(form, {}).get('image')).toBeInstanceOf(File);
});

it('marks the field that is wrong', () => {
  expect(faultsOf({})).toEqual([]);
  expect(faultsOf({ name: '  ' })).toEqual(['name']);
  expect(faultsOf({ price: '-1' })).toEqual(['price']);
  expect(faultsOf({ duration: '0' })).toEqual(['duration']);
  expect(faultsOf({ startDate: '' })).toEqual(['startDate']);
  expect(faultsOf({ format: '' })).toEqual(['format']);
  expect(faultsOf({ image: new File(['x'], 'a.pdf', { type: 'application/pdf' }) })).toEqual([
    'image',
  ]);
  expect(faultsOf({ 'fields.3.fieldCount': '-2', 'fields.3.fieldType': 'A' })).toEqual([
    'fields.3.fieldCount',
  ]);
  expect(faultsOf({ 'fields.3.fieldCount': '2' })).toEqual(['fields.3.fieldType']);
});

it('reads a blank count as zero', () => {
  expect(readSections({ 'fields.0.fieldCount': '' })[0]).toEqual({ fieldType: '', fieldCount: 0 });
});

const opened: Exam = {
  _id: 'e1',
  name: 'Exam',
  price: 500,
  description: '',
  startDate: '2026-11-21T05:00:00.000Z',
  duration: 60,
  format: 'MCQ',
  status: 'Active',
  start: 'own',
  imageUrl: null,
  fields: [
    { fieldType: 'English', fieldCount: 5 },
    { fieldType: '', fieldCount: 0 },
  ],
};

const changesTo = (now: Exam) => changesBetween(examInWords(opened), examInWords(now));

it('names what somebody else changed in an exam, with the value it has now', () => {
  const now = { ...opened, price: 100000, description: '<p>New</p>', version: 9 };
  expect(changesTo(now)).toEqual([
    { label: 'Price', now: '₹1,00,000' },
    { label: 'Description', now: '<p>New</p>' },
  ]);
  expect(changesTo({ ...opened, fields: [] })).toEqual([{ label: 'Sections', now: '' }]);
});

it('shows a typed start in words, and warns that it has passed unless it was the start before', () => {
  const now = Date.parse('2026-11-21T05:00:00.000Z'); // 10:30 in India
  const said = (typed: string, opened = '') => startHint(typed, opened, now);
  expect(said('')).toBe('India time');
  expect(said('2026-11-21T10:31')).toBe('Sat 21 Nov 2026, 10:31 am IST');
  const passed = 'That’s in the past, so candidates can start as soon as the exam is Active.';
  expect(said('2026-11-21T10:30')).toBe(`Sat 21 Nov 2026, 10:30 am IST. ${passed}`);
  expect(said('2026-11-21T10:00', '2026-11-21T10:00')).toBe('Sat 21 Nov 2026, 10:00 am IST');
});
