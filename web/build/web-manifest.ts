/** What an installed app shows of itself: its mark, name, colours, icons, shortcut, and pictures as in an app store. */
import type { ManifestOptions } from 'vite-plugin-pwa';
import { brand } from '../src/brand.ts';

// The house's mark as a picture for launchers: an N filled in on an answer sheet.

/** The two colours that a system shows around the app; the light values of --color-slab and --color-page. */
export const SLAB_COLOUR = '#073a45';
export const PAGE_COLOUR = '#faf8f5';
const FILLED = '#f4f9f9';
const SPARK = '#f3b53f';

/** Rows of the sheet; `*` is the answer just given. */
const SHEET = ['x··x', 'xx·x', 'x·x*', 'x··x'];

export interface MarkShape {
  /** Share of the picture's width that the sheet takes; launchers may cut a maskable icon to 0.8. */
  readonly sheet: number;
  /** Corner radius as a share of the width; 0 for a full square. */
  readonly corner: number;
}

export const PLAIN: MarkShape = { sheet: 0.68, corner: 0.22 };
export const MASKABLE: MarkShape = { sheet: 0.56, corner: 0 };

const SIDE = 512;

export function markSvg({ sheet, corner }: MarkShape): string {
  const pitch = (SIDE * sheet) / SHEET.length;
  const edge = (SIDE * (1 - sheet)) / 2 + pitch / 2;
  const radius = pitch * 0.4;
  const circles = SHEET.flatMap((row, y) =>
    [...row].map((cell, x) => {
      const at = `cx="${round(edge + x * pitch)}" cy="${round(edge + y * pitch)}"`;
      if (cell !== '·')
        return `<circle ${at} r="${round(radius)}" fill="${cell === '*' ? SPARK : FILLED}"/>`;
      const width = pitch * 0.07;
      return `<circle ${at} r="${round(radius - width / 2)}" fill="none" stroke="${FILLED}" stroke-opacity=".4" stroke-width="${round(width)}"/>`;
    }),
  );
  const ground = `<rect width="${SIDE}" height="${SIDE}" rx="${round(SIDE * corner)}" fill="${SLAB_COLOUR}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">${ground}${circles.join('')}</svg>\n`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

export const webManifest: Partial<ManifestOptions> = {
  id: '/',
  name: brand.name,
  short_name: 'Nipuna',
  description: brand.line,
  lang: 'en-IN',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  orientation: 'any',
  theme_color: SLAB_COLOUR,
  background_color: PAGE_COLOUR,
  categories: ['education', 'business'],
  icons: [
    { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    {
      name: 'My exam',
      short_name: 'Exam',
      description: 'Go on with your exam, with or without network',
      url: '/exam',
      icons: [{ src: '/icons/shortcut-exam.png', sizes: '96x96', type: 'image/png' }],
    },
  ],
  screenshots: [
    {
      src: '/screenshots/narrow.png',
      sizes: '1080x2400',
      type: 'image/png',
      form_factor: 'narrow',
      label: 'The exams open for application, on a phone',
    },
    {
      src: '/screenshots/wide.png',
      sizes: '1440x900',
      type: 'image/png',
      form_factor: 'wide',
      label: 'The front page',
    },
  ],
};
