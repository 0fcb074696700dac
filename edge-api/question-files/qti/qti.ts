// QTI, as Canvas, Blackboard, Respondus and TAO export it: a package (.zip) whose manifest names its parts, or a single part. Notes give
// the number of the question, because line numbers would begin again in each part of a package.
import { posix } from 'node:path';
import { openZip } from '../excel/open-zip.ts';
import type { QuestionFormat } from '../format.ts';
import { cleanText } from '../judge/clean-text.ts';
import type { Item } from '../judge/item.ts';
import { archive, FileRefusal, limits, tooManyRows, wrongKind } from '../question-file.ts';
import { rootOf, toSourceFile } from '../source-file.ts';
import { textBeside } from './kinds.ts';
import { fieldNames, readItem as readOldItem } from './qti-1.ts';
import { readItem } from './qti-2.ts';
import { type Element, findNamed, numberOf, readElements, textOf } from './read-elements.ts';

type Placed = { weight: number; type: string | null };
type Part = { name: string; text: string; placed?: Placed | undefined };

const roots = /^(?:questestinterop|(?:qti-)?assessment-?item)$/;
/** The roots of parts that have no questions and only list other parts. */
const around = /^(?:(?:qti-)?assessment-?(?:test|section)|manifest)$/;

const manifest = 'imsmanifest.xml';

/** Matches names of parts in the zip files of Excel, Word, OpenDocument and other formats. */
const ofOthers = /\[Content_Types\]\.xml|META-INF\/|content\.xml|(?:xl|word|ppt)\//;

