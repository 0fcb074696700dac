// How the cells of a workbook look, as far as that changes what a reader sees: number formats, fonts, letters struck out.
import { type ForeignFont, foreignFont } from './fonts.ts';
import { codeOf, general, type NumberFormat, toFormat } from './number-formats.ts';
import { damagedBy, readXml } from './read-xml.ts';
import { isMark } from './rich-texts.ts';

export type Style = { format: NumberFormat; font: ForeignFont | null; struck: boolean };

export const plainStyle: Style = { format: general, font: null, struck: false };

/** Excel takes none that is longer. */
const longestFormat = 255;

/**
 * The styles that cells name by number, in order.
 * @throws FileRefusal
 */
export function readStyles(part: string, bytes: Uint8Array, date1904: boolean): Style[] {
  const own = new Map<number, string>();
  const fonts: Pick<Style, 'font' | 'struck'>[] = [];
  const cells: { format: number; font: number }[] = [];
  let font: Pick<Style, 'font' | 'struck'> | null = null;
  readXml(part, bytes, {
    open(name, attributes, parent) {
      const { numFmtId, fontId, formatCode = '', val = '' } = attributes;
      if (name === 'numFmt' && parent === 'numFmts') {
        if (formatCode.length > longestFormat)
          throw damagedBy(`a number format is longer than ${longestFormat} characters`);
        own.set(Number(numFmtId), formatCode);
      }
      if (name === 'font' && parent === 'fonts') {
        font = { font: null, struck: false };
        fonts.push(font);
      }
      if (font && parent === 'font' && name === 'name') font.font = foreignFont(val);
      if (font && parent === 'font' && name === 'strike') font.struck = isMark(attributes);
      if (name === 'xf' && parent === 'cellXfs')
        cells.push({ format: Number(numFmtId ?? 0), font: Number(fontId ?? 0) });
    },
    close(name) {
      if (name === 'fonts') font = null;
    },
  });
  return cells.map((cell) => ({
    format: toFormat(codeOf(cell.format, own), date1904),
    ...(fonts[cell.font] ?? { font: null, struck: false }),
  }));
}
