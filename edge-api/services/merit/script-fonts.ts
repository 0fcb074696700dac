// Fonts for scripts that the standard PDF fonts can't write. A process reads each font once, when a list first needs it. HarfBuzz
// shapes the text. fontkit, which pdfkit would use, throws at a common ਸਿੰਘ, puts a part of চন্দ্র at its end, and takes
// twenty-five times as long (decision 50).
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { create } from 'fontkit';
import type * as HarfBuzz from 'harfbuzzjs';

type Shaped = { id: number; width: number; signs: number[]; x: number; y: number; to: number };

/** A fontkit font, of which pdfkit embeds the used part, with HarfBuzz choosing and placing the glyphs. */
export type ScriptFont = ReturnType<typeof open>;

const unpack = promisify(brotliDecompress);
const fonts = new Map<Script, Promise<ScriptFont>>();

/** In thousandths of the font size, as fonts count. Marks stacked beyond these limits would overlap the lines above and below. */
const HIGHEST = 1400;
const LOWEST = -800;

/** Words kept in memory. A word is measured, then written, and often repeats on the page; a list has too many words to keep them all. */
const KEPT_WORDS = 500;

/** @throws when the font's file or HarfBuzz can't be read; the next call tries again */
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
    /** Whether the font has a glyph for every character, and no glyph leaves the line. */
    writes: (text: string): boolean =>
      text.split(' ').every((word) =>
        shape(word).every(({ id, y }) => {
          const { minY, maxY } = font.getGlyph(id).bbox;
          return id !== 0 && !(y + maxY > HIGHEST) && !(y + minY < LOWEST);
        }),
      ),
    /**
     * What pdfkit asks for each word together with the space after it. The space stands to the right of the word, whichever direction the
     * word runs.
     * @returns positions that the caller may change
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
 * The characters that each glyph stands for, for PDF readers that see nothing but glyphs. When several glyphs come from the same
 * characters, each glyph gets the character whose plain glyph it is, and the first other glyph gets all that remain.
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

// Decides which font writes which part of a text. A text is split into runs of one script each, or is rejected as unwritable. Since
// anybody's name comes in here, no text makes this throw, and the time grows only with the text's length.

/** Keyed by ISO 15924 name, which also names the files in `fonts/`. Arabic leaves out its digits, because they run to the right. */
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

/** `Latn`: what the standard PDF fonts can write. */
export type Run = { script: Script | 'Latn'; text: string };

const SCRIPTS = Object.keys(SIGNS) as Script[];

/** All of WinAnsi: with the apostrophe that phones type in O’Neil, and the dash of many an exam’s name. */
const LATIN = /^[\u0020-\u007e\u00a0-\u00ffŒœŠšŸŽžƒˆ˜–—‘’‚“”„†‡•…‰‹›€™]*$/;
const JOINER = /[\u200c\u200d]/;

/** Whether text can follow words that run to the left: its first letter comes before any digit. Otherwise the parts would need another order. */
const GOES_ON_TO_THE_RIGHT = /^\P{N}*?\p{L}/u;

export const isLatin = (text: string): boolean => LATIN.test(text);

/** @returns the runs from left to right; null when a character belongs to no script here, or the order can't be determined */
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
  // Every font here has a space and the joiners, so these take the script of the text before them.
  if (before && (sign === ' ' || JOINER.test(sign))) return before;
  if (isLatin(sign)) return 'Latn';
  // A danda belongs to several scripts, so it takes the script of the text before it.
  if (before && before !== 'Latn' && SIGNS[before].test(sign)) return before;
  return SCRIPTS.find((script) => SIGNS[script].test(sign));
}

/** Reverses the order of Arabic words, which run to the left, because the whole line is written to the right. */
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
