// Judges one row below a header. The row is a question whose answer is still to be chosen, a refused row, a row that isn't a question, or
// nothing.

import { optionNames } from '#contract/wire/values.ts';
import { limits, type QuestionField, reservedTypes } from '../question-file.ts';
import {
  comparable,
  foldDigits,
  hasLostLetters,
  isVisible,
  looks,
  looksLikeKruti,
  oddityOf,
  shortened,
} from './clean-text.ts';
import { typeKey } from './item.ts';
import { noQuestion } from './no-question.ts';
import { readNegative, readWeightage } from './read-marks.ts';
import { type AnswerReadings, placesIn, readAnswer, unresolvedAnswer } from './resolve-answer.ts';
import type { Draft, Layout, Remark, RowJudgement } from './row-judgement.ts';
import { cellName, inForeignFont, type Row, type SheetCell } from './sheet.ts';
import { markedOption, tellingLine } from './tells-answer.ts';

/** Remarks about odd texts of a question, except in columns that already have a remark. */
export function textRemarks({ text, options, remarks }: Draft, haveMarkup = false): Remark[] {
  const texts = [
    ['Questions', text] as const,
    ...optionNames.map((name, at) => [name, options[at] ?? ''] as const),
  ];
  const [tick] = /[✅✔☑✓]/u.exec(text) ?? [];
  const ticked: Remark[] =
    tick === undefined
      ? []
      : [
          {
            column: 'Questions',
            message: `Questions has the mark "${tick}", which may tell candidates the answer. Please check.`,
          },
        ];
  const oddities = texts.flatMap(([column, said]) => {
    const odd = remarks.some((remark) => remark.column === column)
      ? null
      : oddityOf(said, haveMarkup);
    return odd === null ? [] : [{ column, message: `${column} ${odd}. Please check.` }];
  });
  return [...ticked, ...oddities];
}

function cellOf(row: Row, field: QuestionField, layout: Layout): SheetCell | undefined {
  const column = layout.header.columns.get(field);
  if (column === undefined) return undefined;
  const own = row.cells.get(column);
  if (own || (field !== 'Type' && field !== 'Weightage' && field !== 'Negative')) return own;
  const first = layout.mergedFrom(column, row.row);
  return first === undefined ? undefined : layout.rowsByNumber.get(first)?.cells.get(column);
}

/** The fields that candidates see. In other fields, a font that shows other letters doesn't matter: the value counts as typed. */
const shownToPeople = new Set<QuestionField>(['Questions', ...optionNames, 'Type']);

const tooLong = (column: QuestionField) =>
  `${column} is longer than ${limits.textLength} characters.`;

/** A cell, its field and its column. With two languages, one field has two columns. */
type Read = { column: QuestionField; cell: SheetCell; at: number };

function faultyCells(row: Row, read: readonly Read[]): Remark[] {
  return read.flatMap(({ column, cell, at: place }) => {
    const at = cellName(place, row.row);
    if (cell.kind === 'error')
      return [{ column, message: `${column} is the error ${cell.text} (cell ${at}).` }];
    if (cell.kind === 'formula-without-value')
      return [
        {
          column,
          message: `${column} is a formula without a stored value (cell ${at}). Please open the file in Excel and save it.`,
        },
      ];
    if (cell.kind === 'picture')
      return [
        {
          column,
          message: `${column} is a picture (cell ${at}), which can't be imported. Please type it as text.`,
        },
      ];
    if (cell.font !== null && shownToPeople.has(column))
      return [{ column, message: `${column} is written ${inForeignFont(cell.font, at)}` }];
    return cell.text.length > limits.textLength ? [{ column, message: tooLong(column) }] : [];
  });
}

/** Refuses cells that would be lost or mean that other values have moved: a fifth option, or text to the right of the last column name. */
function surplusProblems(row: Row, { header, rowsEndAtHeader }: Layout): Remark[] {
  const fifth = header.furtherOptions.find((column) => row.cells.has(column));
  if (fifth !== undefined)
    return [
      {
        column: 'OptionFour',
        message: `There is a fifth option (cell ${cellName(fifth, row.row)}); a question has four here.`,
      },
    ];
  if (!rowsEndAtHeader) return [];
  const last = Math.max(...header.cells.keys(), ...header.columns.values());
  return [...row.cells.keys()].some((column) => column > last)
    ? [
        {
          column: 'Questions',
          message:
            'This row has more values than there are columns. Text that contains the separator (comma, semicolon, tab or |) must be in quotation marks.',
        },
      ]
    : [];
}

