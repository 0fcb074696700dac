/** A browser whose camera sees a picture, or several in turn, as another screen would show them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import sharp from 'sharp';
import { CHROMIUM_ARGUMENTS } from '#tests/support/provision-chromium.ts';
import { watchPolicy } from './test.ts';

const WIDTH = 640;
const HEIGHT = 480;

/**
 * Makes a raw film in grey (YUV4MPEG2), ten pictures a second, which the browser repeats forever. The pictures are a
 * little askew, like a phone held in front of a lens.
 */
async function toFilm(pictures: readonly Buffer[]): Promise<Buffer> {
  const colours = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const frames = pictures.map(async (picture) => {
    const grey = await sharp(picture)
      .flatten({ background: '#fff' })
      .rotate(3, { background: '#ddd' })
      .resize(WIDTH, HEIGHT, { fit: 'contain', background: '#bbb' })
      .greyscale()
      .raw()
      .toBuffer();
    return [Buffer.from('FRAME\n'), grey.subarray(0, WIDTH * HEIGHT), colours];
  });
  const head = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`;
  return Buffer.concat([Buffer.from(head), ...(await Promise.all(frames)).flat()]);
}

/**
 * @param pictures each shown for a tenth of a second, again and again
 * @param use receives a context of a browser whose camera sees the pictures
 */
export async function withCamera(
  pictures: readonly Buffer[],
  use: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pariksha-camera-'));
  const film = join(folder, 'seen.y4m');
  // The browser doesn't play a film of one picture.
  await writeFile(film, await toFilm(pictures.length > 1 ? pictures : [...pictures, ...pictures]));
  let browser: Browser | null = null;
  try {
    browser = await chromium.launch({
      ...(process.env.CHROME_PATH && { executablePath: process.env.CHROME_PATH }),
      args: [
        ...CHROMIUM_ARGUMENTS,
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${film}`,
      ],
    });
    const context = await browser.newContext({
      viewport: { width: 360, height: 800 },
      permissions: ['camera'],
    });
    await watchPolicy(context);
    await use(context);
  } finally {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  }
}
