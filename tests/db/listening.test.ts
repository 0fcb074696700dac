/**
 * Who listens is connected for hours and says nothing: when the other end goes without a word, as a machine does that loses
 * its power, this has to be noticed all the same, or boards would stand still (rule 22).
 */
import { EventEmitter, once } from 'node:events';
import pg from 'pg';
import { expect, test } from 'vitest';
import { keepListening } from '#db/keep-listening.ts';
import { tcpWire } from '../support/tcp-wire.ts';
import { freshPostgresUrl } from '../support/test-database.ts';

test('[rule 22] a connection that hears nothing any more is made anew, and says that it began anew', async () => {
  const url = new URL(await freshPostgresUrl());
  const teller = new pg.Client({ connectionString: url.href });
  await teller.connect();
  const port = Number(url.port);
  const wire = await tcpWire(() => port);
  url.port = String(wire.port);

  const told = new EventEmitter();
  const heard: string[] = [];
  const stop = await keepListening(
    { connectionString: url.href },
    'Shouts',
    (text) => heard.push(text),
    () => told.emit('begun'),
    { askedEveryMs: 20, patienceMs: 3_000 },
  );
  const begunAnew = once(told, 'begun');
  await wire.loseAnswers();
  wire.restore();
  await begunAnew;
  const afterwards = async () => {
    await teller.query('notify "Shouts", \'after\'');
    return heard;
  };
  await expect.poll(afterwards, { timeout: 15_000 }).toContain('after');

  await stop();
  await teller.end();
  await wire.close();
});
