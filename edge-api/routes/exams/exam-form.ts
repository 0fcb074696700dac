// What POST and PUT exams take: the exam as JSON in `data`, and a picture.
import * as z from 'zod/mini';
import { type ExamDraft, examDraftSchema } from '#contract/wire/exams.ts';
import { versionSchema } from '#contract/wire/values.ts';
import { readAs } from '../../middleware/endpoint.ts';
import { Problem } from '../../problem.ts';

export const examForm = {
  limitBytes: 12_000_000, // a photo as a phone takes it
  describe: {
    data: 'JSON: name, price, description, duration, startDate, format, status, fields, lateMinutes, version, imageOf',
    image: 'Optional picture: JPEG, PNG or WebP',
  },
};

/** The version that the sender saw, where it isn't part of the JSON: in a query, or a form's field. */
export const sentVersionSchema = z.optional(z.pipe(z.coerce.number(), versionSchema));

/** @throws Problem invalid */
export function readExamForm(form: FormData): { draft: ExamDraft; picture: File | null } {
  const data = form.get('data');
  if (typeof data !== 'string')
    throw new Problem('invalid', { fields: { data: 'The exam is missing.' } });
  let json: unknown;
  try {
    json = JSON.parse(data);
  } catch {
    throw new Problem('unreadable');
  }
  const draft = readAs(examDraftSchema, json);
  const picture = form.get('image');
  return { draft, picture: picture instanceof File ? picture : null };
}
