/**
 * Takes in the results of a cell (decision 87). A sitting held there becomes a sitting here, without its paper and log: the
 * enrolment is Completed, and the score counts wherever scores do. The newest file decides about a sitting, however often
 * and in whatever order files arrive. A result from this site or another cell is never touched.
 */
import { setImmediate } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { ActivityAction } from '#contract/desk/activity.ts';
import type { BroughtReport } from '#contract/desk/cells.ts';
import type { ResultsLine } from '#contract/desk/results-file.ts';
import { type Receipt, receiptSchema } from '#contract/wire/sync.ts';
import { statuses } from '#contract/wire/users.ts';
import type { Database } from '#db/client.ts';
import { instant, millis } from '#db/instants.ts';
import { readReceiptText } from '#seals/receipt.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { oneFileAtATime } from '../files/read-file.ts';
import { indiaTime } from '../india-time.ts';
import { receiptCode } from '../receipts/receipts.ts';
import { settingNow } from '../settings/settings.ts';
import { statusChange } from '../users/status-change.ts';
import { requireExam, sectionCountsOf } from './export-files.ts';
import { type ReadResults, readResults } from './results-file.ts';

const PIECE = 500;
const MOST_NAMED = 500;
/** The most by which the clocks of two servers may differ. */
const CLOCKS_APART_MS = 10 * 60_000;

/** @throws Problem not-found, file-refused, wrong-file-kind, changed-meanwhile, unavailable */
export function takeInResults(
  deps: Deps,
  actor: string,
  examId: string,
  { bytes, dryRun }: { bytes: Uint8Array; dryRun: boolean },
): Promise<BroughtReport> {
  return oneFileAtATime(() => takeInNow(deps, actor, examId, bytes, dryRun));
}

async function takeInNow(
  deps: Deps,
  actor: string,
  examId: string,
  bytes: Uint8Array,
  dryRun: boolean,
): Promise<BroughtReport> {
  const { db } = deps;
  const exam = await requireExam(db, examId);
  const file = readResults(bytes, (await settingNow(deps, 'cells')).cells);
  const { head, cell, lines } = file;
  // The newest file counts, so a file from a clock that was ahead would win over all later ones.
  if (Date.parse(head.madeAt) > deps.now() + CLOCKS_APART_MS)
    throw refused(
      `This file says it was made on ${indiaTime(head.madeAt)}, which is in the future. Correct the cell’s clock and download the file again.`,
    );
  const sections = sectionCountsOf(exam);
  if (inWords(head.sections) !== inWords(sections))
    throw refused(
      `The exam “${head.exam}” of this file has ${inWords(head.sections)}; “${exam.name}” has ${inWords(sections)}.`,
    );
  const report: BroughtReport = {
    done: !dryRun,
    cell: cell.address,
    exam: head.exam,
    madeAt: head.madeAt,
    underWay: head.underWay,
    results: lines.length,
    ...{ added: 0, changed: 0, changes: [], same: 0, refused: 0, refusals: [] },
  };
  const names = new Set(sections.map(([name]) => name));
  const seen = new Set<string>();
  for (let from = 0; from < lines.length; from += PIECE) {
    const piece = lines.slice(from, from + PIECE);
    const standing = await readStanding(db, examId, piece);
    const taken: Taken[] = [];
    for (const [at, line] of piece.entries()) {
      const verdict = judge(line, standing, file, { names, seen });
      seen.add(line.uid).add(line.sitting);
      tell(report, { line, verdict, row: from + at + 2 });
      if (verdict.is === 'new' || verdict.is === 'changed' || verdict.is === 'newer')
        taken.push({ ...line, is: verdict.is, before: verdict.before });
    }
    if (!dryRun) await write(deps, actor, examId, file, taken);
    await setImmediate();
  }
  if (!dryRun)
    await recordAudit(db.orm, deps.now(), {
      actor,
      action: 'exam.results-brought',
      subject: examId,
      detail: {
        cell: report.cell,
        madeAt: report.madeAt,
        added: report.added,
        changed: report.changed,
        alreadyHere: report.same,
        refused: report.refused,
      },
    });
  return report;
}

const refused = (message: string) =>
  new Problem('file-refused', { sentence: message, fields: { file: message } });

function inWords(sections: readonly (readonly [string, number])[]): string {
  const words = sections.map(([name, count]) => (count > 0 ? `${name} (${count})` : name));
  return words.join(', ') || 'no sections';
}

const standingSchema = z.object({
  uid: z.string(),
  full_name: z.string(),
  status: z.enum(statuses),
  sitting: z.nullable(z.string()),
  cell: z.nullable(z.string()),
  said: z.nullable(z.number()),
  content: z.nullable(z.array(z.unknown())),
  total: z.nullable(z.number()),
});
type Standing = {
  byUid: ReadonlyMap<string, z.infer<typeof standingSchema>>;
  /** The ids of this file's sittings that exist here already, in any exam. */
  sittings: ReadonlySet<string>;
};

