/**
 * A listening connection stays open for hours and sends nothing. When the other end disappears silently, like a machine that
 * loses power, the server must still notice, or boards would stand still (rule 22).
 */
import { EventEmitter, once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { expect, test } from 'vitest';
import { keepListening } from '#db/keep-listening.ts';
import { portOf } from '../support/free-port.ts';
import { linkTo } from '../support/link.ts';
import { freshPostgresUrl } from '../support/test-database.ts';

test('[rule 22] a listener whose connection went dead connects again, and reports that it started over', async () => {
  const url = new URL(await freshPostgresUrl());
  const { username: user, password } = url;
  const there = { host: url.hostname, user, password, database: url.pathname.slice(1) };
  const teller = new pg.Client({ ...there, port: Number(url.port) });
  await teller.connect();
  const link = await linkTo(Number(url.port));

  const told = new EventEmitter();
  const heard: string[] = [];
  const server = { ...there, port: link.port };
  const stop = await keepListening(
    server,
    'Shouts',
    (text) => heard.push(text),
    () => told.emit('begun'),
    { askedEveryMs: 20, patienceMs: 3_000 },
  );
  const begunAgain = once(told, 'begun');
  link.cut();
  server.port = Number(url.port);
  await begunAgain;
  const afterwards = async () => {
    await teller.query('notify "Shouts", \'after\'');
    return heard;
  };
  await expect.poll(afterwards).toContain('after');

  await stop();
  await teller.end();
  link.close();
});

test('one that is stopped while it connects again ends, and says nothing more', async () => {
  const url = new URL(await freshPostgresUrl());
  const { username: user, password } = url;
  const wires: Socket[] = [];
  const wired = new EventEmitter();
  const between = createServer((near) => {
    wires.push(near);
    const far = connect(Number(url.port), url.hostname);
    for (const end of [near, far]) end.on('error', () => {});
    near.pipe(far).pipe(near);
    wired.emit('wire', near);
  });
  between.listen(0, '127.0.0.1');
  await once(between, 'listening');

  const told = new EventEmitter();
  let begun = 0;
  const stop = await keepListening(
    { host: '127.0.0.1', port: portOf(between), user, password, database: url.pathname.slice(1) },
    'Shouts',
    () => {},
    () => {
      begun += 1;
      told.emit('begun');
    },
  );
  const again = once(wired, 'wire');
  wires[0]?.destroy();
  const [wire] = await again;
  const over = Promise.race([once(wire, 'close'), once(told, 'begun')]);
  await stop();
  await over;
  expect(begun).toBe(1);
  for (const each of wires) each.destroy();
  between.close();
});