function optionProblems(options: readonly (SheetCell | undefined)[]): Remark[] {
  const problems: Remark[] = optionNames.flatMap((column, at) =>
    options[at] ? [] : [{ column, message: `${column} is empty.` }],
  );
  optionNames.forEach((column, at) => {
    const option = options[at];
    const twin =
      option && options.findIndex((other) => other && looks(other.text) === looks(option.text));
    if (twin !== undefined && twin < at)
      problems.push({ column, message: `${optionNames[twin]} and ${column} are the same.` });
  });
  return problems;
}

/** Refuses a row in which a further column of answers names a different option. */
function otherAnswer(
  { cells }: Row,
  answer: AnswerReadings,
  read: (cell: SheetCell) => AnswerReadings | null,
  { header, otherAnswers }: Layout,
): Remark[] {
  const own = placesIn(answer);
  return otherAnswers.flatMap((column) => {
    const cell = cells.get(column);
    const other = cell && read(cell);
    const named = other ? placesIn(other) : [];
    if (!cell || named.length === 0 || named.some((at) => own.includes(at))) return [];
    const heading = shortened(header.cells.get(column)?.text ?? '');
    const message = `CorrectAnswer is another option than "${shortened(cell.text)}" in column "${heading}" names; a question has one right answer.`;
    return [{ column: 'CorrectAnswer' as const, message }];
  });
}

function typeProblem(type: string): Remark[] {
  if (!isVisible(type)) return [{ column: 'Type', message: 'Type is empty.' }];
  if (type.length > limits.typeLength)
    return [{ column: 'Type', message: `Type is longer than ${limits.typeLength} characters.` }];
  const reserved = reservedTypes.find((name) => typeKey(name) === typeKey(type));
  return reserved
    ? [{ column: 'Type', message: `Type can't be ${reserved}: results use that name.` }]
    : [];
}

const lostLetters = (column: QuestionField, { text }: SheetCell) =>
  `${column} may have lost its letters when the file was saved ("${text.slice(0, 30)}"). Please save it as .xlsx or "CSV UTF-8".`;

function cellRemarks(row: Row, read: readonly Read[]): Remark[] {
  const remarks: Remark[] = row.hidden
    ? [
        {
          column: 'Questions',
          message:
            'This row is hidden in the file (by a filter, perhaps). It is read like the others.',
        },
      ]
    : [];
  for (const { column, cell } of read) {
    if (hasLostLetters(cell.text)) remarks.push({ column, message: lostLetters(column, cell) });
    if (column === 'Questions' && looksLikeKruti(cell.text))
      remarks.push({
        column,
        message: `${column} looks like Hindi or Punjabi typed in a font such as Kruti Dev ("${cell.text.slice(0, 30)}"), which reads as Latin letters here. Please convert it to Unicode.`,
      });
    if (cell.remark !== null) remarks.push({ column, message: `${column}: ${cell.remark}` });
    if (cell.kind === 'date' && column !== 'Type')
      remarks.push({
        column,
        message: `${column} is a date and reads ${cell.text}. If a fraction or a range was meant, please type it as text.`,
      });
  }
  return remarks;
}

/** Joins the texts of two languages into one text. */
function bothOf([one, other]: readonly SheetCell[], sign: string): SheetCell | undefined {
  return one && other && comparable(one.text) !== comparable(other.text)
    ? { ...one, text: `${one.text}${sign}${other.text}` }
    : (one ?? other);
}

/** Reads an answer. With options in two languages, the answer may have the text of one language only. */
function answerOf(
  { cells }: Row,
  answer: SheetCell,
  options: readonly SheetCell[],
  { header, ka }: Layout,
): AnswerReadings {
  const both = readAnswer(answer, options, ka);
  if (header.second.size === 0 || both.text) return both;
  for (const columns of [header.columns, header.second]) {
    const own = optionNames.flatMap((field) => cells.get(columns.get(field) ?? -1) ?? []);
    const { text } = own.length === 4 ? readAnswer(answer, own, ka) : { text: null };
    if (text) return { ...both, text };
  }
  return both;
}

