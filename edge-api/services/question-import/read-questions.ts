// From sheets to questions: every row judged, then answers, types and duplicates settled over the whole file.

import { tooManyRows } from './check-workbook-parts.ts';
import { chooseSheets } from './choose-sheets.ts';
import { comparable } from './clean-text.ts';
import { contentKey, typeKey } from './content-key.ts';
import { type Draft, judgeRow } from './judge-row.ts';
import { type FileReading, FileRefusal, limits, type ParsedQuestion } from './question-file.ts';
import { chooseAnswer, countVotes } from './resolve-answer.ts';
import type { Sheet } from './sheet.ts';

type Placed = { sheet: string; draft: Draft };

/** One spelling for each type: the one used most in the file, the first of them where several are. */
function spellings(drafts: readonly Placed[]): (type: string) => string {
  const counts = new Map<string, Map<string, number>>();
  for (const { draft } of drafts) {
    const key = typeKey(draft.type);
    const spelled = counts.get(key) ?? new Map<string, number>();
    counts.set(key, spelled.set(draft.type, (spelled.get(draft.type) ?? 0) + 1));
  }
  const chosen = new Map(
    [...counts].map(([key, spelled]) => [key, [...spelled].sort((a, b) => b[1] - a[1])[0]?.[0]]),
  );
  return (type) => chosen.get(typeKey(type)) ?? type;
}

function judgeAll(sheets: readonly Sheet[]) {
  const { chosen, errors, warnings, sheets: summaries } = chooseSheets(sheets);
  const drafts: Placed[] = [];
  for (const { sheet, layout } of chosen) {
    for (const row of sheet.rows) {
      if (row.row <= layout.header.row) continue;
      const judged = judgeRow(row, layout);
      if (judged.is === 'draft') drafts.push({ sheet: sheet.name, draft: judged.draft });
      if (judged.is === 'refused')
        errors.push({
          sheet: sheet.name,
          row: row.row,
          column: judged.column,
          message: judged.message,
        });
      if (judged.is === 'no-question')
        warnings.push({ sheet: sheet.name, row: row.row, column: '', message: judged.message });
      if (drafts.length + errors.length > limits.rows) throw tooManyRows();
    }
  }
  return { drafts, errors, warnings, summaries };
}

/** Throws FileRefusal. */
export function readQuestions(sheets: readonly Sheet[]): FileReading {
  const { drafts, errors, warnings, summaries } = judgeAll(sheets);
  if (drafts.length === 0 && errors.length === 0) {
    throw new FileRefusal('no-questions', 'There are no questions below the column names.');
  }
  const votes = countVotes(drafts.map(({ draft }) => draft.readings));
  const spell = spellings(drafts);
  const seen = new Map<string, ParsedQuestion>();
  const reading: FileReading = {
    ok: true,
    rows: [],
    duplicates: [],
    errors,
    warnings,
    sheets: summaries,
  };
  const counted = new Map(summaries.map((summary) => [summary.sheet, summary]));
  for (const { sheet, draft } of drafts) {
    const { row, text, options, weightageHundredths, negativeHundredths } = draft;
    const choice = chooseAnswer(draft.answer, draft.readings, votes);
    if (!choice) continue; // judgeRow refused rows that can be read in no way
    const question = {
      sheet,
      row,
      type: spell(draft.type),
      text,
      options,
      correct: choice.at,
      weightageHundredths,
      negativeHundredths,
    };
    if (choice.warning)
      warnings.push({ sheet, row, column: 'CorrectAnswer', message: choice.warning });
    const key = contentKey(question);
    const first = seen.get(key);
    if (first) {
      const sameAnswer =
        comparable(first.options[first.correct]) === comparable(options[choice.at]);
      const contradiction = sameAnswer
        ? ''
        : ` The right answers differ: please check that row ${first.row} is right.`;
      const where =
        first.sheet === sheet ? `row ${first.row}` : `row ${first.row} of sheet "${first.sheet}"`;
      reading.duplicates.push({
        sheet,
        row,
        column: 'Questions',
        message: `The same question is in ${where}; this one is left out.${contradiction}`,
      });
      continue;
    }
    seen.set(key, question);
    reading.rows.push(question);
    const summary = counted.get(sheet);
    if (summary) summary.questions++;
    warnings.push(...draft.remarks.map(({ column, message }) => ({ sheet, row, column, message })));
  }
  return reading;
}
