// GET questions/download and GET questions/template.
import { workbookEndpoint } from '../../middleware/list-endpoint.ts';
import { questionSheet } from '../../services/questions/question-sheet.ts';
import { readBank } from '../../services/questions/read-bank.ts';

export const getQuestionsDownload = workbookEndpoint(
  {
    path: '/questions/download',
    summary: 'The whole bank as a workbook that can be uploaded again unchanged.',
  },
  ({ deps }) => ({
    fileName: 'questions.xlsx',
    sheet: questionSheet,
    rows: readBank(deps.db),
  }),
);

export const getQuestionsTemplate = workbookEndpoint(
  {
    path: '/questions/template',
    summary: 'An empty workbook with the columns of a question file.',
  },
  () => ({
    fileName: 'questions-template.xlsx',
    sheet: questionSheet,
    rows: noRows(),
  }),
);

async function* noRows() {}
