// Texts of a workbook: runs of letters, each with its own look, are one text; how Japanese is read aloud is left out.
import { shiftAll } from '../judge/clean-text.ts';
import { limits } from '../question-file.ts';
import { type ForeignFont, foreignFont } from './fonts.ts';
import { type Attributes, readXml } from './read-xml.ts';

export type RichText = {
  text: string;
  /** Whether some letters are raised, lowered, bold, slanted, underlined or struck out, and text can't say so. */
  marked: boolean;
  /** The font of letters with one of their own, where it shows other signs. */
  font: string | null;
};

const marks = new Set(['b', 'i', 'u', 'strike']);
const off = new Set(['0', 'false', 'none']);

/** Whether an element such as <strike/> says that something is so. */
export const isMark = ({ val = '1' }: Attributes) => !off.has(val);

/** A sign takes up to seven letters where XML can't hold it. What is longer than any text may be is cut: the judge refuses it. */
const longestRaw = 8 * limits.textLength;

/** Excel writes signs that XML can't hold as _x000B_, and a text that looks so with _x005F_ in front. */
export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
}

type Run = { shift: 'sup' | 'sub' | null; marked: boolean; font: ForeignFont | null };
const plainRun: Run = { shift: null, marked: false, font: null };

/** Gathers one text after another from the elements inside <si>, <is> and <v>. */
export function richTexts() {
  let gathered: RichText = { text: '', marked: false, font: null };
  let run: Run = plainRun;
  /** What the element has that is open, if it is one of letters. */
  let letters: string | null = null;

  const settle = () => {
    if (letters === null) return;
    const text = unescaped(letters);
    const shifted = run.shift && shiftAll(text, run.shift);
    gathered.text += shifted ?? text;
    if (run.marked || (run.shift && !shifted)) gathered.marked = true;
    if (run.font?.signs.test(text)) gathered.font = run.font.name;
    letters = null;
  };
  return {
    /** @param plain whether letters stand in the element itself */
    begin(plain: boolean) {
      gathered = { text: '', marked: false, font: null };
      run = plainRun;
      letters = plain ? '' : null;
    },
    open(name: string, attributes: Attributes, parent: string) {
      if (name === 'r') run = { ...plainRun };
      if (name === 't' && parent !== 'rPh') letters = '';
      if (parent !== 'rPr') return;
      const { val } = attributes;
      if (name === 'rFont') run.font = foreignFont(val ?? '');
      if (name === 'vertAlign' && val === 'superscript') run.shift = 'sup';
      if (name === 'vertAlign' && val === 'subscript') run.shift = 'sub';
      if (marks.has(name) && isMark(attributes)) run.marked = true;
    },
    add(piece: string) {
      if (letters !== null && gathered.text.length + letters.length < longestRaw) letters += piece;
    },
    close(name: string) {
      if (name === 't') settle();
      if (name === 'r') run = plainRun;
    },
    end(): RichText {
      settle();
      return gathered;
    },
  };
}

/** @throws FileRefusal */
export function readSharedTexts(part: string, bytes: Uint8Array): RichText[] {
  const texts: RichText[] = [];
  const words = richTexts();
  readXml(part, bytes, {
    open(name, attributes, parent) {
      if (name === 'si') words.begin(false);
      else words.open(name, attributes, parent);
    },
    text: words.add,
    close(name) {
      if (name === 'si') texts.push(words.end());
      else words.close(name);
    },
  });
  return texts;
}
