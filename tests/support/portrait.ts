// A photograph as a phone sends it, and what a phone would never send.
import sharp from 'sharp';
import { PHOTO_HEIGHT, PHOTO_WIDTH } from '#contract/site/photo.ts';

/** A JPEG in base64. @param shade another shade makes another picture */
export async function portrait(
  shade = 120,
  { width = PHOTO_WIDTH, height = PHOTO_HEIGHT } = {},
): Promise<string> {
  const picture = sharp({
    create: { width, height, channels: 3, background: { r: shade, g: 140, b: 160 } },
  });
  const bytes = await picture
    .withExif({ IFD0: { Make: 'A phone', Copyright: 'Taken at home' } })
    .jpeg({ quality: 80 })
    .toBuffer();
  return bytes.toString('base64');
}
