/**
 * Recognises pictures by their content, never by name, and re-encodes them. The result is a picture and nothing else: upright, and without
 * what the camera recorded (place, time, device).
 */
import sharp, { type Metadata, type Sharp } from 'sharp';
import { MOST_PHOTO_BYTES, PHOTO_HEIGHT, PHOTO_WIDTH } from '#contract/site/photo.ts';
import { Problem } from '../../problem.ts';
import { workInTurn } from '../in-turn.ts';

export type AcceptedFile = {
  bytes: Uint8Array;
  mediaType: 'image/jpeg' | 'image/png' | 'image/webp' | 'application/pdf';
};

/** The largest phone cameras make 50 million pixels in their usual mode; one such picture takes 150 MB or more in memory. */
const MOST_PIXELS = 50_000_000;
/**
 * A picture encoded in several passes stays in memory until its last pass is decoded. Cameras write one pass; programs that write
 * several make smaller pictures.
 */
const MOST_HELD_BYTES = 100_000_000;
/** Wide enough to read a handwritten page at double size. */
const LONGEST_SIDE = 4_000;
const JPEG_QUALITY = 82;

sharp.cache(false);
sharp.concurrency(1);
/** Each conversion may take a fifth of a gigabyte of memory for some seconds. */
const inTurn = workInTurn({ atOnce: 2, longestQueue: 200 });

const WRONG_KIND = 'Please choose a picture in JPEG or PNG format.';

/** A JPEG stays a JPEG, a PNG stays a PNG. @throws Problem wrong-file-kind, too-large, file-refused */
export function acceptImage(bytes: Uint8Array): Promise<AcceptedFile> {
  const kind = kindOf(bytes);
  if (kind !== 'jpeg' && kind !== 'png')
    throw new Problem('wrong-file-kind', { sentence: WRONG_KIND });
  return convert(bytes, LONGEST_SIDE, async (picture) =>
    kind === 'jpeg'
      ? { bytes: await picture.jpeg({ quality: JPEG_QUALITY }).toBuffer(), mediaType: 'image/jpeg' }
      : { bytes: await picture.png().toBuffer(), mediaType: 'image/png' },
  );
}

/** Converts a picture for a public page to WebP of at most `longestSide` pixels. @throws as acceptImage */
export function acceptPublicImage(bytes: Uint8Array, longestSide: number): Promise<AcceptedFile> {
  if (kindOf(bytes) === null) throw new Problem('wrong-file-kind', { sentence: WRONG_KIND });
  return convert(bytes, longestSide, async (picture) => ({
    bytes: await picture.webp({ quality: 80 }).toBuffer(),
    mediaType: 'image/webp',
  }));
}

/** Tried in this order. With the last one, every picture of this size is small enough. */
const PORTRAIT_QUALITIES = [80, 60, 40, 20];

/** Accepts a candidate's photograph: a JPEG of exactly the size that phones produce. @throws as acceptImage */
export function acceptPortrait(bytes: Uint8Array): Promise<AcceptedFile> {
  if (kindOf(bytes) !== 'jpeg') throw new Problem('wrong-file-kind', { sentence: WRONG_KIND });
  if (bytes.length > MOST_PHOTO_BYTES) throw new Problem('too-large');
  return convert(bytes, PHOTO_HEIGHT, async (picture) => {
    // Checks the picture as it was sent. After turning or shrinking, a picture of any size would pass.
    const { width, height, orientation = 1 } = await sharp(bytes).metadata();
    if (width !== PHOTO_WIDTH || height !== PHOTO_HEIGHT || orientation !== 1) throw wrongSize();
    for (const quality of PORTRAIT_QUALITIES) {
      const written = await picture.clone().jpeg({ quality }).toBuffer();
      if (written.length <= MOST_PHOTO_BYTES) return { bytes: written, mediaType: 'image/jpeg' };
    }
    throw new Problem('too-large');
  });
}

