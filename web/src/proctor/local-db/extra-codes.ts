// Codes for extra time that were made on this phone, to be read out to a candidate whose phone has no network.
import { CODE_NUMBERS, MOST_CODE_MINUTES, makeExtraTimeCode } from '#seals/extra-time-code.ts';
import type { ExtraCode, HallDb } from './hall-db.ts';

/** Longer than any session. */
const KEPT_MS = 24 * 60 * 60_000;

/** The newest of each row replaces the one before on the screen; its number was not used here lately. */
export async function addExtraCode(
  db: HallDb,
  uid: string,
  {
    row,
    codeKey,
    minutes,
    madeAt,
  }: { row: string; codeKey: string; minutes: number; madeAt: number },
): Promise<void> {
  if (minutes > MOST_CODE_MINUTES) return;
  const before = await db.codes.where({ uid, row }).toArray();
  const used = new Set(before.map(({ number }) => number));
  const free = Array.from({ length: CODE_NUMBERS }, (_, number) => number).filter(
    (number) => !used.has(number),
  );
  const [chance = 0] = crypto.getRandomValues(new Uint8Array(1));
  const number = free[chance % free.length] ?? 0;
  const code = await makeExtraTimeCode(codeKey, { minutes, number });
  await db.transaction('rw', [db.codes], async () => {
    await db.codes.filter((each) => each.madeAt < madeAt - KEPT_MS).delete();
    await db.codes.put({ uid, row, number, minutes, code, madeAt });
  });
}

/** The newest for each row. */
export function newestCodes(codes: readonly ExtraCode[]): Map<string, ExtraCode> {
  const newest = new Map<string, ExtraCode>();
  for (const code of [...codes].sort((a, b) => a.madeAt - b.madeAt)) newest.set(code.row, code);
  return newest;
}
