// Reading exams: lists, one exam, its preview, and which questions the bank has for them.
import * as z from 'zod/mini';
import { pageNumber, pageSizeUpTo, sorting } from '#api/middleware/list-endpoint.ts';
import { Problem } from '#api/problem.ts';
import { readResultTexts, textResults } from '#api/services/messages/text-results.ts';
import { publishResult, takeBackResult } from '#api/services/results/publish-result.ts';
import { examNameListSchema } from '#contract/desk/exam-draft.ts';
import { listSorts } from '#contract/desk/list-sorts.ts';
import { resultTextsSchema } from '#contract/desk/result-texts.ts';
import { samplePaperSchema } from '#contract/desk/sample-paper.ts';
import { textsSentSchema } from '#contract/desk/start-texts.ts';
import { examListSchema, examSchema, examStatuses } from '#contract/wire/exams.ts';
import { examFormats, idSchema } from '#contract/wire/values.ts';
import { endpoint, readAs } from '../../middleware/endpoint.ts';
import {
  findExams,
  previewExam,
  readExam,
  readExamNames,
  readExams,
  readQuestionTypes,
} from '../../services/exams/read-exams.ts';
import { sentVersionSchema } from './change-exam.ts';

const PAGE_SIZE = 10;

export const getExams = endpoint(
  {
    route: 'get /exams',
    who: 'anyone',
    summary:
      'Active exams and those with a result PDF, newest start first; the administrator sees all, with `fields`; those archived or deleted only with status=Archived or status=Deleted. With page, pageSize, search, status, format or sort one page of those whose name, format or start as shown holds the search; the total is in X-Total-Count.',
    query: z.object({
      page: z.optional(pageNumber),
      pageSize: z.optional(pageSizeUpTo(500)),
      search: z.optional(z.string().check(z.maxLength(200), z.trim())),
      status: z.optional(z.enum(['', ...examStatuses, 'Archived', 'Deleted'])),
      format: z.optional(z.enum(['', ...examFormats])),
      ...sorting(listSorts.exams),
    }),
    reply: examListSchema,
  },
  async ({ deps, caller, query: { order, ...asked }, header }) => {
    if (Object.values(asked).every((value) => value === undefined)) {
      const all = await readExams(deps.db, caller);
      header('x-total-count', String(all.length));
      return all;
    }
    const { page = 1, pageSize = PAGE_SIZE, search = '', status = '', format = '', sort } = asked;
    const wanted = { page, pageSize, search, status, format, sort, order };
    const { exams, total } = await findExams(deps.db, caller, wanted);
    header('x-total-count', String(total));
    return exams;
  },
);

export const getExamNames = endpoint(
  {
    route: 'get /exams/names',
    who: 'admin',
    summary:
      'Every exam by name and start, newest start first: for choosing one among very many. Archived ones are left out unless archived=1.',
    query: z.object({ archived: z.optional(z.enum(['0', '1'])) }),
    reply: examNameListSchema,
  },
  ({ deps, query }) => readExamNames(deps.db, { archived: query.archived === '1' }),
);

export const getQuestionTypes = endpoint(
  {
    route: 'get /exams/question-types',
    who: 'admin',
    summary: 'The types of question in the bank.',
    reply: z.array(z.string()),
  },
  async ({ deps }) => (await readQuestionTypes(deps.db)).map(({ type }) => type),
);

export const getQuestionCounts = endpoint(
  {
    route: 'get /exams/question-counts',
    who: 'admin',
    summary: 'How many questions of each type the bank holds.',
    reply: z.array(z.object({ type: z.string(), count: z.int() })),
  },
  ({ deps }) => readQuestionTypes(deps.db),
);

export const getExam = endpoint(
  {
    route: 'get /exams/:id',
    who: 'anyone',
    summary:
      'One exam, for everyone who sees it in the list; a candidate also sees the exam they applied for.',
    params: z.object({ id: idSchema }),
    reply: examSchema,
    problems: ['not-found'],
  },
  ({ deps, caller, params }) => readExam(deps.db, caller, params.id),
);

export const getExamPreview = endpoint(
  {
    route: 'get /exams/:id/preview',
    who: 'admin',
    summary:
      'A sample paper of the exam, without correct answers: newly drawn each time and never stored.',
    params: z.object({ id: idSchema }),
    reply: samplePaperSchema,
    problems: ['not-found', 'section-too-large'],
  },
  ({ deps, params }) => previewExam(deps.db, params.id),
);

// The result PDF, and text messages that tell candidates that their result is out.
const params = z.object({ id: idSchema });

export const postResult = endpoint(
  {
    route: 'post /exams/upload-result/:id',
    who: 'admin',
    summary: 'Publish the result PDF of an exam; an earlier one is replaced.',
    params,
    form: {
      limitBytes: 20_000_000,
      describe: {
        pdf: 'The PDF, at most 20 MB',
        version: 'Optional: the version of the exam that was seen',
      },
    },
    reply: examSchema,
    problems: ['not-found', 'changed-meanwhile', 'too-large', 'wrong-file-kind', 'file-refused'],
  },
  ({ deps, caller, params: { id }, form }) => {
    const pdf = form.get('pdf');
    if (!(pdf instanceof File))
      throw new Problem('invalid', { fields: { pdf: 'Please choose a PDF file.' } });
    const version = readAs(sentVersionSchema, form.get('version') ?? undefined);
    return publishResult(deps, caller.uid, id, pdf, version);
  },
);

export const deleteResult = endpoint(
  {
    route: 'delete /exams/delete-result/:id',
    who: 'admin',
    summary: 'Withdraws the result PDF of an exam.',
    params,
    query: z.object({ version: sentVersionSchema }),
    reply: examSchema,
    problems: ['not-found', 'changed-meanwhile'],
  },
  ({ deps, caller, params: { id }, query }) => takeBackResult(deps, caller.uid, id, query.version),
);

export const getResultTexts = endpoint(
  {
    route: 'get /exams/:id/result-texts',
    who: 'admin',
    summary:
      'How many candidates would be told by SMS that their result is out: those who have one to see, each once; and what stands against it.',
    params,
    reply: resultTextsSchema,
    problems: ['not-found'],
  },
  ({ deps, params }) => readResultTexts(deps, params.id),
);

export const postResultTexts = endpoint(
  {
    route: 'post /exams/:id/result-texts',
    who: 'admin',
    summary:
      'Tells them by SMS that their result is out. Whoever was told is left out, so twice does no more than once.',
    params,
    reply: textsSentSchema,
    problems: ['not-found', 'invalid'],
  },
  ({ deps, caller, params }) => textResults(deps, caller.uid, params.id),
);
