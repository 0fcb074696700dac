/** Small .xlsx files for tests, made part by part, so that a test can spoil any part of one. */
import { crc32, deflateRawSync } from 'node:zlib';

/** A text, a number, a boolean, no cell, or the cell's own XML with {ref} for its reference. */
export type BookCell = string | number | boolean | null | { xml: string };
export type BookSheet = {
  name: string;
  rows: BookCell[][];
  hidden?: boolean;
  merges?: string[];
  hiddenRows?: number[];
  /** As Excel counts them, from 1. */
  hiddenColumns?: number[];
};
export type Parts = Map<string, string>;

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Number formats a cell can name by `s`: General, 0%, short date, 0.00, text. */
export const styles = { general: 0, percent: 1, date: 2, twoPlaces: 3, text: 4 } as const;
const formats = [0, 9, 14, 2, 49];

export function escapeXml(text: string): string {
  return text
    .replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(
      /[^\P{Cc}\t\n\u0080-\u009f]/gu,
      (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    );
}

const columnName = (column: number) => String.fromCharCode(65 + column);

function cellXml(cell: BookCell, ref: string): string {
  if (cell === null) return '';
  if (typeof cell === 'string')
    return `<c r="${ref}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
  if (typeof cell === 'number') return `<c r="${ref}"><v>${cell}</v></c>`;
  if (typeof cell === 'boolean') return `<c r="${ref}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  return cell.xml.replaceAll('{ref}', ref);
}

function sheetXml(sheet: BookSheet): string {
  const rows = sheet.rows.map((row, at) => {
    const hidden = sheet.hiddenRows?.includes(at + 1) ? ' hidden="1"' : '';
    return `<row r="${at + 1}"${hidden}>${row.map((cell, column) => cellXml(cell, `${columnName(column)}${at + 1}`)).join('')}</row>`;
  });
  const merges = sheet.merges
    ? `<mergeCells>${sheet.merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`
    : '';
  const columns = (sheet.hiddenColumns ?? []).map(
    (column) => `<col min="${column}" max="${column}" hidden="1"/>`,
  );
  const cols = columns.length > 0 ? `<cols>${columns.join('')}</cols>` : '';
  return `<worksheet xmlns="${main}">${cols}<sheetData>${rows.join('')}</sheetData>${merges}</worksheet>`;
}

export function workbookParts(sheets: BookSheet[]): Parts {
  const overrides = sheets.map(
    (_, at) =>
      `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${kind}.worksheet+xml"/>`,
  );
  const relations = sheets.map(
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const named = sheets.map(
    (sheet, at) =>
      `<sheet name="${escapeXml(sheet.name)}" sheetId="${at + 1}"${sheet.hidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
  );
  return new Map([
    [
      '[Content_Types].xml',
      `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/>${overrides.join('')}</Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${named.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packaged}/relationships">${relations.join('')}<Relationship Id="rIdS" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      'xl/styles.xml',
      `<styleSheet xmlns="${main}"><cellXfs count="${formats.length}">${formats.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`,
    ],
    ...sheets.map((sheet, at): [string, string] => [
      `xl/worksheets/sheet${at + 1}.xml`,
      sheetXml(sheet),
    ]),
  ]);
}

export type ZipEntry = { name: string; packed: Uint8Array; size: number; sum: number };

export function packEntry(name: string, content: string | Uint8Array, level = 6): ZipEntry {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return { name, packed: deflateRawSync(bytes, { level }), size: bytes.length, sum: crc32(bytes) };
}

/** A zip of exactly these entries, whatever their names, in this order. */
export function makeZip(entries: readonly ZipEntry[]): Uint8Array {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, packed, size, sum } of entries) {
    const title = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(sum, 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(title.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, tail, title);
    const local = [Buffer.from('PK\x03\x04', 'latin1'), common, title, Buffer.from(packed)];
    pieces.push(...local);
    offset += local.reduce((sumOf, piece) => sumOf + piece.length, 0);
  }
  const end = Buffer.alloc(18);
  const size = directory.reduce((sumOf, piece) => sumOf + piece.length, 0);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return new Uint8Array(
    Buffer.concat([...pieces, ...directory, Buffer.from('PK\x05\x06', 'latin1'), end]),
  );
}

export function packParts(parts: Parts): Uint8Array {
  return makeZip([...parts].map(([name, content]) => packEntry(name, content)));
}

export function makeWorkbook(sheets: BookSheet[]): Uint8Array {
  return packParts(workbookParts(sheets));
}
