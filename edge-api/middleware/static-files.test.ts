import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { staticFiles } from './static-files.ts';

const SHELL = '<!doctype html><title>shell</title>';
const STYLE = '@media (width<600px){p{margin:0}}\n';
const SCRIPT = 'console.log("the exam");'.repeat(20);

let folder = '';
let app = new Hono();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pariksha-static-'));
  await mkdir(join(folder, 'web/assets'), { recursive: true });
  await mkdir(join(folder, 'web/.vite'));
  await writeFile(join(folder, 'secret.txt'), 'not part of the build');
  await writeFile(join(folder, 'web/.vite/manifest.json'), '{}');
  await writeFile(
    join(folder, 'web/.vite/site.json'),
    JSON.stringify({
      origin: 'https://here.invalid',
      paths: ['/', '/results', '/exam', '/applynow/:id'],
      ready: ['/', '/results', '/404'],
      shown: ['/results'],
      script: 'sha256-xyz',
    }),
  );
  await writeFile(join(folder, 'web/index.html'), SHELL);
  await mkdir(join(folder, 'web/icons'));
  await writeFile(join(folder, 'web/icons/icon.svg'), '<svg/>');
  await mkdir(join(folder, 'web/pages'));
  for (const name of ['index', 'results', '404']) {
    const html = `<title>${name}</title><style>${STYLE}.${name}{}</style><link rel="canonical" href="https://here.invalid/${name}">`;
    await writeFile(join(folder, `web/pages/${name}.html`), html);
    await writeFile(join(folder, `web/pages/${name}.html.br`), brotliCompressSync(html));
  }
  await writeFile(join(folder, 'web/service-worker.js'), 'self.x = 1;');
  await writeFile(join(folder, 'web/manifest.webmanifest'), '{"name":"x"}');
  await writeFile(join(folder, 'web/assets/exam-Ab12.js'), SCRIPT);
  await writeFile(join(folder, 'web/assets/exam-Ab12.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(folder, 'web/assets/exam-Ab12.js.gz'), gzipSync(SCRIPT));
  app = new Hono();
  app.use(await staticFiles(join(folder, 'web'), 'https://exams.example'));
  app.get('/api/v1/ping', (c) => c.json({ pong: true }));
  app.notFound((c) => c.json({ code: 'not-found' }, 404));
});
afterAll(() => rm(folder, { recursive: true }));

const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(path, { headers, method });

