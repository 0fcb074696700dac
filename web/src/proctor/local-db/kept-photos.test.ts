import { beforeEach, describe, expect, it } from 'vitest';
import { type BoardRow, boardRowSchema } from '#contract/hall/board.ts';
import { proctorPhone } from '#tests/sync/proctor-phone.ts';
import { ApiProblem, unreachable } from '#web/shared/api-problem.ts';
import { clearSession } from '#web/shared/session.ts';
import type { HallDb } from './hall-db.ts';
import { forgetBoards, keepExams } from './kept-board.ts';
import {
  dropOldPhotos,
  keepPhoto,
  keepPhotosAhead,
  photosWanted,
  readKeptPhoto,
  sortPhotos,
} from './kept-photos.ts';

const NOW = Date.parse('2026-03-02T06:30:00.000Z');
const HOUR = 60 * 60_000;
const whose = { uid: 'P1', examId: 'e1' };

/** A row of the board of which only the photograph and the state matter. */
function rowOf(id: string, photo: string | null, state: BoardRow['state'] = null): BoardRow {
  const empty = Object.keys(boardRowSchema.shape).map((field) => [field, null]);
  return { ...Object.fromEntries(empty), id, photo, state };
}

describe('[decision 64] photographs on a proctor’s phone', () => {
  let db: HallDb;
  beforeEach(() => {
    db = proctorPhone();
  });
  const keep = (row: string, version = 'v1', at = NOW) =>
    keepPhoto(db, whose, row, { version, jpeg: 'AAAA' }, at);
  const rows = async () => (await db.photos.toArray()).map(({ row }) => row).sort();

  it('can be seen without a network, each only while it is the candidate’s current one and by the proctor who loaded it', async () => {
    await keep('r1');
    expect(await readKeptPhoto(db, 'P1', rowOf('r1', 'v1'))).toEqual({
      version: 'v1',
      jpeg: 'AAAA',
    });
    expect(await readKeptPhoto(db, 'P1', rowOf('r1', 'v2'))).toBeNull();
    expect(await readKeptPhoto(db, 'P2', rowOf('r1', 'v1'))).toBeNull();
  });

  it('are deleted when they are replaced, when the exam is over or no longer watched, and after two days', async () => {
    for (const id of ['same', 'replaced', 'over', 'left']) await keep(id);
    await keep('old', 'v1', NOW - 49 * HOUR);
    const board = [
      rowOf('same', 'v1', 'open'),
      rowOf('replaced', 'v2'),
      rowOf('over', 'v1', 'submitted'),
      rowOf('old', 'v1'),
    ];
    const here = await sortPhotos(db, whose, photosWanted(board), NOW);
    expect([...here]).toEqual(['same']);
    expect(await rows()).toEqual(['same']);
    await keepExams(db, 'P1', []);
    expect(await rows()).toEqual([]);
  });

  it('are deleted after two days even if no board is opened any more', async () => {
    await keep('old', 'v1', NOW - 49 * HOUR);
    await keep('same');
    await dropOldPhotos(db, NOW);
    expect(await rows()).toEqual(['same']);
  });

  it('are no more than a hall holds', () => {
    const crowd = Array.from({ length: 2_000 }, (_, n) => rowOf(`r${n}`, 'v1'));
    expect(photosWanted(crowd)).toHaveLength(500);
    expect(photosWanted([rowOf('r1', null)])).toEqual([]);
  });

  it('come one after another from a day before the start, also after one that can’t be fetched', async () => {
    const board = ['r1', 'r2', 'r3', 'r4'].map((id) => rowOf(id, 'v1'));
    const failing = new Map([
      ['r1', new ApiProblem('internal', 'Something went wrong.', 'later')],
      ['r3', new ApiProblem('not-found', 'It isn’t there.', 'never')],
    ]);
    const asked: string[] = [];
    const fetchPhoto = async (row: string) => {
      asked.push(row);
      const failure = failing.get(row);
      if (failure) throw failure;
      await keep(row);
    };
    const look = (startsAt: number) =>
      keepPhotosAhead(db, whose, board, { now: NOW, startsAt, fetchPhoto });
    expect(await look(NOW + 25 * HOUR)).toBe(false);
    expect(asked).toEqual([]);
    expect(await look(NOW + 23 * HOUR)).toBe(false);
    expect(asked).toEqual(['r1', 'r2', 'r3', 'r4']);
    expect(await rows()).toEqual(['r2', 'r4']);
    failing.delete('r1');
    expect(await look(NOW)).toBe(true);
    expect(await rows()).toEqual(['r1', 'r2', 'r4']);
  });

  it('stop coming at what would fail for each of them', async () => {
    const board = ['r1', 'r2'].map((id) => rowOf(id, 'v1'));
    const asked: string[] = [];
    const fetchPhoto = async (row: string) => {
      asked.push(row);
      throw unreachable();
    };
    const fetching = { now: NOW, startsAt: NOW, fetchPhoto };
    await expect(keepPhotosAhead(db, whose, board, fetching)).rejects.toThrow();
    expect(asked).toEqual(['r1']);
  });

  it('stop coming when three fail one after another, as behind a proxy whose server is down', async () => {
    const board = ['r1', 'r2', 'r3', 'r4'].map((id) => rowOf(id, 'v1'));
    const asked: string[] = [];
    const fetchPhoto = async (row: string) => {
      asked.push(row);
      throw new ApiProblem('unreadable-reply', 'Something else answered.', 'later');
    };
    const fetching = { now: NOW, startsAt: NOW, fetchPhoto };
    await expect(keepPhotosAhead(db, whose, board, fetching)).rejects.toThrow();
    expect(asked).toEqual(['r1', 'r2', 'r3']);
  });

  it('are deleted at sign-out, and one that arrives later is not stored', async () => {
    await keep('r1');
    clearSession();
    const late = keep('r2');
    await forgetBoards(db, null);
    await late;
    await keep('r3');
    expect(await rows()).toEqual([]);
  });
});
