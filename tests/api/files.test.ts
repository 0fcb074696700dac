import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acceptImage } from '#api/services/files/accept-image.ts';
import { cleanFileName, keepContent } from '#api/services/files/contents.ts';
import { signedPath } from '#api/services/files/read-file.ts';
import { acceptDocument } from '#api/services/sittings/receive-document.ts';
import { files } from '#db/schema/exams.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import {
  HOSTILE_NAMES,
  makeBlankPng,
  makeHostileUploads,
  makePdf,
  makePhoto,
} from '#tests/support/make-hostile-uploads.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe('uploaded content', () => {
  test('is judged by its bytes: each hostile upload has the outcome it should', async () => {
    for (const { name, bytes, outcome } of await makeHostileUploads()) {
      const result = await acceptDocument(bytes).then(
        () => 'accepted',
        (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
      );
      expect(`${name}: ${String(result)}`).toBe(`${name}: ${outcome}`);
    }
  });

  test('loses place and camera from a photo, which is turned upright', async () => {
    const photo = await makePhoto();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const { bytes, mediaType } = await acceptImage(photo);
    const metadata = await sharp(bytes).metadata();
    expect(mediaType).toBe('image/jpeg');
    expect({ exif: metadata.exif, orientation: metadata.orientation }).toEqual({
      exif: undefined,
      orientation: undefined,
    });
    expect([metadata.width, metadata.height]).toEqual([48, 64]);
    expect(Buffer.from(bytes).includes('Invented Camera')).toBe(false);
  });

  test('loses a script in a picture’s comment', async () => {
    const upload = (await makeHostileUploads()).find(
      ({ name }) => name === 'polyglot_jpeg_html.jpg',
    );
    const { bytes } = await acceptImage(upload?.bytes ?? new Uint8Array());
    expect(Buffer.from(bytes).includes('<script>')).toBe(false);
  });

  test('is accepted for a picture just below the pixel limit, and refused for a huge one', async () => {
    await expect(acceptImage(makeBlankPng(7_000, 7_000))).resolves.toMatchObject({
      mediaType: 'image/png',
    });
    await expect(acceptImage(makeBlankPng(7_100, 7_100))).rejects.toMatchObject({
      code: 'too-large',
    });
  });

  test('is accepted for a PDF without its table of objects, as in PDF readers, and refused for a cut-off one', async () => {
    const bare = '%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF\n';
    await expect(acceptDocument(Buffer.from(bare))).resolves.toMatchObject({
      mediaType: 'application/pdf',
    });
    const cut = makePdf().subarray(0, -20);
    await expect(acceptDocument(cut)).rejects.toMatchObject({ code: 'file-refused' });
  });

  test.each([
    ['a line break before it', '\n', ''],
    ['a mark of UTF-8 before it', '\xef\xbb\xbf', ''],
    ['the rest of a block after it', '', '\0'.repeat(4_096)],
  ])(
    'is accepted for a PDF with %s, which is stored so that it begins as one',
    async (_, before, after) => {
      const sent = Buffer.from(before + makePdf().toString('latin1') + after, 'latin1');
      const { bytes } = await acceptDocument(sent);
      expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe('%PDF-');
    },
  );

  test.each(['/#4aavaScrip#74', '/GoTo#52', '/#58F#41', '/X#46A'])(
    'is refused for a PDF with an active part spelled %s',
    async (name) => {
      await expect(acceptDocument(makePdf({ extra: `/S${name}` }))).rejects.toMatchObject({
        code: 'file-refused',
      });
    },
  );

  const script = '<</S/JavaScript/JS(app.alert\\(1\\))>>';
  const twice = (bytes: Buffer) => deflateSync(deflateSync(bytes));
  const inHex = (bytes: Buffer) => deflateSync(Buffer.from(`${bytes.toString('hex')}>`));
  /** Filters rows of 16 bytes as PNG does: each byte less the one above it. */
  const predicted = (bytes: Buffer) => {
    const rows = Buffer.concat([bytes, Buffer.alloc(15, 32)]);
    const all: Buffer[] = [];
    for (let at = 0; at + 16 <= rows.length; at += 16) {
      const row = rows.subarray(at, at + 16);
      all.push(
        Buffer.of(2),
        row.map((byte, x) => byte - (at === 0 ? 0 : (rows[at - 16 + x] ?? 0))) as Buffer,
      );
    }
    return deflateSync(Buffer.concat(all));
  };
  const PREDICTOR = '/DecodeParms<</Predictor 12/Columns 16>>';
  test.each([
    ['two layers', '/Filter[/FlateDecode/FlateDecode]', twice],
    ['hexadecimal below', '/Filter[/FlateDecode/ASCIIHexDecode]', inHex],
    ['a predictor', `/Filter/FlateDecode${PREDICTOR}`, predicted],
    ['a predictor behind a comment', `/Filter/FlateDecode${PREDICTOR}%\n`, predicted],
    [
      'a predictor before a false beginning',
      `${PREDICTOR}%\n% 6 0 obj<<\n/Type/ObjStm/Filter/FlateDecode`,
      predicted,
    ],
    ['a filter elsewhere', '/Filter 5 0 R', (bytes: Buffer) => deflateSync(bytes)],
    ['escaped letters', '/#46ilter[/FlateDecode/#46lateDecode]', twice],
  ])(
    'is refused for a PDF whose objects are packed with %s, which PDF readers unpack',
    async (_, filter, pack) => {
      const pdf = makePdf({ packed: script, filter, pack });
      await expect(acceptDocument(pdf)).rejects.toMatchObject({ code: 'file-refused' });
    },
  );

  test.each([
    '/Filter/FlateDecode',
    '/Filter [ /FlateDecode ]\n',
    '/Extends 5 0 R /Filter /FlateDecode ',
  ])('is accepted for a PDF whose objects are packed as programs do (%j)', async (filter) => {
    const pdf = makePdf({ packed: '<</Type/Catalog>>', filter });
    expect((await acceptDocument(pdf)).mediaType).toBe('application/pdf');
  });

  test('of kilobytes that unpack to megabytes of escaped names doesn’t keep others waiting', async () => {
    const pdf = makePdf({ packed: '#41'.repeat(8_000_000) });
    // Measures processor time: on a busy machine, other programs would make others wait as well.
    const spentMs = () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000;
    };
    let longest = 0;
    let last = spentMs();
    const look = () => {
      longest = Math.max(longest, spentMs() - last);
      last = spentMs();
    };
    const turns = setInterval(look, 1);
    await acceptDocument(pdf);
    clearInterval(turns);
    look();
    expect(longest).toBeLessThan(3_000);
  });

  test('is refused for a PDF with more streams than any document has', async () => {
    const streams = '>>stream\nendstream '.repeat(60_000);
    await expect(acceptDocument(makePdf({ comment: `%${streams}` }))).rejects.toMatchObject({
      code: 'file-refused',
    });
  });

  test('is accepted for a PDF whose data merely happens to spell a script’s name', async () => {
    const pdf = makePdf().toString('latin1').replace('(A sound', '(/JS /XFA /JS');
    await expect(acceptDocument(Buffer.from(pdf, 'latin1'))).resolves.toMatchObject({
      mediaType: 'application/pdf',
    });
  });
});

