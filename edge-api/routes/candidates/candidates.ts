// Candidates at the desk: finding and adding them, and everything about one of them, including the photograph.
import * as z from 'zod/mini';
import {
  listEndpoint,
  listQueries,
  paging,
  workbookEndpoint,
} from '#api/middleware/list-endpoint.ts';
import { Problem } from '#api/problem.ts';
import { addedLists, addList } from '#api/services/candidates/add-list.ts';
import { inOnePiece, text } from '#api/services/workbook/stream-workbook.ts';
import {
  addedListsSchema,
  candidateAddedSchema,
  candidateListFormSchema,
  candidateListReportSchema,
  candidateListSchema,
  candidateSchema,
  candidateStates,
  newCandidateSchema,
  photoRemovalSchema,
  templateColumns,
} from '#contract/desk/candidates.ts';
import { listSorts } from '#contract/desk/list-sorts.ts';
import { ownPhotoSchema } from '#contract/site/photo.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint, readAs } from '../../middleware/endpoint.ts';
import { readOwnPhoto, refusePhoto } from '../../services/account/own-photo.ts';
import { addCandidate } from '../../services/candidates/add-candidates.ts';
import {
  exportCandidates,
  findCandidate,
  listCandidates,
} from '../../services/candidates/list-candidates.ts';
import { readCandidate } from '../../services/candidates/read-candidate.ts';

const queries = listQueries(
  { state: z._default(z.enum([...candidateStates, '']), '') },
  listSorts.candidates,
  paging(20, 100),
);

export const getCandidates = listEndpoint(
  {
    route: 'get /candidates',
    mayLag: true,
    summary:
      'Candidates, newest first or sorted, by UID, name, mobile, email or city, and by where their current exam stands; the total is in X-Total-Count.',
    query: queries.list,
    reply: candidateListSchema,
  },
  ({ deps, query }) => listCandidates(deps.db, query),
);

export const getCandidatesExport = workbookEndpoint(
  {
    route: 'get /candidates/export',
    mayLag: true,
    summary:
      'The candidates of a search and state, newest first, all of them or the chosen ones, as a workbook.',
    query: queries.workbook,
  },
  ({ deps, query }) => exportCandidates(deps.db, query),
);

export const postCandidate = endpoint(
  {
    route: 'post /candidates',
    who: 'admin',
    summary:
      'Adds a candidate to an exam, paid by an invoice of the office where one is named; UID and one-time password go out by SMS.',
    body: newCandidateSchema,
    reply: candidateAddedSchema,
    status: 201,
    problems: ['email-taken', 'mobile-taken', 'unavailable'],
  },
  ({ deps, caller, body }) => addCandidate(deps, caller.uid, body),
);

export const getCandidate = endpoint(
  {
    route: 'get /candidates/:uid',
    who: 'admin',
    summary:
      'One candidate: details, exams, orders, sittings, where they signed in, messages of thirty days, and the newest hundred acts.',
    params: z.object({ uid: idSchema }),
    reply: candidateSchema,
    problems: ['not-found'],
  },
  ({ deps, params: { uid } }) => readCandidate(deps, uid),
);

const params = z.object({ uid: idSchema });

export const getCandidatePhoto = endpoint(
  {
    route: 'get /candidates/:uid/photo',
    who: 'admin',
    summary: 'A candidate’s photo for check-in, and whether it can be removed.',
    params,
    reply: ownPhotoSchema,
    problems: ['not-found'],
  },
  async ({ deps, params: { uid } }) =>
    readOwnPhoto(deps, (await findCandidate(deps.db.orm, uid)).uid),
);

export const postCandidatePhotoRemoval = endpoint(
  {
    route: 'post /candidates/:uid/photo/remove',
    who: 'admin',
    summary:
      'Removes the photo that was seen, with a reason; the candidate is asked for another. Not while they are checked in.',
    params,
    body: photoRemovalSchema,
    reply: ownPhotoSchema,
    problems: ['not-found', 'photo-locked', 'changed-meanwhile'],
  },
  async ({ deps, caller, params: { uid }, body }) => {
    const candidate = await findCandidate(deps.db.orm, uid);
    return refusePhoto(deps, { actor: caller.uid, ...body }, candidate.uid);
  },
);

// POST candidates/list, GET candidates/lists and candidates/template: a college's list of candidates.

/** Bytes: 10 MB for the file, the rest for the form around it. */
const LIMIT = 10 * 1024 * 1024 + 16_384;

export const postCandidateList = endpoint(
  {
    route: 'post /candidates/list',
    who: 'admin',
    summary:
      'Adds everyone on a list to an exam, or nobody; dryRun=1 only reports, row by row. Anyone already in the exam is not added again. UIDs and one-time passwords go out by SMS.',
    query: z.object({ dryRun: z.optional(z.enum(['0', '1'])) }),
    form: {
      limitBytes: LIMIT,
      describe: {
        file: 'An Excel or LibreOffice workbook (.xlsx, .xls, .ods), CSV or a Word document (.docx) with the columns Name, Mobile and, if you like, Email, Room, Extra time %, Date of birth and Category; at most 2,000 people.',
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
    route: 'get /candidates/lists',
    who: 'admin',
    summary:
      'The five lists that were added last, newest first, and how many of their one-time passwords are still to be sent.',
    reply: addedListsSchema,
  },
  ({ deps }) => addedLists(deps.db),
);

export const getCandidateTemplate = workbookEndpoint(
  {
    route: 'get /candidates/template',
    summary: 'An empty workbook with the columns of a list of candidates.',
  },
  () => ({
    fileName: 'candidates-template.xlsx',
    sheet: { name: 'Candidates', columns: templateColumns.map((head) => text(head, 30)) },
    rows: inOnePiece([]),
  }),
);
