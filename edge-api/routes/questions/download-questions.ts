// GET questions/download and GET questions/template.
import { endpoint } from '../../middleware/endpoint.ts';
import { writeBank, writeTemplate } from '../../services/questions/write-bank.ts';

const reply = { describe: 'An Excel workbook (.xlsx).' };

export const getQuestionsDownload = endpoint(
  {
    method: 'get',
    path: '/questions/download',
    who: 'admin',
    summary: 'The whole bank as a workbook that can be uploaded again unchanged.',
    reply,
    problems: ['unavailable'],
  },
  async ({ deps }) => asFile(await writeBank(deps.db), 'questions.xlsx'),
);

export const getQuestionsTemplate = endpoint(
  {
    method: 'get',
    path: '/questions/template',
    who: 'admin',
    summary: 'An empty workbook with the columns of a question file.',
    reply,
    problems: ['unavailable'],
  },
  async () => asFile(await writeTemplate(), 'questions-template.xlsx'),
);

function asFile(content: Uint8Array, name: string): Response {
  return new Response(new Uint8Array(content), {
    headers: {
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}
