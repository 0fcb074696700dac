// The figures of an exam that the database counts, compared with the same figures worked out one sitting at a time from
// what is stored; and who waits for them, and how long (decision 74).
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scoreFigures, scoreFiguresWithin } from '#api/services/analysis/counted-answers.ts';
import { type Counted, countUp } from '#api/services/analysis/distribution.ts';
import { readScoreFigures } from '#api/services/analysis/read-figures.ts';
import { DOCUMENTS } from '#contract/wire/results.ts';
import { examFormats } from '#contract/wire/values.ts';
import type { Database } from '#db/client.ts';
import { markOfScores } from '#db/queries/merit.ts';
import { START, startApi, type TestApi } from '../support/api.ts';
import { seeds } from '../support/random.ts';
import { backends, freshPostgresUrl } from '../support/test-database.ts';

const hundredths = fc.integer({ min: -300, max: 900 }).map((quarters) => quarters * 25);
const sitting = fc.record({
  state: fc.constantFrom('open', 'submitted', 'submitted', 'closed'),
  /** Marks by section. A DOC Upload sitting has none, and one that was never settled has no result at all. */
  scores: fc.option(fc.array(hundredths, { maxLength: 4 })),
  documents: fc.option(hundredths),
  allowed: fc.integer({ min: 60, max: 7_200 }),
  submissions: fc.uniqueArray(
    fc.record({
      seq: fc.integer({ min: 1, max: 40 }),
      elapsed: fc.integer({ min: -5_000, max: 8_000_000 }),
      receivedAfter: fc.integer({ min: 0, max: 8 }).map((step) => step * 1_000_000),
    }),
    { maxLength: 3, selector: ({ seq }) => seq },
  ),
});
type Sitting = typeof sitting extends fc.Arbitrary<infer One> ? One : never;

const sectionsOf = ({ scores }: Sitting) =>
  (scores ?? []).map((score, place) => ({ name: `Section ${place}`, hundredths: score }));
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
const count = (values: readonly number[]) =>
  inOrder(countUp(values.map((value) => ({ value, times: 1 }))));
const inOrder = (counted: Counted) => [...counted].sort(([a], [b]) => a - b);

/** The figures as their titles define them, without a database. */
function expected(all: readonly Sitting[], isMcq: boolean) {
  const done = all.filter(({ state, scores }) => state !== 'open' && scores !== null);
  const named = done.flatMap((each) => [
    ...sectionsOf(each),
    ...(each.documents === null ? [] : [{ name: DOCUMENTS, hundredths: each.documents }]),
  ]);
  const times = all.flatMap(({ state, submissions, allowed }) => {
    const [first] = [...submissions].sort(
      (a, b) => a.receivedAfter - b.receivedAfter || a.seq - b.seq,
    );
    if (state !== 'submitted' || !first) return [];
    const used = Math.min(first.elapsed, first.receivedAfter, allowed * 1_000);
    return [Math.floor(Math.max(0, used) / 1_000)];
  });
  return {
    answered: count(done.flatMap(({ scores }) => (scores?.length ? [sum(scores)] : []))),
    whole: count(
      done.flatMap(({ scores, documents }) => {
        if (!isMcq && documents === null) return [];
        return scores?.length || documents !== null ? [sum(scores ?? []) + (documents ?? 0)] : [];
      }),
    ),
    sections: [...new Set(named.map(({ name }) => name))].sort().map((name) => {
      const own = named.filter((each) => each.name === name);
      return [name, count(own.map((each) => each.hundredths))];
    }),
    times: count(times),
  };
}

