import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { freePort, portOf } from './free-port.ts';

it('A port that a server is to have is none that the system gives to a client that connects meanwhile.', async () => {
  const anyone = createServer().listen(0, '127.0.0.1');
  await once(anyone, 'listening');
  const given = portOf(anyone);
  anyone.close();
  for (let tries = 0; tries < 20; tries += 1) expect(await freePort()).toBeLessThan(given);
});
