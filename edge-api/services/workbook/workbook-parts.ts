// The small parts of a workbook: what it consists of and its two cell formats, general (0)
// and text (1).
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const contentTypes = (sheets: number) =>
  `<Types xmlns="${PACKAGE}/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>` +
  Array.from(
    { length: sheets },
    (_, index) => `<Override PartName="/${sheetPath(index)}" ContentType="${TYPE}.worksheet+xml"/>`,
  ).join('') +
  '</Types>';

/** @param index from 0 */
export function sheetPath(index: number): string {
  return `xl/worksheets/sheet${index + 1}.xml`;
}

const relations = (targets: readonly (readonly [type: string, target: string])[]) =>
  `<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(
      ([type, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

/** Text is Excel's own format 49. */
const styles =
  `<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>';

/** @param sheetNames in the order of their tabs */
export function workbookParts(sheetNames: readonly string[]): Part[] {
  const sheets = sheetNames.map(
    (name, index) =>
      `<sheet name="${textXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const workbook = `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`;
  const inBook = relations([
    ...sheetNames.map((_, index) => ['worksheet', sheetPath(index).slice('xl/'.length)] as const),
    ['styles', 'styles.xml'],
  ]);
  return [
    { path: '[Content_Types].xml', xml: [HEAD + contentTypes(sheetNames.length)] },
    { path: '_rels/.rels', xml: [HEAD + relations([['officeDocument', 'xl/workbook.xml']])] },
    { path: 'xl/workbook.xml', xml: [HEAD + workbook] },
    { path: 'xl/_rels/workbook.xml.rels', xml: [HEAD + inBook] },
    { path: 'xl/styles.xml', xml: [HEAD + styles] },
  ];
}

// A text as a workbook's XML holds it: the same text when Excel reads it back.

/** What one cell of Excel can hold. */
const LONGEST = 32_767;
const MARKS: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

/**
 * What XML has no way to say is left out. Excel reads _x0041_ inside a text as the letter A unless its
 * first sign is written as _x005F_.
 */
export function textXml(text: string): string {
  return text
    .slice(0, LONGEST)
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/(?![\t\n\r\u007f-\u009f])[\p{Cc}\ufffe\uffff]/gu, '')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"\r]/g, (mark) => MARKS[mark] ?? '');
}

// A zip archive written piece by piece. Packing is Node's own, in its thread pool, so that a large export
// does not hold up whoever is sitting an exam.

export type Part = { path: string; xml: Iterable<string> | AsyncIterable<string> };

const DEFLATED = 8;

/** Ends the reading of a part's `xml` when the caller stops asking. */
export async function* zipParts(parts: readonly Part[]): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    ready.push(piece);
  });
  function* taken() {
    const pieces = ready;
    ready = [];
    yield* pieces;
  }
  for (const { path, xml } of parts) {
    const file: ZipInputFile = { filename: path, size: 0, crc: 0, compression: DEFLATED };
    zip.add(file);
    const deflate = createDeflateRaw();
    const bytes = Readable.from(counted(file, xml), { objectMode: false });
    bytes.once('error', (error) => deflate.destroy(error));
    try {
      for await (const piece of bytes.pipe(deflate)) {
        file.ondata?.(null, piece, false);
        yield* taken();
      }
    } finally {
      bytes.destroy();
      if (!bytes.closed) await once(bytes, 'close');
    }
    file.ondata?.(null, new Uint8Array(), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}

/** The zip's directory tells each file's size and checksum. */
async function* counted(file: ZipInputFile, xml: Part['xml']): AsyncGenerator<Buffer> {
  for await (const text of xml) {
    const bytes = Buffer.from(text);
    file.size += bytes.length;
    file.crc = crc32(bytes, file.crc);
    if (bytes.length > 0) yield bytes;
  }
}
