// What a question format implements: to know its files by their content, and to bring one to sheets or to
// items. The judge does the rest, for all formats alike. A new one is its id in the contract's
// `importFormatSchema`, a file with an object of this type, and its line in `byId` of read-question-file.ts.
import type { ImportFormat } from '#contract/desk/questions.ts';
import type { Item } from './judge/item.ts';
import type { Sheet } from './judge/sheet.ts';

/** An uploaded file, as every format is shown it. */
export type SourceFile = {
  bytes: Uint8Array;
  /** As it was sent; at most its last thousand signs. */
  name: string;
  /** The name as a sheet would have it: without folders and endings. */
  title: string;
  /** Its text, in whatever encoding, without the byte order mark; null where the bytes are no text. */
  text: string | null;
  /** The same, where it is no XML: what GIFT, Aiken and CSV look at. */
  plainText: string | null;
};

/** Tables have a header that names the nine columns; items are one question each, with any number of options. */
export type Contents =
  | {
      are: 'sheets';
      sheets: readonly Sheet[];
      /** A value beyond the last column name says that the others have moved. */
      rowsEndAtHeader: boolean;
    }
  | {
      are: 'items';
      items: Iterable<Item>;
      /** Otherwise every question gets 1, and a warning says so. */
      haveMarks: boolean;
      /** Then a tag in a text is meant to be seen. */
      haveMarkup: boolean;
    };

export type QuestionFormat = {
  id: ImportFormat;
  /** What people call it. */
  name: string;
  /** What the number of a note counts in such a file. */
  counts: 'row' | 'line' | 'question';
  /** By name only where no format knows the content. */
  recognises(file: SourceFile): 'by-content' | 'by-name' | null;
  /** @throws FileRefusal, whose sentence tells a clerk what to do */
  read(file: SourceFile): Contents | Promise<Contents>;
};