const GIVEN = `(select jsonb_array_elements_text($1::text::jsonb))`;
const STANDING = `select n.uid, u.full_name, n.status, s.id as sitting, s.cell, ${millis('s.cell_said_at')} as said,
    case when s.id is not null then jsonb_build_array(s.state, ${millis('s.closed_at')}, r.provisional, r.sections, r.documents,
      s.receipt->>'text') end as content, r.total::float8 as total
  from enrolments n join users u on u.uid = n.uid left join sittings s on s.enrolment_id = n.id
  left join results r on r.sitting_id = s.id
  where n.exam_id = $2 and n.uid in ${GIVEN}`;
const idsSchema = z.array(z.object({ id: z.string() }));

async function readStanding(
  db: Database,
  examId: string,
  lines: readonly ResultsLine[],
): Promise<Standing> {
  const uids = JSON.stringify(lines.map(({ uid }) => uid));
  const rows = z.array(standingSchema).parse(await db.rows(STANDING, [uids, examId]));
  const ids = JSON.stringify(lines.map(({ sitting }) => sitting));
  const known = await db.rows(`select id from sittings where id in ${GIVEN}`, [ids]);
  return {
    byUid: new Map(rows.map((row) => [row.uid, row])),
    sittings: new Set(idsSchema.parse(known).map(({ id }) => id)),
  };
}

type Verdict =
  | { is: 'refused'; message: string }
  | { is: 'new' | 'newer' | 'same'; before: null }
  | { is: 'changed'; name: string; before: number | null };

/** `newer`: the same result as before, but in a newer file, whose time is stored. */
function judge(
  line: ResultsLine,
  { byUid, sittings }: Standing,
  { cell, head }: ReadResults,
  { names, seen }: { names: ReadonlySet<string>; seen: ReadonlySet<string> },
): Verdict {
  const no = (message: string): Verdict => ({ is: 'refused', message });
  if (seen.has(line.uid) || seen.has(line.sitting)) return no('Is in the file twice.');
  if (line.scores.some(([name]) => !names.has(name)))
    return no('Has a section that this exam doesn’t have.');
  if (line.receipt !== null && !receiptOf(line)) return no('Its receipt is for another sitting.');
  const here = byUid.get(line.uid);
  if (!here) return no('Nobody with this UID is enrolled in this exam here.');
  if (here.status === 'Registered') return no('Hasn’t paid for this exam here.');
  if (here.sitting === null)
    return sittings.has(line.sitting)
      ? no('This sitting is already here, for another exam or candidate.')
      : { is: 'new', before: null };
  if (here.cell === null) return no('Took this exam on this site. That result stays.');
  if (here.cell !== cell.address) return no(`Has a result from ${here.cell}. That result stays.`);
  if (here.sitting !== line.sitting)
    return no('Has a result from another sitting on this cell. That result stays.');
  if (Date.parse(head.madeAt) <= (here.said ?? 0)) return { is: 'same', before: null };
  if (sameContent(line, here.content ?? [])) return { is: 'newer', before: null };
  return { is: 'changed', name: here.full_name, before: here.total };
}

const storedSections = (line: ResultsLine) =>
  line.scores.map(([name, hundredths, wrong]) => ({
    name,
    hundredths,
    ...(wrong !== null && { wrong }),
  }));

function sameContent(line: ResultsLine, stored: readonly unknown[]): boolean {
  const [state, closed, provisional, sections, documents, receipt] = stored;
  const before = [state, closed, provisional, sectionsSchema.parse(sections), documents, receipt];
  const { scores: _, ...said } = line;
  const now = [
    ...[said.state, said.closed, said.provisional, storedSections(line)],
    ...[said.documents, said.receipt],
  ];
  return JSON.stringify(before) === JSON.stringify(now);
}
/** Parsing puts the keys in one order, whatever the database's order is. */
const sectionsSchema = z.array(
  z.object({ name: z.string(), hundredths: z.int(), wrong: z.optional(z.int()) }),
);

/** Reads the receipt from its long form. @returns null when it isn't a receipt, or belongs to another sitting */
function receiptOf({ receipt: text, sitting }: ResultsLine): Receipt | null {
  const read = text === null ? null : readReceiptText(text);
  if (!text || !read || read.facts.sittingId !== sitting) return null;
  const signature = Buffer.from(read.signature).toString('base64url');
  return receiptSchema.parse({
    code: receiptCode(read.signature),
    ...read.facts,
    signature,
    text,
  });
}

const totalOf = ({ scores, documents }: ResultsLine) =>
  scores.reduce((sum, [, hundredths]) => sum + hundredths, documents ?? 0);

function tell(
  report: BroughtReport,
  { line, verdict, row }: { line: ResultsLine; verdict: Verdict; row: number },
): void {
  const { uid } = line;
  switch (verdict.is) {
    case 'new':
      report.added += 1;
      return;
    case 'same':
    case 'newer':
      report.same += 1;
      return;
    case 'changed':
      report.changed += 1;
      if (report.changes.length < MOST_NAMED)
        report.changes.push({
          ...{ uid, name: verdict.name },
          ...{ before: (verdict.before ?? 0) / 100, after: totalOf(line) / 100 },
        });
      return;
    case 'refused':
      report.refused += 1;
      if (report.refusals.length < MOST_NAMED)
        report.refusals.push({ line: row, uid, message: verdict.message });
  }
}

