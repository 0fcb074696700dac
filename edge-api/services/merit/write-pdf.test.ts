// The merit list as a PDF reader sees it: the position and font of each text, and what people can search and copy.
import { inflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import type { PlaceRow } from '#db/queries/merit.ts';
import { loadFont, type Run, runsOf, type Script } from './script-fonts.ts';
import { lineWriter } from './write-line.ts';
import { writeMeritPdf } from './write-pdf.ts';

const NAMES: Record<Script, string> = {
  Deva: 'राजेन्द्र क्षत्रिय',
  Beng: 'চন্দ্রশেখর বন্দ্যোপাধ্যায়',
  Guru: 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ',
  Gujr: 'નરેન્દ્ર ત્રિવેદી',
  Orya: 'ଜଗନ୍ନାଥ ତ୍ରିପାଠୀ',
  Taml: 'சுப்பிரமணியன் ஸ்ரீ',
  Telu: 'వెంకటేశ్వర్లు శ్రీ',
  Knda: 'ಲಕ್ಷ್ಮೀ ವಿಶ್ವೇಶ್ವರಯ್ಯ',
  Mlym: 'രാമചന്ദ്രൻ സുബ്രഹ്മണ്യൻ',
  Arab: 'محمد علی خان',
};
const NAME_COLUMN = 160;
/** Width of the dots in Helvetica. */
const DOTS_WIDTH = 9;
const EVERY_SCRIPT = Object.keys(NAMES) as Script[];

type Text = { font: string; x: number; y: number; glyphs: number[]; text: string };
type Read = { pages: Text[][]; spans: string[]; fonts: Set<string> };

async function pdfOf(
  names: readonly string[],
  more: Partial<Parameters<typeof writeMeritPdf>[0]> = {},
): Promise<Read> {
  async function* pieces(): AsyncGenerator<PlaceRow[]> {
    yield names.map((full_name, at) => ({
      place: at + 1,
      rank: at + 1,
      uid: `UID${1000 + at}`,
      full_name,
      exam: 'Clerk',
      category: '',
      total: 12_345,
      wrong: 0,
      percentile: 1_000_000_000,
      sections: [],
      qualified: true,
    }));
  }
  const head = { title: 'Clerk', brand: 'Pariksha', lines: [], names: true, cutoffs: false };
  const errors: unknown[] = [];
  const log = { error: (...told: unknown[]) => void errors.push(told) };
  const bytes = await writeMeritPdf({ ...head, ...more }, pieces(), log);
  expect(errors).toEqual([]);
  return read(bytes);
}

/** Reads only PDFs that pdfkit has written. */
function read(bytes: Uint8Array): Read {
  const file = Buffer.from(bytes).toString('latin1');
  const parts = [...file.matchAll(/\nstream\n([\s\S]*?)\nendstream/g)].flatMap(
    ([, packed = '']) => {
      const part = Buffer.from(packed, 'latin1');
      return part[0] === 0x78 ? [inflateSync(part).toString('latin1')] : [];
    },
  );
  const pages = parts.filter((part) => part.includes('\nBT\n'));
  return {
    fonts: new Set([...file.matchAll(/\/BaseFont \/([\w+-]+)/g)].map(([, name = '']) => name)),
    spans: pages.flatMap((page) =>
      [...page.matchAll(/\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)/g)].map(([, text = '']) =>
        plain(text),
      ),
    ),
    pages: pages.map((page) =>
      [...page.matchAll(/\nBT\n([\s\S]*?)\nET/g)].map(([, text = '']) => textOf(text)),
    ),
  };
}

function textOf(written: string): Text {
  const [, x, y] = /1 0 0 1 (\S+) (\S+) Tm/.exec(written) ?? [];
  const hex = [...written.matchAll(/<([0-9a-f]+)>/g)].map(([, digits = '']) => digits).join('');
  const [, font = ''] = /\/(F\d+) /.exec(written) ?? [];
  return {
    font,
    x: Number(x),
    y: Number(y),
    glyphs: (hex.match(/.{4}/g) ?? []).map((glyph) => Number.parseInt(glyph, 16)),
    text: Buffer.from(hex, 'hex').toString('latin1'),
  };
}

/** Decodes a PDF string, which is written as it is or in UTF-16. */
function plain(written: string): string {
  const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
  const raw = written.replace(/\\([\s\S])/g, (_, sign: string) => escapes[sign] ?? sign);
  return raw.startsWith('\xfe\xff')
    ? Buffer.from(raw.slice(2), 'latin1').swap16().toString('utf16le')
    : raw;
}

