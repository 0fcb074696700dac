// npm run bench:merit: how long a merit list of a hundred thousand takes from the scores to the PDF, and the longest time in
// which nobody else is answered. Runs in one process with a real Postgres.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { changeRules } from '#api/services/merit/change-merit.ts';
import { readMerit } from '#api/services/merit/find-merit.ts';
import { publishMerit } from '#api/services/merit/publish-merit.ts';
import { workOut } from '#api/services/merit/work-out.ts';
import { startApi } from '../support/api.ts';
import { createDatabase, provisionPostgres } from '../support/provision-postgres.ts';
import { LARGE_EXAM, seedAtSize, sizesAt } from './seed-at-size.ts';

const postgres = await provisionPostgres();
try {
  const databaseUrl = await createDatabase(postgres.url);
  const api = await startApi({ databaseUrl });
  const { deps } = api;
  const { db } = deps;
  await db.rows('update users set mobile = null', []); // the seeded people need these numbers
  await seedAtSize(db, { ...sizesAt(1), exams: 10, questions: 500 }, 'none');
  // The seed has no numbers of wrong answers, which real results have.
  await db.rows(
    `update results set sections = (select jsonb_agg(x || '{"wrong": 1}') from jsonb_array_elements(sections) x)`,
    [],
  );
  await changeRules(deps, 'bench', LARGE_EXAM, {
    rules: (await readMerit(deps, LARGE_EXAM)).rules,
    version: 1,
    reason: 'bench',
  });
  await measured('worked out', () => workOut(deps, 'bench', LARGE_EXAM));
  await measured('worked out again', () => workOut(deps, 'bench', LARGE_EXAM));
  await measured('read', () => readMerit(deps, LARGE_EXAM));
  const edition = (await readMerit(deps, LARGE_EXAM)).latest?.id ?? '';
  const wanted = { edition, names: true, despite: true, reason: 'bench' };
  await measured('published, with its PDF', () => publishMerit(deps, 'bench', LARGE_EXAM, wanted));
  console.log(await readMerit(deps, LARGE_EXAM));
  await api.close();
} finally {
  await postgres.stop();
}

async function measured(what: string, act: () => Promise<unknown>): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const begun = performance.now();
  await act();
  const seconds = (performance.now() - begun) / 1_000;
  delay.disable();
  const most = delay.max / 1e6;
  const often = delay.percentile(99) / 1e6;
  console.log(
    `${what.padEnd(26)} ${seconds.toFixed(1)} s; held up for ${most.toFixed(0)} ms at most, ${often.toFixed(0)} ms in 99 of a hundred`,
  );
}
