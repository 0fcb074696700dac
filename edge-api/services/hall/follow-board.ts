// One person follows a board, for as long as they may.

import type { Caller } from '#api/services/auth/sessions.ts';
import { isStillSignedIn } from '#api/services/auth/sessions.ts';
import type { Deps } from '../../deps.ts';
import { requireWatch, watchedRooms } from '../staff/may-watch.ts';
import { type BoardNews, watchBoard } from './board-hub.ts';
import { readHallExam } from './read-board.ts';

type Sink = {
  send(event: { event: string; id?: string; data: unknown }): void;
  end(): void;
};

/** @throws Problem forbidden, not-found, unavailable */
export async function followBoard(
  deps: Deps,
  caller: Caller,
  examId: string,
  from: string | null,
  sink: Sink,
): Promise<() => void> {
  const watched = await requireWatch(deps.db.orm, caller, examId);
  const rooms = watched.all ? null : [...watched.rooms];
  const exam = await readHallExam(deps, examId, rooms);
  const now = () => new Date(deps.now()).toISOString();
  const tell = (news: BoardNews) => {
    if (news.is === 'all')
      sink.send({ event: 'board', id: news.at, data: { now: now(), exam, rows: news.rows } });
    else
      sink.send({
        event: 'changes',
        id: news.at,
        data: { now: now(), rows: news.rows, gone: news.gone },
      });
  };
  /** Asked now and then, and when it may have changed: the same session, the same rooms. */
  const still = async () => {
    if (!(await isStillSignedIn(deps.db, caller, deps.now()))) return false;
    const may = await watchedRooms(deps.db.orm, caller, examId);
    return may !== null && (may.all ? rooms === null : String(may.rooms) === String(rooms));
  };
  const viewer = { uid: caller.uid, rooms, tell, still, end: () => sink.end() };
  return watchBoard(deps, examId, viewer, from);
}