describe('uploaded file names', () => {
  test('become one line without paths, in any script, with the extension of the content', () => {
    expect(HOSTILE_NAMES.map((name) => cleanFileName(name, 'application/pdf'))).toEqual([
      'passwd.pdf',
      'boot.pdf',
      `${'a'.repeat(80)}.pdf`,
      'document.pdf',
      'document.pdf',
      'htaccess.pdf',
      'file.pdf',
      'invoicefdp.pdf',
      'résumé.pdf',
      'résumé.pdf',
      'leading and trailing.pdf',
      'newline.pdf',
      "semi_colon_quote'.pdf",
      '_img src=x onerror=alert(1)_.pdf',
      'తెలుగు హాల్ టికెట్.pdf',
      'हिन्दी.pdf',
      '_2e_2e_2f.pdf',
      'document.pdf',
      'document.pdf',
      'a.pdf',
      'a.pdf',
    ]);
  });

  test('are returned safely in Content-Disposition and never as a path', async () => {
    for (const name of HOSTILE_NAMES) {
      const file = await keep(name);
      const answer = await api.fetch(signedPath(api.deps, file));
      expect(answer.status).toBe(200);
      const disposition = answer.headers.get('content-disposition') ?? '';
      expect(disposition).toMatch(
        /^inline; filename="[\x20-\x21\x23-\x5b\x5d-\x7e]*"; filename\*=UTF-8''[\w.!~%-]+$/,
      );
      expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe(
        cleanFileName(name, 'application/pdf'),
      );
    }
  });
});

async function keep(name: string, uid?: string) {
  const content = { bytes: makePdf(), mediaType: 'application/pdf' } as const;
  const row = await keepContent(api.deps, {
    ...content,
    kind: 'document',
    name,
    ...(uid && { uid }),
  });
  await api.deps.db.orm.insert(files).values(row);
  return row;
}

describe('GET /files', () => {
  test('shows a document to its owner and the administrator, and answers 404 to anyone else', async () => {
    const [owner, other] = [await api.makeCandidate(), await api.makeCandidate()];
    const { token: proctor } = await api.makeStaff('proctor');
    const { id } = await keep('page 1.pdf', owner.uid);
    const statuses = [];
    for (const token of [owner.token, api.adminToken, other.token, proctor, undefined]) {
      statuses.push((await api.fetch(`/files/${id}`, { token })).status);
    }
    expect(statuses).toEqual([200, 200, 404, 404, 404]);
  });

  test('opens one document for a week with a signed link, and nothing else', async () => {
    const [mine, other] = [await keep('mine.pdf'), await keep('other.pdf')];
    const link = signedPath(api.deps, mine);
    expect(link).toMatch(new RegExp(`^/files/${mine.id}/mine.pdf\\?until=`));
    expect((await api.fetch(link)).status).toBe(200);
    expect((await api.fetch(link.replace(mine.id, other.id))).status).toBe(404);
    expect((await api.fetch(link.replace(/until=\d/, 'until=9'))).status).toBe(404);
    expect((await api.fetch(link.replace(/signature=.*/, 'signature='))).status).toBe(404);
    api.clock.now += 7 * 86_400_000;
    expect((await api.fetch(link)).status).toBe(200);
    api.clock.now += 86_400_000;
    expect((await api.fetch(link)).status).toBe(404);
  });

  test('sends content with its own type, not to be sniffed or cached by others', async () => {
    const answer = await api.fetch(signedPath(api.deps, await keep('page.pdf')));
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    expect(Buffer.from(await answer.arrayBuffer()).equals(makePdf())).toBe(true);
  });

  test('refuses an unknown id or one that leads out of the folder', async () => {
    expect((await api.fetch('/files/nosuchfile')).status).toBe(404);
    expect((await api.fetch('/files/..%2f..%2fetc%2fpasswd')).status).toBe(422);
    await expect(api.deps.files.put('../outside', new Uint8Array())).rejects.toThrow();
  });
});
