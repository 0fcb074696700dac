// One request can't keep the server busy for long: a public body longer than a form is refused before it is read, and
// an overlong field is refused before a pattern looks at it.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { readQuestionFile } from '#api/question-files/read-question-file.ts';
import { endpoints } from '#api/routes/endpoints.ts';
import { cleanFileName } from '#api/services/files/contents.ts';
import { problemBodySchema } from '#contract/wire/problems.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
afterEach(() => vi.restoreAllMocks());

const HOSTILE = ['.', ' ', '@', '1', '-', '\r\n', 'a.', 'http://'];

/** The longest text a public body can hold, made of signs that patterns try again and again. */
const hostile = (sign: string) =>
  `x@${sign.repeat(Math.floor(24_000 / JSON.stringify(sign).length))}@`;

/** How zod counts characters: a single class, tried once at each position. */
const COUNTING = /^\[[^\]]*\]$/;

/** @returns the length of the longest text that a pattern was given while `act` ran */
async function longestLookedAt(act: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  const { exec } = RegExp.prototype;
  // Once `exec` is replaced, `test`, `replace`, `match` and `split` all go through it (ECMA-262, RegExpExec).
  vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text) {
    if (typeof text === 'string' && exec.call(COUNTING, this.source) === null)
      longest = Math.max(longest, text.length);
    return exec.call(this, text);
  });
  await act();
  vi.restoreAllMocks();
  return longest;
}

const publicForms = endpoints
  .map(({ declaration }) => declaration)
  .filter(({ who, body }) => who === 'anyone' && body);

const fieldsOf = (schema: unknown) => Object.keys((schema as { shape: object }).shape);

test('an email address that once held the server for fourteen seconds is refused before a pattern sees it', async () => {
  const email = `x@${'.'.repeat(20_000)}@`;
  let status = 0;
  const longest = await longestLookedAt(async () => {
    ({ status } = await api.request('newsletter', { json: { email } }));
  });
  expect(status).toBe(422);
  expect(longest).toBeLessThan(1_000);
});

test('no public form passes a hostile text to a pattern', async () => {
  expect(publicForms.length).toBeGreaterThanOrEqual(8);
  const seen: [string, number][] = [];
  for (const { path, body } of publicForms) {
    for (const sign of HOSTILE) {
      const json = Object.fromEntries(fieldsOf(body).map((field) => [field, hostile(sign)]));
      const longest = await longestLookedAt(() => api.request(path.slice(1), { json }));
      if (longest > 1_000) seen.push([`${path} ${sign}`, longest]);
    }
  }
  expect(seen).toEqual([]);
});

