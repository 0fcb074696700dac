// An exam that runs on a cell: the roster goes to the cell and the results come back, each as a file (decision 87).
import * as z from 'zod/mini';
import { broughtReportSchema, cellSummarySchema, ROSTER_PART } from '#contract/desk/cells.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { workbookEndpoint } from '../../middleware/list-endpoint.ts';
import { download, NDJSON } from '../../middleware/reply.ts';
import { Problem } from '../../problem.ts';
import { exportResults, exportRoster, readCellSummary } from '../../services/cells/export-files.ts';
import { takeInResults } from '../../services/cells/take-in-results.ts';

const params = z.object({ id: idSchema });
const MOST_PARTS = 1_000;
const partSchema = z._default(
  z.coerce.number().check(z.int(), z.positive(), z.maximum(MOST_PARTS)),
  1,
);

export const getCellSummary = endpoint(
  {
    route: 'get /exams/:id/cell',
    who: 'admin',
    summary:
      'How many people a roster of this exam names, how many results it has, and what came from cells.',
    params,
    reply: cellSummarySchema,
    problems: ['not-found'],
  },
  ({ deps, params: { id } }) => readCellSummary(deps, id),
);

export const getRoster = workbookEndpoint(
  {
    route: 'get /exams/:id/cell/roster',
    summary: `Who has paid for the exam and not sat it, as a list of candidates that a cell takes in; ${ROSTER_PART} people in each part.`,
    params,
    query: z.object({ part: partSchema }),
    problems: ['not-found'],
  },
  ({ deps, params: { id }, query: { part } }) => exportRoster(deps, id, part),
);

export const getCellResults = endpoint(
  {
    route: 'get /exams/:id/cell/results',
    who: 'admin',
    summary:
      'Every whole score of the exam that was sat here, as lines of JSON signed by the receipt key: for the main site. With part and of one of several files.',
    params,
    query: z.object({ part: partSchema, of: partSchema }),
    reply: { describe: 'Lines of JSON (application/x-ndjson).' },
    problems: ['not-found'],
  },
  async ({ deps, params: { id }, query }) => {
    if (query.part > query.of)
      throw new Problem('invalid', { fields: { part: 'There are fewer files than this.' } });
    return download(deps, 'results.jsonl', NDJSON, await exportResults(deps, id, query));
  },
);

/** Bytes; as much as deploy/nginx.conf lets through. */
const LIMIT = 32 * 1024 * 1024;

export const postCellResults = endpoint(
  {
    route: 'post /exams/:id/cell/results',
    who: 'admin',
    summary:
      'Takes in a results file of a cell; dryRun=1 only reports. The newest file says what a sitting came to; a result of this site or of another cell stays.',
    params,
    query: z.object({ dryRun: z.optional(z.enum(['0', '1'])) }),
    form: { limitBytes: LIMIT, describe: { file: 'The file, at most 32 MB.' } },
    reply: broughtReportSchema,
    problems: [
      'not-found',
      'file-refused',
      'wrong-file-kind',
      'too-large',
      'changed-meanwhile',
      'unavailable',
    ],
  },
  async ({ deps, caller, params: { id }, query, form }) => {
    const [file, other] = form.getAll('file');
    if (!(file instanceof File) || other !== undefined)
      throw new Problem('invalid', { fields: { file: 'Please choose one file.' } });
    const bytes = new Uint8Array(await file.arrayBuffer());
    return takeInResults(deps, caller.uid, id, { bytes, dryRun: query.dryRun === '1' });
  },
);
