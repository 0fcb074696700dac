/** The house's sign as a picture for launchers: an N filled in on an answer sheet. */

/** The two colours a system shows around the app; the light values of --color-slab and --color-page. */
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
