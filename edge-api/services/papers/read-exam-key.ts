// The key that opens every sealed paper of an exam that starts together, from its start on: the same few bytes for all.
// Ten thousand phones ask within a second, so those who ask while an answer is being read share it.
import * as z from 'zod/mini';
import type { ExamKey } from '#contract/wire/sealed-paper.ts';
import type { Database } from '#db/client.ts';
import { millis } from '#db/instants.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { PAUSE_ASKS_AGAIN } from '../sittings/pauses.ts';
import { examKeyOf } from './paper-keys.ts';

const factsSchema = z.nullable(
  z.object({ active: z.boolean(), starts: z.number(), key_version: z.int(), paused: z.boolean() }),
);
type KeyFacts = z.infer<typeof factsSchema>;

const FACTS = `
select status = 'Active' as active, ${millis('starts_at')} as starts, key_version, coalesce((
  select a.kind = 'pause' from proctor_acts a where a.exam_id = exams.id and a.kind in ('pause', 'resume')
    and a.outcome <> 'refused' and a.body->'to' ? 'all' order by a.done_at desc, a.id desc limit 1), false) as paused
from exams where id = $1 and start = 'together' and hidden_at is null`;

const asking = new WeakMap<Database, Map<string, Promise<KeyFacts>>>();

/** @throws Problem not-found (also where each starts on their own: there is none for all), exam-inactive, not-open-yet, exam-paused (for everyone) */
export async function readExamKey(deps: Deps, examId: string): Promise<ExamKey> {
  const exam = await readShared(deps.db, examId);
  if (!exam) throw new Problem('not-found');
  const wait = exam.starts - deps.now();
  if (wait > 0) throw new Problem('not-open-yet', { retryAfter: Math.ceil(wait / 1_000) });
  if (!exam.active) throw new Problem('exam-inactive');
  if (exam.paused) throw new Problem('exam-paused', { retryAfter: PAUSE_ASKS_AGAIN });
  return examKeyOf(deps, { exam_id: examId, key_version: exam.key_version });
}

function readShared(db: Database, examId: string): Promise<KeyFacts> {
  const underWay = asking.get(db) ?? new Map<string, Promise<KeyFacts>>();
  asking.set(db, underWay);
  const known = underWay.get(examId);
  if (known) return known;
  const asked = db
    .rows(FACTS, [examId])
    .then(([row]) => factsSchema.parse(row ?? null))
    .finally(() => underWay.delete(examId));
  underWay.set(examId, asked);
  return asked;
}