const shown = (runs: Run[] | null) => runs?.map(({ script, text }) => `${script}:${text}`);
const glyphsOf = async (script: Script, word: string) => {
  const { glyphs, positions } = (await loadFont(script)).layout(word);
  return glyphs.map(({ id, codePoints }, at) => ({
    id,
    signs: String.fromCodePoint(...codePoints),
    at: positions[at]?.xOffset,
  }));
};

describe('the PDF of a merit list', () => {
  it('gives each candidate a line of their own, page after page', async () => {
    const { pages } = await pdfOf(Array.from({ length: 60 }, (_, at) => `Candidate ${at + 1}`));
    expect(pages).toHaveLength(2);
    const named = pages.flatMap((page) =>
      page.flatMap((name) => {
        const [, number] = /^Candidate (\d+)$/.exec(name.text) ?? [];
        if (number === undefined) return [];
        const beside = page.filter(({ y }) => y === name.y).sort((one, other) => one.x - other.x);
        return [beside.map(({ text }) => text.trim()).join(' | ')];
      }),
    );
    expect(named).toEqual(
      Array.from(
        { length: 60 },
        (_, at) => `${at + 1} | UID${1000 + at} | Candidate ${at + 1} | 123.45 | 100.0000000`,
      ),
    );
  });

  it('embeds no font when the list needs none', async () => {
    const { fonts, spans } = await pdfOf(['Asha Kulkarni', 'José Müller']);
    expect([...fonts].sort()).toEqual(['Helvetica', 'Helvetica-Bold']);
    expect(spans).toEqual([]);
  });

  it('writes a typed apostrophe and the dash of an exam’s name', async () => {
    const { pages, spans } = await pdfOf(['O’Neil D’Souza'], { title: 'Clerk – shift 2' });
    expect(spans).toEqual([]);
    const texts = pages[0]?.map(({ text }) => text) ?? [];
    // As WinAnsi counts them.
    expect(texts).toContain('O\u0092Neil D\u0092Souza');
    expect(texts).toContain('Clerk \u0096 shift 2: merit list');
  });

  it.each(EVERY_SCRIPT)('writes names in %s, to be found as they were typed', async (script) => {
    const name = NAMES[script];
    const { pages, spans, fonts } = await pdfOf(['Asha', name]);
    expect(spans).toEqual([name]);
    expect([...fonts].filter((font) => /^[A-Z]{6}\+NotoSans\w+-Regular$/.test(font))).toHaveLength(
      1,
    );
    const [, latin, other] = pages[0]?.filter(({ x }) => x === NAME_COLUMN) ?? [];
    expect(other?.glyphs.length).toBeGreaterThan(4);
    expect(other?.glyphs).not.toContain(0);
    // On the next line, as a Latin name would be.
    expect([other?.x, other?.y]).toEqual([latin?.x, (latin?.y ?? 0) - 15]);
  });

  it('writes title, brand and rules in any script, on as many lines as they need', async () => {
    const title = 'क्लर्क परीक्षा 2025';
    const rule = `ज्ञान, ${'अंग्रेज़ी '.repeat(60)}B`;
    const { spans } = await pdfOf(['Asha'], { title, brand: 'परीक्षा', lines: [rule] });
    expect(spans).toContain(`${title} · merit list · page 1`);
    expect(spans).toContain('परीक्षा');
    expect(spans).toContain(`${title}: merit list`);
    const lines = spans.filter((span) => span.includes('अंग्रेज़ी'));
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.join(' ')).toBe(rule);
  });

  it('cuts a name that is too long for its column, between letters, and marks the cut with dots', async () => {
    const { pages, spans } = await pdfOf(['कि'.repeat(60), 'श्री '.repeat(30)]);
    const total = pages[0]?.find(({ text }) => text === 'Total')?.x ?? 0;
    const font = await loadFont('Deva');
    const ends = (text = '') => NAME_COLUMN + (font.layout(text).advanceWidth * 9) / 1000;
    expect(spans[0]).toMatch(/^(कि)+…$/);
    const begun = spans.map((span) => span.slice(0, -1));
    for (const one of begun) expect(ends(one)).toBeLessThan(total - DOTS_WIDTH);
    expect(ends(`${begun[0]}कि`)).toBeGreaterThan(total - DOTS_WIDTH - 10);
  });

  it('cuts a long Latin name too, so that capitals don’t run into the total', async () => {
    const { pages, spans } = await pdfOf(['VENKATASUBRAMANIAN RAMAKRISHNAN IYER', 'Asha Rao']);
    expect(spans).toEqual(['VENKATASUBRAMANIAN RAMAKRISHNA…']);
    expect(pages[0]?.some(({ text }) => text === 'Asha Rao')).toBe(true);
  });

  it('writes a dash for text that no font has or whose order can’t be worked out', async () => {
    const hostile = [
      '李明',
      'राम 😀',
      'राम \ud800',
      '\udc00',
      'राम\u0000',
      '\u202eराम',
      'e\u0301\u0301',
      'محمد 12',
      'محمد, علی',
      'क\u{1f1ee}\u{1f1f3}',
      'க\u{11fc0}', // Belongs to the Tamil script, but the font here lacks it.
    ];
    const { pages, spans } = await pdfOf(hostile);
    expect(spans.every((span) => span === '-')).toBe(true);
    expect(pages[0]?.filter(({ text }) => text === '-')).toHaveLength(hostile.length);
  });

  it('writes a dash, rather than fail, for a script whose font isn’t loaded', () => {
    const writer = lineWriter(new PDFDocument(), { error: () => {} });
    expect(writer.writable('राम')).toBe('-');
    expect(() => writer.line('राम', 0, 0, { latin: 'Helvetica', size: 9 })).not.toThrow();
  });

  it('keeps every name on its own line, even one made to break the list', async () => {
    const names = [
      `क${'\u0951'.repeat(5_000)}`,
      `ا${'\u064b'.repeat(60)}`,
      '\u094d'.repeat(100),
      '\u200d'.repeat(100),
      'क्'.repeat(10_000),
      'ക്'.repeat(50),
      `${'a क '.repeat(5_000)}`,
      '।'.repeat(300),
      ' \u0c3f'.repeat(40),
      '\u09cb'.repeat(99),
      '\u0e01\u0e49'.repeat(99),
    ];
    const { pages, spans } = await pdfOf([...names, ...Array.from({ length: 100 }, () => 'राम')]);
    expect(pages).toHaveLength(3);
    expect(spans.slice(-100)).toEqual(Array.from({ length: 100 }, () => 'राम'));
    for (const span of spans) expect(span.length).toBeLessThanOrEqual(100);
    // A letter with so many marks that they would reach the line above.
    expect(spans[1]).toBe('-');
  });
});