export function judgeRow(row: Row, layout: Layout): RowJudgement {
  const cells = new Map<QuestionField, SheetCell>();
  for (const field of layout.header.columns.keys()) {
    const cell = cellOf(row, field, layout);
    if (cell) cells.set(field, cell);
  }
  const passedOver = noQuestion(row, cells, layout);
  if (passedOver) return passedOver;

  const found: Read[] = [...cells].map(([column, cell]) => ({
    ...{ column, cell, at: layout.header.columns.get(column) ?? 0 },
  }));
  for (const [column, at] of layout.header.second) {
    const cell = row.cells.get(at);
    if (cell) found.push({ column, cell, at });
  }
  const inBoth = (field: QuestionField, sign: string) =>
    bothOf(
      found.flatMap(({ column, cell }) => (column === field ? cell : [])),
      sign,
    );
  const question = inBoth('Questions', '\n');
  const options = optionNames.map((field) => inBoth(field, ' / '));
  const answer = cells.get('CorrectAnswer');
  const type = (layout.sheetType ?? cells.get('Type')?.text ?? '').replace(/\s+/g, ' ').trim();
  const weightage = readWeightage(cells.get('Weightage'));
  const negative = readNegative(
    cells.get('Negative'),
    layout.header.isPercent && 'hundredths' in weightage ? weightage.hundredths : null,
  );
  const problems = faultyCells(row, found);
  const faulty = new Set(problems.map((problem) => problem.column));
  const report = (found: Remark[]) =>
    problems.push(...found.filter(({ column }) => !faulty.has(column)));

  if (!question) report([{ column: 'Questions', message: 'The question has no text.' }]);
  else if (question.text.length > limits.textLength)
    report([{ column: 'Questions', message: tooLong('Questions') }]);
  report(surplusProblems(row, layout));
  report(optionProblems(options));
  if (!layout.isOwn) report(markedOption(options));
  const [a, b, c, d] = options;
  const read = (cell: SheetCell) =>
    a && b && c && d ? answerOf(row, cell, [a, b, c, d], layout) : null;
  const readings = answer ? read(answer) : null;
  if (readings && !layout.isOwn) report(tellingLine(question, readings, read));
  if (readings) report(otherAnswer(row, readings, read, layout));
  if (!answer) report([{ column: 'CorrectAnswer', message: 'CorrectAnswer is empty.' }]);
  else if (a && b && c && d && readings && !readings.text && !readings.place)
    report([{ column: 'CorrectAnswer', message: unresolvedAnswer(answer, [a, b, c, d]) }]);
  else if (layout.countsFromZero === 'surely' && readings && !readings.text)
    report([
      {
        column: 'CorrectAnswer',
        message: `CorrectAnswer "${shortened(answer.text)}" is counted from 0, as the answers of this sheet are 0 to 3. Please count from 1, or use A to D.`,
      },
    ]);
  if ('problem' in weightage) report([{ column: 'Weightage', message: weightage.problem }]);
  if ('problem' in negative) report([{ column: 'Negative', message: negative.problem }]);
  report(typeProblem(type));

  const [first] = problems;
  if (first) {
    // Lost letters may be why two options are the same: हाँ and नहीं both become ????.
    const lost = found.find(({ cell }) => hasLostLetters(cell.text));
    const said = problems.map(({ message }) => message);
    if (lost) said.push(lostLetters(lost.column, lost.cell));
    return { is: 'refused', column: first.column, message: said.join(' ') };
  }
  if (
    !question ||
    !answer ||
    !readings ||
    !a ||
    !b ||
    !c ||
    !d ||
    'problem' in weightage ||
    'problem' in negative
  ) {
    return { is: 'refused', column: 'Questions', message: 'This row could not be read.' };
  }

  const remarks = cellRemarks(row, found);
  if (layout.header.columns.has('Weightage') && weightage.warning)
    remarks.push({ column: 'Weightage', message: weightage.warning });
  if (layout.header.columns.has('Negative') && negative.warning)
    remarks.push({ column: 'Negative', message: negative.warning });
  if (layout.countsFromZero === 'perhaps' && !readings.text && readings.place?.style === 'number')
    remarks.push({
      column: 'CorrectAnswer',
      message: `CorrectAnswer "${shortened(answer.text)}" is taken as counted from 1, but another answer of the sheet is 0. Please check.`,
    });
  const fromZero = optionNames.find((_, at) => String(at) === foldDigits(answer.text));
  const asText = readings.text && optionNames[readings.text.at];
  if (layout.countsFromZero === 'surely' && asText && fromZero && fromZero !== asText)
    remarks.push({
      column: 'CorrectAnswer',
      message: `CorrectAnswer "${shortened(answer.text)}" is taken as the text of ${asText}, but other answers of the sheet are counted from 0, where it is ${fromZero}. Please check.`,
    });
  if (negative.hundredths > weightage.hundredths)
    remarks.push({ column: 'Negative', message: 'Negative is more than Weightage.' });
  return {
    is: 'draft',
    draft: {
      row: row.row,
      isOwn: layout.isOwn,
      type,
      text: question.text,
      options: [a.text, b.text, c.text, d.text],
      answer,
      readings,
      weightageHundredths: weightage.hundredths,
      negativeHundredths: negative.hundredths,
      remarks,
    },
  };
}
