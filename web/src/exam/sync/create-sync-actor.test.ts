import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listenForWakeUps } from './create-sync-actor.ts';

/** The parts of a browser that give hints. */
const page = {
  window: new EventTarget(),
  document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
  worker: new EventTarget(),
};
let heard: string[];
let stop: () => void;

beforeEach(() => {
  page.window = new EventTarget();
  page.document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  page.worker = new EventTarget();
  vi.stubGlobal('window', page.window);
  vi.stubGlobal('document', page.document);
  vi.stubGlobal('navigator', { serviceWorker: page.worker });
  heard = [];
  stop = listenForWakeUps(({ type }) => heard.push(type));
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

const workerSays = (data: unknown) =>
  page.worker.dispatchEvent(new MessageEvent('message', { data }));

describe('a hint that trying at once may help [SY7]', () => {
  it('comes when the network returns, so that requests which hang in the dead network are given up', () => {
    page.window.dispatchEvent(new Event('online'));
    expect(heard).toEqual(['NETWORK_BACK']);
  });

  it('comes when the app comes to the front, not when it goes to the back', () => {
    page.document.visibilityState = 'hidden';
    page.document.dispatchEvent(new Event('visibilitychange'));
    expect(heard).toEqual(['SEEN']);
    page.document.visibilityState = 'visible';
    page.document.dispatchEvent(new Event('visibilitychange'));
    page.window.dispatchEvent(new Event('pageshow'));
    expect(heard).toEqual(['SEEN', 'SEEN', 'WAKE', 'WAKE']);
  });

  it('comes when Background Sync calls, but from no other message of the service worker', () => {
    workerSays('another word');
    workerSays({ type: 'pariksha-outbox' });
    expect(heard).toEqual([]);
    workerSays('pariksha-outbox');
    expect(heard).toEqual(['WAKE']);
  });

  it('no longer comes once nobody listens', () => {
    stop();
    page.window.dispatchEvent(new Event('online'));
    page.window.dispatchEvent(new Event('pageshow'));
    page.document.dispatchEvent(new Event('visibilitychange'));
    workerSays('pariksha-outbox');
    expect(heard).toEqual([]);
  });

  it('comes even where the browser has no service worker', () => {
    stop();
    vi.stubGlobal('navigator', {});
    stop = listenForWakeUps(({ type }) => heard.push(type));
    page.window.dispatchEvent(new Event('online'));
    expect(heard).toEqual(['NETWORK_BACK']);
  });
});