describe('serving the built app', () => {
  it('refuses to start without a build, or with one of another version, and asks for a build', async () => {
    const bare = join(folder, 'bare');
    await expect(staticFiles(bare, 'https://exams.example')).rejects.toThrow('npm run build');
    await mkdir(join(bare, '.vite'), { recursive: true });
    await writeFile(join(bare, '.vite/site.json'), '{"origin":"https://here.invalid"}');
    await expect(staticFiles(bare, 'https://exams.example')).rejects.toThrow('npm run build');
  });

  it('sends an asset as the build compressed it, in the encoding that the client prefers', async () => {
    const br = await get('/assets/exam-Ab12.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect(br.headers.get('content-encoding')).toBe('br');
    expect(brotliDecompressSync(await br.arrayBuffer()).toString()).toBe(SCRIPT);
    const gz = await get('/assets/exam-Ab12.js', { 'accept-encoding': 'gzip;q=1.0, br;q=0' });
    expect(gz.headers.get('content-encoding')).toBe('gzip');
    const plain = await get('/assets/exam-Ab12.js');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toBe(SCRIPT);
    for (const answer of [br, gz, plain]) {
      expect(answer.headers.get('vary')).toBe('accept-encoding');
      expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('lets browsers keep hashed assets for a year and icons for a day, and revalidate everything else', async () => {
    const asset = await get('/assets/exam-Ab12.js');
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const icon = await get('/icons/icon.svg');
    expect(icon.headers.get('cache-control')).toBe('public, max-age=86400');
    for (const path of ['/', '/index.html', '/service-worker.js', '/manifest.webmanifest']) {
      const answer = await get(path);
      expect(answer.status, path).toBe(200);
      expect(answer.headers.get('cache-control'), path).toBe('no-cache');
    }
  });

  it('answers 304 to a browser that already has this encoding, and gives each encoding its own ETag', async () => {
    const first = await get('/assets/exam-Ab12.js', { 'accept-encoding': 'br' });
    const etag = first.headers.get('etag') ?? '';
    const again = await get('/assets/exam-Ab12.js', {
      'accept-encoding': 'br',
      'if-none-match': `"other", W/${etag}`,
    });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    expect(again.headers.get('etag')).toBe(etag);
    const plain = await get('/assets/exam-Ab12.js', { 'if-none-match': etag });
    expect(plain.status).toBe(200);
  });

  it('answers HEAD like GET, without the body', async () => {
    const answer = await get('/assets/exam-Ab12.js', {}, 'HEAD');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-length')).toBe(String(SCRIPT.length));
    expect(await answer.text()).toBe('');
  });

  it('sends a prerendered public page with the site’s own address in it, compressed or not', async () => {
    for (const [path, name] of [
      ['/', 'index'],
      ['/results', 'results'],
      ['/Results/', 'results'],
    ] as const) {
      const answer = await get(path, { ...page, 'accept-encoding': 'br' });
      expect(answer.status, path).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      const html = brotliDecompressSync(await answer.arrayBuffer()).toString();
      expect(html).toContain(`<title>${name}</title>`);
      expect(html).toContain(`href="https://exams.example/${name}"`);
      expect(await (await get(path)).text()).toBe(html);
    }
  });

  it('states for each page which scripts and styles may run, even when the browser already has the page', async () => {
    const policyWith = (styles: string) =>
      "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; " +
      "form-action 'self'; frame-ancestors 'self'; require-trusted-types-for 'script'; " +
      'trusted-types pariksha-worker pariksha-markup ProseMirrorClipboard; ' +
      `script-src 'self' 'sha256-xyz'; style-src 'self'${styles}`;
    const hashed = (text: string) =>
      ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    for (const [path, styles] of [
      ['/', hashed(`${STYLE}.index{}`)],
      ['/results', hashed(`${STYLE}.results{}`)],
      ['/resultz', hashed(`${STYLE}.404{}`)],
      ['/exam', ''],
      ['/index.html', ''],
    ] as const) {
      const answer = await get(path, page);
      const known = await get(path, { ...page, 'if-none-match': answer.headers.get('etag') ?? '' });
      expect(known.status, path).toBe(path === '/resultz' ? 404 : 304);
      for (const { headers } of [answer, known]) {
        expect(headers.get('content-security-policy'), path).toBe(policyWith(styles));
        expect(headers.get('strict-transport-security'), path).toContain('max-age=31536000');
      }
    }
    const asset = await get('/assets/exam-Ab12.js');
    expect(asset.headers.get('content-security-policy')).toBeNull();
  });

  it('answers an unknown page address with the 404 page and status 404', async () => {
    const answer = await get('/resultz', page);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('<title>404</title>');
    expect((await get('/404', page)).status).toBe(404);
    expect((await get('/applynow', page)).status).toBe(404);
    expect((await get('/pages/results.html', page)).status).toBe(404);
  });

  it('opens the app at any page address', async () => {
    for (const path of ['/exam', '/applynow/42', '/applynow/a.b']) {
      const answer = await get(path, page);
      expect(answer.status, path).toBe(200);
      expect(await answer.text(), path).toBe(SHELL);
    }
  });

  it('serves a page of the app to any client, even to one that doesn’t ask for HTML', async () => {
    for (const path of ['/exam', '/applynow/x', '/exam/']) {
      const answer = await get(path, { accept: '*/*' });
      expect([answer.status, await answer.text()]).toEqual([200, SHELL]);
    }
    expect((await get('/exam', {}, 'HEAD')).status).toBe(200);
  });

  it('answers 404 for an unknown asset, and for an unknown address that isn’t requested as a page', async () => {
    expect((await get('/assets/gone-Zz99.js', page)).status).toBe(404);
    expect((await get('/assets/gone', page)).status).toBe(404);
    expect((await get('/gone.png', page)).status).toBe(404);
    expect((await get('/gone')).headers.get('content-type')).toContain('json');
    expect((await get('/exam', page, 'POST')).status).toBe(404);
  });

  it('never handles the server’s own paths', async () => {
    expect(await (await get('/api/v1/ping', page)).json()).toEqual({ pong: true });
    for (const path of ['/api/v1/gone', '/files/a', '/simulated-gateway/pay', '/healthz']) {
      expect((await get(path, page)).status, path).toBe(404);
    }
  });

  it('serves nothing outside the build: no parent folder, no files of the build tool', async () => {
    for (const path of [
      '/../secret.txt',
      '/..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/assets/../../secret.txt',
      '/.vite/manifest.json',
      '/assets/exam-Ab12.js.br',
    ]) {
      const answer = await get(path);
      expect(answer.status, path).toBe(404);
    }
  });

  it('refuses to start without a build', async () => {
    await mkdir(join(folder, 'empty'));
    await expect(staticFiles(join(folder, 'empty'), 'https://exams.example')).rejects.toThrow(
      'npm run build',
    );
  });
});
