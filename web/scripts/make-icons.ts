/** Draws every icon of the app from the one mark: `npm run make:icons`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { MASKABLE, type MarkShape, markSvg, PLAIN } from '../build/web-manifest.ts';

const folder = join(import.meta.dirname, '../public/icons');

async function draw(name: string, shape: MarkShape, side: number): Promise<void> {
  await sharp(Buffer.from(markSvg(shape)), { density: 288 })
    .resize(side, side)
    .png({ compressionLevel: 9, palette: true, quality: 100, effort: 10 })
    .toFile(join(folder, name));
}

await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'icon.svg'), markSvg(PLAIN));
await draw('icon-192.png', PLAIN, 192);
await draw('icon-512.png', PLAIN, 512);
await draw('maskable-192.png', MASKABLE, 192);
await draw('maskable-512.png', MASKABLE, 512);
await draw('shortcut-exam.png', PLAIN, 96);
// iOS rounds the corners itself and shows what is transparent as black.
await draw('apple-touch-icon.png', MASKABLE, 180);
