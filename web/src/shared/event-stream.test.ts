import { expect, it, vi } from 'vitest';
import { readEventStream } from './event-stream.ts';

it('a stream that was given up before it began asks for nothing', async () => {
  const asked = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', asked);
  const how = { token: 'token', lastId: '', signal: AbortSignal.abort('left') };
  await expect(readEventStream('sync/stream', how, () => {})).rejects.toBe('left');
  expect(asked).not.toHaveBeenCalled();
});
