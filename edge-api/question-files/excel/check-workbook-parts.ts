// Looks through the XML of a workbook before a library reads it: no DTD, a bounded number of rows, each
// row and cell once and in its place. Also mends what the library would read wrongly: a formula cell that
// has no stored value (as 0), a formula's text (unescaped twice), 1,5 (as 1), an empty shared text (not at all).
import { posix } from 'node:path';
import { FileRefusal, limits, tooManyRows } from '../question-file.ts';
import { tidyXml } from './tidy-xml.ts';

/** Title and header rows, and sheets of instructions, come on top of the questions. */
const rowsLookedAt = limits.rows + 10_000;
const lastExcelRow = 1_048_576;

/** Shown for a formula without a stored value; no error of Excel has this name. */
export const noStoredValue = '#NO-STORED-VALUE!';

const damagedBy = (what: string) =>
  new FileRefusal(
    'damaged',
    `This Excel file is damaged: it has ${what}. Please open it in Excel, save it again and upload the new copy.`,
  );

function countRows(xml: string): number {
  const seen = new Set<number>();
  const cells = new Set<string>();
  let filled = 0;
  let row = 0;
  let counted = true;
  for (const [, tag, attributes = ''] of xml.matchAll(/<(?:\w+:)?(row|c|v|is)\b([^<>]*)/g)) {
    if (tag === 'row') {
      const given = /\sr\s*=\s*["'](\d+)["']/.exec(attributes);
      row = given === null ? row + 1 : Number(given[1]);
      if (seen.has(row)) throw damagedBy(`row ${row} twice`);
      if (row < 1 || row > lastExcelRow) throw damagedBy(`a row with the number ${row}`);
      seen.add(row);
      cells.clear();
      counted = false;
    } else if (tag === 'c') {
      const [, cell, at] = /\sr\s*=\s*["'](\$?[A-Z]+\$?(\d+))["']/.exec(attributes) ?? [];
      if (cell === undefined) continue;
      if (Number(at) !== row) throw damagedBy(`cell ${cell} in row ${row}`);
      if (cells.has(cell)) throw damagedBy(`cell ${cell} twice`);
      cells.add(cell);
    } else {
      if (!counted && ++filled > rowsLookedAt) throw tooManyRows();
      counted = true;
    }
  }
  return filled;
}

/**
 * Only the cells, and which are merged: of the rest (widths, links, rules) the library would make an object
 * for each cell of a range, and a range can say a thousand million.
 */
function onlyCells(xml: string): string {
  const [root = '', rootName = ''] = /<([\w:]+)(?![\w:])[^<>]*>/.exec(xml) ?? [];
  const open = /<((?:\w+:)?)sheetData\b[^<>]*>/.exec(xml);
  if (!open) return xml;
  const [tag, prefix = ''] = open;
  const part = (name: string, from: number): string => {
    const begin = xml.indexOf(`<${prefix}${name}`, from);
    const end = begin === -1 ? -1 : xml.indexOf(`</${prefix}${name}>`, begin);
    return end === -1 ? '' : xml.slice(begin, end + `</${prefix}${name}>`.length);
  };
  const data = tag.endsWith('/>') ? tag : part('sheetData', open.index);
  if (data === '') throw damagedBy('a sheet without an end');
  return `${root}${data}${part('mergeCells', open.index + data.length)}</${rootName}>`;
}

const emptyFormula =
  /(<(?:\w+:)?c\b[^<>]*)>\s*<(?:\w+:)?f\b(?:[^<>]*\/>|[^<>]*>[^<]*<\/(?:\w+:)?f>)\s*(?:(?:<(?:\w+:)?v\s*\/>|<(?:\w+:)?v>\s*<\/(?:\w+:)?v>)\s*)?<\/(?:\w+:)?c>/g;
const formulaText =
  /(<(?:\w+:)?c\b(?=[^<>]*\st=["']str["'])[^<>]*>\s*(?:<(?:\w+:)?f\b(?:[^<>]*\/>|[^<>]*>[^<]*<\/(?:\w+:)?f>)\s*)?<(?:\w+:)?v\b[^<>]*>)([^<]*)/g;

/** A number that is none to a computer, such as 1,5: the library would read its beginning. */
const numberCell =
  /(<(?:\w+:)?c\b)((?![^<>]*\st\s*=\s*["'](?!n["']))[^<>]*)(>\s*(?:<(?:\w+:)?f\b(?:[^<>]*\/>|[^<>]*>[^<]*<\/(?:\w+:)?f>)\s*)?<(?:\w+:)?v>)([^<]*)/g;
const isNumber = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i;

function mendFormulas(xml: string): string {
  return xml
    .replace(
      numberCell,
      (whole, cell: string, attributes: string, before: string, value: string) =>
        isNumber.test(value) || !/\d/.test(value)
          ? whole
          : `${cell}${attributes.replace(/\st\s*=\s*["']n["']/, '')} t="str"${before}${value}`,
    )
    .replace(emptyFormula, (_, cell: string) => {
      // A formula may rightly give an empty text: ="" is stored as text of no length.
      if (/\st=["']str["']/.test(cell)) return `${cell}/>`;
      return `${cell.replace(/\st=["']\w+["']/, '')} t="e"><v>${noStoredValue}</v></c>`;
    })
    .replace(
      formulaText,
      (_, before: string, text: string) => before + text.replaceAll('&', '&amp;'),
    );
}

/** An empty text may be written <si/>, which the library doesn't count: every text after it would move up. */
function withEmptyTexts(xml: string): string {
  return xml.replace(/<((?:\w+:)?)si(?:\s[^<>]*)?\/>/g, '<$1si><$1t></$1t></$1si>');
}

/** Targets such as "./sheet1.xml" as the absolute ones that the library follows. */
function withWholeTargets(name: string, xml: string): string {
  const folder = `/${name.replace(/_rels\/[^/]*$/, '')}`;
  return xml.replace(
    /(\sTarget\s*=\s*["'])(\.\.?\/[^"']*)/g,
    (_, before: string, target: string) => before + posix.join(folder, target),
  );
}

function mend(name: string, xml: string): string {
  if (/<(?:\w+:)?sheetData\b/.test(xml)) return mendFormulas(onlyCells(xml));
  if (/<(?:\w+:)?sst\b/.test(xml)) return withEmptyTexts(xml);
  return name.endsWith('.rels') ? withWholeTargets(name, xml) : xml;
}

/** The parts, safe to give to the library. Throws FileRefusal. */
export function checkWorkbookParts(
  parts: ReadonlyMap<string, Uint8Array>,
): Map<string, Uint8Array> {
  const checked = new Map<string, Uint8Array>();
  let rows = 0;
  for (const [name, bytes] of parts) {
    if (/^(__MACOSX|customXml)\//.test(name)) continue;
    const xml = tidyXml(name, bytes);
    if (/<(?:\w+:)?sheetData\b/.test(xml)) rows += countRows(xml);
    if (rows > rowsLookedAt) throw tooManyRows();
    checked.set(name, Buffer.from(mend(name, xml), 'latin1'));
  }
  return checked;
}
