// Decides what takes the whole file: doubtful answers, one spelling for each type, duplicates.

import type { RowNote } from '#contract/desk/questions.ts';
import { optionNames } from '#contract/wire/values.ts';
import type { QuestionFormat } from '../format.ts';
import {
  type FileReading,
  FileRefusal,
  type ParsedQuestion,
  type SheetSummary,
} from '../question-file.ts';
import { comparable, shortened } from './clean-text.ts';
import { contentKey, nearKey, typeKey } from './item.ts';
import { withoutSign } from './marked-answers.ts';
import { type AnswerChoice, chooseAnswer, countVotes } from './resolve-answer.ts';
import type { Draft } from './row-judgement.ts';

/** All rows of a file, each judged separately. */
export type Judged = {
  drafts: { sheet: string; draft: Draft }[];
  errors: RowNote[];
  warnings: RowNote[];
  sheets: SheetSummary[];
};

/** Puts the question's name in front of a message, if the question has one. */
export const withName = (called: string | undefined, message: string) =>
  called === undefined ? message : `Question "${shortened(called)}": ${message}`;

/** One spelling for each type: the most frequent one in the file; among equals, the first. */
function spellings(drafts: Judged['drafts']): (type: string) => string {
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

/** From this number of equal warnings on, they concern the way the file is written, not single rows. */
const MANY_ALIKE = 10;

/** Gives a warning about marks that many rows share only once, at the first row. Hundreds of equal lines would hide the one to act on. */
function marksOnce(warnings: readonly RowNote[]): RowNote[] {
  const keyOf = ({ sheet, column, message }: RowNote) =>
    column === 'Weightage' || column === 'Negative'
      ? JSON.stringify([sheet, column, message])
      : null;
  const counts = new Map<string | null, number>();
  for (const key of warnings.map(keyOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
  const said = new Set<string>();
  return warnings.flatMap((note) => {
    const key = keyOf(note);
    const count = counts.get(key) ?? 0;
    if (key === null || count < MANY_ALIKE) return note;
    if (said.has(key)) return [];
    said.add(key);
    return { ...note, message: `${note.message} The same for ${count - 1} more questions.` };
  });
}

/** ENOUGH: with fewer questions in a sheet, the spread of right answers tells nothing. TOO_MANY: percent of right answers in one place. */
const [ENOUGH, TOO_MANY] = [20, 75];

/**
 * Warns when most right answers are the same option. Other systems shuffle the options, so many banks put the right one first. Here the
 * options keep their order, and candidates would notice.
 */
function oneSided(rows: readonly ParsedQuestion[]): RowNote[] {
  const sheets = new Map<string, number[]>();
  for (const { sheet, correct } of rows) {
    const counts = sheets.get(sheet) ?? optionNames.map(() => 0);
    counts[correct] = (counts[correct] ?? 0) + 1;
    sheets.set(sheet, counts);
  }
  return [...sheets].flatMap(([sheet, counts]) => {
    const all = counts.reduce((sum, count) => sum + count, 0);
    return optionNames.flatMap((name, place) => {
      const there = counts[place] ?? 0;
      if (all < ENOUGH || there * 100 < all * TOO_MANY) return [];
      const message = `${name} is the right answer of ${there === all ? 'all' : `${there} of`} ${all} questions. Candidates see the options in this order and may notice. Please put the right answer in other places, too.`;
      return [{ sheet, row: 0, column: 'CorrectAnswer', message }];
    });
  });
}

type Chosen = Judged['drafts'][number] & { choice: AnswerChoice };

/** A sign counts as a mark if at least this many right options of a sheet, and more than half of them, begin or end with it. */
const MARKED_ALIKE = 5;

/**
 * Deals with questions whose right option alone has a sign, which candidates would see. If most right options of the sheet have that
 * sign, it is removed; the answer is known without it. Otherwise, and in a download of the bank, a remark says so, as the sign may be
 * part of the option ("~P", "*p", "#top").
 */
function withoutSigns(chosen: readonly Chosen[]): { chosen: Chosen[]; warnings: RowNote[] } {
  const all = new Map<string, number>();
  const signed = new Map<string, number>();
  const count = (counts: Map<string, number>, key: string) =>
    counts.set(key, (counts.get(key) ?? 0) + 1);
  const judged = chosen.map((each) => {
    const bare = withoutSign(each.draft.options, each.choice.at);
    const key = bare && JSON.stringify([each.sheet, bare.sign]);
    count(all, each.sheet);
    if (key !== null) count(signed, key);
    return { each, bare, key };
  });
  const warnings: RowNote[] = [];
  const told = new Set<string>();
  return {
    warnings,
    chosen: judged.map(({ each, bare, key }) => {
      if (bare === null || key === null) return each;
      const { sheet, draft, choice } = each;
      const alike = signed.get(key) ?? 0;
      const column = optionNames[choice.at] ?? 'CorrectAnswer';
      const shown = shortened(draft.options[choice.at]);
      if (draft.isOwn || alike < MARKED_ALIKE || alike * 2 <= (all.get(sheet) ?? 0)) {
        const message = `Only the right option has a sign ("${shown}"), which may tell candidates the answer. Please check.`;
        return { ...each, draft: { ...draft, remarks: [...draft.remarks, { column, message }] } };
      }
      if (!told.has(sheet))
        warnings.push({
          ...{ sheet, row: 0, column: 'CorrectAnswer' },
          message: `Right options have a sign, such as "${shown}". It is left out, because candidates must not see it.`,
        });
      told.add(sheet);
      const [a, b, c, d] = draft.options.with(choice.at, bare.text);
      return a === undefined || b === undefined || c === undefined || d === undefined
        ? each
        : { ...each, draft: { ...draft, options: [a, b, c, d] } };
    }),
  };
}

/** @throws FileRefusal no-questions, when the file has no question at all */
export function judgeTogether(
  { drafts, errors, warnings, sheets }: Judged,
  { id: format, counts: word }: QuestionFormat,
): FileReading {
  if (drafts.length === 0 && errors.length === 0) {
    throw new FileRefusal(
      'no-questions',
      word === 'row'
        ? 'There are no questions below the column names.'
        : 'There are no questions in this file.',
    );
  }
  const votes = countVotes(drafts.map(({ draft }) => draft.readings));
  const spell = spellings(drafts);
  type Seen = ParsedQuestion & Pick<Draft, 'called'>;
  const seen = new Map<string, Seen>();
  const near = new Map<string, Seen>();
  const reading: FileReading = {
    ok: true,
    format,
    rows: [],
    duplicates: [],
    errors,
    warnings,
    sheets,
  };
  const counted = new Map(sheets.map((summary) => [summary.sheet, summary]));
  // judgeRow has refused rows whose answer can't be read.
  const answered = drafts.flatMap((each) => {
    const choice = chooseAnswer(each.draft.answer, each.draft.readings, votes);
    return choice ? { ...each, choice } : [];
  });
  const { chosen, warnings: signs } = withoutSigns(answered);
  warnings.push(...signs);
  for (const { sheet, draft, choice } of chosen) {
    const { row, called, text, options, weightageHundredths, negativeHundredths } = draft;
    const note = (column: string, message: string) => ({
      sheet,
      row,
      column,
      message: withName(called, message),
    });
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
    if (choice.warning) warnings.push(note('CorrectAnswer', choice.warning));
    const key = contentKey(question);
    const first = seen.get(key);
    const whereIs = (other: Seen) => {
      const place = `${word} ${other.row}${other.called === undefined ? '' : ` ("${shortened(other.called)}")`}`;
      return other.sheet === sheet ? place : `${place} of sheet "${other.sheet}"`;
    };
    if (first) {
      const sameAnswer =
        comparable(first.options[first.correct]) === comparable(options[choice.at]);
      const contradiction = sameAnswer
        ? ''
        : ` The right answers differ: please check that ${word} ${first.row} is right.`;
      reading.duplicates.push(
        note(
          'Questions',
          `The same question is in ${whereIs(first)}; this one is left out.${contradiction}`,
        ),
      );
      continue;
    }
    seen.set(key, { ...question, called });
    reading.rows.push(question);
    const loose = nearKey(question);
    const alike = loose === null ? undefined : near.get(loose);
    if (alike)
      warnings.push(
        note(
          'Questions',
          `Almost the same question is in ${whereIs(alike)}, with the same options. Both are taken. Please check.`,
        ),
      );
    else if (loose !== null) near.set(loose, { ...question, called });
    const summary = counted.get(sheet);
    if (summary) summary.questions++;
    warnings.push(...draft.remarks.map(({ column, message }) => note(column, message)));
  }
  return { ...reading, warnings: [...oneSided(reading.rows), ...marksOnce(warnings)] };
}
