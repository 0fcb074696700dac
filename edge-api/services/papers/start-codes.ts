// Start codes (rule 19). The administrator makes a code for a room or for the whole exam. From the exam's start on, and not before, it is
// told to the administrator and to proctors of that room; a code for the whole exam only to a proctor of the whole exam. In an `own`
// exam, the time of candidates who start by a code runs from when the code was first told.
import * as z from 'zod/mini';
import type { Caller } from '#api/services/auth/sessions.ts';
import type { StartCode, StartCodeFacts } from '#contract/desk/start-codes.ts';
import type { ReadinessReply } from '#contract/wire/sealed-paper.ts';
import { instant, millis } from '#db/instants.ts';
import { fromBase64url, type SubtleKey } from '#seals/bytes.ts';
import { START_CODE_ROUNDS, startCodeOf, stretchCode, wrapKey } from '#seals/start-code.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import type { ServerKeys } from '../keys/load-keys.ts';
import { coversRoom, requireWatch } from '../staff/assign-exam.ts';
import { keyBytes, type PaperKey } from './paper-keys.ts';

const factsSchema = z.object({
  room: z.string(),
  version: z.int(),
  made: z.number(),
  released: z.nullable(z.number()),
});
const FACTS = `room, version, ${millis('made_at')} as made, ${millis('released_at')} as released`;

function toFacts(row: unknown): StartCodeFacts {
  const { room, version, made, released } = factsSchema.parse(row);
  return {
    room,
    version,
    madeAt: new Date(made).toISOString(),
    releasedAt: released === null ? null : new Date(released).toISOString(),
  };
}

const startsSchema = z.object({ starts: z.number() });

/** Anybody may know whether an exam exists. @throws Problem not-found, forbidden */
async function requireExam({ db }: Deps, caller: Caller, examId: string) {
  const [row] = await db.rows(
    `select ${millis('starts_at')} as starts from exams where id = $1 and hidden_at is null`,
    [examId],
  );
  if (!row) throw new Problem('not-found');
  return { ...startsSchema.parse(row), watched: await requireWatch(db.orm, caller, examId) };
}

/** Sorted by room, the whole exam's code first. A proctor of some rooms gets only theirs. @throws Problem not-found, forbidden */
export async function listStartCodes(
  deps: Deps,
  caller: Caller,
  examId: string,
): Promise<StartCodeFacts[]> {
  const { watched } = await requireExam(deps, caller, examId);
  const rows = await deps.db.rows(
    `select ${FACTS} from start_codes where exam_id = $1 order by room`,
    [examId],
  );
  return rows.map(toFacts).filter(({ room }) => coversRoom(watched, room));
}

/**
 * A new code gets a new version only once the previous code was told. Until then nobody can know that code, and phones that are already
 * offline have no other.
 */
const MAKE = `
with made as (
  insert into start_codes (exam_id, room, version, made_at)
  select id, $2, 1, ${instant('$4')} from exams where id = $1 and hidden_at is null
  on conflict (exam_id, room) do update
    set version = start_codes.version + 1, replaced_version = start_codes.version, made_at = ${instant('$4')}
    where start_codes.released_at is not null
  returning *
), noted as (
  insert into audit_log (at, actor, action, subject, detail)
  select ${instant('$4')}, $3, 'exam.start-code-made', $1, jsonb_build_object('room', $2::text, 'version', version) from made
)
select ${FACTS} from made`;

const READ = `
select ${FACTS} from start_codes where room = $2
and exam_id = (select id from exams where id = $1 and hidden_at is null)`;

/**
 * A code that works on every phone that updates its paper from now on: a new code, or the current one if nobody was told it yet.
 * @throws Problem not-found
 */
export async function makeStartCode(
  deps: Deps,
  actor: string,
  examId: string,
  room: string,
): Promise<StartCodeFacts> {
  const [made] = await deps.db.rows(MAKE, [examId, room, actor, deps.now()]);
  const [row] = made ? [made] : await deps.db.rows(READ, [examId, room]);
  if (!row) throw new Problem('not-found');
  return toFacts(row);
}

const TELL = `
with told as (
  update start_codes set released_at = coalesce(released_at, ${instant('$3')})
  where exam_id = $1 and room = (select max(room) from start_codes where exam_id = $1 and room in ($2, $5))
  returning *
), noted as (
  insert into audit_log (at, actor, action, subject, detail)
  select ${instant('$3')}, $4, 'exam.start-code-told', $1, jsonb_build_object('room', room, 'version', version) from told
)
select ${FACTS}, replaced_version as replaced from told`;

