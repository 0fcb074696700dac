// GET questions/download and GET questions/template.
import { endpoint } from '../../middleware/endpoint.ts';
import { workbookReply } from '../../middleware/workbook-reply.ts';
import { questionSheet } from '../../services/questions/question-sheet.ts';
import { readBank } from '../../services/questions/read-bank.ts';

const reply = { describe: 'An Excel workbook (.xlsx).' };

export const getQuestionsDownload = endpoint(
  {
    method: 'get',
    path: '/questions/download',
    who: 'admin',
    summary: 'The whole bank as a workbook that can be uploaded again unchanged.',
    reply,
  },
  async ({ deps }) =>
    workbookReply(deps, {
      fileName: 'questions.xlsx',
      sheet: questionSheet,
      rows: readBank(deps.db),
    }),
);

export const getQuestionsTemplate = endpoint(
  {
    method: 'get',
    path: '/questions/template',
    who: 'admin',
    summary: 'An empty workbook with the columns of a question file.',
    reply,
  },
  async ({ deps }) =>
    workbookReply(deps, {
      fileName: 'questions-template.xlsx',
      sheet: questionSheet,
      rows: noRows(),
    }),
);

async function* noRows() {}
