// Reads the wanted elements of an XML part one by one, each with all its contents, because a part may be long but a question isn't.
// Names of QTI 1.2, 2 and 3 get one form.
import { SaxesParser } from 'saxes';
import { entitiesIn } from '../html-to-text.ts';
import { FileRefusal } from '../question-file.ts';
import { unseen } from '../source-file.ts';

export type Attributes = Readonly<Record<string, string>>;
export type Element = { name: string; attributes: Attributes; children: (Element | string)[] };

/** Exports have about twenty levels, and formulas inside them a few more. */
const deepest = 100;

/** The size of one question: its characters, plus `ofElement` for each element. A picture inside a text takes a few hundred thousand. */
const largest = 4_000_000;

/** Added to the size for each element, because even an empty element costs memory and time. */
const ofElement = 10;

/** Gives "imsqti:qti-choice-interaction" and "choiceInteraction" the same name. */
function oneForm(name: string): string {
  const own = name.slice(name.indexOf(':') + 1);
  if (own === 'annotation-xml') return own; // MathML's copy of a formula, which htmlToText knows by this name
  return own.replace(/^qti-/, '').replaceAll('-', '').toLowerCase();
}

/** `take` gets each wanted element when it ends. A wanted element inside another one comes only as part of the outer one. */
type Watch = {
  wanted: ReadonlySet<string>;
  /** Is called with the root and every other element outside the wanted ones when it begins. */
  open?(name: string, attributes: Attributes): void;
  take(element: Element): void;
};

/** @throws FileRefusal damaged, unsafe, and whatever `watch` throws */
export function readElements(part: string, text: string, { wanted, open, take }: Watch): void {
  const parser = new SaxesParser({ xmlns: false, position: false });
  Object.assign(parser.ENTITIES, entitiesIn(text));
  const around: Element[] = [];
  let depth = 0;
  let size = 0;
  const grow = (by: number) => {
    size += by;
    if (size > largest)
      throw new FileRefusal(
        'damaged',
        `A question in ${part} is longer than a question can be. Please export it again and upload the new copy.`,
      );
  };
  const add = (piece: string) => {
    grow(piece.length);
    around.at(-1)?.children.push(piece);
  };
  // A DOCTYPE that only names an external file is allowed, because the parser never loads it.
  parser.on('doctype', (definitions) => {
    if (!definitions.includes('[')) return;
    throw new FileRefusal(
      'unsafe',
      'This file carries definitions that no question file needs and that can be harmful. It was not read.',
    );
  });
  parser.on('opentag', (tag) => {
    if (++depth > deepest)
      throw new FileRefusal('damaged', 'This XML file is nested too deeply to be a question file.');
    const name = oneForm(tag.name);
    const attributes = Object.fromEntries(
      Object.entries(tag.attributes).map(([key, value]) => [oneForm(key), value]),
    );
    if (around.length === 0 && !wanted.has(name)) return open?.(name, attributes);
    if (around.length === 0) size = 0;
    grow(Object.values(attributes).reduce((sum, value) => sum + value.length, ofElement));
    const element = { name, attributes, children: [] };
    around.at(-1)?.children.push(element);
    around.push(element);
  });
  parser.on('closetag', () => {
    depth--;
    const element = around.pop();
    if (element && around.length === 0) take(element);
  });
  const addInside = (piece: string) => {
    if (around.length > 0) add(piece);
  };
  parser.on('text', addInside);
  parser.on('cdata', addInside);
  parser.on('error', (error) => {
    throw error;
  });
  try {
    parser
      .write(
        text
          .trimStart()
          .replace(/[\v\f]/g, '\n')
          .replace(unseen, ''),
      )
      .close();
  } catch (error) {
    throw error instanceof FileRefusal
      ? error
      : new FileRefusal(
          'damaged',
          `This file is damaged or incomplete: ${part} cannot be read. Please export it again and upload the new copy.`,
        );
  }
}

type Is = (element: Element) => boolean;
export const none: Is = () => false;

/** All matching elements below, in order. Elements inside a match or inside one that is set `aside` are not searched. */
export function findAll(element: Element, is: Is, aside: Is = none): Element[] {
  return element.children.flatMap((child) => {
    if (typeof child === 'string' || aside(child)) return [];
    return is(child) ? [child] : findAll(child, is, aside);
  });
}

export const findNamed = (element: Element, ...names: string[]) =>
  findAll(element, ({ name }) => names.includes(name));

export const childrenOf = ({ children }: Element): Element[] =>
  children.filter((child) => typeof child !== 'string');

/** The element's text without tags. */
export function textOf({ children }: Element): string {
  return children.reduce<string>(
    (said, child) => said + (typeof child === 'string' ? child : textOf(child)),
    '',
  );
}

/** QTI's own elements around a text, which HTML doesn't have. */
const own =
  /^(?:choiceinteraction|prompt|contentbody|stimulusbody|rubricblock|templateblock|templateinline)$/;

const escapes = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['"', '&quot;'],
]);
const escaped = (text: string) => text.replace(/[&<"]/g, (sign) => escapes.get(sign) ?? sign);

/** The contents of an element as markup, without elements that are set `aside`. QTI's own elements become <div>. */
export function markupIn({ children }: Element, aside: Is = none): string {
  const markup = (child: Element | string): string => {
    if (typeof child === 'string') return escaped(child);
    if (aside(child)) return '';
    if (own.test(child.name)) return `<div>${markupIn(child, aside)}</div>`;
    const attributes = Object.entries(child.attributes).map(
      ([key, value]) => ` ${key}="${escaped(value)}"`,
    );
    return `<${child.name}${attributes.join('')}>${markupIn(child, aside)}</${child.name}>`;
  };
  return children.reduce<string>((said, child) => said + markup(child), ''); // a join would copy the text at each depth
}

/** The finite number in a text; null when there is none. */
export function numberOf(text: string | undefined): number | null {
  const number = Number(text?.trim() || Number.NaN);
  return Number.isFinite(number) ? number : null;
}

/** Returns how to compare idents. Some systems change an ident's case, so case is ignored unless two idents differ only in case. */
export function comparing(idents: readonly string[]): (one: string, other: string) => boolean {
  const isExact = new Set(idents.map((ident) => ident.toLowerCase())).size < idents.length;
  return (one, other) => one === other || (!isExact && one.toLowerCase() === other.toLowerCase());
}
