// Texts of a workbook: runs of letters, each with its own look, are one text; how Japanese is read aloud is left out.
import { readXml } from './read-xml.ts';

/** `marked` says that some of its letters are raised, lowered, bold, slanted, underlined or struck out. */
export type RichText = { text: string; marked: boolean };

const marks = new Set(['vertAlign', 'b', 'i', 'u', 'strike']);

/** Excel writes signs that XML can't hold as _x000B_, and a text that looks so with _x005F_ in front. */
export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
}

/** Gathers one text after another from the elements inside <si>, <is> and <v>. */
export function richTexts() {
  let gathered = { text: '', marked: false };
  let isText = false;
  return {
    /** @param plain whether letters stand in the element itself */
    begin(plain: boolean) {
      gathered = { text: '', marked: false };
      isText = plain;
    },
    open(name: string, parent: string) {
      if (name === 't') isText = parent !== 'rPh';
      if (parent === 'rPr' && marks.has(name)) gathered.marked = true;
    },
    add(piece: string) {
      if (isText) gathered.text += piece;
    },
    close(name: string) {
      if (name === 't') isText = false;
    },
    end(): RichText {
      isText = false;
      return gathered;
    },
  };
}

/** @throws FileRefusal */
export function readSharedTexts(part: string, bytes: Uint8Array): RichText[] {
  const texts: RichText[] = [];
  const words = richTexts();
  readXml(part, bytes, {
    open(name, _, parent) {
      if (name === 'si') words.begin(false);
      else words.open(name, parent);
    },
    text: words.add,
    close(name) {
      if (name !== 'si') return words.close(name);
      const { text, marked } = words.end();
      texts.push({ text: unescaped(text), marked });
    },
  });
  return texts;
}
