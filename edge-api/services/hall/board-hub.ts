// The boards being watched, held once per process however many proctors watch. One query reads changes for all viewers, at most
// once a second, and each viewer is sent the fields that changed. Every half minute the board is read in full, which makes up for
// lost notices, and each viewer's right to watch is checked again; a changed right is checked immediately.
import { createHash, randomBytes } from 'node:crypto';
import { type Caller, isStillSignedIn } from '#api/services/auth/sessions.ts';
import { type BoardRow, boardRowSchema } from '#contract/hall/board.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { requireWatch, watchedRooms } from '../staff/assign-exam.ts';
import { hearChanges } from './changes.ts';
import { readHallExam, readRows } from './read-board.ts';

/** A cheap phone can't draw, and a slow network can't carry, updates more often than this. */
const PACE_MS = 1_000;
const READ_AGAIN_MS = 30_000;
/** A board stays in memory this long after its last viewer leaves. A viewer who returns within it gets only what they missed. */
const LINGER_MS = 60_000;

type RowChange = { id: string } & Partial<BoardRow>;
type BoardNews =
  | { is: 'all'; at: string; rows: BoardRow[] }
  | { is: 'changes'; at: string; rows: RowChange[]; gone: string[] };

type Viewer = {
  uid: string;
  /** Null for all rooms. */
  rooms: readonly string[] | null;
  tell(news: BoardNews): void;
  /** Whether the viewer may still watch; a viewer who may not is told nothing more. */
  still(): Promise<boolean>;
  end(): void;
};

type Held = { row: BoardRow; json: string; since: number };

class ExamBoard {
  readonly #deps: Deps;
  readonly #examId: string;
  /** Identifies this board's memory. A place in the news of another process's board means nothing here. */
  readonly #name = randomBytes(6).toString('base64url');
  readonly #held = new Map<string, Held>();
  readonly #gone = new Map<string, number>();
  readonly #viewers = new Set<Viewer>();
  readonly #dirty = new Set<string>();
  #place = 0;
  #pace: NodeJS.Timeout | null = null;
  readonly #timer: NodeJS.Timeout;
  #linger: NodeJS.Timeout | null = null;
  /** How many viewers wait for the board to be read. */
  #coming = 0;
  #reading: Promise<void>;
  #isLoaded = false;
  readonly #onIdle: () => void;

  constructor(deps: Deps, examId: string, onIdle: () => void) {
    this.#deps = deps;
    this.#examId = examId;
    this.#onIdle = onIdle;
    this.#timer = setInterval(() => void this.#lookAgain(), READ_AGAIN_MS).unref();
    this.#reading = this.#read(null);
  }

