// The figures of an exam that the database counts by itself: participants by state, scores, section scores and time used.
// All but the states say how often each value occurs, so an exam of any size comes to a few hundred rows.

import * as z from 'zod/mini';
import type { ParticipantStates } from '#contract/desk/analysis.ts';
import type { ExamFormat } from '#contract/wire/exams.ts';
import { DOCUMENTS } from '#contract/wire/results.ts';
import type { Database } from '#db/client.ts';
import { millis } from '#db/instants.ts';
import { type Counted, countUp } from './distribution.ts';

const STATES = `select
    count(*) filter (where s.id is null and e.status = 'Registered')::int as registered,
    count(*) filter (where s.id is null and e.status = 'Fees Paid')::int as "notStarted",
    count(*) filter (where s.state = 'open')::int as "underWay",
    count(*) filter (where s.state = 'submitted' or s.id is null and e.status = 'Completed')::int as completed,
    count(*) filter (where s.state = 'closed')::int as provisional,
    count(*) filter (where s.state <> 'open' and $2::text <> 'MCQ' and r.documents is null)::int as "documentsUnmarked",
    count(*) filter (where s.held_events > 0)::int as "withHeldActs",
    coalesce(sum(s.held_events), 0)::int as "heldActs"
  from enrolments e left join sittings s on s.enrolment_id = e.id left join results r on r.sitting_id = s.id
  where e.exam_id = $1`;

const statesSchema = z.tuple([
  z.object({
    registered: z.int(),
    notStarted: z.int(),
    underWay: z.int(),
    completed: z.int(),
    provisional: z.int(),
    documentsUnmarked: z.int(),
    withHeldActs: z.int(),
    heldActs: z.int(),
  }),
]);

export async function readStates(
  db: Database,
  examId: string,
  format: ExamFormat,
): Promise<ParticipantStates> {
  return statesSchema.parse(await db.rows(STATES, [examId, format]))[0];
}

const TOTALS = `select answered, documents, count(*)::int as times from (
    select r.documents,
      case when jsonb_array_length(r.sections) > 0 then (r.total - coalesce(r.documents, 0))::int end as answered
    from sittings s join results r on r.sitting_id = s.id where s.exam_id = $1 and s.state <> 'open') done
  group by answered, documents`;
const totalsSchema = z.array(
  z.object({ answered: z.nullable(z.int()), documents: z.nullable(z.int()), times: z.int() }),
);

export type Totals = {
  /** Scores for the questions alone, in hundredths. */
  answered: Counted;
  /** Whole scores in hundredths. In an exam that takes documents, a score is whole once they are marked. */
  whole: Counted;
};

async function readTotals(db: Database, examId: string, format: ExamFormat): Promise<Totals> {
  const rows = totalsSchema.parse(await db.rows(TOTALS, [examId]));
  const scored = rows.filter(({ documents }) => format === 'MCQ' || documents !== null);
  return {
    answered: countUp(
      rows.flatMap(({ answered, times }) =>
        answered === null ? [] : [{ value: answered, times }],
      ),
    ),
    whole: countUp(
      scored.flatMap(({ answered, documents, times }) =>
        answered === null && documents === null
          ? []
          : [{ value: (answered ?? 0) + (documents ?? 0), times }],
      ),
    ),
  };
}

const SECTIONS = `select part.name, part.value, count(*)::int as times
  from sittings s join results r on r.sitting_id = s.id
  cross join lateral (
    select x->>'name' as name, (x->>'hundredths')::int as value from jsonb_array_elements(r.sections) x
    union all select $2::text, r.documents where r.documents is not null) part
  where s.exam_id = $1 and s.state <> 'open' group by part.name, part.value`;
const sectionsSchema = z.array(z.object({ name: z.string(), value: z.int(), times: z.int() }));

/** Scores in hundredths by section. The documents, marked by hand, are a section too. */
async function readSections(db: Database, examId: string): Promise<Map<string, Counted>> {
  const rows = sectionsSchema.parse(await db.rows(SECTIONS, [examId, DOCUMENTS]));
  const names = [...new Set(rows.map(({ name }) => name))];
  return new Map(
    names.map((name) => [name, countUp(rows.filter((row) => row.name === name))] as const),
  );
}

/**
 * The time until the first submission as the phone measured it by the server's clock, which is right even if the submission
 * waited for a network; but never more than the server itself measured, or allowed. One join reads all sittings at once,
 * instead of a look-up for each.
 */
const TIMES = `select floor(greatest(0, least(elapsed, received_at - started, allowed)) / 1000)::int as value, count(*)::int as times
  from (select distinct on (s.id) h.elapsed, h.received_at, ${millis('s.started_at')} as started,
      ${millis('s.deadline_at - s.started_at')} as allowed
    from sittings s join submissions h on h.sitting_id = s.id
    where s.exam_id = $1 and s.state = 'submitted' order by s.id, h.received_at, h.seq) first
  group by value`;
const timesSchema = z.array(z.object({ value: z.int(), times: z.int() }));

export type ScoreFigures = { totals: Totals; sections: Map<string, Counted>; times: Counted };

/** Everything that changes only when a score changes. Postgres runs the three queries side by side. */
export async function readScoreFigures(
  db: Database,
  examId: string,
  format: ExamFormat,
): Promise<ScoreFigures> {
  const [totals, sections, times] = await Promise.all([
    readTotals(db, examId, format),
    readSections(db, examId),
    readTimesUsed(db, examId),
  ]);
  return { totals, sections, times };
}

/** Whole seconds from the start to the submission, of those who submitted. */
async function readTimesUsed(db: Database, examId: string): Promise<Counted> {
  return countUp(timesSchema.parse(await db.rows(TIMES, [examId])));
}
