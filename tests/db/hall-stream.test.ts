// The board as it comes: one stream for each viewer, between processes by Postgres itself (decision 44). The same suite on
// PGlite, and on a real Postgres with two processes' worth of connections.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { findSession } from '#api/services/auth/sessions.ts';
import { hearChanges, noteRow } from '#api/services/hall/changes.ts';
import { connectPhone, writeReports } from '#api/services/hall/downlink.ts';
import { type BoardRow, boardChangesSchema, boardSchema } from '#contract/hall/board.ts';
import { deviceReportSchema } from '#contract/wire/report.ts';
import type { Database } from '#db/client.ts';
import { needsOf } from '#machines/hall/needs-me.ts';
import { START, startApi, type TestApi } from '../support/api.ts';
import { deviceOf } from '../support/device.ts';
import { type EventReader, readEvents } from '../support/event-stream.ts';
import { type Hall, hallOf } from '../support/hall.ts';
import { backends, migratedPostgresUrl } from '../support/test-database.ts';

describe.each(backends)('the board’s stream on %s', (kind) => {
  let api: TestApi;
  /** On Postgres, another process's API with its own connections; otherwise the same as `api`. */
  let other: TestApi;
  let databaseUrl: string;
  let examId: string;
  let hall: Hall;
  const open: EventReader[] = [];

  beforeAll(async () => {
    // The re-read every half minute would hide that a change was never announced, so its timer never fires.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const url = kind === 'Postgres' ? await migratedPostgresUrl() : null;
    databaseUrl = url ?? '';
    api = await startApi(url ? { databaseUrl: url } : {});
    other = url ? await startApi({ databaseUrl: url }) : api;
    await api.makeQuestions('Aptitude', 2);
  });
  afterAll(async () => {
    for (const reader of open) await reader.close();
    if (other !== api) await other.close();
    await api.close();
    vi.useRealTimers();
  });
  beforeEach(async () => {
    api.clock.now = START;
    other.clock.now = START;
    examId = await api.makeExam({ sections: [{ fieldType: 'Aptitude', fieldCount: 2 }] });
    hall = await hallOf(api, examId);
  });

  async function follow(at: TestApi, { token = hall.proctor.token, from = '' } = {}) {
    const headers: Record<string, string> = from === '' ? {} : { 'last-event-id': from };
    const reader = readEvents(await at.fetch(`proctor/stream?exam=${examId}`, { token, headers }));
    open.push(reader);
    return reader;
  }
  const board = async (reader: EventReader) => {
    const { data, id } = await reader.next('board');
    return { rows: boardSchema.parse(data).rows, id };
  };
  const changes = async (reader: EventReader) => {
    const { data, id } = await reader.next('changes');
    return { ...boardChangesSchema.parse(data), id };
  };
  /** The row once `isIt` holds; applies all changes on the way. */
  async function until(reader: EventReader, row: BoardRow, isIt: (row: BoardRow) => boolean) {
    let now = row;
    while (!isIt(now)) {
      const { rows } = await changes(reader);
      now = Object.assign({}, now, ...rows.filter(({ id }) => id === row.id));
    }
    return now;
  }

  it('[rule 22] begins with everyone, and then brings each change, whichever process made it', async () => {
    const seated = await hall.seated('Hall A');
    const reader = await follow(other);
    const { rows } = await board(reader);
    const [row] = rows;
    if (!row) throw new Error('nobody on the board');
    expect(row).toMatchObject({ uid: seated.uid, answered: 0, state: 'open' });
    await seated.phone.push([seated.phone.event(1, 'answered', seated.qid(0), 'OptionOne')]);
    await until(reader, row, ({ answered }) => answered === 1);
    await hall.does({ kind: 'extra-time', to: { row: row.id }, minutes: 5, reason: 'Noise' });
    await until(reader, row, ({ extraSeconds }) => extraSeconds === 300);
    const late = await hall.candidate();
    const phone = await deviceOf(api, late, examId);
    await phone.open();
    let isThere = false;
    while (!isThere) isThere = (await changes(reader)).rows.some(({ uid }) => uid === late.uid);
  });

  it('brings the fields that changed and no others', async () => {
    const { id, phone, qid } = await hall.seated();
    const reader = await follow(api);
    await board(reader);
    await phone.push([phone.event(1, 'answered', qid(0), 'OptionOne')]);
    expect((await changes(reader)).rows).toEqual([{ id, answered: 1 }]);
  });

  it('continues where a viewer was, and starts over for one who comes from another process', async () => {
    const { id, phone, qid } = await hall.seated();
    const first = await follow(api);
    const { id: place } = await board(first);
    const watching = await follow(api);
    await board(watching);
    await first.close();
    await phone.push([phone.event(1, 'answered', qid(0), 'OptionOne')]);
    await changes(watching);
    const again = await follow(api, { from: place });
    expect((await changes(again)).rows).toMatchObject([{ id, answered: 1 }]);
    // As after a restart: for a position in an unknown memory, the stream sends everything.
    const second = await follow(api, { from: 'another.7' });
    expect((await board(second)).rows).toMatchObject([{ id, answered: 1 }]);
  });

  // The embedded database runs in one process only.
  if (kind === 'Postgres')
    it('[rule 22] survives a restart of its process: it has what another process did meanwhile, and what comes after', async () => {
      const seated = await hall.seated();
      const answer = (seq: number) =>
        seated.phone.push([seated.phone.event(seq, 'answered', seated.qid(seq % 2), 'OptionOne')]);
      const begin = async () => {
        const process = await startApi({ databaseUrl });
        process.clock.now = api.clock.now;
        return process;
      };
      const before = await begin();
      const reader = await follow(before);
      const { id: place, rows } = await board(reader);
      expect(rows).toMatchObject([{ id: seated.id, answered: 0 }]);
      await reader.close();
      await before.close();
      await answer(1);
      const after = await begin();
      const again = await follow(after, { from: place });
      const [row] = (await board(again)).rows;
      if (!row) throw new Error('nobody on the board');
      expect(row).toMatchObject({ id: seated.id, answered: 1 });
      await answer(2);
      await until(again, row, ({ answered }) => answered === 2);
      await again.close();
      await after.close();
    });

  it('[decision 43] shows a proctor only their own rooms, and is refused to a proctor without the exam', async () => {
    const guard = await api.makeStaff('proctor');
    await hall.assign(guard.uid, ['Hall A']);
    const [inA, inB] = [await hall.seated('Hall A'), await hall.seated('Hall B')];
    const reader = await follow(api, { token: guard.token });
    expect((await board(reader)).rows.map(({ id }) => id)).toEqual([inA.id]);
    await inB.phone.push([inB.phone.event(1, 'answered', inB.qid(0), 'OptionOne')]);
    await inA.phone.push([inA.phone.event(1, 'answered', inA.qid(0), 'OptionOne')]);
    expect((await changes(reader)).rows.map(({ id }) => id)).toEqual([inA.id]);
    const stranger = await api.makeStaff('proctor');
    const path = `proctor/stream?exam=${examId}`;
    expect((await api.request(path, { token: stranger.token })).status).toBe(403);
  });

  it('[decision 43] starts over after the proctor’s rooms change, and names those moved out of them meanwhile', async () => {
    const guard = await api.makeStaff('proctor');
    await hall.assign(guard.uid, ['Hall A']);
    const [inA, moved] = [await hall.candidate('Hall A'), await hall.candidate('Hall A')];
    const inB = await hall.candidate('Hall B');
    const watching = await follow(api);
    await board(watching);
    const first = await follow(api, { token: guard.token });
    const { id: place } = await board(first);
    await first.close();
    await api.request(`exams/${examId}/participants/${moved.uid}`, {
      method: 'PUT',
      token: api.adminToken,
      json: { room: 'Hall B', extraPercent: 0, largerText: false, reader: false, note: '' },
    });
    await changes(watching);
    const again = await changes(await follow(api, { token: guard.token, from: place }));
    expect(again).toMatchObject({ rows: [], gone: [moved.id] });
    await hall.assign(guard.uid, ['Hall B']);
    const { rows } = await board(await follow(api, { token: guard.token, from: again.id }));
    expect(rows.map(({ id }) => id).sort()).toEqual([inB.id, moved.id].sort());
    expect(rows.map(({ id }) => id)).not.toContain(inA.id);
  });

  it('[decision 43] ends as soon as the viewer’s right ends, whichever process ended it', async () => {
    const take = {
      unassigned: (uid: string) =>
        api.request(`staff/${uid}/exams/${examId}`, { method: 'DELETE', token: api.adminToken }),
      'other rooms': (uid: string) => hall.assign(uid, ['Hall B']),
      revoked: (uid: string) =>
        api.request(`staff/${uid}/revoke`, { token: api.adminToken, json: {} }),
      'signed out': (_uid: string, token: string) =>
        api.request('auth/signout', { token, json: {} }),
    };
    const others = await follow(other);
    await board(others);
    for (const end of Object.values(take)) {
      const guard = await api.makeStaff('proctor');
      await hall.assign(guard.uid, ['Hall A']);
      const reader = await follow(other, { token: guard.token });
      await board(reader);
      await end(guard.uid, guard.token);
      await expect(reader.next('never')).rejects.toThrow('the stream has ended');
    }
    const { id } = await hall.candidate('Hall A');
    await hall.does({ kind: 'incident', to: { row: id }, note: 'Came late' });
    expect((await changes(others)).rows).toMatchObject([{ id }]);
  });

  // The embedded database is meant for small halls.
  const many = kind === 'Postgres' ? 500 : 50;
  it(`shows one stuck phone of ${many} within ninety seconds, and no other`, async () => {
    // A few at a time: on a busy machine, the last of five hundred would be told to come again.
    const inTurn = async <T, R>(items: readonly T[], act: (item: T) => Promise<R>) => {
      const done: R[] = [];
      for (let from = 0; from < items.length; from += 25)
        done.push(...(await Promise.all(items.slice(from, from + 25).map(act))));
      return done;
    };
    const phones = await inTurn(Array.from({ length: many }), async () => {
      const seated = await hall.seated('Hall A');
      return { ...seated, sittingId: seated.phone.opened.sittingId };
    });
    const reader = await follow(other);
    const known = new Map((await board(reader)).rows.map((row) => [row.id, row]));
    expect(known.size).toBe(many);
    const [stuck, ...well] = phones;
    for (const elapsed of [60_000, 90_000]) {
      api.clock.now = START + elapsed;
      other.clock.now = api.clock.now;
      if (elapsed > 60_000) break;
      // A phone with nothing to send reports once a minute.
      await inTurn(well, ({ token, sittingId }) =>
        api.request('sync/report', {
          token,
          json: deviceReportSchema.parse({
            sittingId,
            deviceId: 'phone-1',
            waiting: 0,
            pages: 0,
            app: '1.0.0',
          }),
        }),
      );
      await writeReports(api.deps);
    }
    let heard = 0;
    while (heard < many - 1) {
      for (const change of (await changes(reader)).rows) {
        const row = known.get(change.id);
        if (row) known.set(row.id, Object.assign({}, row, change));
        if (change.heardAt) heard += 1;
      }
    }
    const needed = [...known.values()].filter((row) => needsOf(row, api.clock.now).length > 0);
    expect(needed.map(({ uid }) => uid)).toEqual([stuck?.uid]);
  });

  it('announces any number of changes at once, in notices small enough for the database', async () => {
    const told = new Set<string>();
    const stop = await hearChanges(
      other.deps.db,
      ({ rows }) => {
        for (const ids of Object.values(rows)) for (const id of ids) told.add(id);
      },
      () => {},
    );
    // Each row belongs to another exam, with ids as long as possible.
    const long = (of: string, n: number) => `${of}${n}`.padEnd(40, 'x');
    for (let n = 0; n < 900; n += 1)
      noteRow(api.deps.db, { exam_id: long('exam', n), enrolment_id: long('row', n) });
    await expect.poll(() => told.size).toBe(900);
    stop();
  });

  describe('a phone in a sitting', () => {
    it('is told to look at once when a proctor does something for it, through whichever process', async () => {
      const seated = await hall.seated('Hall A');
      const { sittingId } = seated.phone.opened;
      const listen = async (token: string) => {
        const reader = readEvents(
          await other.fetch(`sync/stream?sittingId=${sittingId}`, { token }),
        );
        open.push(reader);
        const { data } = await reader.next('standing'); // what it may have missed before
        expect(data).toEqual({ deadline: seated.phone.opened.deadline, state: 'open' });
        return reader;
      };
      const reader = await listen(seated.token);
      await hall.does({ kind: 'resync', to: { row: seated.id } });
      await reader.next('look');
      await hall.does({ kind: 'pause', to: { room: 'Hall A' }, reason: 'Alarm' });
      await reader.next('look');
      const stranger = await hall.candidate();
      const path = `sync/stream?sittingId=${sittingId}`;
      expect((await api.request(path, { token: stranger.token })).status).toBe(403);
    });

    it('is told to look when the sitting’s earlier phone sends an answer, through whichever process [AT13]', async () => {
      const seated = await hall.seated();
      const { sittingId } = seated.phone.opened;
      const tablet = await deviceOf(api, seated, examId, 'tablet-1');
      await tablet.open({ takeOver: true });
      const path = `sync/stream?sittingId=${sittingId}`;
      const reader = readEvents(await other.fetch(path, { token: seated.token }));
      open.push(reader);
      await reader.next('standing');
      await seated.phone.push([seated.phone.event(1, 'answered', seated.qid(0), 'OptionOne')]);
      await reader.next('look');
    });

    it('is not kept when the database is gone while it connects', async () => {
      const { token, phone } = await hall.seated();
      const own = api.deps.db;
      let left = 1;
      const db: Database = {
        ...own,
        rows: (statement, params) => {
          if (left === 0) return Promise.reject(new Error('The database has gone.'));
          left -= 1;
          return own.rows(statement, params);
        },
      };
      const caller = await findSession(own, token, api.clock.now);
      if (!caller) throw new Error('nobody is signed in');
      const connect = (told: string[]) =>
        connectPhone({ ...api.deps, db }, caller, phone.opened.sittingId, {
          send: ({ event }) => told.push(event),
          end: () => {},
        });
      const [gone, there]: [string[], string[]] = [[], []];
      await expect(connect(gone)).rejects.toThrow('The database has gone.');
      left = Number.POSITIVE_INFINITY;
      const stop = await connect(there);
      await hall.does({ kind: 'resync', to: { all: true } });
      await expect.poll(() => there).toEqual(['standing', 'look']);
      expect(gone).toEqual([]);
      stop();
    });

    it('[decision 44] loses its stream when its session ends, while others keep theirs', async () => {
      const { token, uid, phone } = await hall.seated();
      const { sittingId } = phone.opened;
      const listen = async (of: string) => {
        const reader = readEvents(
          await other.fetch(`sync/stream?sittingId=${sittingId}`, { token: of }),
        );
        open.push(reader);
        await reader.next('standing');
        return reader;
      };
      const again = await api.signInAs(uid);
      const [ends, stays] = [await listen(again), await listen(token)];
      await api.request('auth/signout', { token: again, json: {} });
      await expect(ends.next('never')).rejects.toThrow('the stream has ended');
      await hall.does({ kind: 'resync', to: { all: true } });
      await stays.next('look');
    });

    it('[decision 44] loses its oldest stream to a ninth of the same person, and gets none above the limit of a process', async () => {
      const { token, phone } = await hall.seated();
      const path = `sync/stream?sittingId=${phone.opened.sittingId}`;
      const readers: EventReader[] = [];
      for (let n = 0; n < 9; n += 1) readers.push(readEvents(await api.fetch(path, { token })));
      open.push(...readers);
      for (const reader of readers) await reader.next('standing');
      const [oldest] = readers;
      await expect(oldest?.next('never')).rejects.toThrow('the stream has ended');
      await hall.does({ kind: 'resync', to: { all: true } });
      for (const reader of readers.slice(1)) await reader.next('look');
      const { mostStreams } = api.deps.settings;
      api.deps.settings.mostStreams = 8;
      try {
        const full = await api.fetch(path, { token });
        expect(full.status).toBe(503);
        expect(await full.json()).toMatchObject({ code: 'unavailable', retry: 'later' });
        expect(full.headers.get('retry-after')).toBe('20');
      } finally {
        api.deps.settings.mostStreams = mostStreams;
      }
    });

    it('[decision 44] needs no place for a HEAD request, which reads nothing', async () => {
      const { id, token, phone } = await hall.seated();
      const path = `sync/stream?sittingId=${phone.opened.sittingId}`;
      const reader = readEvents(await api.fetch(path, { token }));
      open.push(reader);
      await reader.next('standing');
      // One more than a person may have open, so that the oldest stream would be cut.
      for (let times = 0; times < 9; times += 1) {
        const answer = await api.fetch(path, { method: 'HEAD', token });
        expect([answer.status, answer.body]).toEqual([200, null]);
      }
      await hall.does({ kind: 'resync', to: { row: id } });
      await reader.next('look');
    });

    it('[decision 44] keeps its stream and can report while its candidate is blocked', async () => {
      const { token, uid, phone } = await hall.seated();
      const { sittingId } = phone.opened;
      const path = `candidates/${uid}/block`;
      const block = { reason: 'Doubt', endExam: false };
      expect((await api.request(path, { token: api.adminToken, json: block })).status).toBe(200);
      const reader = readEvents(await api.fetch(`sync/stream?sittingId=${sittingId}`, { token }));
      open.push(reader);
      await reader.next('standing');
      const report = { sittingId, deviceId: 'phone-1', waiting: 0, pages: 0, app: '1.0.0' };
      expect((await api.request('sync/report', { token, json: report })).status).toBe(200);
    });

    it('[decision 46] is told to look when the office ends its exam, and so is the board', async () => {
      const { token, uid, phone } = await hall.seated();
      const path = `sync/stream?sittingId=${phone.opened.sittingId}`;
      const reader = readEvents(await other.fetch(path, { token }));
      open.push(reader);
      await reader.next('standing');
      const viewer = await follow(other);
      const { rows } = await board(viewer);
      // Changes come in order: once the second candidate's has come, only the office's act can still change the first.
      const { uid: second } = await hall.seated();
      while (!(await changes(viewer)).rows.some((each) => each.uid === second));
      const block = { reason: 'Copied', endExam: true };
      const blocked = await api.request(`candidates/${uid}/block`, {
        token: api.adminToken,
        json: block,
      });
      expect(blocked.status).toBe(200);
      await reader.next('look');
      const deadline = new Date(api.clock.now).toISOString();
      const row = rows.find((each) => each.uid === uid);
      if (!row) throw new Error('nobody on the board');
      await until(viewer, row, (now) => now.deadline === deadline);
    });

    it('[decision 44] can’t spoil other phones’ reports with characters that no database holds', async () => {
      const [mine, other] = [await hall.seated(), await hall.seated()];
      const tell = ({ token, phone }: typeof mine, app: string) =>
        api.request('sync/report', {
          token,
          json: {
            ...{ sittingId: phone.opened.sittingId, deviceId: 'phone-1' },
            ...{ waiting: 7, pages: 0, app },
          },
        });
      api.clock.now += 60_000;
      expect((await tell(other, '4 AbCd_-12')).status).toBe(200);
      for (const app of ['\u0000', '\ud800', 'क'])
        expect(await tell(mine, app)).toMatchObject({ status: 422 });
      await writeReports(api.deps);
      expect(await hall.row(other.id)).toMatchObject({ waiting: 7, appVersion: '4 AbCd_-12' });
    });

    it('[decision 44] reports in under 150 bytes, and the reply says whether its deadline has moved', async () => {
      const { id, token, phone } = await hall.seated();
      const report = {
        sittingId: phone.opened.sittingId,
        deviceId: 'phone-1',
        waiting: 2,
        pages: 1,
        freeMb: 48_213,
        battery: 17,
        net: '4g',
        app: '1.0.0',
      };
      expect(JSON.stringify({ ...report, deviceId: 'A'.repeat(16) }).length).toBeLessThan(150);
      api.clock.now += 60_000;
      const { body } = await api.request('sync/report', { token, json: report });
      expect(body).toEqual({ deadline: phone.opened.deadline, state: 'open' });
      await writeReports(api.deps);
      expect(await hall.row(id)).toMatchObject({
        waiting: 2,
        pagesWaiting: 1,
        battery: 17,
        freeMb: 48_213,
        network: '4g',
        appVersion: '1.0.0',
        heardAt: new Date(api.clock.now).toISOString(),
      });
      api.clock.now += 60_000;
      const later = { ...report, waiting: 0, pages: 0, freeMb: 47_000, battery: 16, net: '3g' };
      await api.request('sync/report', { token, json: { ...later, app: '1.0.1' } });
      await writeReports(api.deps);
      expect(await hall.row(id)).toMatchObject({
        waiting: 0,
        pagesWaiting: 0,
        battery: 16,
        freeMb: 47_000,
        network: '3g',
        appVersion: '1.0.1',
        heardAt: new Date(api.clock.now).toISOString(),
      });
      const foreign = await hall.candidate();
      const refused = await api.request('sync/report', { token: foreign.token, json: report });
      expect(refused.status).toBe(404);
      const made = { ...report, deviceId: 'made-up' };
      expect((await api.request('sync/report', { token, json: made })).status).toBe(404);
    });
  });
});

