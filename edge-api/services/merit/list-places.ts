// The places of the list that was worked out last, and the published one as a workbook.

import { numbers, text, toRows } from '#api/services/workbook/stream-workbook.ts';
import { type MeritPlace, meritFileName } from '#contract/desk/merit.ts';
import { listPlaces, type PlaceRow, readPlaces } from '#db/queries/merit.ts';
import { percentileText } from '#machines/merit/percentile.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import type { WorkbookCell, WorkbookRows, WorkbookSheet } from '../workbook/stream-workbook.ts';
import { findMerit } from './find-merit.ts';
import { readMerit } from './read-merit.ts';

const PIECE = 500;

/** @throws Problem not-found; nobody is found before a list was worked out */
export async function listMeritPlaces(
  deps: Deps,
  examId: string,
  wanted: { search: string; page: number; pageSize: number },
): Promise<{ rows: MeritPlace[]; total: number }> {
  const { latest } = await readMerit(deps, examId);
  if (!latest) return { rows: [], total: 0 };
  const { rows, total } = await listPlaces(deps.db, {
    ...wanted,
    editionId: latest.id,
    people: latest.people,
  });
  return { rows: rows.map(toPlace), total };
}

function toPlace({ full_name, total, percentile, sections, ...row }: PlaceRow): MeritPlace {
  return {
    rank: row.rank,
    uid: row.uid,
    fullName: full_name,
    exam: row.exam,
    category: row.category,
    total: total / 100,
    percentile: percentileText(percentile),
    sections: sections.map(({ name, hundredths }) => ({ name, marks: hundredths / 100 })),
    wrong: row.wrong,
    qualified: row.qualified,
  };
}

/** The list worked out last: rank, total and UID first. @throws Problem not-found, also before the first */
export async function exportMerit(
  deps: Deps,
  examId: string,
): Promise<{ fileName: string; sheet: WorkbookSheet; rows: WorkbookRows }> {
  const { exam, sections, row } = await findMerit(deps.db.orm, examId);
  if (row.latestId === null) throw new Problem('not-found');
  const columns = [
    numbers('Rank', 8),
    numbers('Total', 10),
    text('UID', 12),
    text('Name', 30),
    text('Exam', 30),
    text('Category', 16),
    ...sections.map((name) => numbers(name, 14)),
    numbers('Wrong answers', 14),
    text('Percentile', 14),
    text('Status', 14),
  ];
  return {
    fileName: meritFileName(exam.name),
    sheet: { name: 'Merit list', columns },
    rows: toRows(readPlaces(deps.db, row.latestId, PIECE), (place) => toCells(place, sections)),
  };
}

/** Seven decimals are text: a spreadsheet would round them for the eye. */
function toCells(place: PlaceRow, sections: readonly string[]): WorkbookCell[] {
  const marks = new Map(place.sections.map(({ name, hundredths }) => [name, hundredths / 100]));
  return [
    place.rank,
    place.total / 100,
    place.uid,
    place.full_name,
    place.exam,
    place.category,
    ...sections.map((name) => marks.get(name) ?? null),
    place.wrong,
    percentileText(place.percentile),
    place.qualified ? 'Qualified' : 'Not qualified',
  ];
}
