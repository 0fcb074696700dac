/** Both file stores keep the same promises. The bucket is a small double that checks signatures. */
import { createHash, createHmac } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FileStore, localFiles, s3Files } from '#api/gateways/files/file-store.ts';
import { listen } from './gateway-servers.ts';

const config = {
  bucket: 'papers',
  region: 'ap-south-1',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'secret key',
};
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) =>
  createHmac('sha256', key).update(data).digest();

/** AWS Signature Version 4, computed from its specification, not by the library under test. */
async function isSigned(request: Request): Promise<boolean> {
  const header = request.headers.get('authorization') ?? '';
  const [, day = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/(\d{8})\/ap-south-1\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w{64})$/.exec(
      header,
    ) ?? [];
  const bodyHash = request.headers.get('x-amz-content-sha256') ?? '';
  if (bodyHash !== sha256(new Uint8Array(await request.clone().arrayBuffer()))) return false;
  const { pathname, host } = new URL(request.url);
  const headers = names
    .split(';')
    .map((name) => `${name}:${name === 'host' ? host : request.headers.get(name)}\n`);
  const canonical = [request.method, pathname, '', headers.join(''), names, bodyHash].join('\n');
  const scope = `${day}/ap-south-1/s3/aws4_request`;
  const text = [
    'AWS4-HMAC-SHA256',
    request.headers.get('x-amz-date'),
    scope,
    sha256(canonical),
  ].join('\n');
  const key = ['ap-south-1', 's3', 'aws4_request'].reduce(
    hmac,
    hmac(`AWS4${config.secretAccessKey}`, day),
  );
  return signature === hmac(key, text).toString('hex');
}

/** @param troubles statuses to answer with, in turn, before the bucket works */
async function openBucket(
  troubles: number[] = [],
): Promise<{ origin: string; asked: () => number }> {
  const objects = new Map<string, ArrayBuffer>();
  let asked = 0;
  const bucket = new Hono().all('/papers/:id', async (c) => {
    asked += 1;
    const trouble = troubles.shift();
    if (trouble !== undefined) return new Response('<Error/>', { status: trouble });
    if (!(await isSigned(c.req.raw)))
      return new Response('<Code>SignatureDoesNotMatch</Code>', { status: 403 });
    const id = c.req.param('id');
    if (c.req.method === 'PUT') objects.set(id, await c.req.arrayBuffer());
    if (c.req.method === 'DELETE') objects.delete(id);
    if (c.req.method !== 'GET')
      return new Response(null, { status: c.req.method === 'PUT' ? 200 : 204 });
    const content = objects.get(id);
    return content
      ? new Response(content)
      : new Response('<Code>NoSuchKey</Code>', { status: 404 });
  });
  return { origin: await listen(bucket.fetch), asked: () => asked };
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pariksha-files-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const stores: Record<string, () => Promise<FileStore>> = {
  'a folder': async () => localFiles(folder),
  'an S3 bucket': async () => s3Files({ ...config, endpoint: (await openBucket()).origin }),
};

describe.each(Object.keys(stores))('files in %s', (kind) => {
  let store: FileStore;
  beforeEach(async () => {
    store = (await stores[kind]?.()) ?? localFiles(folder);
  });

  test('come back byte for byte, are replaced whole, and are gone once removed', async () => {
    const content = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
    await store.put('abcdefgh12', content);
    expect(Buffer.from((await store.get('abcdefgh12')) ?? []).equals(content)).toBe(true);
    await store.put('abcdefgh12', new Uint8Array([1, 2]));
    expect([...((await store.get('abcdefgh12')) ?? [])]).toEqual([1, 2]);
    await store.remove('abcdefgh12');
    await store.remove('abcdefgh12');
    expect(await store.get('abcdefgh12')).toBeNull();
  });

  test('may be empty', async () => {
    await store.put('empty12345', new Uint8Array());
    expect(await store.get('empty12345')).toHaveLength(0);
  });
});

describe('the local folder', () => {
  test('keeps no half-written file beside the whole ones', async () => {
    await localFiles(folder).put('zz00000000', new Uint8Array(10));
    expect(await readdir(join(folder, 'zz'))).toEqual(['zz00000000']);
  });

  test('leaves nothing of a file that it can’t store, since a full disk needs the room', async () => {
    const store = localFiles(folder);
    await mkdir(join(folder, 'yy', 'yy00000000'), { recursive: true }); // no file can be written here
    await expect(store.put('yy00000000', new Uint8Array(10))).rejects.toThrow();
    expect(await readdir(join(folder, 'yy'))).toEqual(['yy00000000']);
  });

  test('erases what a dead process had begun to write', async () => {
    await mkdir(join(folder, 'xx'), { recursive: true });
    await writeFile(join(folder, 'xx', 'xx00000000.part'), 'half');
    await localFiles(folder).remove('xx00000000');
    expect(await readdir(join(folder, 'xx'))).toEqual([]);
  });
});

describe('a bucket', () => {
  test.each([
    [503, 500],
    [408, 429],
  ])('that stumbles with %i and %i is asked again', async (...stumbles) => {
    const bucket = await openBucket(stumbles);
    const store = s3Files({ ...config, endpoint: bucket.origin }, { retryAfterMs: [0, 0] });
    await store.put('abcdefgh12', new Uint8Array([7]));
    expect([...((await store.get('abcdefgh12')) ?? [])]).toEqual([7]);
    expect(bucket.asked()).toBe(4);
  });

  test('is not asked again after a refusal, and the error repeats no key', async () => {
    const bucket = await openBucket();
    const store = s3Files({ ...config, secretAccessKey: 'another', endpoint: bucket.origin });
    await expect(store.put('abcdefgh12', new Uint8Array())).rejects.toMatchObject({
      kind: 'refused',
      message: 's3 PUT: refused (403)',
    });
    expect(bucket.asked()).toBe(1);
  });

  test('that can’t be reached is reported as a timeout', async () => {
    const store = s3Files({ ...config, endpoint: 'http://127.0.0.1:1' }, { retryAfterMs: [0] });
    await expect(store.get('abcdefgh12')).rejects.toMatchObject({ kind: 'timeout' });
  });
});