describe.each(backends)('the figures on %s', (kind) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(kind === 'Postgres' ? { databaseUrl: await freshPostgresUrl() } : {});
  });
  afterAll(() => api.close());

  async function store(examId: string, all: readonly Sitting[]) {
    const given = JSON.stringify(
      all.map((each, place) => ({ ...each, id: `${examId}-${place}`, sections: sectionsOf(each) })),
    );
    const from = `from jsonb_array_elements($1::text::jsonb) g`;
    const { rows } = api.deps.db;
    await rows(
      `insert into users (uid, role, full_name, password_hash) select g->>'id', 'candidate', 'Somebody', '!' ${from}`,
      [given],
    );
    await rows(
      `insert into enrolments (id, uid, exam_id, status) select g->>'id', g->>'id', $2, 'Completed' ${from}`,
      [given, examId],
    );
    await rows(
      `insert into sittings (id, enrolment_id, uid, exam_id, state, started_at, deadline_at, last_heard_at)
       select g->>'id', g->>'id', g->>'id', $2, g->>'state', to_timestamp($3::float8),
         to_timestamp($3::float8 + (g->>'allowed')::int), now() ${from}`,
      [given, examId, START / 1_000],
    );
    await rows(
      `insert into results (sitting_id, sections, documents, provisional, computed_at)
       select g->>'id', g->'sections', (g->>'documents')::int, false, now() ${from} where g->>'scores' is not null`,
      [given],
    );
    await rows(
      `insert into submissions (sitting_id, device_id, seq, epoch, digest, answers, refused, auto, at, elapsed, received_at)
       select g->>'id', 'phone', (h->>'seq')::int, 1, '', '[]', '[]', false, 0, (h->>'elapsed')::int,
         $2::float8::bigint + (h->>'receivedAfter')::int
       ${from} cross join lateral jsonb_array_elements(g->'submissions') h`,
      [given, START],
    );
  }

  it.each(seeds({ kept: 3, fresh: 3 }))(
    'equal those worked out sitting by sitting, seed %i',
    async (seed) => {
      for (const format of examFormats) {
        const examId = await api.makeExam({ name: `Exam ${seed} ${format}`, format });
        const all = fc.sample(sitting, { seed, numRuns: 60 });
        await store(examId, all);
        const { totals, sections, times } = await readScoreFigures(api.deps.db, examId, format);
        expect({
          answered: inOrder(totals.answered),
          whole: inOrder(totals.whole),
          sections: [...sections].map(([name, each]) => [name, inOrder(each)]).sort(),
          times: inOrder(times),
        }).toEqual(expected(all, format === 'MCQ'));
      }
    },
  );

  /** A database whose answers about results are held back until `open`. */
  function heldUp() {
    let open: () => void = () => undefined;
    let gate = Promise.resolve();
    const hold = () => {
      gate = new Promise((done) => {
        open = done;
      });
    };
    const { db } = api.deps;
    const rows: Database['rows'] = async (statement, params) => {
      const found = await db.rows(statement, params);
      if (statement.includes('results')) await gate;
      return found;
    };
    hold();
    return { db: { ...db, rows }, hold, open: () => open() };
  }

  /** Writes another score, as settling does. */
  async function rescore(examId: string, marks: number) {
    const { rows } = api.deps.db;
    const id = `${examId}-0`;
    await rows('update results set sections = $2::text::jsonb where sitting_id = $1', [
      id,
      JSON.stringify([{ name: 'Section 0', hundredths: marks }]),
    ]);
    await rows('update sittings set version = version + 1 where id = $1', [id]);
  }

  const score = (state: Sitting['state'], marks: number): Sitting => ({
    state,
    scores: [marks],
    documents: null,
    allowed: 60,
    submissions: [],
  });

  it('keep nobody waiting the first time, for a large exam; later callers wait for the new count', async () => {
    const id = await api.makeExam({ name: 'Large' });
    const exam = { id, format: 'MCQ' } as const;
    await store(id, [score('submitted', 100)]);
    const { db, hold, open } = heldUp();
    expect(await scoreFiguresWithin(db, exam, 0)).toBeNull();
    open();
    expect(inOrder((await scoreFigures(db, exam)).totals.whole)).toEqual([[100, 1]]);
    await rescore(id, 250);
    hold();
    const later = scoreFiguresWithin(db, exam, 0);
    await setTimeout(0); // Timers fire in order, so any patience of 0 has run out by now.
    open();
    expect(inOrder((await later)?.totals.whole ?? new Map())).toEqual([[250, 1]]);
  });

  it('counted before a score changed are not given to those who ask after the change', async () => {
    const id = await api.makeExam({ name: 'Moving' });
    const exam = { id, format: 'MCQ' } as const;
    await store(id, [score('submitted', 100)]);
    const { db, open } = heldUp();
    expect(await scoreFiguresWithin(db, exam, 0)).toBeNull();
    await rescore(id, 250);
    const asked = scoreFigures(db, exam);
    for (let look = 0; look < 3; look += 1) await markOfScores(db.orm, [id]); // as `asked` does first
    open();
    expect(inOrder((await asked).totals.whole)).toEqual([[250, 1]]);
  });
});
