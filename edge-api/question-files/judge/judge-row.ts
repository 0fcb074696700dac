// One row below a header: a question waiting for its answer to be chosen, a refused row, a line that is
// no question, or nothing.

import {
  limits,
  type OptionIndex,
  type Options,
  type QuestionField,
  reservedTypes,
} from '../question-file.ts';
import {
  comparable,
  hasLostLetters,
  isVisible,
  looks,
  looksLikeKruti,
  oddityOf,
  shortened,
} from './clean-text.ts';
import { typeKey } from './item.ts';
import { type Header, headerAgain } from './map-header.ts';
import { readNegative, readWeightage } from './read-marks.ts';
import { type AnswerReadings, readAnswer, unresolvedAnswer } from './resolve-answer.ts';
import { serialOf } from './settle-header.ts';
import {
  cellName,
  type DownMerge,
  inForeignFont,
  type Row,
  type SheetCell,
  textCell,
} from './sheet.ts';

type Remark = { column: QuestionField; message: string };

/** A question but for its answer, which the whole file decides. */
export type Draft = {
  row: number;
  /** Its name, where the number of its row is that of others too. */
  called?: string | undefined;
  /** Of a download of the bank, which stays as it is. */
  isOwn: boolean;
  type: string;
  text: string;
  options: Options;
  answer: SheetCell;
  readings: AnswerReadings;
  weightageHundredths: number;
  negativeHundredths: number;
  remarks: Remark[];
};

export type RowJudgement =
  | { is: 'draft'; draft: Draft }
  | { is: 'refused'; column: QuestionField; message: string }
  | { is: 'no-question'; message: string }
  | { is: 'nothing' };