  async add(viewer: Viewer, from: string | null): Promise<() => void> {
    this.#coming += 1;
    this.#lingerIfAlone();
    try {
      await this.#reading;
      if (!this.#isLoaded) await this.refresh();
      if (!this.#isLoaded) throw new Problem('unavailable', { retryAfter: 1 });
      this.#show(viewer, from);
    } finally {
      this.#coming -= 1;
      this.#lingerIfAlone();
    }
    return () => {
      this.#viewers.delete(viewer);
      this.#lingerIfAlone();
    };
  }

  /** Tells a viewer the whole board, or what the viewer has missed since `from`, and from now on what changes. */
  #show(viewer: Viewer, from: string | null): void {
    const [name, place, rooms] = from?.split('.') ?? [];
    if (name === this.#name && rooms === nameOf(viewer)) this.#tellSince(viewer, Number(place));
    else {
      const rows = [...this.#held.values()].map(({ row }) => row);
      viewer.tell({
        is: 'all',
        at: this.#at(viewer),
        rows: rows.filter((row) => sees(viewer, row)),
      });
    }
    this.#viewers.add(viewer);
  }

  /** Somebody who is on their way to the board keeps it, too: it must not be closed under them. */
  #lingerIfAlone(): void {
    if (this.#linger) clearTimeout(this.#linger);
    const isAlone = this.#viewers.size + this.#coming === 0;
    this.#linger = isAlone ? setTimeout(() => this.#onIdle(), LINGER_MS).unref() : null;
  }

  changed(ids: readonly string[]): void {
    for (const id of ids) this.#dirty.add(id);
    this.#pace ??= setTimeout(() => void this.#readChanged(), PACE_MS).unref();
  }

  /** Reads the whole board now. */
  async refresh(): Promise<void> {
    this.#reading = this.#reading.then(() => this.#read(null));
    await this.#reading;
  }

  close(): void {
    clearInterval(this.#timer);
    if (this.#pace) clearTimeout(this.#pace);
    if (this.#linger) clearTimeout(this.#linger);
    for (const viewer of this.#viewers) viewer.end();
  }

  /** The place in the news that a viewer has reached. It names the viewer's rooms, because it is worthless for other rooms. */
  #at(viewer: Viewer): string {
    return `${this.#name}.${this.#place}.${nameOf(viewer)}`;
  }

  #tellSince(viewer: Viewer, place: number): void {
    const missed = [...this.#held.values()].filter(({ since }) => since > place);
    const rows = missed.map(({ row }) => row).filter((row) => sees(viewer, row));
    const gone = [...this.#gone].flatMap(([id, since]) => (since > place ? [id] : []));
    // Reports a candidate in a room that the viewer doesn't watch as gone, because that candidate may have moved there from a watched room.
    for (const { row } of missed) if (!sees(viewer, row)) gone.push(row.id);
    viewer.tell({ is: 'changes', at: this.#at(viewer), rows, gone });
  }

  async #readChanged(): Promise<void> {
    this.#pace = null;
    const ids = [...this.#dirty];
    this.#dirty.clear();
    this.#reading = this.#reading.then(() => this.#read(ids));
    await this.#reading;
  }

  async #lookAgain(): Promise<void> {
    await this.askAgain();
    if (this.#viewers.size > 0) await this.refresh();
  }

  /** Checks whether viewers may still watch. @param uids only these viewers; null for all */
  async askAgain(uids: readonly string[] | null = null): Promise<void> {
    for (const viewer of [...this.#viewers]) {
      if (uids !== null && !uids.includes(viewer.uid)) continue;
      const may = await viewer.still().catch(() => true);
      if (may) continue;
      this.#viewers.delete(viewer);
      viewer.end();
    }
  }

  /** @param ids only these enrolments; null for all */
  async #read(ids: readonly string[] | null): Promise<void> {
    try {
      const rows = await readRows(this.#deps, this.#examId, null, ids);
      this.#isLoaded = true;
      this.#take(rows, ids ?? [...this.#held.keys()]);
    } catch (error) {
      this.#deps.log.warn({ err: error, examId: this.#examId }, 'a board could not be read');
    }
  }

  #take(rows: readonly BoardRow[], asked: readonly string[]): void {
    const next = this.#place + 1;
    const changes: { before: BoardRow | null; row: BoardRow }[] = [];
    for (const row of rows) {
      const json = JSON.stringify(row);
      const before = this.#held.get(row.id);
      if (before?.json === json) continue;
      this.#held.set(row.id, { row, json, since: next });
      this.#gone.delete(row.id);
      changes.push({ before: before?.row ?? null, row });
    }
    const found = new Set(rows.map(({ id }) => id));
    const gone = asked.filter((id) => !found.has(id) && this.#held.delete(id));
    for (const id of gone) this.#gone.set(id, next);
    if (changes.length === 0 && gone.length === 0) return;
    this.#place = next;
    for (const viewer of this.#viewers) tellChanges(viewer, this.#at(viewer), changes, gone);
  }
}

/** A short hash of the rooms that a viewer watches. */
function nameOf({ rooms }: Viewer): string {
  return createHash('sha256').update(JSON.stringify(rooms)).digest('base64url').slice(0, 8);
}

function sees({ rooms }: Viewer, { room }: BoardRow): boolean {
  return rooms === null || rooms.includes(room);
}

function tellChanges(
  viewer: Viewer,
  at: string,
  changes: readonly { before: BoardRow | null; row: BoardRow }[],
  gone: readonly string[],
): void {
  const rows: RowChange[] = [];
  const left = [...gone];
  for (const { before, row } of changes) {
    const saw = before !== null && sees(viewer, before);
    if (sees(viewer, row)) rows.push(saw ? differing(before, row) : row);
    else if (saw) left.push(row.id);
  }
  if (rows.length > 0 || left.length > 0) viewer.tell({ is: 'changes', at, rows, gone: left });
}

const fields = Object.keys(boardRowSchema.shape) as (keyof BoardRow)[];

function differing(before: BoardRow, row: BoardRow): RowChange {
  const changed = fields.filter((field) => before[field] !== row[field]);
  return { id: row.id, ...Object.fromEntries(changed.map((field) => [field, row[field]])) };
}

type Hub = { boards: Map<string, ExamBoard>; listening: Promise<() => void> | null };
const hubs = new WeakMap<Deps['db'], Hub>();

/**
 * @param from the place of the last news that the viewer received, from any process; null for none
 * @returns a function that stops watching
 */
async function watchBoard(
  deps: Deps,
  examId: string,
  viewer: Viewer,
  from: string | null,
): Promise<() => void> {
  const hub = hubs.get(deps.db) ?? { boards: new Map(), listening: null };
  hubs.set(deps.db, hub);
  const { boards } = hub;
  hub.listening ??= hearChanges(
    deps.db,
    ({ rows, rights }) => {
      if (rights) for (const board of boards.values()) void board.askAgain(rights);
      for (const [exam, ids] of Object.entries(rows)) boards.get(exam)?.changed(ids);
    },
    () => {
      for (const board of boards.values()) void board.refresh();
    },
  ).catch((error: unknown) => {
    hub.listening = null;
    throw error;
  });
  await hub.listening;
  const board =
    boards.get(examId) ??
    new ExamBoard(deps, examId, () => {
      boards.get(examId)?.close();
      boards.delete(examId);
    });
  boards.set(examId, board);
  return board.add(viewer, from);
}

// Lets one person follow a board for as long as they may.

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
  /** Asked every half minute and when a right may have changed: the session must still be valid and the rooms the same. */
  const still = async () => {
    if (!(await isStillSignedIn(deps.db, caller, deps.now()))) return false;
    const may = await watchedRooms(deps.db.orm, caller, examId);
    return may !== null && JSON.stringify(may.all ? null : may.rooms) === JSON.stringify(rooms);
  };
  const viewer = { uid: caller.uid, rooms, tell, still, end: () => sink.end() };
  return watchBoard(deps, examId, viewer, from);
}
