/**
 * A photo from a camera or the gallery as the photograph that a proctor sees: upright, cut to its shape, small enough for 2G,
 * and drawn anew, so that nothing is left of what the camera wrote into it (place, time, phone).
 */
import { MOST_PHOTO_BYTES, PHOTO_HEIGHT, PHOTO_WIDTH } from '#contract/site/photo.ts';

/** From the best down to one that any picture of this size is small enough with. */
const QUALITIES = [0.85, 0.7, 0.5, 0.3, 0.1];
/** Of what is cut off in height, this part is above: a face stands in the upper half. */
const ABOVE = 1 / 3;

/** Why a file can't be the photograph, in words for the candidate. */
export class UnusablePhoto extends Error {
  override readonly name = 'UnusablePhoto';
}

/** @returns a JPEG in base64. @throws UnusablePhoto */
export async function makePortrait(file: File): Promise<string> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new UnusablePhoto('This file can’t be read as a photo. Please choose a JPEG or PNG.');
  });
  const canvas = document.createElement('canvas');
  canvas.width = PHOTO_WIDTH;
  canvas.height = PHOTO_HEIGHT;
  const pen = canvas.getContext('2d');
  if (!pen) throw noMemory();
  const scale = Math.max(PHOTO_WIDTH / picture.width, PHOTO_HEIGHT / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  // JPEG knows no transparency: without paper below, it would turn black.
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, PHOTO_WIDTH, PHOTO_HEIGHT);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, (PHOTO_WIDTH - width) / 2, (PHOTO_HEIGHT - height) * ABOVE, width, height);
  picture.close();
  for (const quality of QUALITIES) {
    const [, jpeg = ''] = canvas.toDataURL('image/jpeg', quality).split('base64,');
    if (jpeg === '') break;
    if ((jpeg.length / 4) * 3 <= MOST_PHOTO_BYTES) return jpeg;
  }
  throw noMemory();
}

const noMemory = () =>
  new UnusablePhoto('This phone had no memory left for the photo. Please try again.');
