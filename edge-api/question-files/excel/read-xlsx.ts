// Finds the parts of an .xlsx by their relations: the workbook, its texts and styles, and its sheets in the order of their tabs. Nothing is
// guessed: if a sheet's part is missing, the file counts as damaged.
import { posix } from 'node:path';
import { AS_IS, noPictures, type Sheet } from '../judge/sheet.ts';
import { archive, passwordProtected, qtiPackage, wrongKind } from '../question-file.ts';
import { wordsCell } from './cells.ts';
import { openZip } from './open-zip.ts';
import { readOpenDocument } from './read-open-document.ts';
import { type Book, readSheet } from './read-sheet.ts';
import { readWord } from './read-word.ts';
import { attribute, damagedBy, isOn, readXml, sheetNameOf } from './read-xml.ts';
import { readSharedTexts, readStyles, unescaped } from './styles.ts';

function refuseOtherArchives(names: readonly string[]): void {
  if (names.some((name) => /(^|\/)workbook\.bin$/.test(name)))
    throw wrongKind('This is a binary Excel workbook (.xlsb), which is not supported.');
  if (names.some((name) => name.startsWith('ppt/'))) throw wrongKind('This is a presentation.');
  if (names.some((name) => name.endsWith('.iwa')))
    throw wrongKind('This is an Apple Numbers document. It can be exported as .xlsx.');
  if (names.some((name) => /(^|\/)imsmanifest\.xml$/i.test(name))) throw qtiPackage();
}

type Part = { name: string; bytes: Uint8Array };

type Find = (name: string) => Part | undefined;

/** Finds a part by its name, ignoring case. */
function finder(xml: ReadonlyMap<string, Uint8Array>): Find {
  const parts = new Map([...xml].map(([name, bytes]) => [name.toLowerCase(), { name, bytes }]));
  return (name) => parts.get(name.replace(/^\//, '').toLowerCase());
}

/** `type` is the last segment of the relation's type; `target` is the name of the other part. */
type Relation = { type: string; target: string };

/** The relations of a part, by id. The name '/' stands for the package itself. */
function relationsOf(name: string, find: Find): Map<string, Relation> {
  const relations = new Map<string, Relation>();
  const folder = posix.dirname(name);
  const part = find(posix.join(folder, '_rels', `${posix.basename(name)}.rels`));
  if (!part) return relations;
  readXml(part.name, part.bytes, {
    open(element, { Id = '', Type = '', Target = '' }) {
      if (element !== 'Relationship') return;
      const type = Type.slice(Type.lastIndexOf('/') + 1);
      relations.set(Id, { type, target: posix.resolve(folder, Target) });
    },
  });
  return relations;
}

type Tab = { name: string; hidden: boolean; relation: string };

function readTabs({ name, bytes }: Part): { tabs: Tab[]; date1904: boolean; asIs: boolean } {
  const tabs: Tab[] = [];
  let date1904 = false;
  let asIs = false;
  readXml(name, bytes, {
    open(element, attributes, parent) {
      if (parent === '' && element !== 'workbook') throw archive();
      if (element === 'workbookPr') date1904 = isOn(attributes.date1904);
      if (element === 'definedName' && attributes.name === AS_IS) asIs = true;
      if (element !== 'sheet' || parent !== 'sheets') return;
      tabs.push({
        name: sheetNameOf(unescaped(attributes.name ?? '')),
        hidden: attributes.state === 'hidden' || attributes.state === 'veryHidden',
        relation: attribute(attributes, 'id') ?? '',
      });
    },
  });
  return { tabs, date1904, asIs };
}

const objectsLeftOut =
  'This sheet has objects of other programs, such as equations, over its cells. They were left out. Please check that every question still makes sense.';

/**
 * Reads a workbook, an OpenDocument spreadsheet or a Word document.
 * @param title the name of the sheet that a Word document becomes
 * @throws FileRefusal
 */
export async function readArchive(bytes: Uint8Array, title: string): Promise<Sheet[]> {
  const { names, xml } = await openZip(bytes);
  if (names.includes('encrypted-package')) throw passwordProtected();
  if (names.includes('content.xml')) return readOpenDocument(xml);
  const find = finder(xml);
  const ofType = (relations: Map<string, Relation>, type: string) =>
    [...relations.values()].find((relation) => relation.type === type)?.target;
  const place = ofType(relationsOf('/', find), 'officeDocument') ?? '/xl/workbook.xml';
  const document = find(place.startsWith('/word/') ? place : '/word/document.xml');
  if (document) {
    const related = relationsOf(`/${document.name}`, find);
    const part = (type: string) => find(ofType(related, type) ?? '');
    return readWord(document, { styles: part('styles'), numbering: part('numbering') }, title);
  }
  refuseOtherArchives(names);
  const workbook = find(place);
  if (!workbook) throw archive();
  const { tabs, date1904, asIs } = readTabs(workbook);
  const relations = relationsOf(place, find);
  const texts = find(ofType(relations, 'sharedStrings') ?? '');
  const styles = find(ofType(relations, 'styles') ?? '');
  const book: Book = {
    texts: texts ? readSharedTexts(texts.name, texts.bytes).map(wordsCell) : [],
    styles: styles ? readStyles(styles.name, styles.bytes, date1904) : [],
    date1904,
    filledRows: 0,
  };
  const seen = new Set<string>();
  const partsRead = new Set<string>();
  return tabs.flatMap(({ name, hidden, relation }) => {
    if (seen.has(name)) throw damagedBy(`its sheet "${name}" is there twice`);
    seen.add(name);
    const { type, target } = relations.get(relation) ?? { type: 'worksheet', target: '' };
    if (type !== 'worksheet') return []; // a chart
    const part = find(target);
    if (!part || partsRead.has(part.name)) throw damagedBy(`its sheet "${name}" cannot be read`);
    partsRead.add(part.name);
    const drawing = find(ofType(relationsOf(target, find), 'drawing') ?? '');
    const { hasObjects, ...sheet } = readSheet(part.name, part.bytes, book);
    const pictures = drawing ? readPictureRows(drawing.name, drawing.bytes) : noPictures;
    // Excel 2007 draws such objects in a part that isn't read here.
    const remark = hasObjects && pictures.size === 0 ? objectsLeftOut : null;
    return [{ name, hidden, ...sheet, pictures, remark, asIs }];
  });
}

// The rows in which pictures, text boxes and charts begin. Text can't hold them, so a note says where they were.

/** The rows of their upper left corners, counted from 1. @throws FileRefusal */
function readPictureRows(part: string, bytes: Uint8Array): Set<number> {
  const rows = new Set<number>();
  let digits: string | null = null;
  readXml(part, bytes, {
    open(name, _, parent) {
      if (name === 'row' && parent === 'from') digits = '';
    },
    text(piece) {
      if (digits !== null) digits += piece;
    },
    close(name) {
      if (name !== 'row' || digits === null) return;
      const place = Number(digits.trim());
      if (Number.isInteger(place) && place >= 0) rows.add(place + 1);
      digits = null;
    },
  });
  return rows;
}
