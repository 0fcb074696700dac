// What people send is judged by its content, never by its name. Pictures are drawn anew: upright, without
// camera or place, and without whatever was hidden in them. PDFs are kept as they are, unless they are
// broken or active.
import sharp, { type Sharp } from 'sharp';
import { Problem } from '../../problem.ts';

export type Accepted = {
  bytes: Uint8Array;
  mediaType: 'image/jpeg' | 'image/webp' | 'application/pdf';
};

/** A phone's largest photo is some 50 megapixels; told from the header, before anything is decoded. */
const MOST_PIXELS = 60_000_000;
/** Long edge of a kept page: A4 at 200 dots an inch. */
const PAGE_EDGE = 2_400;
const PICTURE_EDGE = 1_200;

/** A page of an answer: PDF, JPEG, PNG or WebP. */
export async function acceptDocument(bytes: Uint8Array): Promise<Accepted> {
  if (isPdf(bytes)) return acceptPdf(bytes);
  return {
    bytes: await redraw(bytes, PAGE_EDGE, (picture) => picture.jpeg({ quality: 82 })),
    mediaType: 'image/jpeg',
  };
}

/** An exam's picture. */
export async function acceptImage(bytes: Uint8Array): Promise<Accepted> {
  return {
    bytes: await redraw(bytes, PICTURE_EDGE, (picture) => picture.webp({ quality: 80 })),
    mediaType: 'image/webp',
  };
}

const WRONG_KIND = 'Please choose a PDF, a JPEG or a PNG file.';
const readable = ['jpeg', 'png', 'webp'];

async function redraw(
  bytes: Uint8Array,
  edge: number,
  encode: (picture: Sharp) => Sharp,
): Promise<Uint8Array> {
  if (bytes.length === 0) throw new Problem('file-refused', { sentence: 'This file is empty.' });
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!header || !readable.includes(header.format))
    throw new Problem('wrong-file-kind', { sentence: WRONG_KIND });
  if (header.width * header.height > MOST_PIXELS) {
    throw new Problem('too-large', {
      sentence: 'This picture has too many pixels. Please take it again at a lower resolution.',
    });
  }
  try {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'truncated' });
    return await encode(
      picture
        .rotate()
        .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true }),
    ).toBuffer();
  } catch {
    throw new Problem('file-refused', {
      sentence: 'This picture is damaged. Please take it again.',
    });
  }
}

/** The mark must come first: what has something else before it may be read as that. */
function isPdf(bytes: Uint8Array): boolean {
  return latin1(bytes.subarray(0, 5)) === '%PDF-';
}

/** Names that make a viewer run or open something; `#` spellings of letters are undone first. */
const ACTIVE = /\/(JavaScript|JS|Launch|EmbeddedFile|RichMedia|XFA|SubmitForm|ImportData)\b/;

/** @throws Problem wrong-file-kind, file-refused */
export function acceptPdf(bytes: Uint8Array): Accepted {
  if (bytes.length === 0) throw new Problem('file-refused', { sentence: 'This file is empty.' });
  const text = latin1(bytes);
  if (!isPdf(bytes))
    throw new Problem('wrong-file-kind', { sentence: 'Please choose a PDF file.' });
  const hasEnd = /startxref\s+\d+\s+%%EOF/.test(text.slice(-2_048));
  if (!hasEnd || !/\bendobj\b/.test(text) || !/\/Root\b/.test(text)) {
    throw new Problem('file-refused', {
      sentence: 'This PDF is damaged or cut off. Please save it again.',
    });
  }
  // What streams hold is packed, and any three letters turn up in that by chance.
  const objects = text.replace(/\bstream\r?\n[\s\S]*?\bendstream\b/g, '');
  const spelled = objects.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  if (ACTIVE.test(spelled)) {
    throw new Problem('file-refused', {
      sentence:
        'This PDF contains a program or an attachment. Please print it to a plain PDF and send that.',
    });
  }
  return { bytes, mediaType: 'application/pdf' };
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