/** What is odd in its texts, in columns that nothing was said of. */
export function textRemarks({ text, options, remarks }: Draft, haveMarkup = false): Remark[] {
  const texts = [
    ['Questions', text] as const,
    ...optionFields.map((name, at) => [name, options[at] ?? ''] as const),
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

const optionFields = ['OptionOne', 'OptionTwo', 'OptionThree', 'OptionFour'] as const;

/** How the rows of one sheet are read: where the columns are, and the Type where there is no such column. */
export type Layout = {
  header: Header;
  /** The first row of the merged cells that a place in a column belongs to, if it does. */
  mergedFrom(column: number, row: number): number | undefined;
  rowsByNumber: ReadonlyMap<number, Row>;
  /** Whether it is a download of the bank, whose texts a person has seen. */
  isOwn: boolean;
  sheetType: string | null;
  /** The place of the letter क, the first of क ख ग घ and the third of अ ब क ड; null where the sheet doesn't tell. */
  ka: OptionIndex | null;
  /** The columns that tell answers, too. */
  otherAnswers: readonly number[];
  /** Whether its numbers are counted from 0: perhaps, where an answer is 0 and none is 4; surely, where all are 0 to 3. */
  countsFromZero: 'surely' | 'perhaps' | 'no';
  /** The last row that has a question or most of its options: what stands alone below it is a signature or the like. */
  lastRow: number;
  /** In text files a value beyond the last column name says that the others have moved. */
  rowsEndAtHeader: boolean;
};

/** Finds in logarithmic time what a file of fifty thousand rows merged in pairs asks for each of them. */
export function mergedFrom(merges: readonly DownMerge[]): Layout['mergedFrom'] {
  const byColumn = new Map<number, DownMerge[]>();
  for (const merge of merges) {
    const own = byColumn.get(merge.column);
    if (own) own.push(merge);
    else byColumn.set(merge.column, [merge]);
  }
  for (const own of byColumn.values()) own.sort((a, b) => a.firstRow - b.firstRow);
  return (column, row) => {
    const own = byColumn.get(column) ?? [];
    let low = 0;
    let high = own.length; // of those that begin above this row, the last one is before `high`
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((own[middle]?.firstRow ?? 0) < row) low = middle + 1;
      else high = middle;
    }
    const merge = own[low - 1];
    return merge && row <= merge.lastRow ? merge.firstRow : undefined;
  };
}

function cellOf(row: Row, field: QuestionField, layout: Layout): SheetCell | undefined {
  const column = layout.header.columns.get(field);
  if (column === undefined) return undefined;
  const own = row.cells.get(column);
  if (own || (field !== 'Type' && field !== 'Weightage' && field !== 'Negative')) return own;
  const first = layout.mergedFrom(column, row.row);
  return first === undefined ? undefined : layout.rowsByNumber.get(first)?.cells.get(column);
}

/** How many values the sign that is there most often would make of a text. */
const parts = (text: string) =>
  Math.max(...[',', ';', '\t', '|'].map((sign) => text.split(sign).length));

const total = /^(grand\s+|sub\s*-?)?total\b/i;

/** As forms of the government have it below the headings: (1), (2), (3) … */
function numbersColumns({ cells }: Pick<Row, 'cells'>): boolean {
  const inOrder = [...cells].sort(([a], [b]) => a - b);
  const [first] = inOrder;
  return (
    inOrder.length > 3 &&
    inOrder.every(
      ([column, { text }]) =>
        /^\(?\d{1,2}[).]?$/.test(text) &&
        serialOf(text) === (serialOf(first?.[1].text ?? '') ?? 0) + column - (first?.[0] ?? 0),
    )
  );
}

/** As the template of Quizizz has below its column names: "Text for option 1", "Text for option 2" … */
const explained = /^text (?:for|of) option ([1-4])(?!\d)/i;
const explains = (cells: ReadonlyMap<QuestionField, SheetCell>) =>
  optionFields.every(
    (field, at) => explained.exec(cells.get(field)?.text ?? '')?.[1] === String(at + 1),
  );

/** Headings, totals, signatures, numbered rows nobody filled in: null when this row means to be a question. */
function noQuestion(
  row: Row,
  cells: ReadonlyMap<QuestionField, SheetCell>,
  layout: Layout,
): RowJudgement | null {
  // Formats without columns have no names of them to repeat.
  if (layout.header.row > 0 && headerAgain(layout.header, row))
    return { is: 'no-question', message: 'This row repeats the header and is not a question.' };
  if (row.row === layout.header.row + 1 && numbersColumns(row))
    return { is: 'no-question', message: 'This row numbers the columns and is not a question.' };
  if (row.row === layout.header.row + 1 && explains(cells))
    return { is: 'no-question', message: 'This row explains the columns and is not a question.' };
  const isLine = [...cells.values()].every(({ text }) => /^:?-{2,}:?$/.test(text));
  if (isLine && cells.size === layout.header.columns.size) return { is: 'nothing' };
  const question = cells.get('Questions');
  const texts = [...row.cells.values()].map((cell) => cell.text);
  const isSum =
    !question &&
    texts.some((text) => total.test(text)) &&
    texts.every((text) => total.test(text) || /^[\d.,]+$/.test(text));
  const isMeant = [...optionFields, 'CorrectAnswer' as const].some((field) => cells.has(field));
  if (isMeant && !isSum && row.row <= layout.lastRow) return null;
  const [alone = ''] = texts;
  if (layout.rowsEndAtHeader && texts.length === 1 && parts(alone) >= layout.header.columns.size)
    return {
      is: 'refused',
      column: 'Questions',
      message: `This row is one single value ("${shortened(alone)}"). Its values must be separated by the same sign as the column names.`,
    };
  if (!question) {
    const onlyNumbers = texts.every((text) => /^[\d.]+$/.test(text));
    return onlyNumbers
      ? { is: 'nothing' }
      : {
          is: 'no-question',
          message: isMeant
            ? `This row stands below the last question ("${texts[0]?.slice(0, 60)}"): it was skipped.`
            : `This row has no question, options or answer ("${texts[0]?.slice(0, 60)}"): it was skipped.`,
        };
  }
  const heading = row.cells.size === 1 || total.test(question.text);
  if (!heading) return null;
  const said = `"${question.text.slice(0, 60)}" has no options and no answer: it`;
  return {
    is: 'no-question',
    message: isForOthers(question.text)
      ? `${said} was left out. If the questions below need it, please write it into each of them.`
      : `${said} looks like a heading and was skipped.`,
  };
}

/** A passage, or directions, for the questions below. */
const isForOthers = (text: string) =>
  text.length > 120 ||
  /^\W{0,5}(?:directions?|instructions?|passage|comprehension|read|study|consider|refer|निर्देश)(?![\p{L}\p{M}])/iu.test(
    text,
  );

/** An answer or a number in such a font is judged as it is typed: it is read by people no more. */
const shownToPeople = new Set<QuestionField>(['Questions', ...optionFields, 'Type']);

const tooLong = (column: QuestionField) =>
  `${column} is longer than ${limits.textLength} characters.`;

/** A cell and the column that it stands in: of two languages each has its own. */
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

/** Cells that would be lost, and shift the others' meaning: a fifth option, text beyond the last column name. */
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
  const problems: Remark[] = optionFields.flatMap((column, at) =>
    options[at] ? [] : [{ column, message: `${column} is empty.` }],
  );
  optionFields.forEach((column, at) => {
    const option = options[at];
    const twin =
      option && options.findIndex((other) => other && looks(other.text) === looks(option.text));
    if (twin !== undefined && twin < at)
      problems.push({ column, message: `${optionFields[twin]} and ${column} are the same.` });
  });
  return problems;
}

