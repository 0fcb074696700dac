// A question file to try the upload with: twenty questions in two types, in the columns of the template.
import { demoMarks, readDemoQuestions } from '#db/seed/read-demo-questions.ts';
import type { WorkbookRows } from '../workbook/stream-workbook.ts';
import { toQuestionRow } from './question-sheet.ts';

const TYPES = ['English', 'Aptitude'];
const OF_EACH = 10;

export async function* sampleQuestions(): WorkbookRows {
  const all = await readDemoQuestions();
  for (const type of TYPES) {
    const { weightage, negative } = demoMarks(type);
    yield all
      .filter((question) => question.type === type)
      .slice(0, OF_EACH)
      .map((question) =>
        toQuestionRow({
          ...question,
          weightageHundredths: weightage,
          negativeHundredths: negative,
        }),
      );
  }
}
