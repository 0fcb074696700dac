/**
 * Files that a candidate or clerk should not be able to hurt us with, made by hand in the smallest form.
 * Their scripts are harmless. `outcome` is what the server must do when one comes as an answer page.
 */
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

export type Upload = {
  name: string;
  bytes: Uint8Array;
  outcome: 'accepted' | 'wrong-file-kind' | 'file-refused' | 'too-large';
};

const text = (content: string) => Buffer.from(content, 'latin1');
/** Bytes that would be scan markers if they were inside a JPEG. */
const MARKS = Buffer.alloc(200_000, Buffer.from([0xff, 0xda, 0, 2]));
const SCRIPT = '<script>alert(document.domain)</script>';

/** A sound one-page PDF, with `extra` in its catalog and `comment` on its second line. */
export function makePdf({
  extra = '',
  comment = '%\u00e2\u00e3\u00cf\u00d3',
  packed = '',
  filter = '/Filter/FlateDecode',
  pack = (bytes: Buffer): Buffer => deflateSync(bytes),
} = {}): Buffer {
  const content = 'BT /F1 14 Tf 50 780 Td (A sound one-page answer document) Tj ET';
  const objects = [
    `<</Type/Catalog/Pages 2 0 R${extra}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  if (packed) {
    const body = pack(text(`7 0 ${packed}`)).toString('latin1');
    objects.push(
      `<</Type/ObjStm/N 1/First 4${filter}/Length ${body.length}>>\nstream\n${body}\nendstream`,
    );
  }
  let file = `%PDF-1.7\n${comment}\n`;
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  file += places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  file += `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`;
  return text(file);
}

/**
 * A PNG of one colour, of any size: with one bit a pixel, 400 megapixels are 49 KB.
 * @param heavy makes it 16 bits for each of four channels, in this many passes
 */
export function makeBlankPng(width: number, height: number, heavy?: 1 | 7): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(heavy ? [16, 6, 0, 0, heavy === 7 ? 1 : 0] : [1], 8); // bit depth, colours (grey if left out), passes
  const raw = heavy ? width * height * 8 + height * 2 : (Math.ceil(width / 8) + 1) * height;
  const rows = deflateSync(Buffer.alloc(raw), { level: heavy ? 1 : 9 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * A grey JPEG that goes over its picture `scans` times. Each scan is only 99 bytes for 49 million pixels.
 * @param within stands before the picture, like a camera's metadata
 */
function makeScans(scans: number, side: number, within = Buffer.alloc(0)): Buffer {
  const segment = (marker: number, ...data: number[]) =>
    Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff, ...data]);
  const ones = (count: number) => Array<number>(count).fill(1);
  const zeros = (count: number) => Array<number>(count).fill(0);
  const size = [side >> 8, side & 0xff];
  const blocks = Math.ceil(side / 8) ** 2;
  let bits = '';
  for (let left = blocks; left > 0; left -= 16_384) bits += `0${'0'.repeat(14)}`; // nothing in 16,384 blocks
  bits = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0');
  const empty = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
  const again = Buffer.concat([segment(0xda, 1, 1, 0, 1, 63, 0), empty]);
  return Buffer.concat([
    ...[Buffer.from([0xff, 0xd8]), segment(0xe1, ...within), segment(0xdb, 0, ...ones(64))],
    segment(0xc2, 8, ...size, ...size, 1, 1, 0x11, 0),
    ...[segment(0xc4, 0, 1, ...zeros(15), 0), segment(0xc4, 0x10, 1, ...zeros(15), 0xe0)],
    ...[segment(0xda, 1, 1, 0, 0, 0, 0), Buffer.alloc(Math.ceil(blocks / 8))],
    ...Array<Buffer>(scans).fill(again),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** A small photo as a phone takes it: lying on its side, with the place where it was taken in its metadata. */
export function makePhoto(): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 48, channels: 3, background: '#c8b090' } })
    .withExif({
      IFD0: { Make: 'Invented Camera', Model: 'Model 1' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '12/1 0/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '77/1 0/1 0/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

export async function makeHostileUploads(): Promise<Upload[]> {
  const pdf = makePdf();
  const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'white' } })
    .jpeg()
    .toBuffer();
  const note = text(`${SCRIPT}<?php echo 1; ?>`);
  const frame = Buffer.from([0xff, 0xfe, 0, note.length + 2]);
  const hiding = makePdf({ packed: '<</S/JavaScript/JS(app.alert\\(1\\))>>' });
  // PDF readers take all of these for the beginning of the packed part.
  const start = /(\/ObjStm.*?)>>\nstream\n/;
  const disguised: [how: string, from: RegExp, to: string][] = [
    ['a_comment', start, '$1>>%\nstream\n'],
    ['a_return', start, '$1>>\nstream\r'],
    ['a_zero', start, '$1>>\u0000stream\n'],
    ['padding', /(\/ObjStm)/, `$1/Pad(${' '.repeat(2_500)})`],
  ];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`;
  const openAction = '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>';
  return [
    { name: 'good.pdf', bytes: pdf, outcome: 'accepted' },
    { name: 'of_an_hour.jpg', bytes: makeScans(10_000, 7_000), outcome: 'file-refused' },
    { name: 'in_many_passes.jpg', bytes: makeScans(90, 64), outcome: 'accepted' },
    {
      name: 'with_a_film_behind_it.jpg',
      bytes: Buffer.concat([makeScans(8, 64, MARKS.subarray(0, 60_000)), MARKS]),
      outcome: 'accepted',
    },
    { name: 'answer.php.pdf', bytes: pdf, outcome: 'accepted' },
    {
      name: 'html_as.pdf',
      bytes: text(`<!doctype html><html><body>${SCRIPT}</body></html>`),
      outcome: 'wrong-file-kind',
    },
    { name: 'svg_script.svg', bytes: text(svg), outcome: 'wrong-file-kind' },
    { name: 'svg_named.pdf', bytes: text(svg), outcome: 'wrong-file-kind' },
    {
      name: 'polyglot_pdf_html.pdf',
      bytes: makePdf({ comment: `%<html>${SCRIPT}<!--` }),
      outcome: 'accepted',
    },
    {
      name: 'pdf_after_junk.pdf',
      bytes: Buffer.concat([text('GIF89a'), Buffer.alloc(600), pdf]),
      outcome: 'wrong-file-kind',
    },
    { name: 'pdf_javascript.pdf', bytes: makePdf({ extra: openAction }), outcome: 'file-refused' },
    {
      name: 'pdf_javascript_escaped.pdf',
      bytes: makePdf({
        extra: openAction.replace('/JavaScript', '/Java#53cript').replace('/JS', '/J#53'),
      }),
      outcome: 'file-refused',
    },
    {
      name: 'pdf_javascript_packed.pdf',
      bytes: makePdf({ packed: '<</S/JavaScript/JS(app.alert\\(1\\))>>' }),
      outcome: 'file-refused',
    },
    ...disguised.map(
      ([how, from, to]): Upload => ({
        name: `pdf_javascript_behind_${how}.pdf`,
        bytes: text(hiding.toString('latin1').replace(from, to)),
        outcome: 'file-refused',
      }),
    ),
    {
      name: 'pdf_javascript_behind_fake_stream.pdf',
      bytes: makePdf({ extra: `${openAction}\n`, comment: '%>>stream' }),
      outcome: 'file-refused',
    },
    {
      name: 'pdf_launch.pdf',
      bytes: makePdf({ extra: '/OpenAction<</S/Launch/F(cmd.exe)>>' }),
      outcome: 'file-refused',
    },
    {
      name: 'pdf_locked.pdf',
      bytes: makePdf({ extra: '/Encrypt 9 0 R' }),
      outcome: 'file-refused',
    },
    { name: 'truncated.pdf', bytes: pdf.subarray(0, pdf.length / 2), outcome: 'file-refused' },
    { name: 'only_header.pdf', bytes: text('%PDF-1.7\n'), outcome: 'file-refused' },
    { name: 'empty.pdf', bytes: Buffer.alloc(0), outcome: 'file-refused' },
    {
      name: 'polyglot_jpeg_html.jpg',
      bytes: Buffer.concat([jpeg.subarray(0, 20), frame, note, jpeg.subarray(20)]),
      outcome: 'accepted',
    },
    { name: 'truncated.jpg', bytes: (await makePhoto()).subarray(0, 300), outcome: 'file-refused' },
    {
      name: 'gif_js.gif',
      bytes: Buffer.concat([text('GIF89a/*'), Buffer.alloc(200), text('*/=1;alert(1);')]),
      outcome: 'wrong-file-kind',
    },
    { name: 'png_bomb_20000x20000.png', bytes: makeBlankPng(20_000, 20_000), outcome: 'too-large' },
    {
      name: 'held_until_the_last_pass.png',
      bytes: makeBlankPng(4_000, 4_000, 7),
      outcome: 'file-refused',
    },
    {
      name: 'sixteen_bits_of_each_colour.png',
      bytes: makeBlankPng(5_000, 5_001, 1),
      outcome: 'file-refused',
    },
    { name: 'answer.pdf.html', bytes: text(SCRIPT), outcome: 'wrong-file-kind' },
  ];
}

/** File names to upload a sound file under. */
export const HOSTILE_NAMES = [
  '../../etc/passwd.pdf',
  '..\\..\\boot.ini.pdf',
  `${'a'.repeat(300)}.pdf`,
  'CON.pdf',
  'nul',
  '.htaccess',
  'file\u0000.pdf.exe',
  'invoice\u202efdp.exe',
  're\u0301sume\u0301.pdf',
  'résumé.pdf',
  ' leading and trailing .pdf ',
  'new\nline.pdf',
  'semi;colon"quote\'.pdf',
  '<img src=x onerror=alert(1)>.pdf',
  'తెలుగు హాల్ టికెట్.pdf',
  'हिन्दी.pdf',
  '%2e%2e%2f.pdf',
  '',
  '.pdf',
  'a.pdf/',
  'a.pdf.',
];
