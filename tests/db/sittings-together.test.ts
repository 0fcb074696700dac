// Openings and submissions are written together with others' (decision 55), on a real Postgres: each ends as it would
// alone, and nobody waits for another one's locked row. Complements hall-together.test.ts.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { listOwnSittings } from '#api/services/sittings/list-results.ts';
import { type Database, openDatabase } from '#db/client.ts';
import { type Answer, startApi, type TestApi } from '../support/api.ts';
import { deviceOf, type TestDevice } from '../support/device.ts';
import type { TestCandidate } from '../support/people.ts';
import { migratedPostgresUrl } from '../support/test-database.ts';

type Seat = { candidate: TestCandidate; phone: TestDevice; examId: string };
type Rows = Database['rows'];
type Kind = {
  seat?: () => Promise<Seat>;
  before?: (seat: Seat) => Promise<unknown>;
  /** The code with which it is refused. */
  code?: string;
};

const HOUR = 3_600_000;
const groupSchema = z.tuple([z.string()]);
/** How many openings or submissions a statement serves; 0 when it serves no group. */
const sizeOf = (statement: string, params: readonly unknown[]): number => {
  const group = groupSchema.safeParse(params);
  if (!group.success || !/jsonb?_to_recordset\(\$1/.test(statement)) return 0;
  return z.array(z.unknown()).parse(JSON.parse(group.data[0])).length;
};
/** How many openings a process works on at a time; others wait. */
const MOST_OPENINGS = 64;
const startsSchema = z.array(z.object({ sitting: z.string() }));
const never = () => {
  throw new Error('There is nobody.');
};
const idSchema = z.tuple([z.object({ id: z.string() })]);

describe('sittings at once', () => {
  let own: Database;
  let databaseUrl: string;
  let api: TestApi;
  let elsewhere: TestApi;
  let usual: string;
  /** What happens to statements that serve several. */
  let trouble: ((send: () => ReturnType<Rows>, group: string) => ReturnType<Rows>) | null = null;

  beforeAll(async () => {
    databaseUrl = await migratedPostgresUrl();
    own = await openDatabase({ databaseUrl });
    const rows: Rows = (statement, params) => {
      const send = () => own.rows(statement, params);
      const size = sizeOf(statement, params);
      return trouble && size > 1 ? trouble(send, String(params[0])) : send();
    };
    api = await startApi({ db: { ...own, rows } });
    elsewhere = await startApi({ db: own });
    await api.makeQuestions('Aptitude', 8);
    usual = await makeExam();
  });
  afterAll(async () => {
    await elsewhere.close();
    await api.close();
    await own.close();
  });
  beforeEach(() => {
    trouble = null;
  });

  const makeExam = (exam: Parameters<TestApi['makeExam']>[0] = {}) =>
    api.makeExam({ sections: [{ fieldType: 'Aptitude', fieldCount: 5 }], ...exam });

  async function seatIn(
    examId: string,
    status: 'Fees Paid' | 'Registered' = 'Fees Paid',
  ): Promise<Seat> {
    const candidate = await api.makeCandidate({ examId, status });
    return { candidate, examId, phone: await deviceOf(api, candidate, examId) };
  }
  const seatOne = () => seatIn(usual);
  const seatOpened = async () => {
    const seat = await seatOne();
    await seat.phone.open();
    return seat;
  };
  const many = async (count: number, one: () => Promise<Seat>) => {
    const seats: Seat[] = [];
    while (seats.length < count) seats.push(await one());
    return seats;
  };
  const there = async ({ candidate, examId, phone }: Seat, deviceId?: string) => {
    const same = await deviceOf(elsewhere, candidate, examId, deviceId);
    same.opened = phone.opened;
    return same;
  };
  const signOut = ({ candidate }: Seat) =>
    own.rows('delete from sessions where uid = $1', [candidate.uid]);
  const submit = (phone: TestDevice, more: Parameters<TestDevice['submit']>[2] = {}, seq = 2) => {
    const answers = phone.opened.questions
      .slice(0, 3)
      .map(({ qid }) => ({ qid, answer: 'OptionOne' }));
    const events = [phone.event(1, 'answered', answers[0]?.qid, 'OptionOne')];
    return phone.submit(seq, answers, {
      events: [...events, phone.event(2, 'submitted')],
      ...more,
    });
  };

  const openings: Record<string, Kind> = {
    'never opened': {},
    'open on this phone': { before: ({ phone }) => phone.open() },
    'open on another phone': {
      before: async (seat) => (await there(seat, 'phone-2')).open(),
      code: 'open-elsewhere',
    },
    'no such exam': {
      seat: async () => {
        const seat = await seatOne();
        return { ...seat, phone: await deviceOf(api, seat.candidate, 'nosuchexam') };
      },
      code: 'not-found',
    },
    'not enrolled': {
      seat: async () => {
        const candidate = await api.makeCandidate();
        return { candidate, examId: usual, phone: await deviceOf(api, candidate, usual) };
      },
      code: 'not-eligible',
    },
    'not paid': { seat: () => seatIn(usual, 'Registered'), code: 'not-eligible' },
    'an exam that is switched off': {
      seat: async () => seatIn(await makeExam({ status: 'Inactive' })),
      code: 'exam-inactive',
    },
    'an exam to come': {
      seat: async () => seatIn(await makeExam({ startsAt: api.clock.now + HOUR })),
      code: 'not-open-yet',
    },
    'an exam that is over': {
      seat: async () =>
        seatIn(await makeExam({ start: 'together', startsAt: api.clock.now - 3 * HOUR })),
      code: 'exam-over',
    },
    'a paper fetched before': {
      before: ({ candidate, examId }) =>
        api.request(`exams/${examId}/sealed-paper`, { token: candidate.token }),
    },
    submitted: {
      before: async ({ phone }) => {
        await phone.open();
        await submit(phone);
      },
      code: 'already-submitted',
    },
    'signed out': { before: signOut, code: 'signed-out' },
    ...Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`one more, ${n}`, {}])),
  };

  /** What each was told and what is stored, leaving out what differs between halls. */
  async function outcome({ candidate }: Seat, { status, body }: Answer) {
    const told = z.looseObject({}).parse(body);
    const { code, acked, state, epoch, deadline, score, received, missingDocuments } = told;
    const stored = await own.rows(
      `select s.state, s.epoch, s.device_id, s.started_at, s.deadline_at, s.started_by, s.answered, s.version, n.status,
         (select json_agg(json_build_array(device_id, epoch) order by epoch) from sitting_devices where sitting_id = s.id) as turns,
         (select json_agg(json_build_array(device_id, epoch, version) order by epoch) from prepared_devices where sitting_id = s.id) as reserved,
         (select count(*)::int from prepared_papers where enrolment_id = n.id) as drawn,
         (select json_agg(json_build_array(seq, type, refusal) order by seq) from sitting_events where sitting_id = s.id) as log,
         (select json_agg(json_build_array(seq, epoch, final) order by seq) from submissions where sitting_id = s.id) as submissions,
         (select sections from results where sitting_id = s.id) as result,
         (select count(*)::int from receipts where sitting_id = s.id) as receipts,
         (select json_agg(action order by action) from audit_log where subject = s.id) as noted
       from enrolments n left join sittings s on s.enrolment_id = n.id where n.uid = $1`,
      [candidate.uid],
    );
    const [sitting] = await own.rows('select id from sittings where uid = $1', [candidate.uid]);
    return {
      told: { status, code, acked, state, epoch, deadline, score, received, missingDocuments },
      own: told.sittingId === undefined || told.sittingId === idSchema.parse([sitting])[0].id,
      stored,
    };
  }

  it('[rules 10, 15] openings together end as they do one by one, even if the database refuses the shared statements', async () => {
    const hall = async (all: (acts: (() => Promise<Answer>)[]) => Promise<Answer[]>) => {
      const seats: [string, Seat][] = [];
      for (const [kind, { seat = seatOne, before }] of Object.entries(openings)) {
        const one = await seat();
        await before?.(one);
        seats.push([kind, one]);
      }
      const answers = await all(
        seats.map(
          ([, seat]) =>
            () =>
              seat.phone.open(),
        ),
      );
      trouble = null;
      const outcomes: Record<string, object> = {};
      for (const [index, [kind, seat]] of seats.entries()) {
        const answer = answers[index];
        if (answer) outcomes[kind] = await outcome(seat, answer);
      }
      return outcomes;
    };
    const together = (acts: (() => Promise<Answer>)[]) => Promise.all(acts.map((one) => one()));

    const alone = await hall(async (acts) => {
      const answers: Answer[] = [];
      for (const one of acts) answers.push(await one());
      return answers;
    });
    for (const [kind, { code }] of Object.entries(openings))
      expect(alone[kind], kind).toMatchObject({ told: { code }, own: true });

    expect(await hall(together)).toEqual(alone);
    let count = 0;
    const refused = await hall((acts) => {
      trouble = () => {
        count += 1;
        // Postgres cancels a statement that took too long. That is no reason to refuse all of its openings.
        const code = count % 2 === 1 ? '57014' : '22000';
        return Promise.reject(Object.assign(new Error('refused'), { code }));
      };
      return together(acts);
    });
    expect(refused).toEqual(alone);
    expect(count).toBeGreaterThan(2);
  });

  it('[rule 10] when two phones of a candidate open together with others, the one that was not first is told so', async () => {
    const seats = await many(12, seatOne);
    const second = await Promise.all(
      seats.map(({ candidate, examId }) => deviceOf(api, candidate, examId, 'phone-2')),
    );
    let isBegun = false;
    trouble = async (send, group) => {
      // Another process opens this sitting just before the statement runs.
      const begun = seats.filter(({ candidate }) => group.includes(`"uid":"${candidate.uid}"`));
      if (!isBegun && group.includes('"enrolment"') && begun[1]) {
        isBegun = true;
        await (await there(begun[1], 'phone-3')).open();
      }
      return send();
    };
    const answers = await Promise.all(
      seats.flatMap(({ phone }, index) => [phone.open(), second[index]?.open()]),
    );
    expect(isBegun).toBe(true);
    const stored = z
      .array(z.object({ uid: z.string(), id: z.string(), device: z.string() }))
      .parse(await own.rows('select uid, id, device_id as device from sittings', []));
    for (const [index, { candidate }] of seats.entries()) {
      const sitting = stored.find(({ uid }) => uid === candidate.uid);
      const told = answers.slice(2 * index, 2 * index + 2).map((answer) => answer?.body);
      for (const [at, device] of ['phone-1', 'phone-2'].entries())
        expect(told[at]).toMatchObject(
          sitting?.device === device ? { sittingId: sitting.id } : { code: 'open-elsewhere' },
        );
    }
  });

  it('[rule 15] a herd of openings is worked on a few at a time, and other requests don’t wait for it', async () => {
    const [one] = await many(1, seatOpened);
    await submit(one?.phone ?? never());
    const seats = await many(MOST_OPENINGS, seatOne);
    const begun = new Set<string>();
    let letGo: () => void = () => {};
    const gate = new Promise<void>((open) => {
      letGo = open;
    });
    const held: Rows = async (statement, params) => {
      if (statement.includes('insert into papers')) {
        for (const { sitting } of startsSchema.parse(JSON.parse(String(params[0]))))
          begun.add(sitting);
        await gate;
      }
      return own.rows(statement, params);
    };
    const crowded = await startApi({ db: { ...own, rows: held } });
    const phones = await Promise.all(
      seats.map(({ candidate, examId }) => deviceOf(crowded, candidate, examId)),
    );
    const opened = Promise.all(phones.map((phone) => phone.open()));
    await expect.poll(() => begun.size).toBe(MOST_OPENINGS);
    const path = `exams/${usual}/sitting`;
    const gone = await api.makeCandidate({ examId: usual, status: 'Fees Paid' });
    const hangUp = new AbortController();
    const left = crowded.app.request(`/api/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gone.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ protocol: 3, deviceId: 'phone-1' }),
      signal: hangUp.signal,
    });
    let isAnswered = false;
    const stranger = crowded.request(path, { json: {} }).finally(() => {
      isAnswered = true;
    });
    const { candidate } = one ?? never();
    const result = await crowded.request(`exams/getresult/${candidate.uid}`, {
      token: candidate.token,
    });
    expect(result.status).toBe(200);
    expect(isAnswered).toBe(false);
    hangUp.abort();
    letGo();
    expect(new Set((await opened).map(({ status }) => status))).toEqual(new Set([200]));
    expect((await stranger).status).toBe(401);
    await left;
    // A caller who has hung up will ask again, and no time runs until then.
    expect(await own.rows('select id from sittings where uid = $1', [gone.uid])).toEqual([]);
    await crowded.close();
  });

  it('candidates who look back at the same time each get only their own sittings, read with one statement for many', async () => {
    const seats = await many(20, seatOpened);
    await Promise.all(seats.map(({ phone }) => submit(phone)));
    let statements = 0;
    const counted: Rows = (statement, params) => {
      if (statement.includes('key_corrections')) statements += 1;
      return own.rows(statement, params);
    };
    const receipts = z
      .array(z.object({ uid: z.string(), receipt: z.nullable(z.string()) }))
      .parse(await own.rows(`select uid, receipt->>'code' as receipt from sittings`, []));
    const counting = { ...own, rows: counted };
    const told = await Promise.all(
      seats.map(({ candidate }) => listOwnSittings(counting, candidate.uid)),
    );
    for (const [at, { candidate, examId }] of seats.entries()) {
      const { receipt } = receipts.find(({ uid }) => uid === candidate.uid) ?? never();
      expect(told[at]).toMatchObject([{ examID: examId, receipt, outOf: 5 }]);
    }
    expect(statements).toBe(2); // one for the first at once, one for all others together
  });

  it('[rule 15] requests whose body never arrives keep no phone from opening', async () => {
    const [seat] = await many(1, seatOne);
    const { token } = await api.makeCandidate({ examId: usual, status: 'Fees Paid' });
    const hangUp = new AbortController();
    const request = {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      duplex: 'half',
    };
    const path = `http://localhost/api/v1/exams/${usual}/sitting`;
    const slow = Array.from({ length: MOST_OPENINGS }, () => {
      const body = new ReadableStream({
        start: (never) => hangUp.signal.addEventListener('abort', () => never.close()),
      });
      return api.app.request(new Request(path, { ...request, body }));
    });
    expect((await seat?.phone.open())?.status).toBe(200);
    hangUp.abort();
    expect(new Set((await Promise.all(slow)).map(({ status }) => status))).toEqual(new Set([400]));
  });

  it('[rules 9, 11] a sitting that changed meanwhile is settled again, and everyone’s submission is received', async () => {
    const seats = await many(10, seatOpened);
    const moved: unknown[] = [];
    trouble = async (send, group) => {
      if (moved.length === 0 && group.includes('"submissions"')) {
        const ids = seats.map(({ phone }) => phone.opened.sittingId);
        const id = ids.find((one) => group.includes(`"id":"${one}"`));
        moved.push(id);
        await own.rows('update sittings set version = version + 1 where id = $1', [id ?? '']);
      }
      return send();
    };
    const answers = await Promise.all(seats.map(({ phone }) => submit(phone)));
    expect(moved).toEqual([expect.any(String)]);
    for (const [index, { status, body }] of answers.entries()) {
      expect(status).toBe(200);
      expect(body.received).toBe(true);
      expect(
        await own.rows(
          'select s.state, count(h.seq)::int as stored from sittings s left join submissions h on h.sitting_id = s.id where s.id = $1 group by s.id',
          [seats[index]?.phone.opened.sittingId ?? ''],
        ),
      ).toEqual([{ state: 'submitted', stored: 1 }]);
    }
  });

  it.each([
    ['opens', 'the enrolment', 'enrolments where id = $enrolment'],
    ['opens', 'the session', 'sessions where uid = $uid'],
    ['opens', 'the exam', 'exams where id = $exam'],
    ['submits', 'the enrolment', 'enrolments where id = $enrolment'],
    ['submits', 'the exam', 'exams where id = $exam'],
  ])('nobody who %s waits while %s of another candidate is locked', async (does, _, row) => {
    const [opens, another] = [does === 'opens', await openDatabase({ databaseUrl })];
    const seats = await many(12, opens ? seatOne : seatOpened);
    const act = ({ phone }: Seat) => (opens ? phone.open() : submit(phone));
    const theirs = await makeExam();
    const held = await many(4, () => seatIn(theirs));
    if (!opens) for (const { phone } of held) await phone.open();
    const list = (of: (seat: Seat) => unknown) => `(${held.map((one) => `'${of(one)}'`).join()})`;
    const which = row
      .replace('= $enrolment', `in ${list(({ candidate }) => candidate.enrolmentId)}`)
      .replace('= $uid', `in ${list(({ candidate }) => candidate.uid)}`)
      .replace('= $exam', `= '${theirs}'`);
    const waiting: Promise<Answer>[] = [];
    await another.transaction(async (tx) => {
      await tx.execute(`select from ${which} for update`);
      const others = seats.map((seat, index) => {
        const answer = act(seat);
        const between = index % 3 === 1 ? held[(index - 1) / 3] : undefined;
        if (between) waiting.push(act(between));
        return answer;
      });
      expect((await Promise.all(others)).map(({ status }) => status)).toEqual(seats.map(() => 200));
    });
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
    await another.close();
  });
});
