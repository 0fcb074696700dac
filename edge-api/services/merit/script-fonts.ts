// The fonts of scripts that the fonts every reader of PDFs has can't write. Each is read once in a process, when a list first needs
// it. HarfBuzz shapes their text: fontkit, which pdfkit would ask, throws at a common ਸਿੰਘ, puts a part of চন্দ্র at its
// end, and takes twenty-five times as long (decision 50).
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { create } from 'fontkit';
import type * as HarfBuzz from 'harfbuzzjs';

type Shaped = { id: number; width: number; signs: number[]; x: number; y: number; to: number };

/** A font of fontkit, for pdfkit to embed a part of, that asks HarfBuzz which glyphs stand where. */
export type ScriptFont = ReturnType<typeof open>;

const unpack = promisify(brotliDecompress);
const fonts = new Map<Script, Promise<ScriptFont>>();

/** In thousandths of the size, as the fonts count: marks piled up further would stand in the lines above and below. */
const HIGHEST = 1400;
const LOWEST = -800;

/** A word is measured and written, and comes again on the page; a list has too many words to keep all. */
const KEPT_WORDS = 500;

/** @throws when its file or HarfBuzz can't be read; the next call tries once more */
export function loadFont(script: Script): Promise<ScriptFont> {
  const known = fonts.get(script);
  if (known) return known;
  const font = readFont(script);
  fonts.set(script, font);
  font.catch(() => fonts.delete(script));
  return font;
}

async function readFont(script: Script) {
  const [harfbuzz, packed] = await Promise.all([
    import('harfbuzzjs'),
    readFile(new URL(`./fonts/${script}.ttf.br`, import.meta.url)),
  ]);
  return open(harfbuzz, script, await unpack(packed));
}

function open(harfbuzz: typeof HarfBuzz, script: Script, bytes: Buffer) {
  const font = create(bytes);
  if (!('getGlyph' in font)) throw new Error(`${script} is a collection of fonts`);
  const shaper = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(bytes), 0));
  const buffer = new harfbuzz.Buffer();
  const kept = new Map<string, readonly Shaped[]>();

  const shapeWord = (word: string): Shaped[] => {
    buffer.reset();
    buffer.addText(word);
    buffer.setScript(script);
    buffer.guessSegmentProperties();
    harfbuzz.shape(shaper, buffer);
    const glyphs = buffer.getGlyphInfos();
    const places = buffer.getGlyphPositions();
    const signs = signsOf(glyphs, word, (sign) => font.glyphsForString(sign)[0]?.id);
    return glyphs.map(({ codepoint: id }, at) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = places[at] ?? {};
      const width = font.getGlyph(id).advanceWidth;
      return { id, width, signs: signs[at] ?? [], x: xOffset, y: yOffset, to: xAdvance };
    });
  };
  const shape = (word: string): readonly Shaped[] => {
    const known = kept.get(word);
    if (known) return known;
    const shaped = shapeWord(word);
    if (kept.size >= KEPT_WORDS) kept.clear();
    kept.set(word, shaped);
    return shaped;
  };
  return Object.assign(font, {
    /** Whether it has a glyph for all of it, and none leaves the line. */
    writes: (text: string): boolean =>
      text.split(' ').every((word) =>
        shape(word).every(({ id, y }) => {
          const { minY, maxY } = font.getGlyph(id).bbox;
          return id !== 0 && !(y + maxY > HIGHEST) && !(y + minY < LOWEST);
        }),
      ),
    /**
     * What pdfkit asks for each word, the space after it included: that stands to its right, whichever way the word runs.
     * @returns positions that are the caller's to change
     */
    layout: (text: string) => {
      const word = text.trimEnd();
      const glyphs = [word, text.slice(word.length)].flatMap((part) => shape(part));
      const positions = glyphs.map(({ to, x, y }) => ({
        xAdvance: to,
        yAdvance: 0,
        xOffset: x,
        yOffset: y,
      }));
      return {
        glyphs: glyphs.map(({ id, width, signs }) => ({
          id,
          advanceWidth: width,
          codePoints: signs,
        })),
        positions,
        get advanceWidth() {
          return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
        },
      };
    },
  });
}

type Glyph = { codepoint: number; cluster: number };

