import { expect, it } from 'vitest';
import { hallActsSchema } from '#contract/hall/acts.ts';
import { emptyHallDb } from '#tests/sync/proctor-phone.ts';
import { createApi } from '#web/shared/http.ts';
import { queueAct, waitingOf } from '../local-db/queue.ts';
import { sendAll } from './start-hall-sync.ts';

const NOW = '2026-03-02T06:30:00.000Z';

it('an act that the server can’t read is found in few requests; every other act is done once, in its turn', async () => {
  const db = emptyHallDb();
  for (let act = 0; act < 60; act++)
    await queueAct(
      db,
      'PROCTOR',
      { kind: 'incident', examId: 'exam1', to: { row: 'e1' }, note: `Act ${act}` },
      Date.parse(NOW) + act,
    );
  const done: string[] = [];
  let requests = 0;
  const own = createApi(
    async (_, init) => {
      requests += 1;
      const { acts } = hallActsSchema.parse(JSON.parse(String(init.body)));
      const notes = acts.map((act) => ('note' in act ? act.note : act.kind));
      if (notes.includes('Act 47')) {
        const problem = { error: 'Too long.', code: 'invalid', retry: 'never', requestId: 'r' };
        return Response.json(problem, { status: 422 });
      }
      done.push(...notes);
      const outcomes = acts.map(({ id }) => ({ id, outcome: 'done', sentence: '' }));
      return Response.json({ now: NOW, outcomes });
    },
    () => 'a token',
  );
  await sendAll(db, 'PROCTOR', own, new AbortController().signal);
  expect(requests).toBeLessThanOrEqual(14);
  const others = Array.from({ length: 60 }, (_, act) => `Act ${act}`).filter(
    (note) => note !== 'Act 47',
  );
  expect(done).toEqual(others);
  expect(await waitingOf(db, 'PROCTOR')).toEqual([]);
  expect(await db.queue.toArray()).toMatchObject([
    { body: { note: 'Act 47' }, refusal: 'Too long.' },
  ]);
  db.close();
});
