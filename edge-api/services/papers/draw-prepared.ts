// The paper that a candidate would sit now. The paper drawn last is used as long as it fits the exam and the bank and nobody can have
// read it before its time; otherwise a new one is drawn. Earlier papers are kept for phones that never hear of the change.
import { randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database, Orm } from '#db/client.ts';
import { inBank } from '#db/queries/bank.ts';
import { questions } from '#db/schema/exams.ts';
import { type DrawnSection, drawPaper } from '#machines/sitting/draw.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { newId } from '../new-id.ts';
import type { Door, Prepared } from '../sittings/door.ts';

/**
 * @param mayBeEmpty for callers without the device protocol, which never show a running clock over an empty paper
 * @returns `isNew`: the paper was drawn just now, and the caller must store it
 * @throws Problem section-too-large when the office hasn't finished the exam [AT1]
 */
export async function drawPrepared(
  { db }: Pick<Deps, 'db'>,
  door: Pick<Door, 'format' | 'sections' | 'bank_version' | 'prepared' | 'is_stale'>,
  mayBeEmpty = false,
): Promise<Prepared & { isNew: boolean }> {
  if (asksNothing(door) && !mayBeEmpty) throw notFinished();
  const pool = await readPool(db, door.bank_version ?? 0);
  const { prepared } = door;
  if (prepared && !door.is_stale && stillFits(prepared.sections, door.sections, pool))
    return { ...prepared, isNew: false };
  const sections = drawPaper(
    door.sections,
    (type) => pool.get(type) ?? [],
    (bound) => randomInt(bound),
  );
  if (!sections) throw notFinished();
  return {
    sittingId: prepared?.sittingId ?? newId(),
    version: (prepared?.version ?? 0) + 1,
    sections,
    isNew: true,
  };
}

/** Whether the paper would be empty. In the other formats the exam's description is the task. */
function asksNothing({ format, sections }: Pick<Door, 'format' | 'sections'>): boolean {
  return (
    format === 'MCQ' && !sections.some(({ fieldType, fieldCount }) => fieldType && fieldCount > 0)
  );
}

/** Seconds after which phones that wait for the office ask again. */
const ASKS_AGAIN_SECONDS = 20;

function notFinished(): Problem {
  return new Problem('section-too-large', {
    sentence:
      'The questions for this exam aren’t ready yet. Please tell your proctor, or call the office.',
    retryAfter: ASKS_AGAIN_SECONDS,
  });
}

function stillFits(
  drawn: readonly DrawnSection<number>[],
  wanted: Door['sections'],
  pool: Pool,
): boolean {
  const counts = new Map<string, number>();
  for (const { fieldType, fieldCount } of wanted) {
    if (fieldType && fieldCount > 0)
      counts.set(fieldType, (counts.get(fieldType) ?? 0) + fieldCount);
  }
  const inBank = idsOf(pool);
  const asked = [...counts];
  return (
    asked.length === drawn.length &&
    drawn.every(({ name, items }, at) => {
      const [type, count] = asked[at] ?? [];
      return (
        type === name && count === items.length && items.every((id) => inBank.get(name)?.has(id))
      );
    })
  );
}

const known = new WeakMap<Pool, ReadonlyMap<string, ReadonlySet<number>>>();

/** Kept as long as the pool, because every phone that checks whether its paper is still right needs these. */
function idsOf(pool: Pool): ReadonlyMap<string, ReadonlySet<number>> {
  const ids = known.get(pool) ?? new Map([...pool].map(([type, held]) => [type, new Set(held)]));
  known.set(pool, ids);
  return ids;
}

// Used when the exam's start is moved after papers could be read: nobody should sit at the new start what they may know already. The
// next request draws another paper under another key, and a code that was told stops working. Work begun with the old paper and code
// is still taken in, and its time counts from when they could be read.

/** Call this while the exam still has its old start. A second call changes nothing. */
export async function giveUpOpened(tx: Orm, examId: string): Promise<void> {
  await tx.execute(sql`
    update prepared_papers p set out_since = t.since, former_start = t.starts
    from (
      select q.sitting_id, q.version, e.starts_at as starts, case when e.start = 'together' then e.starts_at else (
        select min(c.released_at) from start_codes c where c.exam_id = e.id and c.room in ('', n.room, q.room)) end as since
      from exams e join enrolments n on n.exam_id = e.id join prepared_papers q on q.enrolment_id = n.id
      where e.id = ${examId}) t
    where p.sitting_id = t.sitting_id and p.version = t.version and p.out_since is null and t.since is not null`);
  await tx.execute(sql`
    update start_codes set version = version + 1, replaced_version = null, released_at = null
    where exam_id = ${examId} and released_at is not null`);
}

// The question revisions that a paper may be drawn from, by type. The first request reads them and the process keeps them until the bank
// changes, so that ten thousand candidates starting within one second don't read the bank ten thousand times, or even sixty.

type Pool = ReadonlyMap<string, readonly number[]>;
const kept = new WeakMap<Database, { version: number; pool: Promise<Pool> }>();

/** @param version the bank's version, as just read from bank_state */
export function readPool(db: Database, version: number): Promise<Pool> {
  const standing = kept.get(db);
  if (standing?.version === version) return standing.pool;
  const pool = readBank(db);
  kept.set(db, { version, pool });
  pool.catch(() => {
    if (kept.get(db)?.pool === pool) kept.delete(db);
  });
  return pool;
}

async function readBank(db: Database): Promise<Pool> {
  const rows = await db.orm
    .select({
      type: questions.type,
      revisions: sql<number[]>`array_agg(${questions.revisionId} order by ${questions.revisionId})`,
    })
    .from(questions)
    .where(inBank)
    .groupBy(questions.type);
  return new Map(rows.map(({ type, revisions }) => [type, revisions]));
}