test.each(publicForms.map(({ path }) => path))(
  '%s refuses a body longer than a form, with or without a stated length, and stops reading it',
  async (path) => {
    const stated = await api.request(path.slice(1), { json: { email: 'x'.repeat(40_000) } });
    expect(stated).toMatchObject({ status: 413, body: { code: 'too-large' } });
    let pulled = 0;
    const endless = new ReadableStream({
      pull: (control) => {
        pulled += 1_000;
        control.enqueue(new Uint8Array(1_000).fill(32));
      },
    });
    const answer = await api.app.request(`/api/v1${path}`, {
      method: 'POST',
      body: endless,
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(413);
    expect(pulled).toBeLessThan(40_000);
  },
);

test('no pattern sees more than 1,000 characters of a file name of fifty thousand dots', async () => {
  let name = '';
  const longest = await longestLookedAt(async () => {
    name = cleanFileName(`${'.'.repeat(50_000)}!.pdf`, 'application/pdf');
  });
  expect(name).toBe('!.pdf');
  expect(longest).toBeLessThanOrEqual(1_000);
});

test('no pattern sees more than 1,000 characters of a question file’s name', async () => {
  const columns = 'Questions,OptionOne,OptionTwo,OptionThree,OptionFour,CorrectAnswer';
  const file = Buffer.from(`${columns}\nWhich?,red,green,blue,white,B`);
  const longest = await longestLookedAt(async () => {
    await readQuestionFile(file, `${'.a'.repeat(20_000)}!`);
  });
  expect(longest).toBeLessThanOrEqual(1_000);
});

test('a version that no count of changes can reach is refused, naming the field', async () => {
  const settings = await api.request('settings', { token: api.adminToken });
  const { policies } = settings.body as { policies: { value: object } };
  const answer = await api.request('settings/policies', {
    method: 'PUT',
    token: api.adminToken,
    json: { value: policies.value, version: Number.MAX_SAFE_INTEGER },
  });
  expect(answer).toMatchObject({ status: 422, body: { fields: { version: expect.any(String) } } });
});

describe('a form with files', () => {
  const send = (token: string, type: string, body: BodyInit) =>
    api.app.request('/api/v1/exams/upload-docs', {
      method: 'POST',
      body,
      headers: { 'content-type': type, authorization: `Bearer ${token}` },
      duplex: 'half',
    } as RequestInit);
  const part = 'content-disposition: form-data; name="a"\r\n\r\nx\r\n--b';
  const plain = 'multipart/form-data; boundary=b';

  /** Runs `act` and returns, for each form given to the reader, whether it was read to its end. */
  async function readWhile(act: () => Promise<unknown>): Promise<string[]> {
    const read: string[] = [];
    vi.stubGlobal(
      'Response',
      class extends Response {
        override async formData() {
          const place = read.push('begun') - 1;
          const form = await super.formData();
          read[place] = 'read';
          return form;
        }
      },
    );
    await act();
    vi.unstubAllGlobals();
    return read;
  }

  test.each([
    ['too many parts', [], plain, `--b\r\n${`${part}\r\n`.repeat(600)}${part}--\r\n`],
    [
      'too many parts behind another boundary in the header',
      // By the boundary that was looked at, which the body doesn't begin with.
      ['begun'],
      'multipart/form-data; xboundary=c; boundary=b',
      `--b\r\n${`${part}\r\n`.repeat(600)}${part}--\r\n`,
    ],
    [
      'a name of ten thousand escapes, which the reader takes seconds for when it is long enough',
      [],
      plain,
      `--b\r\ncontent-disposition: form-data; name="${'%22'.repeat(10_000)}"\r\n\r\nx\r\n--b--\r\n`,
    ],
    ['headers without an end', [], plain, `--b\r\n${'a: b\r\n'.repeat(2_000)}`],
  ])('is refused unread with %s', async (_, read, type, body) => {
    const { token } = await api.makeCandidate();
    let status = 0;
    const seen = await readWhile(async () => {
      ({ status } = await send(token, type, body));
    });
    expect(status).toBe(400);
    expect(seen).toEqual(read);
  });

  test('is read when it is well formed', async () => {
    const { token } = await api.makeCandidate();
    const body = `--b\r\n${part}--\r\n`;
    expect(await readWhile(async () => send(token, plain, body))).toEqual(['read']);
  });

  test.each([
    ['a little above its bound is received to its end, so that its sender reads the refusal', 11],
    ['far above it is refused unread', 30],
  ])('that is %s', async (_, megabytes) => {
    const length = megabytes * 1024 * 1024;
    let pulled = 0;
    const body = new ReadableStream(
      {
        pull: (control) => {
          pulled += 65_536;
          control.enqueue(new Uint8Array(65_536));
          if (pulled === length) control.close();
        },
      },
      { highWaterMark: 0 },
    );
    const answer = await api.app.request('/api/v1/questions/upload', {
      method: 'POST',
      body,
      headers: {
        'content-type': plain,
        'content-length': `${length}`,
        authorization: `Bearer ${api.adminToken}`,
      },
      duplex: 'half',
    } as RequestInit);
    expect([answer.status, pulled]).toEqual([413, megabytes === 11 ? length : 0]);
  });

  test('is refused as a third at the same time from one person, so that one candidate can’t fill the memory', async () => {
    const { token } = await api.makeCandidate();
    const slow: ReadableStreamDefaultController<Uint8Array>[] = [];
    const under = [0, 1].map(() =>
      send(token, plain, new ReadableStream({ start: (control) => void slow.push(control) })),
    );
    const third = async () => {
      const answer = await send(token, plain, '--b--\r\n');
      const { error } = problemBodySchema.parse(await answer.json());
      return [answer.status, answer.headers.get('retry-after'), error];
    };
    const said = expect.stringContaining('We’re still reading your last two files.');
    await expect.poll(third).toEqual([429, '5', said]);
    const other = await api.makeCandidate();
    expect((await send(other.token, plain, '--b--\r\n')).status).not.toBe(429);
    for (const control of slow) control.close();
    await Promise.all(under);
    expect((await send(token, plain, '--b--\r\n')).status).not.toBe(429);
  });
});
