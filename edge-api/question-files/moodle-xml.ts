// Moodle XML, read by a strict parser that knows only XML's own entities and those of HTML. A file that isn't well formed, defines
// entities or is nested too deeply is refused as a whole.
import { SaxesParser } from 'saxes';
import type { QuestionFormat } from './format.ts';
import { entitiesIn, htmlToText } from './html-to-text.ts';
import { cleanText } from './judge/clean-text.ts';
import { type Choice, type Item, typeOfCategory } from './judge/item.ts';
import { FileRefusal, limits, tooManyRows } from './question-file.ts';
import { rootOf, unseen } from './source-file.ts';

/** Moodle's own files have ten levels. */
const deepest = 50;

/** The contents of one <question>. The keys of `texts` are paths below it, such as "questiontext/text". */
type Said = {
  kind: string;
  line: number;
  texts: Map<string, string>;
  formats: Map<string, string>;
  answers: { fraction: string; format: string | null; text: string }[];
  hasMedia: boolean;
};

const wanted = [
  'category/text',
  'name/text',
  'questiontext',
  'questiontext/text',
  'defaultgrade',
  'single',
  'answer/text',
];
const mediaElements = new Set(['file', 'image_base64']);

const kinds = new Map(
  Object.entries({
    truefalse: 'a true/false question',
    shortanswer: 'a question with a typed answer',
    numerical: 'a question that asks for a number',
    matching: 'a matching question',
    essay: 'an essay question',
    cloze: 'a text with gaps (cloze)',
    multianswer: 'a text with gaps (cloze)',
    description: 'a text without a question',
    calculatedmulti: 'a question with changing numbers',
    calculated: 'a question with changing numbers',
    calculatedsimple: 'a question with changing numbers',
  }),
);

function refuseXml(error: Error, line: number): FileRefusal {
  return error instanceof FileRefusal
    ? error
    : new FileRefusal(
        'damaged',
        `This XML file is damaged or incomplete near line ${line}. Please export it again and upload the new copy.`,
      );
}

function readDocument(text: string): Said[] {
  const found: Said[] = [];
  const document = text.trimStart(); // nothing may stand before <?xml
  const linesAbove = text.slice(0, text.length - document.length).split('\n').length - 1;
  const path: string[] = [];
  let said: Said | null = null;
  const parser = new SaxesParser({ xmlns: false });
  Object.assign(parser.ENTITIES, entitiesIn(text));
  const add = (piece: string) => {
    if (!said || path.length < 3) return;
    const key = path.slice(2, 4).join('/');
    if (key === 'image' && piece.trim() !== '') said.hasMedia = true; // Moodle 1.9 writes an empty <image> when there is no picture
    if (!wanted.includes(key)) return;
    const answer = key === 'answer/text' ? said.answers.at(-1) : undefined;
    if (answer) answer.text += piece;
    else said.texts.set(key, (said.texts.get(key) ?? '') + piece);
  };
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new FileRefusal(
      'unsafe',
      'This file carries definitions that no question file needs and that can be harmful. It was not read.',
    );
  });
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name);
    if (path.length > deepest)
      throw new FileRefusal('damaged', 'This XML file is nested too deeply to be a question file.');
    if (path.length === 2 && name === 'question') {
      if (found.length >= limits.rows + 10_000) throw tooManyRows();
      const begun: Said = {
        kind: attributes.type ?? '',
        line: parser.line + linesAbove,
        texts: new Map(),
        formats: new Map(),
        answers: [],
        hasMedia: false,
      };
      said = begun;
      found.push(begun);
      return;
    }
    if (!said) return;
    if (mediaElements.has(name) && !path.includes('feedback')) said.hasMedia = true;
    if (path.length > 4) add(`<${name}>`); // markup that isn't wrapped in CDATA
    const format = attributes.format;
    if (path.length !== 3) return;
    if (name === 'answer')
      said.answers.push({
        fraction: attributes.fraction ?? '0',
        format: format ?? null,
        text: '',
      });
    else if (format !== undefined) said.formats.set(name, format);
  });
  parser.on('closetag', ({ name }) => {
    if (path.length > 4) add(`</${name}>`);
    path.pop();
    if (path.length < 2) said = null;
  });
  parser.on('text', add);
  parser.on('cdata', add);
  try {
    parser.write(document.replace(/[\v\f]/g, '\n').replace(unseen, '')).close();
  } catch (error) {
    throw refuseXml(
      error instanceof Error ? error : new Error(String(error)),
      parser.line + linesAbove,
    );
  }
  return found;
}

const asTyped = new Set(['plain_text', 'markdown']);

function readText(raw: string, format: string | undefined | null, lost: Set<string>): string {
  if (asTyped.has(format ?? '')) return raw;
  // Moodle shows the line breaks of a text in this format, except for those beside a tag.
  const isAuto = format === 'moodle_auto_format';
  const read = htmlToText(isAuto ? raw.replace(/(?<!>)\r?\n(?!<)/g, '<br>') : raw);
  if (!read) return raw; // longer than any question may be; the judge reports it
  for (const sentence of read.lost) lost.add(sentence);
  return read.text;
}

function toItem(
  { kind, line, texts, formats, answers, hasMedia }: Said,
  type: string | null,
  isAlone: boolean,
): Item {
  const name = isAlone ? '' : cleanText(texts.get('name/text') ?? '');
  const place = { line, ...(name !== '' && { called: name }) };
  const leftOut = (message: string): Item => ({ is: 'left-out', ...place, message });
  if (kind !== 'multichoice')
    return leftOut(
      `It is ${kinds.get(kind) ?? `a question of the kind "${kind.slice(0, 40)}"`}; only questions with four options are taken.`,
    );
  const lost = new Set<string>();
  const format = formats.get('questiontext');
  const text = readText(
    texts.get('questiontext/text') ?? texts.get('questiontext') ?? '',
    format,
    lost,
  );
  const choices: Choice[] = answers.map((answer) => ({
    text: readText(answer.text, answer.format ?? format, lost),
    credit: Number(answer.fraction),
  }));
  if (choices.some(({ credit }) => !Number.isFinite(credit)))
    return leftOut('The share of the mark that an answer earns is not a number.');
  if (hasMedia && lost.size === 0)
    lost.add('A picture, sound or video was left out. Please check that it still makes sense.');
  if (/^(false|0)$/.test(texts.get('single')?.trim() ?? ''))
    lost.add('It let people tick several options; here they choose one.');
  const mark = Number(texts.get('defaultgrade')?.trim() || '1');
  if (!Number.isFinite(mark)) return leftOut('Its mark (defaultgrade) is not a number.');
  return { is: 'choice', ...place, type, text, choices, mark, remarks: [...lost] };
}

/** @throws FileRefusal */
function* readMoodleXml(text: string): Generator<Item> {
  let type: string | null = null;
  const document = readDocument(text);
  const perLine = new Map<number, number>();
  for (const { line } of document) perLine.set(line, (perLine.get(line) ?? 0) + 1);
  for (const said of document) {
    if (said.kind === 'category') type = typeOfCategory(said.texts.get('category/text') ?? '');
    else yield toItem(said, type, perLine.get(said.line) === 1);
  }
}

export const moodleXml = {
  id: 'moodle-xml',
  name: 'Moodle XML',
  counts: 'line',
  recognises: ({ text }) => (text !== null && rootOf(text) === 'quiz' ? 'by-content' : null),
  read: ({ text }) => ({
    are: 'items',
    items: readMoodleXml(text ?? ''),
    haveMarks: true,
    haveMarkup: true,
  }),
} satisfies QuestionFormat;