describe('a board whose last viewer left', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is not closed under a viewer who arrives just when it would have been', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const passes = async (isOver: () => boolean) => {
      for (let turn = 0; turn < 2_000 && !isOver(); turn += 1) {
        vi.advanceTimersByTime(20);
        await new Promise(setImmediate);
      }
    };
    const waiting: (() => void)[] = [];
    let isHeldBack = false;
    const api = await startApi({
      rows: (send) => async (statement, values) => {
        if (isHeldBack && statement.includes('"wantedDevice"'))
          await new Promise<void>((resolve) => waiting.push(resolve));
        return send(statement, values);
      },
    });
    await api.makeQuestions('Aptitude', 2);
    const examId = await api.makeExam({ sections: [{ fieldType: 'Aptitude', fieldCount: 2 }] });
    const hall = await hallOf(api, examId);
    const { phone, qid, id } = await hall.seated();
    const { token } = hall.proctor;
    const follow = () => api.fetch(`proctor/stream?exam=${examId}`, { token });

    const first = readEvents(await follow());
    await first.next('board');
    await first.close();
    // The board is being read when the second viewer comes, so the viewer waits for that.
    isHeldBack = true;
    await phone.push([phone.event(1, 'answered', qid(0), 'OptionOne')]);
    await passes(() => waiting.length > 0);
    expect(waiting).toHaveLength(1);
    const arriving = follow();
    for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
    vi.advanceTimersByTime(60_000);
    isHeldBack = false;
    for (const resolve of waiting) resolve();

    const second = readEvents(await arriving);
    await second.next('board');
    await phone.push([phone.event(2, 'answered', qid(1), 'OptionOne')]);
    const heard: unknown[] = [];
    void second.next('changes').then(({ data }) => heard.push(data));
    await passes(() => heard.length > 0);
    expect(heard).toMatchObject([{ rows: [{ id, answered: 2 }] }]);
    await second.close();
    await api.close();
  });
});
