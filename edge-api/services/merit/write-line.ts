// Writes lines of any script on a page: what the reader's own fonts can't write in a font that goes along, of which only the glyphs
// that are used are embedded. The text itself stands beside the glyphs, so that it is found and copied as it was typed.
import type { Logger } from 'pino';
import {
  isLatin,
  loadFont,
  type Run,
  runsOf,
  type Script,
  type ScriptFont,
} from './script-fonts.ts';

/** The font for Latin letters and the size of all. */
export type Style = { latin: string; size: number };

/** How far the Latin fonts reach above the line that letters stand on, as a part of their size. */
const ASCENT = 0.718;
/** Signs above and below the letters need more of it than Latin ones. */
const LINE_HEIGHT = 1.5;

export function lineWriter(doc: PDFKit.PDFDocument, log: Pick<Logger, 'error'>) {
  const fonts = new Map<Script, ScriptFont | null>();
  let told = false;

  const load = async (script: Script): Promise<void> => {
    try {
      const font = await loadFont(script);
      // Its types don't tell that pdfkit takes an opened font as well.
      doc.registerFont(script, font as unknown as Uint8Array);
      fonts.set(script, font);
    } catch (error) {
      log.error({ err: error, script }, 'font not loaded');
      fonts.set(script, null);
    }
  };
  /** Null where it can't be written whole. */
  const written = (text: string): Run[] | null => {
    try {
      const runs = runsOf(text);
      const isWritten = runs?.every(
        (run) => run.script === 'Latn' || fonts.get(run.script)?.writes(run.text),
      );
      return runs && isWritten ? runs : null;
    } catch (error) {
      // Once: whatever it is, it may be so for all of a long list.
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
  /** As much of its beginning as fits, whole letters with their signs, and at least one. */
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
    /** Loads the fonts that they need; to be awaited before they are written. */
    prepare: async (texts: Iterable<string>): Promise<void> => {
      for (const text of texts)
        if (!isLatin(text))
          for (const { script } of runsOf(text) ?? [])
            if (script !== 'Latn' && !fonts.has(script)) await load(script);
    },

    /** A text that can't be written is left out rather than written wrongly; the UID says who it is. */
    writable: (text: string): string => (written(text) ? text : '-'),

    /** What is too wide is cut and ends in dots, left out where not even a letter fits. @param top of Latin letters of the size */
    line: (text: string, x: number, top: number, style: Style, width = Infinity): void => {
      const whole = writer.writable(text);
      const isWhole = widthOf(whole, style) <= width;
      const room = width - use(DOTS, style).widthOfString(DOTS.text);
      const begun = isWhole ? whole : cut(whole, room, style).trimEnd();
      const fits = isWhole || widthOf(begun, style) <= room;
      const runs = (fits && runsOf(begun)) || DASH;
      // Words that run to the left end at their left.
      const end = runs.at(-1)?.script === 'Arab' ? -1 : runs.length;
      const written = isWhole || !fits ? runs : runs.toSpliced(end, 0, DOTS);
      const part = fits ? (isWhole ? whole : begun + DOTS.text) : '-';
      // A program that reads the text places it by how the page lies at the span's end. pdfkit's pages lie upside down but within a text.
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

    /** In as many lines as it needs, from where the document stands. */
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
