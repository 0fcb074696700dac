/**
 * Turns a photo or PDF into a page to submit. Photos are redrawn: small enough for 2G, upright, and without what the
 * camera wrote into them (place, time, phone). PDFs stay as they are.
 */
import { LARGEST_PAGE } from '#contract/wire/sync.ts';

/** Pixels. An A4 page is easy to read at this size, and its JPEG has about 300 KB. */
const LONG_EDGE = 1_600;
const JPEG_QUALITY = 0.82;
const PDF = 'application/pdf';

export interface PreparedPage {
  type: string;
  bytes: ArrayBuffer;
}

/** Why a file can't be a page, in words for the candidate. */
export class UnusablePage extends Error {
  override readonly name = 'UnusablePage';
}

/** @throws UnusablePage */
export async function preparePage(file: File): Promise<PreparedPage> {
  if (file.type === PDF) {
    if (file.size > LARGEST_PAGE) throw new UnusablePage('This PDF is larger than 10 MB.');
    return { type: PDF, bytes: await file.arrayBuffer() };
  }
  const bytes = await (await shrink(file)).arrayBuffer();
  return { type: 'image/jpeg', bytes };
}

async function shrink(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new UnusablePage('This file can’t be read. Please add a photo (JPEG or PNG) or a PDF.');
  });
  const scale = Math.min(1, LONG_EDGE / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const pen = canvas.getContext('2d');
  if (pen) {
    // JPEG has no transparency: without a white ground, transparent parts would turn black.
    pen.fillStyle = 'white';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  }
  picture.close();
  const jpeg = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY);
  });
  if (!jpeg || !pen) {
    throw new UnusablePage('This phone ran out of memory for the photo. Please try again.');
  }
  return jpeg;
}