/** What teachers and chat programs put beside the right option. */
export const tell =
  /^[✅✔☑✓]\ufe0f?|[✅✔☑✓]\ufe0f?$|\s(?:<[-=]{1,2}|[←⇐])\s?(?:the )?(?:correct|right|ans(?:wer)?)(?: (?:answer|option|choice))?[.!]?$|\s[-–—]{1,2}\s?(?:correct|right) (?:answer|option|choice)[.!]?$|[([]\s?(?:correct(?: (?:answer|option))?|right (?:answer|option)|ans(?:wer)?|सही (?:उत्तर|विकल्प))[.!]?\s?[)\]]$/iu;

/** Candidates would read the answer. An option that is nothing but such a sign is meant as one. */
function markedOption(options: readonly (SheetCell | undefined)[]): Remark[] {
  const marked = optionFields.flatMap((column, at) => {
    const text = options[at]?.text ?? '';
    const [mark] = tell.exec(text) ?? [];
    return mark && /[\p{L}\p{N}]/u.test(text.replace(mark, '')) ? [{ column, mark }] : [];
  });
  const [only, other] = marked;
  if (!only || other) return [];
  const message = `${only.column} alone has the mark "${only.mark.trim()}", which tells candidates the answer. Please remove it and upload the file again.`;
  return [{ column: only.column, message }];
}

/** "Answer: B" in a line of a question or at its end, in brackets perhaps, and what explains an answer there. */
const answerWithin =
  /^(?:the )?(?:correct |right |सही )?(?:answer|ans|उत्तर)(?: is)?\s?[.:=–—-]{0,3}(.*)/i;
const answerBehind = /\s[[(]?(?:correct |right |सही )?(?:answer|ans|उत्तर)\s?[.:=–—-]{1,3}(.*)/i;
/** "ans = 2" is code. */
const assigned = /(?:answer|ans)\s?=\s?[-\d."']/i;
/** Without these, a line tells nothing. */
const mayTell = /\n|ans|उत्तर/i;
/** What is asked below it: "Solution: 5 g of salt in 95 g of water. What is its concentration?" explains nothing. */
const asksAtEnd = /(?:[?:؟]|__)[\s!)\]"'”’]{0,9}$/;
/** Such a line explains an answer. */
export const explanation =
  /^(?:(?:(?:general|correct|incorrect) )?feedback|rationale|(?:detailed |short )?sol(?:n|ution)?|expl?(?:anation)?|व्याख्या|हल|स्पष्टीकरण|ব্যাখ্যা|விளக்கம்|వివరణ|ವಿವರಣೆ|വിശദീകരണം|સમજૂતી|ਵਿਆਖਿਆ|ବ୍ୟାଖ୍ୟା|وضاحت)\s{0,3}:/i;
const longestTelling = 300;

const placesIn = ({ text, place }: AnswerReadings) =>
  [text?.at, place?.at].filter((at) => at !== undefined);

/** Candidates would read it, too. */
function tellingLine(
  question: SheetCell | undefined,
  answer: AnswerReadings,
  read: (cell: SheetCell) => AnswerReadings | null,
): Remark[] {
  const text = question?.text ?? '';
  if (!mayTell.test(text)) return [];
  const lines = text.split('\n').map((line) => line.trim());
  const tells = (line: string, at: number) => {
    if (line.length > longestTelling || assigned.test(line)) return false;
    const [, said = ''] = (at > 0 && answerWithin.exec(line)) || (answerBehind.exec(line) ?? []);
    return [said.trim(), said.replace(/[\])]$/, '').trim()].some((each) => {
      const within = each === '' ? null : read(textCell(each));
      return within && placesIn(within).some((place) => placesIn(answer).includes(place));
    });
  };
  const telling = lines.find(tells);
  const explains = asksAtEnd.test(lines.at(-1) ?? '')
    ? undefined
    : lines.find((line, at) => at > 0 && explanation.test(line));
  const said = telling ?? explains;
  if (said === undefined) return [];
  const brackets = telling === undefined ? ', or put it in brackets if they should read it' : '';
  const message = `The line "${shortened(said)}" of the question may tell candidates the answer. Please remove it${brackets}.`;
  return [{ column: 'Questions', message }];
}

/** Another column may name another option than the answer does. */
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

/** What stands in two languages is one text. */
function bothOf([one, other]: readonly SheetCell[], sign: string): SheetCell | undefined {
  return one && other && comparable(one.text) !== comparable(other.text)
    ? { ...one, text: `${one.text}${sign}${other.text}` }
    : (one ?? other);
}

/** What an answer means; of options in two languages it may say one alone. */
function answerOf(
  { cells }: Row,
  answer: SheetCell,
  options: readonly SheetCell[],
  { header, ka }: Layout,
): AnswerReadings {
  const both = readAnswer(answer, options, ka);
  if (header.second.size === 0 || both.text) return both;
  for (const columns of [header.columns, header.second]) {
    const own = optionFields.flatMap((field) => cells.get(columns.get(field) ?? -1) ?? []);
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
  const options = optionFields.map((field) => inBoth(field, ' / '));
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
    // Where हाँ and नहीं have both become ????, that is why two options are the same.
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
