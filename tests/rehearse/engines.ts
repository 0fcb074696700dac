/**
 * Firefox and WebKit as Debian ships them, each through its own protocol: WebDriver BiDi and WebDriver. The rehearsal only
 * opens a page, evaluates code in it and presses buttons, so a few calls are enough.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { freePort } from '../support/free-port.ts';

export interface Engine {
  name: string;
  goTo(url: string): Promise<void>;
  /** @param body of a function that runs in the page. @returns what it returns, which must be JSON */
  ask(body: string): Promise<unknown>;
  /** Kills the browser or page without warning, and opens the address again. */
  die(url: string): Promise<void>;
  close(): Promise<void>;
}

const BIDI_ADDRESS = /WebDriver BiDi listening on (ws:\S+)/;
const bidiReply = z.object({ id: z.int(), type: z.string(), result: z.unknown() });
const bidiTree = z.object({ contexts: z.array(z.object({ context: z.string() })).min(1) });
const bidiSession = z.object({ capabilities: z.object({ browserVersion: z.string() }) });
const bidiValue = z.object({
  type: z.literal('success'),
  result: z.object({ value: z.string() }),
});

/** @param path of a Firefox. Its profile is on disk, so it survives being killed. */
export async function openFirefox(path: string): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), 'pariksha-firefox-'));
  let child: ChildProcess | null = null;
  let call: (method: string, params: object) => Promise<unknown>;
  let context = '';
  let version = '';

  async function start() {
    const options = [
      '--headless',
      '--no-remote',
      '--profile',
      profile,
      '--remote-debugging-port',
      '0',
    ];
    const firefox = spawn(path, options, { stdio: ['ignore', 'ignore', 'pipe'] });
    child = firefox;
    const socket = new WebSocket(`${await addressOf(firefox)}/session`);
    await once(socket, 'open');
    const waiting = new Map<number, (reply: z.infer<typeof bidiReply>) => void>();
    socket.addEventListener('message', ({ data }) => {
      const reply = bidiReply.safeParse(JSON.parse(String(data))).data;
      if (reply) waiting.get(reply.id)?.(reply);
    });
    let last = 0;
    call = (method, params) => {
      last += 1;
      const id = last;
      socket.send(JSON.stringify({ id, method, params }));
      return new Promise((resolve, reject) => {
        waiting.set(id, (reply) => {
          if (reply.type === 'success') resolve(reply.result);
          else reject(new Error(`${method}: ${JSON.stringify(reply)}`));
        });
      });
    };
    const session = bidiSession.parse(await call('session.new', { capabilities: {} }));
    version = session.capabilities.browserVersion;
    context = bidiTree.parse(await call('browsingContext.getTree', {})).contexts[0]?.context ?? '';
  }
  async function kill() {
    if (!child || child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
  const goTo = async (url: string) => {
    await call('browsingContext.navigate', { context, url, wait: 'interactive' });
  };

  await start();
  return {
    name: `Firefox ${version}`,
    goTo,
    ask: async (body) => {
      const expression = `(async () => JSON.stringify((await (async () => { ${body} })()) ?? null))()`;
      const target = { context };
      const answer = await call('script.evaluate', { expression, target, awaitPromise: true });
      return JSON.parse(bidiValue.parse(answer).result.value);
    },
    die: async (url) => {
      await kill();
      await start();
      await goTo(url);
    },
    close: async () => {
      await kill();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function addressOf({ stderr }: ChildProcess): Promise<string> {
  if (!stderr) throw new Error('Firefox says nothing.');
  for await (const line of createInterface({ input: stderr })) {
    const address = BIDI_ADDRESS.exec(line)?.[1];
    if (address) {
      stderr.resume();
      return address;
    }
  }
  throw new Error('Firefox did not start.');
}

const driverReply = z.object({ value: z.unknown() });
const driverSession = z.object({
  sessionId: z.string(),
  capabilities: z.object({ browserVersion: z.string() }),
});

/** @param path of WebKitWebDriver. @param browser to open. Closing it would erase its data, so `die` only reloads the page. */
export async function openWebKit(path: string, browser: string): Promise<Engine> {
  const port = await freePort();
  const screen = `:${port}`;
  const xvfb = spawn('/usr/bin/Xvfb', [screen, '-screen', '0', '800x1000x24'], { stdio: 'ignore' });
  const driver = spawn(path, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: screen },
    stdio: 'ignore',
  });
  const stop = () => {
    driver.kill('SIGTERM');
    xvfb.kill('SIGTERM');
  };
  const call = async (method: 'POST' | 'DELETE', place: string, body: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}/session${place}`, {
      method,
      body: JSON.stringify(body),
    });
    const { value } = driverReply.parse(await answer.json());
    if (!answer.ok) throw new Error(`${place}: ${JSON.stringify(value)}`);
    return value;
  };
  const wanted = {
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
  };
  const open = async () => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await call('POST', '', { capabilities: { alwaysMatch: wanted } });
      } catch (error) {
        if (tries === 50) throw error;
        await pause(200);
      }
    }
  };
  try {
    const { sessionId, capabilities } = driverSession.parse(await open());
    const goTo = async (url: string) => {
      await call('POST', `/${sessionId}/url`, { url });
    };
    return {
      name: `WebKit ${capabilities.browserVersion}`,
      goTo,
      ask: (body) => call('POST', `/${sessionId}/execute/sync`, { script: body, args: [] }),
      die: goTo,
      close: async () => {
        await call('DELETE', `/${sessionId}`, {});
        stop();
      },
    };
  } catch (error) {
    stop();
    throw error;
  }
}
