// Opens a sitting on a device: draws the paper once, starts the clock once, hands out the device's turn
// (rules 10, 15, 20; decisions.md section 5). Opening again gives the same paper and the same deadline.
import { randomInt } from 'node:crypto';
import * as z from 'zod/mini';
import { examFormats, type OpenReply, type OpenRequest } from '#contract/sync.ts';
import { deadlineOf } from '#machines/sitting/deadline.ts';
import { drawPaper } from '#machines/sitting/draw.ts';
import { contiguousUpTo, project } from '#machines/sitting/rules.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import type { Caller } from '../auth/find-session.ts';
import { newId } from '../new-id.ts';
import { readPool } from '../questions/bank-pool.ts';
import { readRevisions } from '../questions/revisions.ts';
import { readWhole, type WholeSitting } from './read-sitting.ts';
import { timesOf } from './settle.ts';
import { standingOf } from './standing.ts';
import { untilUnchanged } from './try-again.ts';

const doorSchema = z.object({
  exam_id: z.string(),
  name: z.string(),
  format: z.enum(examFormats),
  active: z.boolean(),
  starts: z.number(),
  duration_minutes: z.int(),
  sections: z.array(z.object({ fieldType: z.string(), fieldCount: z.int() })),
  enrolment_id: z.nullable(z.string()),
  status: z.nullable(z.string()),
  sitting_id: z.nullable(z.string()),
  bank_version: z.nullable(z.int()),
});
type Door = z.infer<typeof doorSchema>;

const DOOR = `
select e.id as exam_id, e.name, e.format, e.status = 'Active' and e.hidden_at is null as active,
  (extract(epoch from e.starts_at) * 1000)::float8 as starts, e.duration_minutes, e.sections,
  n.id as enrolment_id, n.status, s.id as sitting_id, (select version from bank_state where id = 1) as bank_version
from exams e
left join enrolments n on n.exam_id = e.id and n.uid = $1
left join sittings s on s.enrolment_id = n.id
where e.id = $2`;

const START = `
with paper as (
  insert into papers (enrolment_id, sections, drawn_at)
  values ($1, $2::text::jsonb, to_timestamp($7::float8 / 1000)) on conflict do nothing returning enrolment_id
), s as (
  insert into sittings (id, enrolment_id, uid, exam_id, state, started_at, deadline_at, epoch, device_id, last_heard_at)
  select $3, paper.enrolment_id, $4, $5, 'open', to_timestamp($7::float8 / 1000), to_timestamp($8::float8 / 1000),
    case when $6::text is null then 0 else 1 end, $6, to_timestamp($7::float8 / 1000)
  from paper on conflict do nothing returning id
), turn as (
  insert into sitting_devices (sitting_id, epoch, device_id, opened_at)
  select s.id, 1, $6, to_timestamp($7::float8 / 1000) from s where $6::text is not null
), kept_in as (
  update sessions set expires_at = to_timestamp($8::float8 / 1000) + interval '7 days'
  where token_hash = $9 and expires_at < to_timestamp($8::float8 / 1000) + interval '7 days'
)
select count(*)::int as written from s`;

const TURN = `
with s as (
  update sittings set version = version + 1, epoch = epoch + 1, device_id = $3, last_heard_at = to_timestamp($4::float8 / 1000)
  where id = $1 and version = $2::int and state = 'open' returning id, epoch, uid
), turn as (
  insert into sitting_devices (sitting_id, epoch, device_id, opened_at)
  select id, epoch, $3, to_timestamp($4::float8 / 1000) from s
), noted as (
  insert into audit_log (at, actor, action, subject, detail)
  select to_timestamp($4::float8 / 1000), uid, 'sitting.moved', id, jsonb_build_object('device', $3::text, 'epoch', epoch) from s
)
select count(*)::int as written from s`;

const writtenSchema = z.tuple([z.object({ written: z.int() })]);

/**
 * @param request null for a caller without the device protocol: the sitting starts, no turn is handed out
 * @throws Problem not-found, not-eligible, exam-inactive, not-open-yet, already-submitted, open-elsewhere
 */
