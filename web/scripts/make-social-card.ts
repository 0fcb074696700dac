/** Draws the picture that a shared link shows (1200 × 630): `npm run make:social-card`. */
import { join } from 'node:path';
import sharp from 'sharp';
import { markSvg, PAGE_COLOUR, PLAIN, SLAB_COLOUR } from '../build/web-manifest.ts';
import { brand } from '../src/brand.ts';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
  <rect width="1200" height="630" fill="${SLAB_COLOUR}"/>
  <g fill="${PAGE_COLOUR}">
    <text x="470" y="310" font-family="Noto Serif, DejaVu Serif, serif" font-weight="700" font-size="80">${escaped(brand.name)}</text>
    <text x="474" y="376" font-family="Noto Sans, DejaVu Sans, sans-serif" font-size="27" opacity=".8">${escaped(brand.line)}</text>
  </g>
</svg>`;

const mark = await sharp(Buffer.from(markSvg(PLAIN)), { density: 288 })
  .resize(380, 380)
  .png()
  .toBuffer();
await sharp(Buffer.from(ground))
  .composite([{ input: mark, left: 50, top: 125 }])
  .png({ compressionLevel: 9, palette: true, effort: 10 })
  .toFile(join(import.meta.dirname, '../public/social-card.png'));
