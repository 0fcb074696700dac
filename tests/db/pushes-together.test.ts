// Pushes that arrive together are appended together (decision 55), on PGlite and on a real Postgres. Each ends as it would
// alone, nobody is told that something is stored before it is on disk, and one's trouble doesn't touch its neighbours.
import { EventEmitter, once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashToken } from '#api/services/auth/sessions.ts';
import { appendTogether } from '#api/services/sittings/append-together.ts';
import { readWhole } from '#api/services/sittings/read-sitting.ts';
import type { PushRequest, SittingEvent } from '#contract/wire/sync.ts';
import { type Database, openDatabase } from '#db/client.ts';
import { type Answer, startApi, type TestApi } from '../support/api.ts';
import { deviceOf, type TestDevice } from '../support/device.ts';
import { embeddedDatabase } from '../support/embedded-database.ts';
import type { TestCandidate } from '../support/people.ts';
import { backends, migratedPostgresUrl } from '../support/test-database.ts';

type Seat = { candidate: TestCandidate; phone: TestDevice };
type Rows = Database['rows'];

describe.each(backends)('pushes at once on %s', (kind) => {
  let own: Database;
  let databaseUrl: string;
  let api: TestApi;
  let elsewhere: TestApi;
  let examId: string;
  /** How many statements carried pushes, and what happens to the next one. */
  let shared = 0;
  let trouble: ((send: () => ReturnType<Rows>) => ReturnType<Rows>) | null = null;

  beforeAll(async () => {
    databaseUrl = kind === 'Postgres' ? await migratedPostgresUrl() : '';
    own = await (kind === 'Postgres' ? openDatabase({ databaseUrl }) : embeddedDatabase());
    const rows: Rows = (statement, params) => {
      const send = () => own.rows(statement, params);
      if (!statement.includes('with pushed as')) return send();
      shared += 1;
      const struck = trouble;
      trouble = null;
      return struck ? struck(send) : send();
    };
    api = await startApi({ db: { ...own, rows } });
    elsewhere = await startApi({ db: own });
    await api.makeQuestions('Aptitude', 8);
    examId = await api.makeExam({ sections: [{ fieldType: 'Aptitude', fieldCount: 5 }] });
  });
  afterAll(async () => {
    await elsewhere.close();
    await api.close();
    await own.close();
  });
  beforeEach(() => {
    shared = 0;
    trouble = null;
  });
  afterEach(() => {
    expect(trouble).toBeNull(); // the planned trouble has happened
  });

  async function seatOne(): Promise<Seat> {
    const candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
    const phone = await deviceOf(api, candidate, examId);
    await phone.open();
    return { candidate, phone };
  }
  const seat = async (count: number) => {
    const seats: Seat[] = [];
    while (seats.length < count) seats.push(await seatOne());
    return seats;
  };
  const answered = ({ phone }: Seat, seq: number, answer = 'OptionOne') =>
    phone.event(seq, 'answered', phone.opened.questions[seq % 5]?.qid, answer);
  const seqsOf = async ({ phone }: Seat) => {
    const { sittingId } = phone.opened;
    const whole = await readWhole(own, { sittingId });
    return whole?.log.map(({ seq }) => seq);
  };
  /** The same phone, connected to another process. */
  const there = async ({ candidate, phone }: Seat) => {
    const same = await deviceOf(elsewhere, candidate, examId);
    same.opened = phone.opened;
    return same;
  };
  const sitting = (seat: Seat, set: string) =>
    own.rows(`update sittings set ${set} where id = $1`, [seat.phone.opened.sittingId]);

  type Kind = {
    events: (seat: Seat) => SittingEvent[];
    more?: Partial<PushRequest>;
    before?: (seat: Seat) => Promise<unknown>;
    status?: number;
    acked?: number;
  };
  const one = (seat: Seat) => [answered(seat, 1)];
  const kinds: Record<string, Kind> = {
    'one event': { events: one, acked: 1 },
    'three with a gap, the last first': {
      events: (seat) => [answered(seat, 4), answered(seat, 2), answered(seat, 1)],
      acked: 2,
    },
    'a seq twice, with other content': {
      events: (seat) => [answered(seat, 1), answered(seat, 1, 'OptionTwo')],
      acked: 1,
    },
    'what the log holds with other content': {
      before: ({ phone, ...seat }) => phone.push([answered({ phone, ...seat }, 1)]),
      events: (seat) => [answered(seat, 1, 'OptionThree'), answered(seat, 2)],
      acked: 2,
    },
    'nothing new': { events: () => [], more: { waiting: 3 }, acked: 0 },
    'a question of another paper': {
      events: ({ phone }) => [phone.event(1, 'answered', 'nobodys', 'OptionOne')],
      acked: 1,
    },
    'more that waits, with its digest': {
      events: one,
      more: { waiting: 2, log: { after: 1, seq: 3, digest: 'a'.repeat(64) } },
      acked: 1,
    },
    'a sitting to which another process has added': {
      before: async (seat) => (await there(seat)).push([answered(seat, 1, 'OptionFour')]),
      events: (seat) => [answered(seat, 1), answered(seat, 2)],
      acked: 2,
    },
    'a sitting that was submitted by way of another process': {
      before: async (seat) => {
        const phone = await there(seat);
        await phone.submit(1, [], { events: [phone.event(1, 'submitted')] });
      },
      events: (seat) => [answered(seat, 2)],
      acked: 2,
    },
    'a sitting whose time is over': {
      before: (seat) => sitting(seat, 'deadline_at = started_at, version = version + 1'),
      events: one,
      acked: 1,
    },
    'a turn never handed out': { events: one, more: { epoch: 4 }, acked: 1 },
    'a later device, which asks for what others did': {
      before: async (seat) => {
        await seat.phone.push([answered(seat, 1), answered(seat, 2)]);
        seat.phone = await deviceOf(api, seat.candidate, examId, 'phone-2');
        await seat.phone.open({ takeOver: true });
      },
      events: one,
      more: { others: 0 },
      acked: 1,
    },
    'signed out': {
      before: ({ candidate }) => own.rows('delete from sessions where uid = $1', [candidate.uid]),
      events: one,
      status: 401,
    },
    'a session that has expired': {
      before: ({ candidate }) =>
        own.rows("update sessions set expires_at = now() - interval '9 years' where uid = $1", [
          candidate.uid,
        ]),
      events: one,
      status: 401,
    },
    'a password that must be changed': {
      before: ({ candidate }) =>
        own.rows('update users set must_change_password = true where uid = $1', [candidate.uid]),
      events: one,
      status: 403,
    },
    'somebody else’s sitting': {
      before: async (seat) => {
        const phone = await deviceOf(api, await api.makeCandidate(), examId);
        phone.opened = seat.phone.opened;
        seat.phone = phone;
      },
      events: one,
      status: 403,
    },
  };

  /** What each was told and what is stored, leaving out what differs between halls. */
  async function outcome({ phone }: Seat, { status, body }: Answer) {
    const { sittingId, questions } = phone.opened;
    const reply = body as { acked?: number; state?: string; code?: string; others?: object };
    const stored = await own.rows(
      `select answered, waiting, state,
         (select json_agg(json_build_array(device_id, epoch, seq, type, answer, received_at, refusal) order by device_id, seq)
            from sitting_events where sitting_id = s.id) as log,
         (select json_agg(json_build_array(seq, body->>'answer') order by seq) from event_conflicts where sitting_id = s.id) as conflicts,
         (select json_agg(json_build_array(device_id, log_after, log_seq, log_digest)) from device_evidence where sitting_id = s.id) as fixed
       from sittings s where id = $1`,
      [sittingId],
    );
    const paper = (qid: string) => questions.findIndex((question) => question.qid === qid);
    const told = JSON.stringify(reply.others ?? null, (key, value: unknown) =>
      key === 'qid' ? paper(String(value)) : value,
    );
    return { status, acked: reply.acked, state: reply.state, code: reply.code, told, stored };
  }

  it('[rules 8, 9] end as they do one by one, whatever is among them', async () => {
    const many = Object.entries(kinds);
    const halls = [await seat(many.length), await seat(many.length)] as const;
    for (const hall of halls)
      for (const [index, [, { before }]] of many.entries())
        if (hall[index]) await before?.(hall[index]);
    const push = (index: number, seat: Seat) => {
      const [, kind] = many[index] ?? [];
      return seat.phone.push(kind?.events(seat) ?? [], kind?.more);
    };

    const alone: Answer[] = [];
    for (const [index, seat] of halls[0].entries()) {
      // The shared statement is refused, so that this push uses the statement for one.
      trouble = () => Promise.reject(new Error('refused'));
      alone.push(await push(index, seat));
    }
    trouble = null;
    shared = 0;
    const together = await Promise.all(halls[1].map((seat, index) => push(index, seat)));

    expect(shared).toBeLessThan(many.length / 2);
    for (const [index, [name, { status = 200, acked }]] of many.entries()) {
      const [single, other] = [halls[0][index], halls[1][index]];
      const [first, second] = [alone[index], together[index]];
      if (!single || !other || !first || !second) throw new RangeError(name);
      expect(second, name).toMatchObject({ status, body: acked === undefined ? {} : { acked } });
      expect(await outcome(other, second), name).toEqual(await outcome(single, first));
    }
  });

  it('[rule 9] that overlap from one phone are each acknowledged, and stored once', async () => {
    const seats = await seat(12);
    const answers = await Promise.all(
      seats.flatMap((seat) => [
        seat.phone.push([answered(seat, 1)]),
        seat.phone.push([answered(seat, 1), answered(seat, 2)]),
        seat.phone.push([answered(seat, 2), answered(seat, 3)]),
      ]),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    for (const one of seats) expect((await seqsOf(one))?.sort()).toEqual([1, 2, 3]);
  });

  it('that the database refuses don’t harm the others', async () => {
    const seats = await seat(8);
    const read = await Promise.all(
      seats.map(({ phone }) => readWhole(own, { sittingId: phone.opened.sittingId })),
    );
    const outcomes = await Promise.allSettled(
      seats.map((seat, index) => {
        const sitting = read[index];
        if (!sitting) throw new Error('no sitting');
        // No rule would let this one through to here.
        const seq = index === 5 ? 3_000_000_000 : 1;
        const append = {
          sitting,
          deviceId: 'phone-1',
          events: [{ ...answered(seat, seq), epoch: 1, refusal: null }],
          counted: { answered: 1, pages: null },
          now: api.clock.now,
          more: {},
          writing: 0,
        };
        return appendTogether(api.deps.db, append, { tokenHash: hashToken(seat.candidate.token) });
      }),
    );
    expect(shared).toBe(2); // the first at once, then the others together
    for (const [index, { status }] of outcomes.entries())
      expect(status).toBe(index === 5 ? 'rejected' : 'fulfilled');
    for (const [index, one] of seats.entries())
      expect(await seqsOf(one)).toEqual(index === 5 ? [] : [1]);
  });

  it.each([
    ['before the commit', false],
    ['after the commit, before its answer', true],
  ])(
    '[rules 8, 9] are not called received when the database goes %s; sent again, each is stored once',
    async (_, commits) => {
      const seats = await seat(10);
      const failed: boolean[] = [];
      trouble = async (send) => {
        if (commits) await send();
        throw new Error('Connection terminated unexpectedly');
      };
      await Promise.all(
        seats.map(async (one, index) => {
          const { status, body } = await one.phone.push([answered(one, 1)]);
          failed[index] = status !== 200;
          if (status !== 200)
            expect({ status, body }).toMatchObject({ status: 503, body: { retry: 'later' } });
          else expect(await seqsOf(one)).toEqual([1]);
        }),
      );
      expect(failed).toContain(true);
      for (const [index, one] of seats.entries()) {
        if (failed[index]) expect(await seqsOf(one)).toEqual(commits ? [1] : []);
        const again = await one.phone.push([answered(one, 1), answered(one, 2)]);
        expect(again).toMatchObject({ status: 200, body: { acked: 2 } });
        expect((await seqsOf(one))?.sort()).toEqual([1, 2]);
      }
    },
  );

  it('don’t wait for statements that hang', async () => {
    const [first, second, ...others] = await seat(6);
    if (!first || !second) throw new RangeError('no seat');
    const hung = new EventEmitter();
    const answered4 = once(hung, 'answered');
    const secondHangs = once(hung, 'second');
    const hang = async (send: () => ReturnType<Rows>) => {
      await answered4;
      return send();
    };
    trouble = (send) => {
      trouble = (next) => {
        hung.emit('second');
        return hang(next);
      };
      return hang(send);
    };
    const hanging = [first, second].map((one) => one.phone.push([answered(one, 1)]));
    await secondHangs; // in its own statement, because nobody else was there yet
    const answers = await Promise.all(others.map((one) => one.phone.push([answered(one, 1)])));
    hung.emit('answered');
    for (const { status } of [...answers, ...(await Promise.all(hanging))])
      expect(status).toBe(200);
  });

  if (kind === 'Postgres')
    it('don’t wait for another candidate’s locked sitting', async () => {
      const seats = await seat(8);
      const another = await openDatabase({ databaseUrl });
      const [held, ...others] = seats;
      if (!held) throw new RangeError('no seat');
      let isAnswered = false;
      let waiting: Promise<Answer> | undefined;
      await another.transaction(async (tx) => {
        await tx.execute(
          `update sittings set waiting = 9 where id = '${held.phone.opened.sittingId}'`,
        );
        // Pushed last, so that it shares a statement with others.
        const pushes = others.map((one) => one.phone.push([answered(one, 1)]));
        waiting = held.phone.push([answered(held, 1)]).finally(() => {
          isAnswered = true;
        });
        const answers = await Promise.all(pushes);
        expect(answers.map(({ status }) => status)).toEqual(others.map(() => 200));
        expect(isAnswered).toBe(false);
      });
      expect(await waiting).toMatchObject({ status: 200, body: { acked: 1 } });
      expect(await seqsOf(held)).toEqual([1]);
      await another.close();
    });
});
