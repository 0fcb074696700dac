// What the suite knows about a wire decides which time limit applies.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { portOf } from '../support/free-port.ts';
import { tornWire } from './torn-wire.ts';

it('counts the streams of one person, without those that pages of an earlier sitting hold: the server calls only a person who holds one [SY7]', async () => {
  const server = createServer((_asked, answer) => {
    answer.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const wire = await tornWire(() => portOf(server));
  onTestFinished(async () => {
    await wire.close();
    server.closeAllConnections();
    server.close();
  });
  const hold = (token: string) =>
    fetch(`http://127.0.0.1:${wire.port}/api/v1/sync/stream?sittingId=s`, {
      headers: { authorization: `Bearer ${token}` },
    });
  await hold('earlier');
  expect([wire.streamsOf('earlier'), wire.streamsOf('now')]).toEqual([1, 0]);
  const first = await hold('now');
  await hold('now');
  expect([wire.streamsOf('earlier'), wire.streamsOf('now')]).toEqual([1, 2]);
  await first.body?.cancel();
  await expect.poll(() => wire.streamsOf('now')).toBe(1);
});
