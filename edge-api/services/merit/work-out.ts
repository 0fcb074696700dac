// Works out a merit list with the pure rules and stores it as an edition. The places are written piece by piece; the edition is visible
// only once it is complete.
import { setImmediate } from 'node:timers/promises';
import { and, eq, lt, lte, notInArray } from 'drizzle-orm';
import { DOCUMENTS } from '#contract/wire/results.ts';
import type { Database } from '#db/client.ts';
import { readScores, type ScoreRow, writePlaces } from '#db/queries/merit.ts';
import { meritEditions, meritLists, meritPlaces } from '#db/schema/merit.ts';
import { meritList, type RankedSat, type Sat } from '#machines/merit/rank.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { workInTurn } from '../in-turn.ts';
import { newId } from '../new-id.ts';
import { readWholes } from '../sittings/read-sitting.ts';
import { scoreLog, timesOf } from '../sittings/settle.ts';
import {
  examsOf,
  findMerit,
  inBreaths,
  lockMerit,
  markNow,
  piecesOf,
  requireOwnList,
} from './find-merit.ts';

/** Rows. Reading or writing a piece takes about 10 ms. */
const PIECE = 500;
/** Longer than working out any list takes. A younger edition may still be in progress in another process. */
const AN_HOUR_MS = 3_600_000;
/** Sittings in a piece when whole logs are read, which are larger. */
const LOGS = 20;

/** One list at a time in a process. */
const inTurn = workInTurn({ atOnce: 1, longestQueue: 4 });

type Scored = Sat & { shown: { name: string; hundredths: number }[] };

/** @throws Problem not-found, changed-meanwhile; unavailable when too many lists are being worked out */
export function workOut(deps: Deps, actor: string, examId: string): Promise<void> {
  return inTurn(() => workOutNow(deps, actor, examId));
}

async function workOutNow(deps: Deps, actor: string, examId: string): Promise<void> {
  const { db } = deps;
  const { row } = await findMerit(db.orm, examId);
  await requireOwnList(db.orm, examId);
  const { rules } = row;
  const mark = await markNow(db.orm, row);
  const needsWrong = rules.tieBreaks.some(({ by }) => by === 'wrong');
  const everyone: Scored[] = [];
  for (const session of examsOf(row))
    for await (const piece of readScores(db, session, PIECE)) {
      everyone.push(...(await toScored(db, session, piece, needsWrong)));
      await setImmediate();
    }
  const { places, twice } = await inBreaths(meritList(everyone, rules));
  const id = newId();
  await db.orm.insert(meritEditions).values({
    id,
    examId,
    rules,
    mark,
    people: places.length,
    qualified: places.filter(({ qualified }) => qualified).length,
    twice,
    madeBy: actor,
    madeAt: new Date(deps.now()),
  });
  let place = 0;
  for (const piece of piecesOf(places, PIECE)) {
    const rows = piece.map((one) => {
      place += 1;
      return toRow(place, one);
    });
    await writePlaces(db, id, rows);
    await setImmediate();
  }
  await db.transaction(async (tx) => {
    await lockMerit(tx, examId);
    const [still] = await tx.select().from(meritEditions).where(eq(meritEditions.id, id));
    if (!still) throw new Problem('changed-meanwhile');
    await tx.update(meritLists).set({ latestId: id }).where(eq(meritLists.examId, examId));
    await recordAudit(tx, deps.now(), {
      actor,
      action: 'merit.worked-out',
      subject: examId,
      detail: { people: places.length },
    });
  });
  await forgetOld(deps, examId);
}

/** Deletes older editions that are neither the latest nor the published one. Nobody sees these. */
async function forgetOld({ db, now }: Deps, examId: string): Promise<void> {
  const { row } = await findMerit(db.orm, examId);
  const kept = [row.latestId, row.publishedId].filter((id) => id !== null);
  const old = and(
    eq(meritEditions.examId, examId),
    notInArray(meritEditions.id, kept),
    lt(meritEditions.madeAt, new Date(now() - AN_HOUR_MS)),
  );
  for (const { id, people } of await db.orm.select().from(meritEditions).where(old)) {
    for (let upTo = PIECE; upTo < people + PIECE; upTo += PIECE) {
      await db.orm
        .delete(meritPlaces)
        .where(and(eq(meritPlaces.editionId, id), lte(meritPlaces.place, upTo)));
      await setImmediate();
    }
    await db.orm.delete(meritEditions).where(eq(meritEditions.id, id));
  }
}

async function toScored(
  db: Database,
  session: string,
  rows: readonly ScoreRow[],
  needsWrong: boolean,
): Promise<Scored[]> {
  const untold = rows.filter(
    ({ sections, logged }) => logged && sections.some(({ wrong }) => wrong === undefined),
  );
  const counted = needsWrong ? await countWrong(db, untold) : new Map<string, number>();
  return rows.map(({ id, uid, sections, documents, born, category }) => {
    const marked = documents === null ? [] : [{ name: DOCUMENTS, hundredths: documents }];
    const shown = [...sections.map(({ name, hundredths }) => ({ name, hundredths })), ...marked];
    const told = sections.every(({ wrong }) => wrong !== undefined);
    return {
      uid,
      session,
      total: shown.reduce((sum, { hundredths }) => sum + hundredths, 0),
      sections: new Map(shown.map(({ name, hundredths }) => [name, hundredths])),
      wrong: told
        ? sections.reduce((sum, { wrong = 0 }) => sum + wrong, 0)
        : (counted.get(id) ?? null),
      born,
      category,
      shown,
    };
  });
}

/** Older results don't store how many answers were wrong, so this counts them from the log that the score comes from. */
async function countWrong(
  db: Database,
  rows: readonly ScoreRow[],
): Promise<ReadonlyMap<string, number>> {
  const counted = new Map<string, number>();
  for (const piece of piecesOf(rows, LOGS)) {
    const wholes = await readWholes(
      db,
      piece.map(({ id }) => id),
    );
    for (const sitting of wholes) {
      const times = timesOf(sitting);
      const { sections } = await scoreLog(db, sitting, sitting.log, sitting.submissions, times);
      counted.set(
        sitting.id,
        sections.reduce((sum, { wrong = 0 }) => sum + wrong, 0),
      );
    }
    await setImmediate();
  }
  return counted;
}

function toRow(place: number, { sat, rank, percentile, qualified }: RankedSat<Scored>) {
  const { uid, session, total, wrong, shown } = sat;
  const facts = { place, rank, uid, exam_id: session, total, percentile };
  return { ...facts, sections: shown, wrong, qualified };
}
