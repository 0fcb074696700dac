// Opens a sitting on a device: draws the paper once, starts the clock once, hands out the device's turn
// (rules 10, 15, 20; decisions.md section 5). Opening again gives the same paper and the same deadline.

import * as z from 'zod/mini';
import type { OpenReply, OpenRequest } from '#contract/wire/sync.ts';
import { examFormats } from '#contract/wire/values.ts';
import { instant, millis } from '#db/instants.ts';
import { TIME_ACTS, timeActsSchema } from '#db/queries/time-acts.ts';
import { seqsOf } from '#machines/sitting/log-so-far.ts';
import { project } from '#machines/sitting/rules.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import type { Caller } from '../auth/find-session.ts';
import { readRevisions } from '../questions/revisions.ts';
import { deviceKeyOf } from './device-key.ts';
import {
  LATE_MINUTES,
  readWhole,
  TRANSIT_SECONDS,
  TRUSTS_MEASURED,
  type WholeSitting,
} from './read-sitting.ts';
import { timesOf } from './settle.ts';
import { standingOf } from './standing.ts';
import { startSitting } from './start-sitting.ts';
import { untilUnchanged } from './try-again.ts';
import { keepUnderWay, toUnderWay } from './under-way.ts';

const doorSchema = z.object({
  exam_id: z.string(),
  name: z.string(),
  description: z.string(),
  format: z.enum(examFormats),
  active: z.boolean(),
  starts: z.number(),
  duration_minutes: z.int(),
  another_device: z.enum(['self', 'approval']),
  extra_percent: z.nullable(z.int()),
  larger_text: z.nullable(z.boolean()),
  acts: timeActsSchema,
  sections: z.array(z.object({ fieldType: z.string(), fieldCount: z.int() })),
  enrolment_id: z.nullable(z.string()),
  status: z.nullable(z.string()),
  sitting_id: z.nullable(z.string()),
  bank_version: z.nullable(z.int()),
  transit_seconds: z.number(),
  late_minutes: z.number(),
  trusts_measured: z.boolean(),
});
type Door = z.infer<typeof doorSchema>;

const DOOR = `
select e.id as exam_id, e.name, e.description, e.format, e.status = 'Active' and e.hidden_at is null as active,
  ${millis('e.starts_at')} as starts, e.duration_minutes, e.sections,
  e.another_device, n.extra_percent, n.larger_text, ${TIME_ACTS('e.id', 'n.id')} as acts,
  n.id as enrolment_id, n.status, s.id as sitting_id, (select version from bank_state where id = 1) as bank_version,
  ${TRANSIT_SECONDS} as transit_seconds, ${LATE_MINUTES} as late_minutes, ${TRUSTS_MEASURED} as trusts_measured
from exams e
left join enrolments n on n.exam_id = e.id and n.uid = $1
left join sittings s on s.enrolment_id = n.id
where e.id = $2`;

const TURN = `
with s as (
  update sittings set version = version + 1, epoch = epoch + 1, device_id = $3, allowed_device = null, wanted_device = null, last_heard_at = ${instant('$4')}
  where id = $1 and version = $2::int and state = 'open' returning id, epoch, uid
), turn as (
  insert into sitting_devices (sitting_id, epoch, device_id, opened_at)
  select id, epoch, $3, ${instant('$4')} from s
), noted as (
  insert into audit_log (at, actor, action, subject, detail)
  select ${instant('$4')}, uid, 'sitting.moved', id, jsonb_build_object('device', $3::text, 'epoch', epoch) from s
)
select count(*)::int as written from s`;

const writtenSchema = z.tuple([z.object({ written: z.int() })]);

/**
 * @param request null for a caller without the device protocol: the sitting starts, no turn is handed out
 * @throws Problem not-found, not-eligible, exam-inactive, not-open-yet, already-submitted, open-elsewhere, device-not-allowed,
 * forbidden (moved too often)
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
    const sitting = door.sitting_id
      ? await goOn(deps, { ...door, sitting_id: door.sitting_id }, request, now)
      : await startSitting(
          deps,
          caller,
          {
            ...door,
            enrolment_id: door.enrolment_id,
            extra_percent: door.extra_percent ?? 0,
          },
          request?.deviceId ?? null,
          now,
        );
    if (sitting) keepUnderWay(deps.db, toUnderWay(sitting));
    return sitting && toReply(deps, door, sitting, request?.deviceId ?? '', deps.now());
  });
}

/** Null when the sitting changed meanwhile. */
async function goOn(
  deps: Deps,
  door: Door & { sitting_id: string },
  request: OpenRequest | null,
  now: number,
): Promise<WholeSitting | null> {
  const { sitting_id: sittingId } = door;
  if (request && !(await takeTurn(deps, door, request, now))) return null;
  const sitting = await readWhole(deps.db, { sittingId });
  if (sitting && sitting.state !== 'open') throw new Problem('already-submitted');
  // Another device took it in between: from the start again, which finds it open elsewhere.
  return request && sitting?.device_id !== request.deviceId ? null : sitting;
}

/** Every device may store events, every move is noted: both far above what anybody's bad day takes. */
const MOST_DEVICES = 20;
const MOST_MOVES = 500;

/** @throws Problem forbidden */
function checkMayMove(turns: WholeSitting['turns'], deviceId: string): void {
  const devices = new Set(turns.map(([device]) => device)).add(deviceId);
  if (devices.size <= MOST_DEVICES && turns.length < MOST_MOVES) return;
  throw new Problem('forbidden', {
    sentence:
      'This exam has been moved between devices too often. Please continue on the device that has it now.',
  });
}

const ASK = `update sittings set wanted_device = case when allowed_device = $2 then wanted_device else $2 end
  where id = $1 returning allowed_device = $2 as allowed`;
const askedSchema = z.tuple([z.object({ allowed: z.nullable(z.boolean()) })]);

/** A proctor has allowed this device; until then their board says that it asks. @throws Problem device-not-allowed */
async function checkAllowed(deps: Deps, sittingId: string, deviceId: string): Promise<void> {
  const [row] = askedSchema.parse(await deps.db.rows(ASK, [sittingId, deviceId]));
  if (row.allowed !== true) throw new Problem('device-not-allowed', { retryAfter: 5 });
}

/** Gives the sitting to this device. False when the sitting changed meanwhile. */
async function takeTurn(
  deps: Deps,
  { sitting_id: sittingId, another_device }: Door & { sitting_id: string },
  request: OpenRequest,
  now: number,
): Promise<boolean> {
  const sitting = await readWhole(deps.db, { sittingId });
  if (sitting?.state !== 'open' || sitting.device_id === request.deviceId) return true;
  if (sitting.device_id !== null && !request.takeOver) throw new Problem('open-elsewhere');
  checkMayMove(sitting.turns, request.deviceId);
  if (sitting.device_id !== null && another_device === 'approval')
    await checkAllowed(deps, sittingId, request.deviceId);
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
  const { upTo: acked } = seqsOf(sitting.log, deviceId);
  return {
    ...standingOf(deps, sitting, acked, now),
    sittingId: sitting.id,
    examId: sitting.exam_id,
    examName: door.name,
    task: sitting.format === 'MCQ' ? '' : door.description,
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
    documents: documents ?? [],
    receipt: sitting.receipt,
    ...(door.larger_text === true && { largerText: true }),
    ...(deviceId !== '' && { deviceKey: deviceKeyOf(deps, sitting.id, deviceId) }),
  };
}
