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

describe('when it may help to try at once [SY7]', () => {
  it('is when the network returns, which gives up what hangs in the dead one', () => {
    page.window.dispatchEvent(new Event('online'));
    expect(heard).toEqual(['NETWORK_BACK']);
  });

  it('is when the app comes to the front, not when it goes', () => {
    page.document.visibilityState = 'hidden';
    page.document.dispatchEvent(new Event('visibilitychange'));
    expect(heard).toEqual(['SEEN']);
    page.document.visibilityState = 'visible';
    page.document.dispatchEvent(new Event('visibilitychange'));
    page.window.dispatchEvent(new Event('pageshow'));
    expect(heard).toEqual(['SEEN', 'SEEN', 'WAKE', 'WAKE']);
  });

  it('is when Background Sync calls, and no other word of the service worker', () => {
    workerSays('another word');
    workerSays({ type: 'pariksha-outbox' });
    expect(heard).toEqual([]);
    workerSays('pariksha-outbox');
    expect(heard).toEqual(['WAKE']);
  });

  it('is over once nobody listens any more', () => {
    stop();
    page.window.dispatchEvent(new Event('online'));
    page.window.dispatchEvent(new Event('pageshow'));
    page.document.dispatchEvent(new Event('visibilitychange'));
    workerSays('pariksha-outbox');
    expect(heard).toEqual([]);
  });

  it('is also told where the browser has no service worker', () => {
    stop();
    vi.stubGlobal('navigator', {});
    stop = listenForWakeUps(({ type }) => heard.push(type));
    page.window.dispatchEvent(new Event('online'));
    expect(heard).toEqual(['NETWORK_BACK']);
  });
});
