// What a question format implements: it recognises its files by their content and turns a file into sheets or items. The judge does the
// rest, in the same way for all formats. A new format needs an id in the contract's `importFormatSchema`, a file with an object of this
// type, and a line in `byId` of read-question-file.ts.
import type { ImportFormat } from '#contract/desk/questions.ts';
import type { Item } from './judge/item.ts';
import type { Sheet } from './judge/sheet.ts';

/** An uploaded file, as every format gets it. */
export type SourceFile = {
  bytes: Uint8Array;
  /** The file's name as the browser sent it; at most its last 1,000 characters. */
  name: string;
  /** The name without folders and extensions, short enough for a sheet's name. */
  title: string;
  /** The decoded text without a byte order mark; null when the bytes are not text. */
  text: string | null;
  /** The same text for GIFT, Aiken and CSV; null when the text is XML. */
  plainText: string | null;
};

/** Sheets have a header that names the nine columns. Items are one question each, with any number of options. */
export type Contents =
  | {
      are: 'sheets';
      sheets: readonly Sheet[];
      /** True when a value to the right of the last column name means that the row's values have moved. */
      rowsEndAtHeader: boolean;
    }
  | {
      are: 'items';
      items: Iterable<Item>;
      /** When false, every question gets one mark, and a warning says so. */
      haveMarks: boolean;
      /** True when the format's own markup has been read already, so a tag that is left in a text is meant to be seen. */
      haveMarkup: boolean;
    };

export type QuestionFormat = {
  id: ImportFormat;
  /** The format's name as people know it. */
  name: string;
  /** What the number in a note counts in a file of this format. */
  counts: 'row' | 'line' | 'question';
  /** A match by name only counts when no format recognises the content. */
  recognises(file: SourceFile): 'by-content' | 'by-name' | null;
  /** @throws FileRefusal, whose message tells the administrator what to do */
  read(file: SourceFile): Contents | Promise<Contents>;
};
