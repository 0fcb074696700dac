// Writes lines in any script on a PDF page. What the standard fonts can't write uses an embedded font, of which only the used glyphs are
// included. The text itself is stored beside the glyphs, so that readers can search and copy it as it was typed.
import type { Logger } from 'pino';
import {
  isLatin,
  loadFont,
  type Run,
  runsOf,
  type Script,
  type ScriptFont,
} from './script-fonts.ts';

/** The font for Latin letters, and the size for all scripts. */
export type Style = { latin: string; size: number };

/** How far Latin fonts reach above the baseline, as a fraction of the font size. */
const ASCENT = 0.718;
/** As a multiple of the font size. Signs above and below the letters need more height than Latin letters. */
const LINE_HEIGHT = 1.5;

export function lineWriter(doc: PDFKit.PDFDocument, log: Pick<Logger, 'error'>) {
  const fonts = new Map<Script, ScriptFont | null>();
  let told = false;

  const load = async (script: Script): Promise<void> => {
    try {
      const font = await loadFont(script);
      // pdfkit also accepts an opened font, but its types don't say so.
      doc.registerFont(script, font as unknown as Uint8Array);
      fonts.set(script, font);
    } catch (error) {
      log.error({ err: error, script }, 'font not loaded');
      fonts.set(script, null);
    }
  };
  /** Null when the text can't be written completely. */
  const written = (text: string): Run[] | null => {
    try {
      const runs = runsOf(text);
      const isWritten = runs?.every(
        (run) => run.script === 'Latn' || fonts.get(run.script)?.writes(run.text),
      );
      return runs && isWritten ? runs : null;
    } catch (error) {
      // Logged once only, because the same error may repeat for every name of a long list.
      if (!told) log.error({ err: error }, 'text not shaped');
      told = true;
      return null;
    }
  };
  const turn = () => doc.transform(1, 0, 0, -1, 0, doc.page.height);
  const use = ({ script }: Run, { latin, size }: Style) =>
    doc.font(script === 'Latn' ? latin : script).fontSize(size);
  const widthOf = (text: string, style: Style): number =>
    (runsOf(text) ?? []).reduce((sum, run) => sum + use(run, style).widthOfString(run.text), 0);
  /** The longest beginning that fits: whole letters with their signs, and at least one. */
  const cut = (text: string, width: number, style: Style): string => {
    if (widthOf(text, style) <= width) return text;
    const letters = [...LETTERS.segment(text)].map(({ segment }) => segment);
    let fits = 1;
    let beyond = letters.length + 1;
    while (beyond - fits > 1) {
      const middle = (fits + beyond) >> 1;
      if (widthOf(letters.slice(0, middle).join(''), style) <= width) fits = middle;
      else beyond = middle;
    }
    return letters.slice(0, fits).join('');
  };

  const writer = {
    /** Loads the fonts that these texts need. Await it before writing the texts. */
    prepare: async (texts: Iterable<string>): Promise<void> => {
      for (const text of texts)
        if (!isLatin(text))
          for (const { script } of runsOf(text) ?? [])
            if (script !== 'Latn' && !fonts.has(script)) await load(script);
    },

    /** Replaces a text that can't be written by a dash, rather than writing it wrongly; the UID still identifies the candidate. */
    writable: (text: string): string => (written(text) ? text : '-'),

    /**
     * Writes one line. A text that is too wide is cut and ends in dots; when not even one letter fits, a dash replaces it.
     * @param top upper edge of Latin letters of this size
     */
    line: (text: string, x: number, top: number, style: Style, width = Infinity): void => {
      const whole = writer.writable(text);
      const isWhole = widthOf(whole, style) <= width;
      const room = width - use(DOTS, style).widthOfString(DOTS.text);
      const begun = isWhole ? whole : cut(whole, room, style).trimEnd();
      const fits = isWhole || widthOf(begun, style) <= room;
      const runs = (fits && runsOf(begun)) || DASH;
      // Words that run to the left end on the left, so their dots go there.
      const end = runs.at(-1)?.script === 'Arab' ? -1 : runs.length;
      const written = isWhole || !fits ? runs : runs.toSpliced(end, 0, DOTS);
      const part = fits ? (isWhole ? whole : begun + DOTS.text) : '-';
      // PDF readers place a marked text by the page's orientation at the end of the span. pdfkit flips the page everywhere except
      // inside a text, so the page is flipped back here.
      doc.save();
      turn();
      doc.markContent('Span', { actual: part });
      turn();
      let at = x;
      for (const run of written) {
        use(run, style).text(run.text, at, top + ASCENT * style.size, {
          lineBreak: false,
          baseline: 'alphabetic',
        });
        at = doc.x;
      }
      turn();
      doc.endMarkedContent();
      doc.restore();
    },

    /** Writes the text in as many lines as it needs, from the document's current position. */
    paragraph: (text: string, style: Style, width: number): void => {
      const { x } = doc;
      let top = doc.y + ((LINE_HEIGHT - 1) / 2) * style.size;
      const words = writer.writable(text).split(' ');
      while (words.length > 0) {
        const fits = words.findIndex(
          (_, at) => widthOf(words.slice(0, at + 1).join(' '), style) > width,
        );
        const line = words.splice(0, fits === -1 ? words.length : Math.max(fits, 1)).join(' ');
        const part = cut(line, width, style);
        if (part !== line) words.unshift(line.slice(part.length));
        writer.line(part, x, top, style);
        top += LINE_HEIGHT * style.size;
      }
      doc.x = x;
      doc.y = top;
    },
  };
  return writer;
}

const DOTS: Run = { script: 'Latn', text: '…' };
const DASH: readonly Run[] = [{ script: 'Latn', text: '-' }];
const LETTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });
