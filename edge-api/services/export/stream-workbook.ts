/**
 * An Excel workbook of one sheet, written while its rows are being read, so that a file of any length takes
 * the memory of one piece. Every text is a text cell in text format: nothing in it is ever a formula, and
 * 0401 or +91 stays what it is.
 */
import { strToU8, Zip, ZipDeflate } from 'fflate';

export type Cell = string | number;
/** `width` in characters. */
export type SheetColumn = { head: string; width: number };

export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What one cell of Excel can hold. */
const LONGEST_TEXT = 32_767;
const [TEXT, HEAD] = [1, 2];

/** @param pieces rows in the order of the columns, as many at once as it suits the reader */
export function streamWorkbook(
  columns: readonly SheetColumn[],
  pieces: AsyncIterable<readonly (readonly Cell[])[]>,
): ReadableStream<Uint8Array> {
  const source = pieces[Symbol.asyncIterator]();
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 6 });
  const zip = new Zip();
  let given = false;
  let left = false;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      zip.ondata = (error, bytes, isLast) => {
        if (error) return controller.error(error);
        controller.enqueue(bytes);
        given = true;
        if (isLast) controller.close();
      };
      for (const [name, xml] of Object.entries(FIXED_PARTS)) addPart(zip, name, xml);
      zip.add(sheet);
      sheet.push(strToU8(sheetStart(columns)));
    },
    async pull() {
      // Packing may keep a piece to itself, and a stream that got nothing does not ask again.
      given = false;
      while (!given && !left) {
        const { done, value } = await source.next();
        if (left) return;
        sheet.push(strToU8(done ? SHEET_END : value.map(row).join('')), done);
        if (done) zip.end();
      }
    },
    async cancel() {
      left = true;
      zip.terminate();
      await source.return?.();
    },
  });
}

function addPart(zip: Zip, name: string, xml: string): void {
  const part = new ZipDeflate(name);
  zip.add(part);
  part.push(strToU8(XML + xml), true);
}

function row(cells: readonly Cell[]): string {
  return `<row>${cells.map((value) => cell(value, TEXT)).join('')}</row>`;
}

function cell(value: Cell, style: number | undefined): string {
  if (typeof value === 'number') return `<c><v>${value}</v></c>`;
  return `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escapeText(value)}</t></is></c>`;
}

/** What XML can't hold is left out; `_x0041_` would be read as a letter. */
function escapeText(text: string): string {
  return text
    .slice(0, LONGEST_TEXT)
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function sheetStart(columns: readonly SheetColumn[]): string {
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const heads = columns.map(({ head }) => cell(head, HEAD));
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row>${heads.join('')}</row>`;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SHEET_END = '</sheetData></worksheet>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** All but the sheet itself, which is the same in every file. */
const FIXED_PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  // Format 49 is Excel's own name for text.
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`,
};
