// Writes formulas of Word in one line: 1/2, x², √(a+b). A part with its own position on paper, such as a numerator, gets brackets.
import { shiftAll } from '../judge/clean-text.ts';

type Part = { name: string; text: string };
type Open = { name: string; own: Map<string, string>; parts: Part[]; letters: boolean };

const roots = new Map([
  ['', '√'],
  ['2', '√'],
  ['3', '∛'],
  ['4', '∜'],
]);

/** The text between the parts of an element that are side by side or below each other. */
const between = new Map([
  ['func', ' '],
  ['mr', ' '],
  ['m', '; '],
  ['eqArr', '; '],
]);

const grouped = (text: string) =>
  /^(?:[\p{L}\p{N}.]*|\([^()]*\))$/u.test(text) ? text : `(${text})`;

const shifted = (text: string, way: 'sup' | 'sub') =>
  text === '' ? '' : (shiftAll(text, way) ?? `${way === 'sup' ? '^' : '_'}${grouped(text)}`);

function compose({ name, own, parts }: Open): string {
  const of = (part: string) =>
    parts.flatMap((each) => (each.name === part ? [each.text] : [])).join('');
  const [base, sub, sup] = [of('e'), shifted(of('sub'), 'sub'), shifted(of('sup'), 'sup')];
  if (name === 'f') return `${grouped(of('num'))}/${grouped(of('den'))}`;
  if (name === 'sSup' || name === 'sSub' || name === 'sSubSup')
    return `${grouped(base)}${sub}${sup}`;
  if (name === 'rad') {
    const degree = of('deg').trim();
    const sign = roots.get(degree);
    return sign === undefined ? `root ${grouped(degree)} of (${base})` : `${sign}(${base})`;
  }
  if (name === 'nary') return `${own.get('chr') ?? '∫'}${sub}${sup} ${base}`;
  if (name === 'd') {
    const inside = parts.flatMap((each) => (each.name === 'e' ? [each.text] : []));
    return `${own.get('begChr') ?? '('}${inside.join(own.get('sepChr') ?? '|')}${own.get('endChr') ?? ')'}`;
  }
  return parts.map((part) => part.text).join(between.get(name) ?? '');
}

/** Gets the XML elements from `oMath` on. `close` returns null until the formula ends, and then the formula in one line. */
export function joinedFormula() {
  const around: Open[] = [];
  return {
    open(name: string, val: string | undefined) {
      if (/^(?:chr|begChr|endChr|sepChr)$/.test(name)) around.at(-2)?.own.set(name, val ?? '');
      around.push({ name, own: new Map(), parts: [], letters: name === 't' });
    },
    text(piece: string) {
      const last = around.at(-1);
      if (last?.letters) last.parts.push({ name: '', text: piece });
    },
    close(): string | null {
      const done = around.pop();
      const text = done ? compose(done) : '';
      const last = around.at(-1);
      if (!last || !done) return text;
      if (!done.name.endsWith('Pr')) last.parts.push({ name: done.name, text });
      return null;
    },
  };
}