type Taken = ResultsLine & { is: 'new' | 'changed' | 'newer'; before: number | null };

const SUBMITTED = statusChange('SUBMITTED', 'n.status');
const BROUGHT = 'sitting.brought' satisfies ActivityAction;

// Writes the results of a piece. They were judged a moment ago: a result that no longer fits is left out, and the office is
// asked to check again. `corrected`: if marks by hand changed after the candidate was told that the result is out, their
// page says so, with the time at which this site learned of it, as after a correction here (decision 105).
const WRITE = `
with b as materialized (
  select * from jsonb_to_recordset($1::text::jsonb) as b("is" text, before int, uid text, sitting text, started float8, deadline float8,
    closed float8, state text, answered int, provisional boolean, sections jsonb, documents int, receipt jsonb, total int)
), n as materialized (
  select n.id, n.uid from enrolments n where n.exam_id = $2 and n.uid in (select uid from b) and n.status <> 'Registered'
  order by n.id for update
), added as (
  insert into sittings (id, enrolment_id, uid, exam_id, state, started_at, deadline_at, last_heard_at, closed_at, receipt, answered,
    cell, cell_said_at)
  select b.sitting, n.id, n.uid, $2, b.state, ${instant('b.started')}, ${instant('b.deadline')}, ${instant('b.closed')},
    ${instant('b.closed')}, b.receipt, b.answered, $3, ${instant('$4')}
  from b join n on n.uid = b.uid where b."is" = 'new'
  on conflict do nothing returning id, enrolment_id
), moved as (
  update sittings s set version = version + (b."is" = 'changed')::int, state = b.state, started_at = ${instant('b.started')},
    deadline_at = ${instant('b.deadline')}, last_heard_at = ${instant('b.closed')}, closed_at = ${instant('b.closed')},
    receipt = b.receipt, answered = b.answered, cell_said_at = ${instant('$4')}
  from b join n on n.uid = b.uid
  where b."is" <> 'new' and s.id = b.sitting and s.enrolment_id = n.id and s.cell = $3 and s.cell_said_at < ${instant('$4')}
  returning s.id, s.enrolment_id
), s as (
  select id, enrolment_id from added union all select id, enrolment_id from moved
), scored as (
  insert into results (sitting_id, sections, documents, provisional, computed_at)
  select s.id, b.sections, b.documents, b.provisional, ${instant('$5')} from s join b on b.sitting = s.id where b."is" <> 'newer'
  on conflict (sitting_id) do update set sections = excluded.sections, documents = excluded.documents,
    provisional = excluded.provisional, computed_at = excluded.computed_at, corrected = case
      when results.sections = excluded.sections and results.documents <> excluded.documents
        and exists (select from result_texts t where t.sitting_id = results.sitting_id)
      then jsonb_build_object('at', $5::float8, 'before', results.total - excluded.documents, 'documents', true)
      else results.corrected end
), given as (
  insert into receipts (code, sitting_id, receipt)
  select replace(b.receipt->>'code', '-', ''), s.id, b.receipt from s join b on b.sitting = s.id where b.receipt is not null
  on conflict do nothing
), completed as (
  update enrolments n set status = ${SUBMITTED.becomes}, completed_at = ${instant('b.closed')}
  from s join b on b.sitting = s.id where n.id = s.enrolment_id and ${SUBMITTED.moves}
), noted as (
  insert into audit_log (at, actor, action, subject, detail)
  select ${instant('$5')}, $6, '${BROUGHT}', s.id, jsonb_strip_nulls(jsonb_build_object('cell', $3::text, 'receipt', b.receipt->>'code',
    'total', case when b."is" = 'changed' then jsonb_build_object('from', b.before / 100.0, 'to', b.total / 100.0) else to_jsonb(b.total / 100.0) end))
  from s join b on b.sitting = s.id where b."is" <> 'newer'
)
select count(*)::int as written from s`;
const writtenSchema = z.tuple([z.object({ written: z.int() })]);

async function write(
  deps: Deps,
  actor: string,
  examId: string,
  { cell, head }: ReadResults,
  taken: readonly Taken[],
): Promise<void> {
  if (taken.length === 0) return;
  const rows = taken.map((line) => ({
    ...line,
    sections: storedSections(line),
    receipt: receiptOf(line),
    total: totalOf(line),
  }));
  const params = [JSON.stringify(rows), examId, cell.address, Date.parse(head.madeAt)];
  const [{ written }] = writtenSchema.parse(
    await deps.db.rows(WRITE, [...params, deps.now(), actor]),
  );
  if (written < taken.length)
    throw new Problem('changed-meanwhile', {
      sentence:
        'This exam changed while the results were being brought in. Check the file again; results already brought in are kept.',
    });
}
