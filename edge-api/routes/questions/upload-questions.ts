// POST questions/upload.
import * as z from 'zod/mini';
import { importReportSchema } from '#contract/questions.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { Problem } from '../../problem.ts';
import { importQuestions } from '../../services/questions/import-questions.ts';

/** The file may have 10 MB; the rest is the form around it. */
const LIMIT = 10 * 1024 * 1024 + 16_384;

const flag = z.optional(z.enum(['0', '1']));

export const postQuestions = endpoint(
  {
    method: 'post',
    path: '/questions/upload',
    who: 'admin',
    summary:
      'Takes an Excel file of questions into the bank: all rows or none, or the sound ones with partial=1; dryRun=1 only reports.',
    query: z.object({ dryRun: flag, partial: flag }),
    form: { limitBytes: LIMIT, describe: { file: 'the workbook (.xlsx, .xls), at most 10 MB' } },
    reply: importReportSchema,
    problems: ['file-refused', 'wrong-file-kind', 'too-large', 'import-under-way', 'unavailable'],
  },
  async ({ deps, caller, query, form }) => {
    const file = form.get('file');
    if (!(file instanceof File))
      throw new Problem('invalid', { fields: { file: 'Please choose a file.' } });
    return importQuestions(deps, caller.uid, {
      bytes: new Uint8Array(await file.arrayBuffer()),
      fileName: file.name,
      dryRun: query.dryRun === '1',
      partial: query.partial === '1',
    });
  },
);
