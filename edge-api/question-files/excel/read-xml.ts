// Reads one XML part of a workbook with a strict parser that knows only XML's own entities. A part that isn't well formed or has a DOCTYPE
// is refused as a whole. Element names have no prefixes.
import { SaxesParser } from 'saxes';
import { FileRefusal } from '../question-file.ts';

/** Bytes that are decoded at a time, so that a part is never in memory both as bytes and as one whole text. */
const pieceBytes = 65_536;

/** The most pieces in a row without a tag. No cell has such a long text, and the parser would keep all of it in memory. */
const mostSilent = 16;

/** Excel's own files have about ten levels. */
const deepest = 100;

/** In characters. Excel allows 31. The limit matters because every note on a row repeats the name. */
const longestSheetName = 255;

export const damagedBy = (what: string) =>
  new FileRefusal(
    'damaged',
    `This file is damaged: ${what}. Please open it in Excel or Word, save it again and upload the new copy.`,
  );

/** @throws FileRefusal damaged */
export function sheetNameOf(name: string): string {
  if (name.length > longestSheetName)
    throw damagedBy(`the name of a sheet is longer than ${longestSheetName} characters`);
  return name;
}

function encodingOf([a, b]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return 'utf-16be';
  return 'utf-8';
}

const local = (name: string) => name.slice(name.indexOf(':') + 1);

export type Attributes = Readonly<Record<string, string>>;

export type XmlReader = {
  /** @param parent the name of the element around this one; empty for the root */
  open(name: string, attributes: Attributes, parent: string): void;
  close?(name: string): void;
  text?(piece: string): void;
};

/** @throws FileRefusal damaged, unsafe, and whatever `reader` throws */
export function readXml(part: string, bytes: Uint8Array, reader: XmlReader): void {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const around: string[] = [''];
  let silent = 0;
  parser.on('doctype', () => {
    throw new FileRefusal(
      'unsafe',
      `This file carries definitions (in ${part}) that no Excel file needs and that can be harmful. It was not read.`,
    );
  });
  parser.on('opentag', ({ name, attributes }) => {
    silent = 0;
    const own = local(name);
    reader.open(own, attributes, around.at(-1) ?? '');
    around.push(own);
    if (around.length > deepest) throw damagedBy(`its part ${part} is nested too deeply`);
  });
  parser.on('closetag', ({ name }) => {
    silent = 0;
    around.pop();
    reader.close?.(local(name));
  });
  if (reader.text) {
    const add = (piece: string) => reader.text?.(piece);
    parser.on('text', add);
    parser.on('cdata', add);
  }
  parser.on('error', (error) => {
    throw error;
  });
  try {
    const decoder = new TextDecoder(encodingOf(bytes), { fatal: true });
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      if (++silent > mostSilent)
        throw damagedBy(`its part ${part} has a text of more than a million characters`);
      parser.write(decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true }));
    }
    parser.write(decoder.decode()).close();
  } catch (error) {
    throw error instanceof FileRefusal ? error : damagedBy(`its part ${part} cannot be read`);
  }
}

/** An attribute by its name, whatever prefix it has. */
export function attribute(attributes: Attributes, name: string): string | undefined {
  if (name in attributes) return attributes[name];
  const key = Object.keys(attributes).find((each) => local(each) === name);
  return key === undefined ? undefined : attributes[key];
}

export const isOn = (value: string | undefined) => value === '1' || value === 'true';
