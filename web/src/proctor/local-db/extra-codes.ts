// Codes for extra time that were made on this phone, to be read out to a candidate whose phone has no network.
import type { BoardRow } from '#contract/hall/board.ts';
import { CODE_NUMBERS, MOST_CODE_MINUTES, makeExtraTimeCode } from '#seals/extra-time-code.ts';
import type { ExtraCode, HallDb } from './hall-db.ts';

/** Longer than any session. */
const KEPT_MS = 24 * 60 * 60_000;

/**
 * One for each of those whom the time was given. The newest of each row replaces the one before on the screen; its number
 * was not used here lately.
 */
export async function addExtraCodes(
  db: HallDb,
  uid: string,
  rows: readonly Pick<BoardRow, 'id' | 'codeKey'>[],
  { minutes, madeAt }: { minutes: number; madeAt: number },
): Promise<void> {
  if (minutes > MOST_CODE_MINUTES) return;
  const used = new Set((await db.codes.where({ uid }).toArray()).map(placeOf));
  const made = rows.map(async ({ id: row, codeKey }) => {
    const free = Array.from({ length: CODE_NUMBERS }, (_, number) => number).filter(
      (number) => !used.has(placeOf({ row, number })),
    );
    const [chance = 0] = crypto.getRandomValues(new Uint8Array(1));
    const number = free[chance % free.length] ?? 0;
    const code = await makeExtraTimeCode(codeKey, { minutes, number });
    return { uid, row, number, minutes, code, madeAt };
  });
  const codes = await Promise.all(made);
  await db.transaction('rw', [db.codes], async () => {
    await db.codes.filter((each) => each.madeAt < madeAt - KEPT_MS).delete();
    await db.codes.bulkPut(codes);
  });
}

const placeOf = ({ row, number }: Pick<ExtraCode, 'row' | 'number'>) => `${row} ${number}`;

/** The newest for each row. */
export function newestCodes(codes: readonly ExtraCode[]): Map<string, ExtraCode> {
  const newest = new Map<string, ExtraCode>();
  for (const code of [...codes].sort((a, b) => a.madeAt - b.madeAt)) newest.set(code.row, code);
  return newest;
}
