// The administrator's acts on an exam: create, change, delete, archive and bring back.
import * as z from 'zod/mini';
import { archiveExam, bringBackExam, hideExam } from '#api/services/exams/archive-exam.ts';
import { readStartTexts, textStart } from '#api/services/messages/text-start.ts';
import { type ExamDraft, examDraftSchema } from '#contract/desk/exam-draft.ts';
import {
  startTextsRequestSchema,
  startTextsSchema,
  textsSentSchema,
} from '#contract/desk/start-texts.ts';
import { examSchema } from '#contract/wire/exams.ts';
import { successReplySchema } from '#contract/wire/users.ts';
import { idSchema, versionSchema } from '#contract/wire/values.ts';
import { endpoint, readAs } from '../../middleware/endpoint.ts';
import { Problem } from '../../problem.ts';
import { changeExam, createExam } from '../../services/exams/change-exam.ts';

// What POST and PUT exams take: the exam as JSON in `data`, and a picture.

const examForm = {
  limitBytes: 12_000_000, // a photo as a phone takes it
  describe: {
    data: 'JSON: name, price, description, duration, startDate, format, status, fields, lateMinutes, version, id, imageOf',
    image: 'Optional picture: JPEG, PNG or WebP',
  },
};

/** The version that the sender saw, when it comes in a query or a form field instead of the JSON. */
export const sentVersionSchema = z.optional(z.pipe(z.coerce.number(), versionSchema));

/** @throws Problem invalid */
function readExamForm(form: FormData): { draft: ExamDraft; picture: File | null } {
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

export const putExam = endpoint(
  {
    route: 'put /exams/:id',
    who: 'admin',
    summary: 'Changes an exam. Sections, format and duration are fixed once somebody has sat it.',
    params: z.object({ id: idSchema }),
    form: examForm,
    reply: examSchema,
    problems: [
      'not-found',
      'exam-in-use',
      'changed-meanwhile',
      'section-too-large',
      'too-large',
      'wrong-file-kind',
      'file-refused',
    ],
  },
  ({ deps, caller, params, form }) => {
    const { draft, picture } = readExamForm(form);
    return changeExam(deps, caller.uid, params.id, draft, picture);
  },
);

export const postExam = endpoint(
  {
    route: 'post /exams',
    who: 'admin',
    summary:
      'Create an exam. A start date without a zone is India time. The same `id` again is the same exam: what was sent now is what it holds, unless somebody has changed it since.',
    form: examForm,
    reply: examSchema,
    status: 201,
    problems: [
      'not-found',
      'exam-in-use',
      'changed-meanwhile',
      'section-too-large',
      'too-large',
      'wrong-file-kind',
      'file-refused',
    ],
  },
  ({ deps, caller, form }) => {
    const { draft, picture } = readExamForm(form);
    return createExam(deps, caller.uid, draft, picture);
  },
);

export const deleteExam = endpoint(
  {
    route: 'delete /exams/:id',
    who: 'admin',
    summary:
      'Hides an exam from everyone; its candidates keep their results. With despite=0 refused while somebody sits it, and with late work to decide, documents to mark or paid candidates still to come; with despite=1 only while somebody sits it.',
    params: z.object({ id: idSchema }),
    query: z.object({ version: sentVersionSchema, despite: z.optional(z.enum(['0', '1'])) }),
    reply: successReplySchema,
    problems: ['not-found', 'changed-meanwhile', 'exam-in-use', 'invalid'],
  },
  async ({ deps, caller, params, query: { version, despite } }) => {
    await hideExam(deps, caller.uid, params.id, {
      version,
      despite: despite === undefined ? undefined : despite === '1',
    });
    return { success: true as const };
  },
);

const archiving = {
  who: 'admin',
  params: z.object({ id: idSchema }),
  reply: examSchema,
} as const;

export const postExamArchive = endpoint(
  {
    ...archiving,
    route: 'post /exams/:id/archive',
    summary:
      'Archives an exam: removes it from the ordinary list and choosers and makes it Inactive. Results and a published PDF stay. Refused while somebody sits it, and, unless `despite` is true, with late work to decide, documents to mark or paid candidates still to come.',
    body: z.object({
      version: z.optional(versionSchema),
      despite: z._default(z.boolean(), false),
    }),
    problems: ['not-found', 'changed-meanwhile', 'exam-in-use', 'invalid'],
  },
  ({ deps, caller, params, body }) => archiveExam(deps, caller.uid, params.id, body),
);

export const postExamBringBack = endpoint(
  {
    ...archiving,
    route: 'post /exams/:id/bring-back',
    summary:
      'Undoes a deletion. With the version that was seen, restores an archived exam with its former status, if the bank can still fill it.',
    body: z.object({ version: z.optional(versionSchema) }),
    problems: ['not-found', 'changed-meanwhile'],
  },
  ({ deps, caller, params, body }) => bringBackExam(deps, caller.uid, params.id, body.version),
);

// Text messages that tell candidates when their exam starts (decision 100).

export const getStartTexts = endpoint(
  {
    route: 'get /exams/:id/start-texts',
    who: 'admin',
    summary:
      'How many candidates would be told by SMS when the exam starts: those who have paid and not begun, each start once a day; and what stands against it.',
    params: z.object({ id: idSchema }),
    reply: startTextsSchema,
    problems: ['not-found'],
  },
  ({ deps, params }) => readStartTexts(deps, params.id),
);

export const postStartTexts = endpoint(
  {
    route: 'post /exams/:id/start-texts',
    who: 'admin',
    summary:
      'Tells them by SMS when it starts; `startDate` is the start that was seen. Whoever was told it today is left out, so twice does no more than once.',
    params: z.object({ id: idSchema }),
    body: startTextsRequestSchema,
    reply: textsSentSchema,
    problems: ['not-found', 'changed-meanwhile', 'invalid'],
  },
  ({ deps, caller, params, body }) => textStart(deps, caller.uid, params.id, body.startDate),
);
