// Aiken: a question, its options each on a line "A) …" or "A. …", and "ANSWER: B". It knows no types, no
// marks and no line breaks inside an option. As people type it, letters may be small or in brackets.
import type { QuestionFormat } from './format.ts';
import type { Item } from './judge/item.ts';

const optionLine = /^\s*(?:\(([a-z])\)\s*|([a-z])(?:\)\s*|\.\s+))(\S.*)$/i;
const answerLine = /^\s*ANSWER\s*:(.*)$/is;
/** What other programs write below an answer; as text it would open the next question. */
const asideLine =
  /^(?:ans|correct answer|marks?|points?|feedback|explanation|solution|reason|hint|topic|difficulty)\s*[:=]/i;
const oneLetter = /^\(?([A-Z])[).]?$/;

function isAiken(text: string): boolean {
  return (
    /^[ \t]*(\([A-Z]\)|[A-Z]\)|[A-Z]\.[ \t])/im.test(text) &&
    /^[ \t]*ANSWER[ \t]*:[ \t]*\(?[A-Z][).]?[ \t]*$/im.test(text)
  );
}

type Open = { line: number; text: string[]; letters: string[]; options: string[] };

const leftOut = (line: number, message: string): Item => ({ is: 'left-out', line, message });

function close({ line, text, letters, options }: Open, said: string | null): Item {
  const answer = said === null ? null : (oneLetter.exec(said)?.[1] ?? said);
  if (answer === null) return leftOut(line, 'Its options are not followed by a line "ANSWER: A".');
  if (letters.some((letter, at) => letter !== String.fromCharCode(65 + at)))
    return leftOut(
      line,
      `Its options are lettered ${letters.join(', ')}; they must be A, B, C, D.`,
    );
  if (options.length > 0 && !/^[A-Z]$/.test(answer))
    return leftOut(line, `The answer "${answer.slice(0, 60)}" is not one letter.`);
  const choices = options.map((option, at) => ({
    text: option,
    credit: letters[at] === answer ? 100 : 0,
  }));
  return { is: 'choice', line, type: null, text: text.join('\n'), choices, mark: 1, remarks: [] };
}

function* readAiken(text: string): Generator<Item> {
  let open: Open | null = null;
  const lines = text.split(/\r\n?|\n/);
  for (const [at, raw] of lines.entries()) {
    const said = raw.trim();
    if (said === '') continue;
    // A question may begin with a letter and a full stop: "A. P. J. Abdul Kalam".
    const option = open ? optionLine.exec(raw) : null;
    const answer = answerLine.exec(raw);
    // Words below options begin the next question: the one before was never answered.
    if (open && !option && !answer && open.options.length > 0) {
      yield close(open, null);
      open = null;
    }
    if (!open && !answer && asideLine.test(said)) {
      yield leftOut(
        at + 1,
        `The line "${said.slice(0, 60)}" is no part of a question in Aiken. Please remove it, or write the answer as "ANSWER: A".`,
      );
      continue;
    }
    open ??= { line: at + 1, text: [], letters: [], options: [] };
    if (answer) {
      yield close(open, (answer[1] ?? '').trim().toUpperCase());
      open = null;
    } else if (option) {
      open.letters.push((option[1] ?? option[2] ?? '').toUpperCase());
      open.options.push(option[3] ?? '');
    } else open.text.push(said);
  }
  if (open) yield close(open, null);
}

export const aiken = {
  id: 'aiken',
  name: 'Aiken',
  counts: 'line',
  recognises: ({ plainText }) => (plainText !== null && isAiken(plainText) ? 'by-content' : null),
  read: ({ plainText }) => ({
    are: 'items',
    items: readAiken(plainText ?? ''),
    haveMarks: false,
  }),
} satisfies QuestionFormat;
