// Pages of document answers: identified by their content, stored once, received whole or in pieces (decision 8;
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
  // Noise, so that the page doesn't compress to nothing but has some hundred kilobytes.
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
  it('are stored once for the same content, whatever its name', async () => {
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

  it('are refused in an MCQ exam, from another candidate, and before the fee is paid', async () => {
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

describe('a page after the end', () => {
  it('[rule 16] is refused when no list names it, even while nobody has closed the sitting', async () => {
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

  it('continue where they stopped, and are whole at the end', async () => {
    // The first request broke off before its first byte.
    expect(await put(0, 0)).toEqual({ status: 200, body: { start: 0, whole: false } });
    expect(await put(0, 50_000)).toEqual({ status: 200, body: { start: 50_000, whole: false } });
    // A piece sent again and one with a gap before it change nothing; both replies say where to continue.
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

  it('start over when they don’t make up the named page', async () => {
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
  ])('are all kept when %s stops the last step', async (_, fault) => {
    const whole = api.deps.files.put;
    for (let start = 0; start < page.length; start += 200_000) {
      const isLast = start + 200_000 >= page.length;
      // The last piece is stored, but the whole page can't be.
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

  it('are put together for two pages per candidate at a time, so that one candidate’s forty don’t hold up the others', async () => {
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
    // The third may be refused before the other two have reached their files.
    await expect.poll(() => waiting.length).toBe(2);
    api.deps.files.get = whole;
    for (const go of waiting) go();
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 200, 429]);
    for (const one of pages)
      expect(await put(0, one.length, one)).toMatchObject({ status: 200, body: { whole: true } });
  });

  it('of a page left for a week are removed, and no others', async () => {
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

  it('are refused for ever more new pages, but still accepted for those already begun', async () => {
    const begin = (index: number) => put(0, 1_000, page, sha256(Buffer.from(`page ${index}`)));
    for (const start of [0, 25_000]) expect((await put(start, start + 25_000)).status).toBe(200);
    for (let index = 0; index < MOST_PAGES - 1; index += 1)
      expect((await begin(index)).status).toBe(200);
    expect(await begin(MOST_PAGES)).toMatchObject({ status: 413, body: { code: 'too-large' } });
    expect(await put(50_000, 60_000)).toMatchObject({ status: 200, body: { start: 60_000 } });
    // Another candidate starts from the beginning, even with the same page.
    candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
    await (await deviceOf(api, candidate, examId)).open();
    expect((await begin(MOST_PAGES)).status).toBe(200);
    expect(await put(0, 50_000)).toMatchObject({ status: 200, body: { start: 50_000 } });
    await api.deps.db.orm.delete(documentParts);
  });

  it('are limited in the same way when all pages are begun at once', async () => {
    const pages = Array.from({ length: MOST_PAGES * 2 }, (_, index) =>
      sha256(Buffer.from(`${index}`)),
    );
    const answers = await Promise.all(pages.map((hash) => put(0, 1_000, page, hash)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MOST_PAGES);
    const kept = await api.deps.db.orm.delete(documentParts).returning();
    expect(kept).toHaveLength(MOST_PAGES);
  });

  it('are refused when a page comes byte by byte, because each piece is a file', async () => {
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

  it('are refused when they are too long', async () => {
    const large = Buffer.alloc(400_000, 1);
    expect(await put(0, 300_000, large)).toMatchObject({ status: 413 });
  });
});

describe('the log and its pages', () => {
  beforeEach(async () => {
    await phone.open();
  });

  it('[rule 11] there is no receipt until every page that the log names is here', async () => {
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

  it('[rule 11] there is no receipt either until the pages of a list that awaits a decision are here', async () => {
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

  it('[rule 16] after the end, a page that a person may yet let count is accepted, and no other', async () => {
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

  it('the administrator sees the pages in the candidate’s order, without removed ones', async () => {
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

  it('there is no result until the documents are marked', async () => {
    await upload([{ bytes: page, name: 'page.png' }]);
    await phone.submit(1, [], { events: [phone.event(1, 'submitted')] });
    const result = await api.request(`exams/getresult/${candidate.uid}`, {
      token: candidate.token,
    });
    expect(result.body).toEqual([{ examID: examId, score: [] }]);
  });
});
