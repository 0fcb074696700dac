// The formats of question files, in the order in which they are asked whether a file is theirs. Excel is the
// road: its workbook is what people are told to send and what the download writes. The others are side doors.
import type { ImportFormat } from '#contract/desk/questions.ts';
import { aiken } from './aiken.ts';
import { csv } from './csv.ts';
import { excel } from './excel/excel.ts';
import type { QuestionFormat } from './format.ts';
import { gift } from './gift.ts';
import { moodleXml } from './moodle-xml.ts';

/** An id of the contract without a format here doesn't compile. */
const byId: { [Id in ImportFormat]: QuestionFormat & { id: Id } } = {
  workbook: excel,
  'moodle-xml': moodleXml,
  delimited: csv,
  aiken,
  gift,
};

export const formats: readonly QuestionFormat[] = Object.values(byId);