/**
 * Which signs each glyph stands for, for readers that know nothing of a text but its glyphs. Of several that were made together
 * each has the sign that it is the plain glyph of, the first other one what is left.
 */
function signsOf(
  glyphs: readonly Glyph[],
  word: string,
  plainGlyph: (sign: string) => number | undefined,
): number[][] {
  const begins = [...new Set(glyphs.map(({ cluster }) => cluster))].sort((a, b) => a - b);
  const left = new Map<number, string[]>(
    begins.map((begin, at) => [begin, [...word.slice(begin, begins[at + 1])]]),
  );
  const take = (sign: string, from: string[]) => from.splice(from.indexOf(sign), 1);
  const plain = glyphs.map(({ codepoint, cluster }) => {
    const own = left.get(cluster) ?? [];
    const sign = own.find((one) => plainGlyph(one) === codepoint);
    return sign === undefined ? undefined : take(sign, own);
  });
  return glyphs.map(({ cluster }, at) => {
    const signs = plain[at] ?? left.get(cluster)?.splice(0) ?? [];
    return signs.flatMap((sign) => sign.codePointAt(0) ?? []);
  });
}

// Which font writes which part of a text: a text comes apart into runs, one for each script in turn, or is not to be written at
// all. Names are anybody's: no text makes this throw, and its time goes with the text's length.

/** By the names of ISO 15924, which name the files of `fonts/` as well. The digits of Arabic run the other way than its letters. */
const SIGNS = {
  Deva: /\p{scx=Deva}/u,
  Beng: /\p{scx=Beng}/u,
  Guru: /\p{scx=Guru}/u,
  Gujr: /\p{scx=Gujr}/u,
  Orya: /\p{scx=Orya}/u,
  Taml: /\p{scx=Taml}/u,
  Telu: /\p{scx=Telu}/u,
  Knda: /\p{scx=Knda}/u,
  Mlym: /\p{scx=Mlym}/u,
  Arab: /(?!\p{N})\p{scx=Arab}/u,
};

export type Script = keyof typeof SIGNS;

/** `Latn` is what the fonts that every reader of PDFs has can write. */
export type Run = { script: Script | 'Latn'; text: string };

const SCRIPTS = Object.keys(SIGNS) as Script[];

const LATIN = /^[\u0020-\u007e\u00a0-\u00ff]*$/;
const JOINER = /[\u200c\u200d]/;

/** Goes on from words that run to the left: a letter, and no digit before it. Else it would have to be put in another order. */
const GOES_ON_TO_THE_RIGHT = /^\P{N}*?\p{L}/u;

export const isLatin = (text: string): boolean => LATIN.test(text);

/** @returns the runs as they stand from left to right; null where a sign is of no script here, or no order can be told */
export function runsOf(text: string): Run[] | null {
  if (isLatin(text)) return [{ script: 'Latn', text }];
  const runs: Run[] = [];
  for (const sign of text) {
    const run = runs.at(-1);
    const script = scriptOf(sign, run?.script);
    if (!script) return null;
    if (run?.script === script) run.text += sign;
    else runs.push({ script, text: sign });
  }
  return inOrder(runs);
}

function scriptOf(sign: string, before: Run['script'] | undefined): Run['script'] | undefined {
  // Every font here has a space and the joiners; both are of the script that they stand in.
  if (before && (sign === ' ' || JOINER.test(sign))) return before;
  if (isLatin(sign)) return 'Latn';
  // A danda belongs to several scripts.
  if (before && before !== 'Latn' && SIGNS[before].test(sign)) return before;
  return SCRIPTS.find((script) => SIGNS[script].test(sign));
}

/** Arabic words run to the left, in a line that runs to the right. */
function inOrder(runs: readonly Run[]): Run[] | null {
  const ordered: Run[] = [];
  for (const [at, { script, text }] of runs.entries()) {
    const next = runs[at + 1];
    if (script !== 'Arab') ordered.push({ script, text });
    else if (next && !GOES_ON_TO_THE_RIGHT.test(next.text)) return null;
    else {
      const words = text.split(' ').filter((word) => word !== '');
      ordered.push({ script, text: words.reverse().join(' ') + (text.endsWith(' ') ? ' ' : '') });
    }
  }
  return ordered;
}
