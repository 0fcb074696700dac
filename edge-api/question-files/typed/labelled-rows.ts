// Questions in several rows, each of which begins with its name, as in the Word files of test series platforms: "Question | …",
// "Type | multiple_choice", "Option | … | correct", "Solution | …", "Marks | 4 | 1".

import type { Choice, Item } from '../judge/item.ts';
import { cellName, inForeignFont, type Row, type Sheet } from '../judge/sheet.ts';

const labels = ['question', 'type', 'option', 'solution', 'explanation', 'marks'] as const;
type Label = (typeof labels)[number];

const labelOf = ({ cells }: Row): Label | undefined => {
  const said = cells.get(0)?.text.trim().toLowerCase();
  return labels.find((label) => label === said);
};

const single = /^(?:multiple|single)[_ -]?(?:choice|correct|answer)$|^mcq$/i;
const amount = /^\d{1,3}(?:\.\d{1,2})?$/;

/** @param rows the rows of one question */
function readQuestion(rows: readonly Row[], isText: boolean): Item {
  const [first] = rows;
  const line = first?.row ?? 0;
  const textAt = ({ cells }: Row, column: number) => cells.get(column)?.text.trim() ?? '';
  const of = (label: Label) => rows.filter((row) => labelOf(row) === label);
  const text = first ? textAt(first, 1) : '';
  const called = isText ? { called: text.split('\n', 1)[0] ?? '' } : {};
  const leftOut = (message: string): Item => ({ is: 'left-out', line, ...called, message });
  for (const row of rows)
    for (const [column, { font }] of row.cells)
      if (font !== null)
        return leftOut(`It is written ${inForeignFont(font, cellName(column, row.row))}`);
  if (of('type').length > 1 || of('marks').length > 1)
    return leftOut('It has two rows "Type" or "Marks".');
  if (rows.some(({ cells }) => [...cells.keys()].some((column) => column > 2)))
    return leftOut('One of its rows has more than three cells.');
  const isWide = (row: Row) =>
    textAt(row, 2) !== '' && !/^(option|marks)$/.test(labelOf(row) ?? '');
  if (rows.some(isWide)) return leftOut('Only its rows "Option" and "Marks" may have three cells.');
  const [type] = of('type').map((row) => textAt(row, 1));
  if (type !== undefined && !single.test(type))
    return leftOut(`It is of the type "${type.slice(0, 60)}"; a question has four options here.`);
  const [marks] = of('marks');
  const [right = '1', wrong = '0'] = marks
    ? [textAt(marks, 1), textAt(marks, 2).replace(/^[-−]/, '') || '0']
    : [];
  if (!amount.test(right) || !amount.test(wrong) || Number(right) === 0)
    return leftOut(`Its marks are "${right.slice(0, 60)}" and "${wrong.slice(0, 60)}".`);
  const mark = Number(right);
  const choices: Choice[] = [];
  for (const row of of('option')) {
    const said = textAt(row, 2).toLowerCase();
    if (said !== 'correct' && said !== 'incorrect')
      return leftOut('Beside an option stands neither "correct" nor "incorrect".');
    const credit = said === 'correct' ? 100 : (-100 * Number(wrong)) / mark;
    choices.push({ text: textAt(row, 1), credit });
  }
  const remarks = marks ? [] : ['It has no row "Marks" and gets 1.'];
  return { is: 'choice', line, ...called, type: null, text, choices, mark, remarks };
}

/** Null when a row has another name or none. */
export function labelledQuestions({ rows, isText = false }: Sheet): Item[] | null {
  const questions: Row[][] = [];
  for (const row of rows) {
    const label = labelOf(row);
    const isPlain = [...row.cells.values()].every(
      ({ kind }) => kind === 'text' || kind === 'number',
    );
    if (label === undefined || !isPlain) return null;
    if (label === 'question') questions.push([row]);
    else questions.at(-1)?.push(row);
    if (questions.length === 0) return null;
  }
  const isNamed = questions.every((own) => own.some((row) => labelOf(row) === 'option'));
  return questions.length > 0 && isNamed ? questions.map((own) => readQuestion(own, isText)) : null;
}