const wrongSize = () =>
  new Problem('file-refused', {
    sentence: `A photo must be ${PHOTO_WIDTH} by ${PHOTO_HEIGHT} pixels. Please add it on the My account page.`,
  });

export function kindOf(bytes: Uint8Array): 'jpeg' | 'png' | 'webp' | null {
  const start = Buffer.from(bytes.subarray(0, 12));
  if (start.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (start.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'png';
  if (
    start.subarray(0, 4).equals(Buffer.from('RIFF')) &&
    start.subarray(8).equals(Buffer.from('WEBP'))
  )
    return 'webp';
  return null;
}

/** A camera writes one scan, a program for the web about ten. Decoding goes over the whole picture for each scan, however few bytes it has. */
const MOST_SCANS = 100;

/** Counts the scans of a JPEG as a decoder would find them, up to `most` + 1. */
function scansOf(bytes: Uint8Array, most: number): number {
  let scans = 0;
  for (let at = bytes.indexOf(0xff); at !== -1; at = bytes.indexOf(0xff, at)) {
    while (bytes[at] === 0xff) at += 1;
    const marker = bytes[at] ?? END_OF_PICTURE;
    if (marker === END_OF_PICTURE) break;
    // Inside a scan, a byte of 0xff is followed by 0 or by a marker without a length.
    if (marker < FIRST_WITH_LENGTH || (marker >= 0xd0 && marker <= 0xd8)) continue;
    if (marker === SCAN) scans += 1;
    if (scans > most) break;
    at += 1 + (bytes[at + 1] ?? 0) * 256 + (bytes[at + 2] ?? 0);
  }
  return scans;
}
const FIRST_WITH_LENGTH = 0x02; // 0 marks data, 1 is a marker of its own
const SCAN = 0xda;
const END_OF_PICTURE = 0xd9;

/** Values that a JPEG decoder holds for each pixel, two bytes each, by chroma subsampling. */
const JPEG_VALUES = new Map([
  ['4:2:0', 1.5],
  ['4:2:2', 2],
]);

/** Bytes held in memory until the last pass, as the header implies. */
function heldBytes(
  { width, height, channels, depth, isProgressive, chromaSubsampling = '' }: Metadata,
  scans: number,
): number {
  if (!isProgressive && scans <= 1) return 0;
  const isJpeg = scans > 0;
  const perPixel = isJpeg
    ? 2 * (JPEG_VALUES.get(chromaSubsampling) ?? channels)
    : channels * (depth === 'ushort' ? 2 : 1);
  return width * height * perPixel;
}

function convert(
  bytes: Uint8Array,
  longestSide: number,
  write: (picture: Sharp) => Promise<AcceptedFile>,
): Promise<AcceptedFile> {
  return inTurn(async () => {
    const unreadable = () =>
      new Problem('file-refused', { sentence: 'This picture is damaged and can’t be read.' });
    // The header alone gives the size, before anything is unpacked.
    const header = await sharp(bytes, { limitInputPixels: false })
      .metadata()
      .catch(() => {
        throw unreadable();
      });
    if (header.width * header.height > MOST_PIXELS) {
      throw new Problem('too-large', {
        sentence: `This picture has more than ${MOST_PIXELS / 1e6} million pixels.`,
      });
    }
    const scans = kindOf(bytes) === 'jpeg' ? scansOf(bytes, MOST_SCANS) : 0;
    // Sixteen bits per channel take twice the work of eight, and no phone camera or office scanner writes them.
    const isDeep = header.depth === 'ushort' && 2 * header.width * header.height > MOST_PIXELS;
    if (isDeep || scans > MOST_SCANS || heldBytes(header, scans) > MOST_HELD_BYTES)
      throw new Problem('file-refused', {
        sentence:
          'This picture is built in a way that takes too long to read. Please photograph the page again.',
      });
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true });
    return write(picture).catch((error: unknown) => {
      throw error instanceof Problem ? error : unreadable();
    });
  });
}
