/** Keeps components to one set of tokens: their colours, sizes and spaces are named in tokens.css. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const src = new URL('..', import.meta.url).pathname;
const tokens = readFileSync(`${src}styles/tokens.css`, 'utf8');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) =>
    /^(app|candidate|desk|exam|proctor|shared|site|styles|ui)\/.*\.(css|tsx)$/.test(file),
  )
  .filter((file) => file !== 'styles/tokens.css' && !file.includes('.test.'))
  .sort();

const raw: Record<string, RegExp> = {
  'a hex colour': /#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b(?![\w/-])/i,
  'a colour function': /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|light-dark)\(/i,
  'a named colour':
    /(?:color|background|border|outline|fill|stroke|shadow)[\w-]*:\s*[^;]*\b(?:white|black|red|green|blue|gr[ae]y|orange|yellow|purple)\b/i,
  'a length in px or rem': /\b\d*\.?\d+(?:px|rem)\b/i,
};

/** Words in a comment are not styles. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

function faultsIn(text: string): string[] {
  return Object.entries(raw)
    .filter(([, pattern]) => pattern.test(text))
    .map(([fault]) => fault);
}

function unknownTokens(text: string): string[] {
  const used = [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name ?? '');
  const known = new Set([...(tokens + text).matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
  return used.filter((name) => !known.has(name));
}

/** The faults by file; empty when all is well. */
function filesWith(find: (text: string) => string[]): Record<string, string[]> {
  const found = files.map((file) => [file, find(readFileSync(src + file, 'utf8'))] as const);
  return Object.fromEntries(found.filter(([, faults]) => faults.length > 0));
}

describe('design tokens', () => {
  it('are checked in a plausible number of files', () => {
    expect(files.length).toBeGreaterThan(60);
  });

  it('are used instead of raw colours and lengths', () => {
    expect(filesWith((text) => faultsIn(withoutComments(text)))).toEqual({});
  });

  it('are defined wherever they are used', () => {
    expect(filesWith(unknownTokens)).toEqual({});
  });

  it('are reported when none has that name', () => {
    expect(unknownTokens('--own: 1; width: var(--own); color: var(--no-such-token)')).toEqual([
      '--no-such-token',
    ]);
  });

  it('can’t be replaced unnoticed by any kind of raw value', () => {
    expect(faultsIn('color: #0a5768')).toEqual(['a hex colour']);
    expect(faultsIn('color: rgb(0 0 0 / 0.5)')).toEqual(['a colour function']);
    expect(faultsIn('border: var(--line) solid red')).toEqual(['a named colour']);
    expect(faultsIn('padding: 12px')).toEqual(['a length in px or rem']);
    expect(faultsIn("import x from '#web/lib/x.ts'; href='#content'")).toEqual([]);
  });
});

describe('contrast', () => {
  const pairs: [text: string, ground: string, atLeast: number][] = [
    ['text', 'page', 7],
    ['text', 'surface', 7],
    ['text', 'sunken', 7],
    ['muted', 'page', 4.5],
    ['muted', 'surface', 4.5],
    ['muted', 'sunken', 4.5],
    ['accent', 'page', 4.5],
    ['accent', 'surface', 4.5],
    ['accent', 'sunken', 4.5],
    ['accent', 'accent-soft', 4.5],
    ['text', 'accent-soft', 7],
    ['on-accent', 'accent', 4.5],
    ['on-accent', 'accent-strong', 4.5],
    ['on-slab', 'slab', 7],
    ['on-slab-muted', 'slab', 4.5],
    ['on-slab', 'slab-raised', 4.5],
    ['on-spark', 'spark', 4.5],
    ['success', 'success-soft', 4.5],
    ['warn', 'warn-soft', 4.5],
    ['danger', 'danger-soft', 4.5],
    ['danger', 'page', 4.5],
    ['review', 'review-soft', 4.5],
    ['on-success', 'success', 4.5],
    ['on-danger', 'danger', 4.5],
    ['on-review', 'review', 4.5],
    ['outline', 'page', 3],
    ['outline', 'surface', 3],
  ];

  /** The light and the dark hex of a colour token. */
  function hexOf(name: string): [string, string] {
    const value = new RegExp(`--color-${name}: ([^;]+);`).exec(tokens)?.[1] ?? '';
    const [light, dark] = value.match(/#[\da-f]{6}/gi) ?? [];
    if (!light) throw new Error(`no colour token ${name}`);
    return [light, dark ?? light];
  }

  /** Relative luminance as WCAG 2.2 defines it. */
  function luminance(hex: string): number {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  function contrast(a: string, b: string): number {
    const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (light + 0.05) / (dark + 0.05);
  }

  it.each(pairs)(
    '%s on %s is at least %d : 1 in both themes (WCAG 2.2 AA)',
    (text, ground, least) => {
      const [texts, grounds] = [hexOf(text), hexOf(ground)];
      for (const theme of [0, 1] as const) {
        expect(contrast(texts[theme], grounds[theme])).toBeGreaterThanOrEqual(least);
      }
    },
  );
});