export async function openSitting(
  deps: Deps,
  caller: Caller,
  examId: string,
  request: OpenRequest | null,
): Promise<OpenReply> {
  return untilUnchanged(async () => {
    const [row] = await deps.db.rows(DOOR, [caller.uid, examId]);
    if (!row) throw new Problem('not-found');
    const door = doorSchema.parse(row);
    if (!door.enrolment_id || door.status === 'Registered') throw new Problem('not-eligible');
    const now = deps.now();
    if (!door.sitting_id) {
      await start(deps, caller, door, door.enrolment_id, request?.deviceId ?? null, now);
    } else if (request && !(await takeTurn(deps, door.sitting_id, request, now))) return null;
    const sitting = await readWhole(deps.db, { uid: caller.uid, examId });
    if (!sitting) return null;
    if (sitting.state !== 'open') throw new Problem('already-submitted');
    // Another device was first: from the start again, which now finds it open elsewhere.
    if (request && sitting.device_id !== request.deviceId) return null;
    return toReply(deps, door, sitting, request?.deviceId ?? '', deps.now());
  });
}

async function start(
  deps: Deps,
  caller: Caller,
  door: Door,
  enrolmentId: string,
  deviceId: string | null,
  now: number,
): Promise<void> {
  if (!door.active) throw new Problem('exam-inactive');
  if (now < door.starts)
    throw new Problem('not-open-yet', { retryAfter: Math.ceil((door.starts - now) / 1000) });
  const pool = await readPool(deps.db, door.bank_version ?? 0);
  const paper = drawPaper(
    door.sections,
    (type) => pool.get(type) ?? [],
    (bound) => randomInt(bound),
  );
  if (!paper) throw new Problem('section-too-large');
  const deadline = deadlineOf({
    startedAt: now,
    durationMinutes: door.duration_minutes,
    extraSeconds: 0,
  });
  // When another request was first, this one changes nothing and the caller reads what that one wrote.
  await deps.db.rows(START, [
    enrolmentId,
    JSON.stringify(paper),
    newId(),
    caller.uid,
    door.exam_id,
    deviceId,
    now,
    deadline,
    caller.tokenHash,
  ]);
}

/** Gives the sitting to this device. False when the sitting changed meanwhile. */
async function takeTurn(
  deps: Deps,
  sittingId: string,
  request: OpenRequest,
  now: number,
): Promise<boolean> {
  const sitting = await readWhole(deps.db, { sittingId });
  if (!sitting || sitting.state !== 'open' || sitting.device_id === request.deviceId) return true;
  if (sitting.device_id !== null && !request.takeOver) throw new Problem('open-elsewhere');
  const [row] = writtenSchema.parse(
    await deps.db.rows(TURN, [sittingId, sitting.version, request.deviceId, now]),
  );
  return row.written === 1;
}

async function toReply(
  deps: Deps,
  door: Door,
  sitting: WholeSitting,
  deviceId: string,
  now: number,
): Promise<OpenReply> {
  const revisions = await readRevisions(
    deps.db,
    sitting.sections.flatMap((section) => section.items),
  );
  const { answers, marked, documents } = project(sitting.log, sitting.handIns, timesOf(sitting));
  const acked = contiguousUpTo(
    sitting.log.filter((act) => act.deviceId === deviceId).map(({ seq }) => seq),
  );
  return {
    ...standingOf(deps, sitting, acked, now),
    sittingId: sitting.id,
    examId: sitting.exam_id,
    examName: door.name,
    format: sitting.format,
    startedAt: new Date(sitting.started).toISOString(),
    questions: sitting.sections.flatMap(({ name, items }) =>
      items.flatMap((id) => {
        const revision = revisions.get(id);
        return revision
          ? [
              {
                qid: revision.qid,
                section: name,
                text: revision.text,
                options: [...revision.options],
              },
            ]
          : [];
      }),
    ),
    answers: [...answers].map(([qid, answer]) => ({ qid, answer })),
    marked: [...marked],
    documents,
    receipt: sitting.receipt,
  };
}
