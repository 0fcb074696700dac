// Rows of a board: as they are stored, and what a proctor needs without a network.
import type { BoardRow } from '#contract/hall/board.ts';
import { readBoardRows } from '#db/queries/board.ts';
import type { Deps } from '../../deps.ts';
import { extraTimeKeyOf } from './extra-time-key.ts';

/** By name. @param rooms only these; null for all. @param ids only these; null for everyone */
export async function readRows(
  deps: Pick<Deps, 'db' | 'keys'>,
  examId: string,
  rooms: readonly string[] | null,
  ids: readonly string[] | null = null,
): Promise<BoardRow[]> {
  const rows = await readBoardRows(deps.db, examId, rooms, ids);
  return rows.map((row) => ({ ...row, codeKey: extraTimeKeyOf(deps, row.id) }));
}