/** Recognises a package by the names of its parts in the directory at the end of the zip. A zip made by hand may lack the manifest. */
function isPackage(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = file.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (file.toString('latin1', 0, 4) !== 'PK\x03\x04' || end === -1 || end + 22 > file.length)
    return false;
  const directory = file.subarray(Math.max(0, end - file.readUInt32LE(end + 12)), end);
  const isListed = directory.includes(manifest) && !directory.includes('[Content_Types].xml');
  return isListed || (directory.includes('.xml') && !ofOthers.test(directory.toString('latin1')));
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

const beside = (part: string, href: string) => posix.join(posix.dirname(part), decoded(href));

/** The place of each part in the manifest, by its name. */
function namedIn({ name, text }: Part): Map<string, number> {
  const places = new Map<string, number>();
  readElements(name, text, {
    wanted: new Set(),
    open(element, { href, file }) {
      const named = href ?? file; // Blackboard writes `file`
      if (named === undefined || !/^(?:file|resource)$/.test(element)) return;
      const part = beside(name, named);
      if (!places.has(part)) places.set(part, places.size);
    },
    take() {},
  });
  return places;
}

/** Whether a title, such as "Section 2" or "Main", could be in any test and says nothing about the contents. */
const isNoName = (title: string) =>
  title === '' ||
  title.length > limits.typeLength ||
  /^(?:(?:test|assessment|question)[ -]?)?(?:section|part|group|main|root|default|block|page)s?[ -]?(?:[\da-z]|[ivx]{1,4}|\d{1,4})?$/i.test(
    title,
  );

/** Adds what a test says about its items, by the names of their parts: the factor for their marks, and the title of their section. */
function placedIn(test: Part, placed: Map<string, Placed>): void {
  let own = '';
  let section = '';
  readElements(test.name, test.text, {
    wanted: new Set(['assessmentitemref']),
    open(element, { title = '' }) {
      if (element === 'assessmenttest') own = cleanText(title);
      if (element === 'assessmentsection') section = cleanText(title);
    },
    take(reference) {
      const [weight] = findNamed(reference, 'weight');
      placed.set(beside(test.name, reference.attributes.href ?? ''), {
        weight: numberOf(weight?.attributes.value) ?? 1,
        type: [section, own].find((title) => !isNoName(title)) ?? null,
      });
    },
  });
}

/** Whether a part is the shorter of two copies of a Canvas quiz. The complete copy is in non_cc_assessments. */
const wholeOf = (name: string, names: ReadonlySet<string>) => {
  const [folder = '', file] = name.split('/').slice(-2);
  return file === 'assessment_qti.xml' && names.has(`non_cc_assessments/${folder}.xml.qti`);
};

const noParts = () =>
  new FileRefusal(
    'no-questions',
    'No questions were found in this QTI package. Please export them again, as QTI 1.2, 2.1 or 3, or as Moodle XML.',
  );

/** @throws FileRefusal */
async function openPackage(bytes: Uint8Array): Promise<Part[]> {
  const { xml } = await openZip(bytes, /\.(?:xml|qti|dat)$/i);
  const names = new Set(xml.keys());
  const [list] = [...names]
    .filter((name) => posix.basename(name) === manifest)
    .sort((a, b) => a.length - b.length);
  const textOfPart = (name: string) =>
    toSourceFile(xml.get(name) ?? new Uint8Array(), name).text ?? '';
  const places =
    list === undefined
      ? new Map<string, number>()
      : namedIn({ name: list, text: textOfPart(list) });
  const placeOf = (name: string) => places.get(name) ?? places.size;
  const placed = new Map<string, Placed>();
  const parts: Part[] = [];
  for (const name of [...names].sort((a, b) => placeOf(a) - placeOf(b))) {
    if (wholeOf(name, names)) continue;
    const part = { name, text: textOfPart(name) };
    const root = rootOf(part.text) ?? '';
    if (roots.test(root)) parts.push(part);
    else if (around.test(root) && name !== list) placedIn(part, placed);
  }
  if (parts.length === 0) throw list === undefined ? archive() : noParts();
  return parts.map((part) => ({ ...part, placed: placed.get(part.name) }));
}

/** The name of an item. A title such as "Question 3" is no name, because notes give the number anyway. */
function nameOf({ title = '' }: Readonly<Record<string, string>>): { called?: string } {
  const called = cleanText(title);
  return called === '' || /^question\s{0,9}\d{0,9}$/i.test(called) ? {} : { called };
}

const itemsOfParts = new Set(['item', ...fieldNames, 'assessmentitem', 'presentation_material']);

/** Applies what a section or a test says about an item. */
function asPlaced(item: Item, isBesideText: boolean, placed?: Placed): Item {
  if (item.is === 'left-out') return item;
  const remarks = isBesideText ? [...item.remarks, textBeside] : item.remarks;
  const { weight = 1, type = null } = placed ?? {};
  return { ...item, mark: item.mark * weight, type: item.type ?? type, remarks };
}

/** The title of a bank, if the field holds it. */
function bankTitle(field: Element): string | null {
  const [label] = findNamed(field, 'fieldlabel');
  const [entry] = findNamed(field, 'fieldentry');
  return label && entry && textOf(label).trim() === 'bank_title' ? textOf(entry) : null;
}

function readParts(parts: readonly Part[]): Item[] {
  const items: Item[] = [];
  for (const { name, text, placed } of parts) {
    let bank: string | null = null;
    let type: string | null = null;
    let isInSection = false; // a text above all sections is an instruction for the test
    let isBesideText = false;
    const named = (title: string) => {
      bank = cleanText(title) || bank;
      type = bank;
    };
    readElements(name, text, {
      wanted: itemsOfParts,
      open(element, { title }) {
        if (element === 'assessment' && title !== undefined) named(title);
        if (element !== 'section') return;
        [isInSection, isBesideText] = [true, false];
        const own = cleanText(title ?? '');
        type = isNoName(own) ? bank : own;
      },
      take(element) {
        if (fieldNames.includes(element.name)) return named(bankTitle(element) ?? '');
        if (element.name === 'presentation_material') {
          isBesideText ||= isInSection && textOf(element).trim() !== '';
          return;
        }
        if (items.length >= limits.rows + 10_000) throw tooManyRows();
        const place = { line: items.length + 1, ...nameOf(element.attributes) };
        const item =
          element.name === 'item' ? readOldItem(element, place, type) : readItem(element, place);
        items.push(asPlaced(item, isBesideText, placed));
      },
    });
  }
  return items;
}

export const qti = {
  id: 'qti',
  name: 'QTI',
  counts: 'question',
  recognises({ bytes, text }) {
    const root = text === null ? '' : (rootOf(text) ?? '');
    return isPackage(bytes) || roots.test(root) || around.test(root) ? 'by-content' : null;
  },
  async read({ bytes, name, text }) {
    if (text !== null && around.test(rootOf(text) ?? ''))
      throw wrongKind(
        'This is only a list of the parts of a QTI package. Please upload the package (.zip) itself.',
      );
    const parts = text === null ? await openPackage(bytes) : [{ name: posix.basename(name), text }];
    return { are: 'items', items: readParts(parts), haveMarks: true, haveMarkup: false };
  },
} satisfies QuestionFormat;
