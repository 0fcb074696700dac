// Pages of document answers: taken in by content, once, whole or in pieces (decision 8;
// rules 9, 11, 16 for what the log says of them).
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '#api/problem.ts';
import { closeOverdue } from '#api/services/sittings/close-overdue.ts';
import { sweepPieces } from '#api/services/sittings/receive-document.ts';
import { MOST_PAGES } from '#contract/wire/sync.ts';
import { files } from '#db/schema/exams.ts';
import { documentParts } from '#db/schema/sittings.ts';
import { START, startApi, type TestApi } from '../support/api.ts';
import { deviceOf, type TestDevice } from '../support/device.ts';
import type { TestCandidate } from '../support/people.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let api: TestApi;
let examId: string;
let candidate: TestCandidate;
let phone: TestDevice;
let page: Buffer;

beforeAll(async () => {
  api = await startApi();
  // Noise, so that it doesn't pack to nothing: a page of some hundred kilobytes.
  page = await sharp({
    create: {
      width: 500,
      height: 700,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();
});
afterAll(() => api.close());
beforeEach(async () => {
  api.clock.now = START;
  examId = await api.makeExam({ format: 'DOC Upload', durationMinutes: 60 });
  candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
  phone = await deviceOf(api, candidate, examId);
});

const upload = (files: { bytes: Uint8Array; name: string }[], token = candidate.token) => {
  const form = new FormData();
  form.set('uid', candidate.uid);
  form.set('examID', examId);
  for (const { bytes, name } of files) form.append('docs', new File([new Uint8Array(bytes)], name));
  return api.request('exams/upload-docs', { token, form });
};

const put = async (start: number, end: number, whole = page, hash = sha256(whole)) => {
  const answer = await api.app.request(
    `/api/v1/exams/${examId}/documents/${hash}?start=${start}&size=${whole.length}&name=page.png`,
    {
      method: 'PUT',
      headers: { authorization: `Bearer ${candidate.token}` },
      body: new Uint8Array(whole.subarray(start, end)),
    },
  );
  return { status: answer.status, body: await answer.json() };
};

describe('whole documents', () => {
  it('takes the same content once, whatever its name', async () => {
    expect(await upload([{ bytes: page, name: 'a.png' }])).toMatchObject({
      status: 200,
      body: { docs: [sha256(page)] },
    });
    expect(await upload([{ bytes: page, name: 'b.php.png' }])).toMatchObject({
      status: 200,
      body: { docs: [sha256(page)] },
    });
  });

  it('keeps one file of a page that comes twice at one moment', async () => {
    const same = [{ bytes: page, name: 'a.png' }];
    const answers = await Promise.all([upload(same), upload(same)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const kept = await api.deps.db.orm.select().from(files).where(eq(files.uid, candidate.uid));
    expect(kept).toHaveLength(1);
    expect(await api.deps.files.get(kept[0]?.id ?? '')).toHaveLength(page.length);
  });

  it('refuses what is no page, and keeps nothing of it', async () => {
    const html = Buffer.from('<html><script>alert(1)</script></html>');
    expect(await upload([{ bytes: html, name: 'answer.pdf' }])).toMatchObject({
      status: 415,
      body: { code: 'wrong-file-kind', error: expect.stringContaining('choose photos') },
    });
    expect(await upload([{ bytes: new Uint8Array(), name: 'empty.pdf' }])).toMatchObject({
      status: 422,
      body: { code: 'file-refused' },
    });
  });

  it('refuses them in an MCQ exam, from another candidate, and before the fee', async () => {
    const stranger = await api.makeCandidate({ examId, status: 'Fees Paid' });
    expect(await upload([{ bytes: page, name: 'a.png' }], stranger.token)).toMatchObject({
      status: 403,
    });
    await api.makeQuestions('Any', 1);
    examId = await api.makeExam({ sections: [{ fieldType: 'Any', fieldCount: 1 }] });
    candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
    expect(await upload([{ bytes: page, name: 'a.png' }])).toMatchObject({ status: 415 });
    candidate = await api.makeCandidate({ examId });
    expect(await upload([{ bytes: page, name: 'a.png' }])).toMatchObject({
      status: 403,
      body: { code: 'not-eligible' },
    });
  });
});

describe('after the end', () => {
  it('[rule 16] takes no page that no list names, also while nobody has closed the sitting', async () => {
    await phone.open();
    api.clock.now = START + 62 * 60_000 + 1;
    expect(await upload([{ bytes: page, name: 'a.png' }])).toMatchObject({
      status: 409,
      body: { code: 'already-submitted' },
    });
  });
});

describe('pages in pieces', () => {
  beforeEach(async () => {
    await phone.open();
  });

  it('goes on where it stopped and is whole at the end', async () => {
    // Broken off before its first byte.
    expect(await put(0, 0)).toEqual({ status: 200, body: { start: 0, whole: false } });
    expect(await put(0, 50_000)).toEqual({ status: 200, body: { start: 50_000, whole: false } });
    // Sent again, and one that doesn’t fit on: neither changes anything, both learn where to continue.
    expect(await put(0, 50_000)).toEqual({ status: 200, body: { start: 50_000, whole: false } });
    expect(await put(60_000, 70_000)).toEqual({
      status: 200,
      body: { start: 50_000, whole: false },
    });
    for (let start = 50_000; start < page.length; start += 200_000)
      await put(start, Math.min(start + 200_000, page.length));
    const where = await api.request(`exams/${examId}/documents/${sha256(page)}`, {
      token: candidate.token,
    });
    expect(where.body).toMatchObject({ whole: true });
    expect(await api.deps.db.orm.select().from(documentParts)).toEqual([]);
  });

  it('starts over when the pieces don’t make the page that was named', async () => {
    const other = sha256(Buffer.from('another page'));
    let last = { status: 0, body: {} as unknown };
    for (let start = 0; start < page.length; start += 200_000)
      last = await put(start, Math.min(start + 200_000, page.length), page, other);
    expect(last.body).toEqual({ start: 0, whole: false });
    expect(await api.deps.db.orm.select().from(documentParts)).toEqual([]);
  });

  it.each([
    ['a full disk', Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })],
    ['a full queue', new Problem('unavailable', { retryAfter: 5 })],
  ])('keeps what came of a page when %s is in its way at the end', async (_, fault) => {
    const whole = api.deps.files.put;
    for (let start = 0; start < page.length; start += 200_000) {
      const isLast = start + 200_000 >= page.length;
      // The piece is stored, and what is made of all of them isn't.
      let stored = 0;
      api.deps.files.put = async (id, content) => {
        stored += 1;
        if (isLast && stored > 1) throw fault;
        return whole(id, content);
      };
      const answer = await put(start, Math.min(start + 200_000, page.length));
      expect(answer.status).toBe(isLast ? 503 : 200);
    }
    api.deps.files.put = whole;
    const last = page.length - (page.length % 200_000);
    expect(await put(last, page.length)).toMatchObject({ status: 200, body: { whole: true } });
    expect(await api.deps.db.orm.select().from(documentParts)).toEqual([]);
  });

  it('puts together two pages of one candidate at a time, so that nobody’s forty go before all others', async () => {
    const pages = await Promise.all(
      [21, 22, 23].map((width) => sharp(page).resize(width).png().toBuffer()),
    );
    const whole = api.deps.files.get;
    const waiting: (() => void)[] = [];
    api.deps.files.get = async (id) => {
      await new Promise<void>((go) => waiting.push(go));
      return whole(id);
    };
    const sent = pages.map((one) => put(0, one.length, one));
    expect(await Promise.race(sent)).toMatchObject({ status: 429, body: { code: 'throttled' } });
    // The third may be refused before the other two have come as far as their files.
    await expect.poll(() => waiting.length).toBe(2);
    api.deps.files.get = whole;
    for (const go of waiting) go();
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 200, 429]);
    for (const one of pages)
      expect(await put(0, one.length, one)).toMatchObject({ status: 200, body: { whole: true } });
  });

  it('sweeps out a page that was begun and left for a week, and no other', async () => {
    const DAY = 24 * 3_600_000;
    await put(0, 50_000);
    api.clock.now = START + 50 * 60_000;
    await put(50_000, 100_000);
    const files = await api.deps.db.orm.select().from(documentParts);
    api.clock.now = START + 7 * DAY + 10 * 60_000;
    expect(await sweepPieces(api.deps)).toBe(0); // its second piece is recent
    api.clock.now = START + 7 * DAY + 51 * 60_000;
    expect(await sweepPieces(api.deps)).toBe(2);
    expect(await api.deps.db.orm.select().from(documentParts)).toEqual([]);
    for (const { fileId } of files) expect(await api.deps.files.get(fileId)).toBeNull();
  });

  it('refuses to begin ever more pages, and still takes the rest of those begun', async () => {
    const begin = (index: number) => put(0, 1_000, page, sha256(Buffer.from(`page ${index}`)));
    for (const start of [0, 25_000]) expect((await put(start, start + 25_000)).status).toBe(200);
    for (let index = 0; index < MOST_PAGES - 1; index += 1)
      expect((await begin(index)).status).toBe(200);
    expect(await begin(MOST_PAGES)).toMatchObject({ status: 413, body: { code: 'too-large' } });
    expect(await put(50_000, 60_000)).toMatchObject({ status: 200, body: { start: 60_000 } });
    // Another candidate begins at the beginning, with the same page too.
    candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
    await (await deviceOf(api, candidate, examId)).open();
    expect((await begin(MOST_PAGES)).status).toBe(200);
    expect(await put(0, 50_000)).toMatchObject({ status: 200, body: { start: 50_000 } });
    await api.deps.db.orm.delete(documentParts);
  });

  it('refuses them also when all are begun at one moment', async () => {
    const pages = Array.from({ length: MOST_PAGES * 2 }, (_, index) =>
      sha256(Buffer.from(`${index}`)),
    );
    const answers = await Promise.all(pages.map((hash) => put(0, 1_000, page, hash)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MOST_PAGES);
    const kept = await api.deps.db.orm.delete(documentParts).returning();
    expect(kept).toHaveLength(MOST_PAGES);
  });

  it('refuses a page that comes byte by byte: each piece is a file of its own', async () => {
    const begun = (count: number) =>
      api.deps.db.rows(
        `insert into document_parts (sitting_id, sha256, start, bytes, file_id, received_at)
         select $1, $2, n, 1, 'piece' || n, now() from generate_series(0, $3::int) n`,
        [phone.opened.sittingId, sha256(page), count - 1],
      );
    await begun(600);
    expect(await put(600, 601)).toMatchObject({ status: 200, body: { start: 601 } });
    await api.deps.db.orm.delete(documentParts);
    await begun(641);
    expect(await put(641, 642)).toMatchObject({ status: 413, body: { code: 'too-large' } });
    await api.deps.db.orm.delete(documentParts);
  });

  it('refuses a piece that is too long', async () => {
    const large = Buffer.alloc(400_000, 1);
    expect(await put(0, 300_000, large)).toMatchObject({ status: 413 });
  });
});

describe('the log and its pages', () => {
  beforeEach(async () => {
    await phone.open();
  });

  it('[rule 11] gives no receipt until every page that the log names is here', async () => {
    const events = [
      phone.event(1, 'documents', undefined, sha256(page)),
      phone.event(2, 'submitted'),
    ];
    const first = await phone.submit(2, [], { events });
    expect(first.body).toMatchObject({
      received: false,
      receipt: null,
      missingDocuments: [sha256(page)],
    });
    await upload([{ bytes: page, name: 'page.png' }]);
    expect((await phone.submit(2, [])).body).toMatchObject({
      received: true,
      missingDocuments: [],
      receipt: { seq: 2 },
    });
  });

  it('[rule 11] gives no receipt either until the pages of a list that waits for a person are here', async () => {
    const events = [
      phone.event(1, 'documents', undefined, sha256(page)),
      phone.event(2, 'submitted'),
    ];
    api.clock.now = START + 5 * 3_600_000;
    await closeOverdue(api.deps);
    const first = await phone.submit(2, [], { events });
    expect(first.body).toMatchObject({ received: false, missingDocuments: [sha256(page)] });
    await upload([{ bytes: page, name: 'page.png' }]);
    expect((await phone.submit(2, [])).body).toMatchObject({ received: true, receipt: { seq: 2 } });
  });

  it('[rule 16] takes the bytes of a page that a person may yet let count after the end, and no other page', async () => {
    const named = phone.event(1, 'documents', undefined, sha256(page));
    api.clock.now = START + 5 * 3_600_000;
    await closeOverdue(api.deps);
    await phone.push([named]);
    expect(await upload([{ bytes: page, name: 'page.png' }])).toMatchObject({ status: 200 });
    const other = await sharp(page).resize(100).png().toBuffer();
    expect(await upload([{ bytes: other, name: 'other.png' }])).toMatchObject({
      status: 409,
      body: { code: 'already-submitted' },
    });
  });

  it('shows the administrator the pages in the candidate’s order, without those taken out again', async () => {
    const [second, removed] = await Promise.all(
      [120, 140].map((width) => sharp(page).resize(width).png().toBuffer()),
    );
    if (!second || !removed) throw new Error('two pages');
    const named = (seq: number, ...pages: Buffer[]) =>
      phone.event(seq, 'documents', undefined, pages.map((one) => sha256(one)).join(','));
    await phone.push([named(1, removed, page, second), named(2, second, page)]);
    await upload([
      { bytes: removed, name: 'removed.png' },
      { bytes: page, name: 'first.png' },
      { bytes: second, name: 'second.png' },
    ]);
    const participants = await api.request(`exams/by-exam/${examId}`, { token: api.adminToken });
    const [{ docs }] = participants.body as [{ docs: string[] }];
    expect(docs.map((path) => /(first|second|removed)/.exec(path)?.[0])).toEqual([
      'second',
      'first',
    ]);
  });

  it('has no result until the documents are marked', async () => {
    await upload([{ bytes: page, name: 'page.png' }]);
    await phone.submit(1, [], { events: [phone.event(1, 'submitted')] });
    const result = await api.request(`exams/getresult/${candidate.uid}`, {
      token: candidate.token,
    });
    expect(result.body).toEqual([{ examID: examId, score: [] }]);
  });
});
