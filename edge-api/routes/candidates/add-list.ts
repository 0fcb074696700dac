// POST candidates/list, GET candidates/lists and candidates/template: a college's list of candidates.
import * as z from 'zod/mini';
import { text } from '#api/services/workbook/stream-workbook.ts';
import {
  addedListsSchema,
  candidateListFormSchema,
  candidateListReportSchema,
  templateColumns,
} from '#contract/desk/candidates.ts';
import { endpoint, readAs } from '../../middleware/endpoint.ts';
import { workbookEndpoint } from '../../middleware/list-endpoint.ts';
import { Problem } from '../../problem.ts';
import { addList } from '../../services/candidates/add-list.ts';
import { addedLists } from '../../services/candidates/added-lists.ts';

/** The file may have 10 MB; the rest is the form around it. */
const LIMIT = 10 * 1024 * 1024 + 16_384;

export const postCandidateList = endpoint(
  {
    method: 'post',
    path: '/candidates/list',
    who: 'admin',
    summary:
      'Adds everyone on a list to an exam, or nobody; dryRun=1 only reports, row by row. Who is in the exam already is not added again. UIDs and one-time passwords go out by SMS.',
    query: z.object({ dryRun: z.optional(z.enum(['0', '1'])) }),
    form: {
      limitBytes: LIMIT,
      describe: {
        file: 'An Excel workbook (.xlsx, .xls) or CSV with the columns Name, Mobile and, if you like, Email, Room, Extra time %, Date of birth and Category; at most 2,000 people.',
        examID: 'The exam they are added to; it must be Active.',
        officeInvoice:
          'The number of the invoice that pays their fees; empty if they pay themselves.',
        reason: 'The reason; it is shown in Activity.',
      },
    },
    reply: candidateListReportSchema,
    problems: ['file-refused', 'wrong-file-kind', 'too-large', 'unavailable'],
  },
  async ({ deps, caller, query, form }) => {
    const [file, other] = form.getAll('file');
    if (!(file instanceof File) || other !== undefined)
      throw new Problem('invalid', { fields: { file: 'Please choose one file.' } });
    const typed = [...form].filter(([, value]) => typeof value === 'string');
    const into = readAs(candidateListFormSchema, Object.fromEntries(typed));
    const upload = {
      bytes: new Uint8Array(await file.arrayBuffer()),
      fileName: file.name,
      dryRun: query.dryRun === '1',
    };
    return addList(deps, caller.uid, upload, into);
  },
);

export const getCandidateLists = endpoint(
  {
    method: 'get',
    path: '/candidates/lists',
    who: 'admin',
    summary:
      'The five lists that were added last, newest first, and how many of their one-time passwords are still to be sent.',
    reply: addedListsSchema,
  },
  ({ deps }) => addedLists(deps.db),
);

export const getCandidateTemplate = workbookEndpoint(
  {
    path: '/candidates/template',
    summary: 'An empty workbook with the columns of a list of candidates.',
  },
  () => ({
    fileName: 'candidates-template.xlsx',
    sheet: { name: 'Candidates', columns: templateColumns.map((head) => text(head, 30)) },
    rows: noRows(),
  }),
);

async function* noRows() {}
