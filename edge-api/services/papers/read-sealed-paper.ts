// Reads the candidate's sealed paper, which the first request draws (decision 38).
import * as z from 'zod/mini';
import type { Caller } from '#api/services/auth/sessions.ts';
import type { ExamKey, SealedPaper } from '#contract/wire/sealed-paper.ts';
import type { Database } from '#db/client.ts';
import { instant, millis } from '#db/instants.ts';
import { toBase64url } from '#seals/bytes.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { type Door, type Prepared, readDoor } from '../sittings/door.ts';
import { PAUSE_ASKS_AGAIN } from '../sittings/pauses.ts';
import { untilUnchanged } from '../sittings/try-again.ts';
import { drawPrepared } from './draw-prepared.ts';
import { examKeyOf } from './paper-keys.ts';
import { sealedOf } from './sealed.ts';

const PREPARE = `
insert into prepared_papers (sitting_id, version, enrolment_id, exam_id, sections, drawn_at, room)
select $1, $2::int, $3, $4, $5::text::jsonb, ${instant('$6')}, (select room from enrolments where id = $3)
where not exists (select from sittings where enrolment_id = $3)
on conflict do nothing returning version`;

/**
 * The paper that this candidate would sit now. A paper drawn just now is stored first.
 * @throws Problem not-found, not-eligible, exam-inactive, already-submitted, section-too-large
 */
export async function readPrepared(
  deps: Deps,
  caller: Caller,
  examId: string,
  deviceId = '',
): Promise<{ door: Door; prepared: Prepared }> {
  return untilUnchanged(async () => {
    const door = await readDoor(deps, caller, examId, deviceId);
    if (door.status === 'Completed') throw new Problem('already-submitted');
    if (door.sitting_id) return { door, prepared: await readBegun(deps, door, door.sitting_id) };
    if (!door.active) throw new Problem('exam-inactive');
    const { isNew, ...prepared } = await drawPrepared(deps, door);
    if (!isNew) return { door, prepared };
    const { sittingId, version, sections } = prepared;
    const written = await deps.db.rows(PREPARE, [
      sittingId,
      version,
      door.enrolment_id,
      door.exam_id,
      JSON.stringify(sections),
      deps.now(),
    ]);
    // Another device of the candidate stored its paper first. Try again and read that one.
    return written.length === 0 ? null : { door, prepared };
  });
}

const begunSchema = z.tuple([
  z.object({ sections: z.array(z.object({ name: z.string(), items: z.array(z.int()) })) }),
]);

/** The stored paper of a sitting that has begun; nothing new is drawn for it. */
async function readBegun(
  { db }: Deps,
  { enrolment_id }: Door,
  sittingId: string,
): Promise<Prepared> {
  const [{ sections }] = begunSchema.parse(
    await db.rows('select sections from papers where enrolment_id = $1', [enrolment_id]),
  );
  return { sittingId, version: 0, sections };
}

/** The paper as JSON, and the sealed bytes alone. @throws as readPrepared */
export async function readSealedPaper(
  deps: Deps,
  caller: Caller,
  examId: string,
): Promise<{ json: SealedPaper; sealed: Uint8Array<ArrayBuffer> }> {
  const { door, prepared } = await readPrepared(deps, caller, examId);
  const { hash, keyId, sealed } = await sealedOf(deps, door, prepared);
  const sittingRef = prepared.sittingId;
  return { json: { sittingRef, hash, keyId, sealed: toBase64url(sealed) }, sealed };
}

// The key that opens every sealed paper of a `together` exam from its start on: the same few bytes for everyone. Ten thousand phones
// ask within a second, so requests that arrive during a read share its result.

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

/** @throws Problem not-found (also for an `own` exam, which has no common key), exam-inactive, not-open-yet, exam-paused (when everyone is paused) */
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
