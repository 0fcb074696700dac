// Bytes of an uploaded file to questions: for the worker. The formats are asked in their order whether it is
// theirs; what none of them knows is called by its name, so that its sender learns what to do.
import { checkOutside } from './check-outside.ts';
import type { QuestionFormat, SourceFile } from './format.ts';
import { formats } from './formats.ts';
import { judgeItems } from './judge/judge-items.ts';
import { judgeSheets } from './judge/judge-sheets.ts';
import { judgeTogether } from './judge/judge-together.ts';
import { FileRefusal, type ParseOutcome, qtiPackage, wrongKind } from './question-file.ts';
import { rootOf, toSourceFile } from './source-file.ts';

/** Told how many rows were judged so far. */
type Watch = (rows: number) => void;

function recognise(file: SourceFile): QuestionFormat {
  const { text, name } = file;
  if (text !== null && /\.xls[xmb]$/i.test(name))
    throw wrongKind('This is plain text, though its name says Excel.');
  if (text?.trim() === '') throw new FileRefusal('empty-file', 'This file is empty.');
  const known = (how: 'by-content' | 'by-name') =>
    formats.find((format) => format.recognises(file) === how);
  const format = known('by-content') ?? known('by-name');
  if (format) return format;
  const root = text === null ? null : rootOf(text);
  if (root && /^(questestinterop|(qti-)?assessment-?(item|test|section)|manifest)$/.test(root))
    throw qtiPackage();
  throw wrongKind(`This ${root ? 'XML ' : ''}file holds no questions that can be read.`);
}

/**
 * Never rejects for anything a file can hold.
 * @param watch told now and then, while it reads, how many rows it has judged
 */
export async function readQuestionFile(
  bytes: Uint8Array,
  fileName: string,
  watch: Watch = () => undefined,
): Promise<ParseOutcome> {
  try {
    checkOutside(bytes);
    const file = toSourceFile(bytes, fileName);
    const format = recognise(file);
    const contents = await format.read(file);
    const judged =
      contents.are === 'sheets'
        ? judgeSheets(contents, watch)
        : judgeItems(contents, format.name, file.title, watch);
    return judgeTogether(judged, format);
  } catch (error) {
    if (error instanceof FileRefusal)
      return { ok: false, code: error.code, message: error.message };
    throw error;
  }
}
