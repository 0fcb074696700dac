import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ApiProblem } from './api-problem.ts';
import { ageOf } from './desk/age-words.ts';
import { createApi } from './http.ts';

const schema = z.object({ acked: z.int() });
const answering = (body: string, status = 200, headers: Record<string, string> = {}) =>
  createApi(
    async () => new Response(body, { status, headers }),
    () => 'token-1',
  );
const problemOf = async (call: Promise<unknown>): Promise<ApiProblem> => {
  const thrown = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof ApiProblem)) throw new Error('expected an ApiProblem', { cause: thrown });
  return thrown;
};

describe('calling the API', () => {
  it('sends the token and the body as JSON, and returns only what the schema allows', async () => {
    const sent: Request[] = [];
    const api = createApi(
      async (url, init) => {
        sent.push(new Request(`http://phone.test${url}`, init));
        return new Response('{"acked":3,"more":true}');
      },
      () => 'token-1',
    );
    expect(await api.post('sync/push', { seq: 1 }, schema)).toEqual({ acked: 3 });
    expect(sent[0]?.url).toBe('http://phone.test/api/v1/sync/push');
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer token-1');
    expect(await sent[0]?.json()).toEqual({ seq: 1 });
    await api.get('exams', schema, { auth: false });
    expect(sent[1]?.headers.has('authorization')).toBe(false);
  });

  it('turns a refusal into a problem with its code, sentence, retry class and fields', async () => {
    const body = {
      error: 'Too many tries.',
      code: 'throttled',
      retry: 'later',
      requestId: 'r1',
      fields: { uid: 'No.' },
    };
    const api = answering(JSON.stringify(body), 429, { 'retry-after': '7' });
    expect(await problemOf(api.get('exams', schema))).toMatchObject({
      code: 'throttled',
      message: 'Too many tries.',
      retry: 'later',
      requestId: 'r1',
      fields: { uid: 'No.' },
      retryAfterMs: 7_000,
    });
  });

  it('never takes a page from another network for a reply of ours', async () => {
    const portal = '<html>Please pay for the Wi-Fi</html>';
    for (const status of [200, 502]) {
      expect(await problemOf(answering(portal, status).get('exams', schema))).toMatchObject({
        code: 'unreadable-reply',
        retry: 'later',
      });
    }
  });

  it('blames the network for a reply that our server can’t have sent, but not when the server failed', async () => {
    const problem = (status: number) => problemOf(answering('', status).get('exams', schema));
    expect((await problem(404)).message).toContain('check your network');
    expect((await problem(503)).message).toBe('Something went wrong. Please try again later.');
  });

  it('reports offline when the connection fails or no answer comes in time', async () => {
    const dead = createApi(
      async () => Promise.reject(new TypeError('Failed to fetch')),
      () => null,
    );
    expect(await problemOf(dead.get('exams', schema))).toMatchObject({
      code: 'offline',
      retry: 'later',
    });
    const silent = createApi(
      (_url, init) =>
        new Promise((_, reject) =>
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
        ),
      () => null,
    );
    expect(await problemOf(silent.get('exams', schema, { timeoutMs: 1 }))).toMatchObject({
      code: 'offline',
    });
  });

  it('fails with the caller’s own reason when the caller gives up', async () => {
    const stop = new AbortController();
    stop.abort(new Error('left the page'));
    await expect(answering('{}').get('exams', schema, { signal: stop.signal })).rejects.toThrow(
      'left the page',
    );
  });

  it('reads a page of a list with its total, and refuses a list without one', async () => {
    const page = answering('{"acked":3}', 200, { 'x-total-count': '41' });
    expect(await page.getPage('questions', schema)).toEqual({ data: { acked: 3 }, total: 41 });
    expect(await problemOf(answering('{"acked":3}').getPage('questions', schema))).toMatchObject({
      code: 'unreadable-reply',
    });
  });

  it('says how old a list from a standby is, and treats any other reply as new', async () => {
    const agesOf = async (header: Record<string, string>) => {
      const ages: number[] = [];
      const heard = (headers: Headers) => ages.push(ageOf(headers));
      await answering('{"acked":3}', 200, header).get('exams', schema, { heard });
      return ages;
    };
    expect(await agesOf({ 'x-data-age': '12' })).toEqual([12]);
    expect(await agesOf({ 'x-data-age': 'soon' })).toEqual([0]);
    expect(await agesOf({})).toEqual([0]);
  });

  it('notices that its session has ended, from a refusal or from a header on a reply that anyone may see', async () => {
    const heardWith = async (body: string, status: number, header: Record<string, string>) => {
      const heard: string[] = [];
      const api = createApi(
        async () => new Response(body, { status, headers: header }),
        () => 'token-1',
        () => heard.push('answered'),
        (token) => heard.push(`${token} refused`),
      );
      await api.get('exams', schema).catch(() => {});
      return heard;
    };
    const refusal = '{"error":"x","code":"signed-out","retry":"after-sign-in","requestId":"r"}';
    expect(await heardWith(refusal, 401, {})).toEqual(['token-1 refused']);
    expect(await heardWith('{"acked":3}', 200, { 'x-signed-out': 'yes' })).toEqual([
      'token-1 refused',
    ]);
    expect(await heardWith('{"acked":3}', 200, {})).toEqual(['answered']);
    const gone = '{"error":"x","code":"not-found","retry":"never","requestId":"r"}';
    expect(await heardWith(gone, 404, { 'x-signed-out': 'yes' })).toEqual(['token-1 refused']);
    expect(await heardWith(gone, 404, {})).toEqual([]);
  });

  it('downloads a file unchanged, but never a page from another network', async () => {
    const file = await answering('PK', 200, { 'content-type': 'application/zip' }).getFile('x');
    expect(await file.text()).toBe('PK');
    const portal = answering('<html>', 200, { 'content-type': 'text/html' });
    expect(await problemOf(portal.getFile('x'))).toMatchObject({ code: 'unreadable-reply' });
  });
});