const replacedSchema = z.object({ replaced: z.nullable(z.int()) });

/**
 * The code of this room. If the room has none, a proctor of the whole exam gets the whole exam's code, which starts everyone's time.
 * @throws Problem not-found, forbidden, not-open-yet
 */
export async function tellStartCode(
  deps: Deps,
  caller: Caller,
  examId: string,
  room: string,
): Promise<StartCode> {
  const { starts, watched } = await requireExam(deps, caller, examId);
  if (!coversRoom(watched, room)) throw new Problem('forbidden');
  const now = deps.now();
  if (now < starts)
    throw new Problem('not-open-yet', {
      sentence: 'You can see the start code once the exam starts.',
      retryAfter: Math.ceil((starts - now) / 1_000),
    });
  const [row] = await deps.db.rows(TELL, [examId, room, now, caller.uid, watched.all ? '' : room]);
  if (!row) {
    throw new Problem('not-found', {
      sentence: watched.all
        ? 'There’s no start code for this exam. The administrator can create one.'
        : 'There’s no start code for this room. Please ask the administrator for one.',
    });
  }
  const facts = toFacts(row);
  const { replaced } = replacedSchema.parse(row);
  const codeOf = (version: number) => startCode(deps, { examId, room: facts.room, version });
  return {
    ...facts,
    code: codeOf(facts.version),
    earlier: replaced === null ? null : codeOf(replaced),
  };
}

// Derives start codes and wraps keys with them (rule 19). A code is derived from exam, room and version, so none is stored. Stretching a
// code takes a second of work, done once per code and process.

export type CodeOf = { examId: string; room: string; version: number };

const CHANCE_BYTES = 9;
const SALT_BYTES = 16;

function startCode({ keys }: Pick<Deps, 'keys'>, { examId, room, version }: CodeOf): string {
  const text = JSON.stringify(['code', examId, room, version]);
  return startCodeOf(fromBase64url(keys.sign('start-code', text, CHANCE_BYTES)));
}

/** The same for all rooms of an exam, so that a phone stretches a typed code only once, whichever room it belongs to. */
const saltOf = ({ keys }: Pick<Deps, 'keys'>, examId: string) =>
  keys.sign('start-code', JSON.stringify(['salt', examId]), SALT_BYTES);

/** Stretched codes kept in memory; beyond this the oldest is dropped. */
const MOST_KEPT = 500;
const kept = new WeakMap<ServerKeys, Map<string, Promise<SubtleKey>>>();

function stretched(deps: Pick<Deps, 'keys'>, of: CodeOf): Promise<SubtleKey> {
  const known = kept.get(deps.keys) ?? new Map<string, Promise<SubtleKey>>();
  kept.set(deps.keys, known);
  const name = JSON.stringify(of);
  const found = known.get(name);
  if (found) return found;
  const oldest = known.keys().next().value;
  if (known.size >= MOST_KEPT && oldest !== undefined) known.delete(oldest);
  const made = stretchCode(startCode(deps, of), saltOf(deps, of.examId), START_CODE_ROUNDS);
  known.set(name, made);
  made.catch(() => known.delete(name));
  return made;
}

const codesSchema = z.array(z.object({ room: z.string(), version: z.int() }));

type Codes = NonNullable<ReadinessReply['ready']>['codes'];

/** The paper's key, wrapped by the code of the candidate's room and by the whole exam's code, as far as these codes exist. */
export async function wrapsFor(
  deps: Pick<Deps, 'db' | 'keys'>,
  { exam_id: examId, room }: { exam_id: string; room: string | null },
  sittingId: string,
  paperKey: PaperKey,
): Promise<Codes> {
  const codes = codesSchema.parse(
    await deps.db.rows(
      `select room, version from start_codes where exam_id = $1 and room in ('', $2) order by room desc`,
      [examId, room ?? ''],
    ),
  );
  const of = { sittingId, keyId: paperKey.keyId };
  const wraps = await Promise.all(
    codes.map(async (code) =>
      wrapKey(await stretched(deps, { examId, ...code }), of, keyBytes(paperKey)),
    ),
  );
  return { salt: saltOf(deps, examId), rounds: START_CODE_ROUNDS, wraps };
}
