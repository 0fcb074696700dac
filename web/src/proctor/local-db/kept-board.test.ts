import { beforeEach, describe, expect, it } from 'vitest';
import type { HallReport } from '#contract/hall/report.ts';
import { proctorPhone, signInProctor } from '#tests/sync/proctor-phone.ts';
import { clearSession } from '#web/shared/session.ts';
import type { HallDb, KeptBoard } from './hall-db.ts';
import {
  forgetBoards,
  keepBoard,
  keepBoardsAhead,
  keepExams,
  keepStartCode,
  readKeptBoard,
  readKeptStartCode,
} from './kept-board.ts';
import { keepReport, readKeptReport } from './kept-report.ts';
import { closeQueued, keepReply, queueAct, queueHandOver } from './queue.ts';

const at = '2026-03-02T06:30:00.000Z';
const code = {
  ...{ code: 'ABCDE23456', earlier: null },
  ...{ room: 'A', version: 1, madeAt: at, releasedAt: at },
};
const exam: KeptBoard['exam'] = {
  _id: 'e1',
  name: 'Assessment',
  startDate: at,
  duration: 60,
  format: 'MCQ',
  status: 'Active',
  start: 'own',
  rooms: null,
};
const report: HallReport = {
  now: at,
  exam,
  counts: {
    ...{ enrolled: 1, present: 1, started: 1, underWay: 0, submitted: 1 },
    ...{ received: 1, handedOver: 0, closed: 0, held: 1 },
  },
  late: [{ whom: 'Asha Rao K2345CD', acts: 2, why: ['after-end'] }],
  acts: [],
};
const boardOf = (uid: string): KeptBoard => ({ uid, examId: 'e1', exam, rows: [], heardAt: 0 });

describe('[decision 43] a proctor’s phone', () => {
  let db: HallDb;
  beforeEach(() => {
    db = proctorPhone();
  });
  const where = (uid: string) => ({ uid, examId: 'e1', room: 'A' });
  /** Stores an act that waits, an act that was refused and a hand-over that was received. */
  async function fill(uid: string) {
    await keepBoard(db, boardOf(uid));
    await keepStartCode(db, where(uid), code);
    await keepReport(db, uid, report);
    const wish = { kind: 'incident', examId: 'e1', to: { row: 'r1' }, note: 'Asha Rao' } as const;
    await queueAct(db, uid, wish, 1);
    const [act] = await db.queue.where({ uid }).toArray();
    await closeQueued(db, act?.id ?? '', 'Not assigned to you.');
    await queueHandOver(db, uid, { sittingId: 's1', body: { text: uid } }, 2);
    const given = (await db.queue.where({ uid }).toArray()).find(({ kind }) => kind === 'handover');
    await keepReply(db, given?.id ?? '', {});
    await queueAct(db, uid, wish, 3);
  }

  it('holds nobody’s names after sign-out, even if replies still arrive, but keeps what waits for the server', async () => {
    await fill('P1');
    expect(await db.boards.count()).toBe(1);
    const heard: Promise<unknown>[] = [keepBoard(db, boardOf('P1'))];
    clearSession();
    heard.push(forgetBoards(db, null), keepBoard(db, boardOf('P1')));
    heard.push(keepStartCode(db, where('P1'), code), keepReport(db, 'P1', report));
    await Promise.all(heard);
    expect(await db.boards.count()).toBe(0);
    expect(await readKeptReport(db, 'P1', 'e1')).toBeNull();
    expect(await readKeptStartCode(db, where('P1'))).toBeNull();
    expect((await db.queue.toArray()).map(({ waiting }) => waiting)).toEqual([1]);
  });

  it('stores the boards of today’s exams ahead, even those that were never opened, and fetches only outdated ones again', async () => {
    const now = Date.parse(at);
    const days = (count: number) => new Date(now + count * 86_400_000).toISOString();
    const exams = [
      exam,
      { ...exam, _id: 'e2' },
      { ...exam, _id: 'later', startDate: days(3) },
      { ...exam, _id: 'over', startDate: days(-3) },
    ];
    await keepBoard(db, { ...boardOf('P1'), heardAt: now - 60_000 });
    const asked: string[] = [];
    const fetchBoard = async (_id: string) => {
      asked.push(_id);
      return { now: at, exam: { ...exam, _id }, rows: [] };
    };
    await keepBoardsAhead(db, 'P1', exams, { now, fetchBoard });
    expect(asked).toEqual(['e2']);
    expect(await readKeptBoard(db, 'P1', 'e2')).toMatchObject({ examId: 'e2', heardAt: now });
    await keepBoardsAhead(db, 'P1', exams, { now: now + 3_600_000, fetchBoard });
    expect(asked).toEqual(['e2', 'e1', 'e2']);
  });

  it('keeps the boards after one that can’t be fetched, and says that one is missing', async () => {
    const exams = ['e1', 'e2', 'e3'].map((_id) => ({ ...exam, _id }));
    const fetchBoard = async (_id: string) => {
      if (_id === 'e2') throw new Error('no answer');
      return { now: at, exam: { ...exam, _id }, rows: [] };
    };
    const keeping = keepBoardsAhead(db, 'P1', exams, { now: Date.parse(at), fetchBoard });
    await expect(keeping).rejects.toThrow('no answer');
    const kept = (await db.boards.toArray()).map(({ examId }) => examId);
    expect(kept.sort()).toEqual(['e1', 'e3']);
  });

  it('keeps the report of an exam for as long as the proctor watches that exam, and deletes no other report with it', async () => {
    const other = { ...report, exam: { ...exam, _id: 'e12' } };
    for (const uid of ['P1', 'P2']) {
      signInProctor(uid);
      await keepReport(db, uid, report);
      await keepReport(db, uid, other);
    }
    await keepStartCode(db, where('P2'), code);
    await keepExams(db, 'P2', [other.exam]);
    expect(await readKeptReport(db, 'P2', 'e1')).toBeNull();
    expect(await readKeptReport(db, 'P2', 'e12')).toEqual(other);
    expect(await readKeptReport(db, 'P1', 'e1')).toEqual(report);
    expect(await readKeptStartCode(db, where('P2'))).not.toBeNull();
  });

  it('forgets the previous proctor when another proctor’s desk begins', async () => {
    await fill('P1');
    signInProctor('P2');
    await fill('P2');
    await forgetBoards(db, 'P2');
    expect((await db.boards.toArray()).map(({ uid }) => uid)).toEqual(['P2']);
    expect(await readKeptStartCode(db, where('P1'))).toBeNull();
    expect(await readKeptStartCode(db, where('P2'))).not.toBeNull();
    expect(await readKeptReport(db, 'P1', 'e1')).toBeNull();
    expect(await readKeptReport(db, 'P2', 'e1')).toEqual(report);
    const kept = (await db.queue.toArray()).map(({ uid, waiting }) => `${uid} ${waiting}`);
    expect(kept.sort()).toEqual(['P1 1', 'P2 0', 'P2 0', 'P2 1']);
  });
});
