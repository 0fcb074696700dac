// Start codes of rooms, and the keys that they wrap (rule 19). A code is derived from exam, room and version, so that
// none is stored; what it turns into takes a second of work, once for each code and process.
import * as z from 'zod/mini';
import type { ReadinessReply } from '#contract/wire/sealed-paper.ts';
import { fromBase64url, type SubtleKey } from '#seals/bytes.ts';
import { START_CODE_ROUNDS, startCodeOf, stretchCode, wrapKey } from '#seals/start-code.ts';
import type { Deps } from '../../deps.ts';
import type { ServerKeys } from '../keys/load-keys.ts';
import { keyBytes, type PaperKey } from './paper-keys.ts';

export type CodeOf = { examId: string; room: string; version: number };

const CHANCE_BYTES = 9;
const SALT_BYTES = 16;

export function startCode({ keys }: Pick<Deps, 'keys'>, { examId, room, version }: CodeOf): string {
  const text = JSON.stringify(['code', examId, room, version]);
  return startCodeOf(fromBase64url(keys.sign('start-code', text, CHANCE_BYTES)));
}

/** One for all rooms of an exam, so that a phone stretches what was typed once, whichever room's it is. */
const saltOf = ({ keys }: Pick<Deps, 'keys'>, examId: string) =>
  keys.sign('start-code', JSON.stringify(['salt', examId]), SALT_BYTES);

/** Past so many the oldest are worked out again. */
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
  return made;
}

const codesSchema = z.array(z.object({ room: z.string(), version: z.int() }));

type Codes = NonNullable<ReadinessReply['ready']>['codes'];

/** The paper's key, wrapped by the code of the candidate's room and by that of the whole exam, as far as they were made. */
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