describe('a font of a script', () => {
  it('forms conjuncts, and puts signs where they are read', async () => {
    expect((await glyphsOf('Deva', 'क्ष')).map(({ signs }) => signs)).toEqual(['क्ष']);
    expect((await glyphsOf('Deva', 'कि')).map(({ signs }) => signs)).toEqual(['ि', 'क']);
    expect((await glyphsOf('Deva', 'र्क')).map(({ signs }) => signs).join('')).toContain('क');
    expect(await glyphsOf('Beng', 'ক্ষ')).toHaveLength(1);
    expect(await glyphsOf('Taml', 'கொ')).toHaveLength(3);
    expect(await glyphsOf('Mlym', 'ക്ഷ')).toHaveLength(1);
    const [kaf] = await glyphsOf('Arab', 'ک');
    expect((await glyphsOf('Arab', 'کل')).map(({ id }) => id)).not.toContain(kaf?.id);
  });

  it('lays out words for which fontkit alone throws or is wrong', async () => {
    expect((await glyphsOf('Guru', 'ਸਿੰਘ')).map(({ signs }) => signs)).toEqual(['ਿ', 'ਸ', 'ੰ', 'ਘ']);
    const [, ...after] = await glyphsOf('Beng', 'চন্দ্র');
    expect(after.some(({ at = 0 }) => at < 0)).toBe(true);
    expect(await glyphsOf('Mlym', 'ലക്ഷ്മി')).toHaveLength(5);
  });

  it('is loaded only once', async () => {
    expect(await loadFont('Deva')).toBe(await loadFont('Deva'));
  });
});

describe('a text of several scripts', () => {
  it('is split into runs, one for each script in turn', () => {
    expect(shown(runsOf('Dr. राम शर्मा Sharma 2nd'))).toEqual([
      'Latn:Dr. ',
      'Deva:राम शर्मा ',
      'Latn:Sharma 2nd',
    ]);
    expect(shown(runsOf('राम। রাম।'))).toEqual(['Deva:राम। ', 'Beng:রাম।']);
    expect(shown(runsOf('क्\u200dष'))).toEqual(['Deva:क्\u200dष']);
    expect(shown(runsOf('Plain'))).toEqual(['Latn:Plain']);
    expect(runsOf('李')).toBeNull();
  });

  it('has its Arabic words from right to left', () => {
    expect(shown(runsOf('محمد علی خان'))).toEqual(['Arab:خان علی محمد']);
    expect(shown(runsOf('Ali علی خان Khan 2'))).toEqual([
      'Latn:Ali ',
      'Arab:خان علی ',
      'Latn:Khan 2',
    ]);
    expect(shown(runsOf('علی: merit list'))).toEqual(['Arab:علی', 'Latn:: merit list']);
    expect(runsOf('علی 2')).toBeNull();
    expect(runsOf('علی. خان')).toBeNull();
  });
});
