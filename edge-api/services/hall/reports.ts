// What devices say of themselves: the newest of each is remembered and written in one statement for all, every few
// seconds. Lost with a process that dies it is said again within a minute.
import * as z from 'zod/mini';
import { type Asker, GOOD_SESSION, MAY_SIT } from '#api/services/auth/sessions.ts';
import type { DeviceReport } from '#contract/wire/report.ts';
import { sittingStates } from '#contract/wire/sync.ts';
import type { Database } from '#db/client.ts';
import { instant, millis } from '#db/instants.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { noteRow } from './changes.ts';
import { timeTold } from './downlink.ts';

type Told = { report: DeviceReport; at: number; exam_id: string; enrolment_id: string };
const told = new WeakMap<Database, Map<string, Told>>();

/** Whose sitting it is, whether this device was handed a turn of it, and the least that the device is to know. */
const READ = `
select s.exam_id, s.enrolment_id, s.state, ${millis('s.deadline_at')} as deadline, ${millis('s.paused_at')} as paused
from sittings s
where s.id = $1 and exists (select from sitting_devices d where d.sitting_id = s.id and d.device_id = $2)
  and (select ${MAY_SIT} from ${GOOD_SESSION('$3', '$4')} where t.uid = s.uid)`;
const foundSchema = z.object({
  exam_id: z.string(),
  enrolment_id: z.string(),
  state: z.enum(sittingStates),
  deadline: z.number(),
  paused: z.nullable(z.number()),
});

/** @throws Problem signed-out, forbidden, not-found */
export async function takeReport(deps: Deps, asker: Asker, report: DeviceReport) {
  const now = deps.now();
  const { sittingId, deviceId } = report;
  const [row] = await deps.db.rows(READ, [sittingId, deviceId, asker.tokenHash, now]);
  if (!row) {
    await asker.requireCaller();
    throw new Problem('not-found');
  }
  const { exam_id, enrolment_id, state, deadline, paused } = foundSchema.parse(row);
  const kept = told.get(deps.db) ?? new Map<string, Told>();
  told.set(deps.db, kept);
  kept.set(`${sittingId} ${deviceId}`, { report, at: now, exam_id, enrolment_id });
  return timeTold({ state, deadline, paused });
}

const WRITE = `
insert into device_reports (sitting_id, device_id, at, waiting, pages, free_mb, battery, app_version, network)
select r."sittingId", r."deviceId", ${instant('r.at')}, r.waiting, r.pages, r."freeMb", r.battery, r.app, r.net
from jsonb_to_recordset($1::text::jsonb) as r("sittingId" text, "deviceId" text, at float8, waiting int, pages int,
  "freeMb" int, battery int, app text, net text)
on conflict (sitting_id, device_id) do update set at = excluded.at, waiting = excluded.waiting, pages = excluded.pages,
  free_mb = excluded.free_mb, battery = excluded.battery, app_version = excluded.app_version, network = excluded.network
  where excluded.at > device_reports.at`;

/** Every few seconds, by a timer of main.ts. */
export async function writeReports(deps: Pick<Deps, 'db'>): Promise<void> {
  const kept = [...(told.get(deps.db)?.values() ?? [])];
  if (kept.length === 0) return;
  told.delete(deps.db);
  await deps.db.rows(WRITE, [JSON.stringify(kept.map(({ report, at }) => ({ ...report, at })))]);
  for (const each of kept) noteRow(deps.db, each);
}
