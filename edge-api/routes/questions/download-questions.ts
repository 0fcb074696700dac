// GET questions/download, questions/template and questions/sample.
import * as z from 'zod/mini';
import { chosenIds, searchText } from '#api/middleware/list-endpoint.ts';
import { readBank, sampleQuestions } from '#api/services/questions/read-questions.ts';
import { workbookEndpoint } from '../../middleware/list-endpoint.ts';
import { questionSheet } from '../../services/questions/question-sheet.ts';
import { bankState } from './list-questions.ts';

export const getQuestionsDownload = workbookEndpoint(
  {
    path: '/questions/download',
    mayLag: true,
    summary:
      'The bank, what a search and a type find in it, or the chosen ones wherever they are by now, as a workbook that can be uploaded again unchanged.',
    query: z.object({ search: searchText, type: searchText, state: bankState, chosen: chosenIds }),
  },
  ({ deps, query }) => ({
    fileName: 'questions.xlsx',
    sheet: questionSheet,
    rows: readBank(deps.db, query),
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

export const getQuestionsSample = workbookEndpoint(
  {
    path: '/questions/sample',
    summary: 'A question file of twenty questions to try the upload with.',
  },
  () => ({
    fileName: 'questions-sample.xlsx',
    sheet: questionSheet,
    rows: sampleQuestions(),
  }),
);

async function* noRows() {}
