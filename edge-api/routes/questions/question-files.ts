// Question files: upload and download, and a template and a sample to start from.
import * as z from 'zod/mini';
import { chosenIds, searchText, workbookEndpoint } from '#api/middleware/list-endpoint.ts';
import { acceptsLines, replyInLines } from '#api/middleware/reply.ts';
import {
  bankSheet,
  questionSheet,
  readBank,
  sampleQuestions,
} from '#api/services/questions/read-questions.ts';
import { inOnePiece } from '#api/services/workbook/stream-workbook.ts';
import {
  type ImportLine,
  importListSchema,
  importReportSchema,
  importTakenBackSchema,
  MOST_NOTES,
  takeBackRequestSchema,
} from '#contract/desk/questions.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { Problem } from '../../problem.ts';
import { importQuestions, type Watcher } from '../../services/questions/import-questions.ts';
import { listImports, takeBackImport } from '../../services/questions/take-back-import.ts';
import { bankStateFilter } from './questions.ts';

/** Bytes: 10 MB for the file, the rest for the form around it. */
const UPLOAD_LIMIT = 10 * 1024 * 1024 + 16_384;

/** The most notes in one line of the reply. */
const PIECE = 500;

const flag = z.optional(z.enum(['0', '1']));

export const postQuestions = endpoint(
  {
    route: 'post /questions/upload',
    who: 'admin',
    summary:
      'Imports a file of questions into the bank: all rows or none, or the valid ones with partial=1; dryRun=1 only reports. With Accept: application/x-ndjson it answers line by line: progress, every note, then the report or the problem.',
    query: z.object({ dryRun: flag, partial: flag }),
    form: {
      limitBytes: UPLOAD_LIMIT,
      describe: {
        file: 'An Excel or LibreOffice workbook (.xlsx, .xls, .ods), a Word document (.docx), CSV, GIFT, Aiken, Moodle XML or QTI, told by its content; at most 10 MB and 50,000 questions.',
      },
    },
    reply: importReportSchema,
    problems: ['file-refused', 'wrong-file-kind', 'too-large', 'import-under-way', 'unavailable'],
  },
  async ({ deps, caller, query, form, request }) => {
    const [file, other] = form.getAll('file');
    if (!(file instanceof File))
      throw new Problem('invalid', { fields: { file: 'Please choose a file.' } });
    if (other !== undefined)
      throw new Problem('invalid', { fields: { file: 'Please send one file at a time.' } });
    const upload = {
      bytes: new Uint8Array(await file.arrayBuffer()),
      fileName: file.name,
      dryRun: query.dryRun === '1',
      partial: query.partial === '1',
    };
    const run = (watcher: Watcher) => importQuestions(deps, caller.uid, upload, watcher);
    if (!acceptsLines(request)) return (await run({})).report;
    return replyInLines<ImportLine>(deps, async (send, signal) => {
      const { report, notes } = await run({
        signal,
        onProgress: (progress) => send({ is: 'progress', ...progress }),
      });
      for (const list of ['errors', 'warnings', 'repeats'] as const) {
        for (let start = 0; start < notes[list].length; start += PIECE)
          send({ is: 'notes', list, notes: notes[list].slice(start, start + PIECE) });
      }
      // The lines above carry all errors, so the report needs only the first ones.
      send({ is: 'report', report: { ...report, errors: report.errors.slice(0, MOST_NOTES) } });
    });
  },
);

export const getImports = endpoint(
  {
    route: 'get /questions/imports',
    who: 'admin',
    summary: 'The newest fifty imports of question files, and what the bank still has of each.',
    reply: importListSchema,
  },
  ({ deps }) => listImports(deps.db.orm, deps.now()),
);

export const postTakeBack = endpoint(
  {
    route: 'post /questions/imports/:id/take-back',
    who: 'admin',
    summary:
      'Takes all questions of an import out of the bank, with a reason, unless a candidate has begun a paper with any of them.',
    params: z.object({ id: idSchema }),
    body: takeBackRequestSchema,
    reply: importTakenBackSchema,
    problems: ['not-found', 'changed-meanwhile', 'invalid'],
  },
  ({ deps, caller, params, body }) => takeBackImport(deps, caller.uid, params.id, body.reason),
);

export const getQuestionsDownload = workbookEndpoint(
  {
    route: 'get /questions/download',
    mayLag: true,
    summary:
      'The bank, the matches of a search and a type, or the chosen questions, as a workbook that can be uploaded again unchanged.',
    query: z.object({
      search: searchText,
      type: searchText,
      state: bankStateFilter,
      chosen: chosenIds,
    }),
  },
  ({ deps, query }) => ({
    fileName: 'questions.xlsx',
    sheet: bankSheet,
    rows: readBank(deps.db, query),
  }),
);

export const getQuestionsTemplate = workbookEndpoint(
  {
    route: 'get /questions/template',
    summary: 'An empty workbook with the columns of a question file.',
  },
  () => ({
    fileName: 'questions-template.xlsx',
    sheet: questionSheet,
    rows: inOnePiece([]),
  }),
);

export const getQuestionsSample = workbookEndpoint(
  {
    route: 'get /questions/sample',
    summary: 'A question file of twenty questions to try the upload with.',
  },
  () => ({
    fileName: 'questions-sample.xlsx',
    sheet: questionSheet,
    rows: sampleQuestions(),
  }),
);
