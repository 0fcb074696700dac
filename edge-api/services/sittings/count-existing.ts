// Fills in what counts for sittings that are older than these columns, at startup and before any request is answered. SQL can't do this,
// because only `project` decides what counts. It works in batches; if startup is interrupted, the next one continues. A sitting that can't
// be read is skipped and logged: lists then show nothing answered for it, and the other sittings are served.

import * as z from 'zod/mini';
import type { Database } from '#db/client.ts';
import { instant } from '#db/instants.ts';
import { project } from '#machines/sitting/rules.ts';
import type { Deps } from '../../deps.ts';
import { countsOf, countsParams } from './counted.ts';
import { readWholes, type WholeSitting } from './read-sitting.ts';
import { timesOf } from './settle.ts';

/** Few enough that even the largest logs fit in memory. */
const PIECE = 20;

const UNCOUNTED = `select id from sittings where answered is null and id > $1 order by id limit ${PIECE}`;
const idsSchema = z.array(z.object({ id: z.string() }));

/** Leaves out a sitting that changes meanwhile, because that change writes the counts itself. */
const WRITE = `
update sittings s set answered = c.answered, pages = string_to_array(c.pages, ','),
  pages_since = greatest(${instant('c.named_at')}, (select max(received_at) from sitting_documents d where d.sitting_id = s.id))
from jsonb_to_recordset($1::text::jsonb) as c(id text, version int, answered int, pages text, named_at float8)
where s.id = c.id and s.version = coalesce(c.version, s.version) and s.answered is null`;

/** @returns how many sittings were counted */
export async function countExisting({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<number> {
  let counted = 0;
  for (let after = ''; ; ) {
    const ids = idsSchema.parse(await db.rows(UNCOUNTED, [after])).map(({ id }) => id);
    after = ids.at(-1) ?? '';
    if (after === '') return counted;
    try {
      counted += await countPiece(db, ids);
    } catch {
      for (const id of ids) {
        counted += await countPiece(db, [id]).catch((error: unknown) => {
          log.error({ err: error, sittingId: id }, 'what counts of a sitting could not be written');
          return 0;
        });
      }
    }
  }
}

async function countPiece(db: Database, ids: readonly string[]): Promise<number> {
  const wholes = new Map((await readWholes(db, ids)).map((sitting) => [sitting.id, sitting]));
  const rows = ids.map((id) => countOne(id, wholes.get(id)));
  await db.rows(WRITE, [JSON.stringify(rows)]);
  return ids.length;
}

/** A sitting without a paper can't be read, and nothing was answered in it. */
function countOne(id: string, sitting: WholeSitting | undefined) {
  if (!sitting) return { id, answered: 0 };
  const { log, submissions, version } = sitting;
  const [answered, pages] = countsParams(countsOf(project(log, submissions, timesOf(sitting))));
  const lists = log.filter(({ type, refusal }) => type === 'documents' && refusal === null);
  const named_at = Math.max(...lists.map(({ receivedAt }) => receivedAt));
  return { id, version, answered, pages, ...(lists.length > 0 && { named_at }) };
}
