// Before the start, nothing opens the paper (offline rule 17). The test tries everything that went over the wire, everything
// on the device, and whatever else a candidate or the office can ask for.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { examKeySchema } from '#contract/wire/sealed-paper.ts';
import { fromBase64url } from '#seals/bytes.ts';
import { openPaper } from '#seals/sealed-paper.ts';
import { unwrapKey } from '#seals/start-code.ts';
import type { HeldPaper } from '#web/exam/local-db/rows.ts';
import { type Hall, openHall } from './hall.ts';
import { type Candidate, Phone } from './phone.ts';

const MINUTE = 60_000;
const KEY_BYTES = 32;

/** Where keys could be: raw bytes, and every part of a text that could be bytes in base64url or hex. */
function bytesIn(seen: readonly (string | Uint8Array)[]): Uint8Array[] {
  return seen.flatMap((item) => {
    if (typeof item !== 'string') return [item];
    const tokens = item.match(/[\w-]{40,}/g) ?? [];
    return tokens.flatMap((token) => [Buffer.from(token, 'base64url'), Buffer.from(token, 'hex')]);
  });
}

/** Tries each run of 32 bytes as the paper's key, and as a stretched start code. */
async function tryAll(held: HeldPaper, seen: readonly (string | Uint8Array)[]): Promise<string[]> {
  const opened: string[] = [];
  const tried = new Set<string>();
  for (const bytes of bytesIn(seen)) {
    for (let from = 0; from + KEY_BYTES <= bytes.length; from += 1) {
      const key = new Uint8Array(bytes.subarray(from, from + KEY_BYTES));
      const name = Buffer.from(key).toString('hex');
      if (tried.has(name)) continue;
      tried.add(name);
      const sealed = new Uint8Array(held.sealed);
      const text = await openPaper(key, held.sittingId, sealed).catch(() => null);
      if (text !== null) opened.push(text);
      const code = await crypto.subtle.importKey('raw', key, 'HKDF', false, ['deriveKey']);
      for (const wrapped of held.codes.wraps)
        if (await unwrapKey(code, held, wrapped)) opened.push('a wrap');
    }
  }
  return opened;
}

describe.each(['together', 'own'] as const)('before the start (exam start: %s)', (start) => {
  let hall: Hall;
  let opens: number;
  let candidate: Candidate;
  let phone: Phone;
  const wire: string[] = [];

  beforeAll(async () => {
    opens = Date.now() + 10 * MINUTE;
    hall = await openHall(undefined, { start, startsAt: opens });
    candidate = await hall.newCandidate();
    phone = new Phone(
      candidate,
      async (url, init) => {
        const response = await hall.send(url, init);
        const copy = response.clone();
        wire.push(
          JSON.stringify([...copy.headers]),
          Buffer.from(await copy.arrayBuffer()).toString('base64url'),
        );
        return response;
      },
      () => hall.api.clock.now,
    );
    await phone.fetchPaper();
    const app = phone.boot('the exam’s page');
    await app.settle();
  });
  afterAll(async () => {
    await phone.off();
    await hall.api.close();
  });

  const heldPaper = async () => {
    const held = await phone.heldPaper();
    if (!held) throw new Error('no paper on this phone');
    return held;
  };
  /** Everything on the phone's disk. */
  const disk = async () => {
    const rows: (string | Uint8Array)[] = [];
    for (const table of phone.deps.db.tables)
      for (const row of await table.toArray())
        JSON.stringify(row, (_, value: unknown) => {
          if (value instanceof ArrayBuffer) rows.push(new Uint8Array(value));
          else if (typeof value === 'string') rows.push(value);
          return value;
        });
    return rows;
  };
  const asks = async (paths: readonly string[], token: string) => {
    const answers: string[] = [];
    for (const path of paths) answers.push(await (await hall.api.fetch(path, { token })).text());
    return answers;
  };
  const ofExam = (...paths: string[]) => paths.map((path) => `exams/${candidate.examId}${path}`);

  it('nothing on the device or the wire opens the paper or contains its questions', async () => {
    const held = await heldPaper();
    const seen = [...wire, ...(await disk())];
    expect(seen.length).toBeGreaterThan(10);
    expect(await tryAll(held, seen)).toEqual([]);
    for (const bytes of bytesIn(seen))
      expect(Buffer.from(bytes).includes('Sync question')).toBe(false);
    // Proves that tryAll would find a key among the bytes.
    const key = fromBase64url(hall.api.deps.keys.sign('paper', 'another', KEY_BYTES));
    expect(await tryAll(held, [key])).toEqual([]);
    if (start === 'own') return;
    hall.api.clock.now = opens;
    const { body } = await hall.api.request(`exams/${candidate.examId}/key`);
    hall.api.clock.now = opens - 10 * MINUTE;
    expect(await tryAll(held, [examKeySchema.parse(body).key])).toHaveLength(1);
  });

  it('nothing else that a candidate can ask for contains a question, a key or a code', async () => {
    const paths = [
      ...ofExam(
        '',
        '/key',
        '/preview',
        '/start-code',
        '/start-codes',
        '/analysis',
        '/sealed-paper',
      ),
      'questions',
      'questions?type=Sync',
      'questions/download',
      'sittings',
      'account/data',
      `exams/getresult/${candidate.uid}`,
      'exams',
    ];
    const answers = await asks(paths, candidate.token);
    for (const answer of answers)
      expect(answer).not.toMatch(/Sync question|"key"|"code":"[0-9A-Z]{10}"/);
    expect(await tryAll(await heldPaper(), answers)).toEqual([]);
    const open = { protocol: 3, deviceId: 'another' };
    for (const json of [
      open,
      { ...open, takeOver: true },
      { ...open, paper: (await heldPaper()).hash },
    ]) {
      const { status, body } = await hall.api.request(`exams/${candidate.examId}/sitting`, {
        token: candidate.token,
        json,
      });
      expect(status).toBe(425);
      expect(Object.keys(z.looseObject({}).parse(body)).sort()).toEqual([
        'code',
        'error',
        'requestId',
        'retry',
      ]);
    }
  });

  it('the office’s lists and exports contain no candidate’s paper, key or start code', async () => {
    const answers = await asks(
      [
        ...ofExam('', '/key', '/start-code', '/start-codes', '/analysis', '/analysis/export'),
        `exams/by-exam/${candidate.examId}`,
        `exams/by-exam/${candidate.examId}/export`,
        'activity?pageSize=100',
        'activity/export',
        'live',
        `live/${candidate.examId}/sittings`,
      ],
      hall.api.adminToken,
    );
    for (const answer of answers) expect(answer).not.toMatch(/Sync question|"code":"[0-9A-Z]{10}"/);
    expect(
      await tryAll(
        await heldPaper(),
        answers.filter((answer) => answer.startsWith('{') || answer.startsWith('[')),
      ),
    ).toEqual([]);
    // A preview is drawn from the bank each time. It is no candidate's paper, and prepares none.
    const before = await hall.api.deps.db.rows('select * from prepared_papers', []);
    const preview = await hall.api.request(`exams/${candidate.examId}/preview`, {
      token: hall.api.adminToken,
    });
    expect(preview.status).toBe(200);
    expect(await hall.api.deps.db.rows('select * from prepared_papers', [])).toEqual(before);
  });
});
