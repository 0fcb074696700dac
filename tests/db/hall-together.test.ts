// Openings and submissions that arrive at the same time are written together (decision 62), on PGlite and on a real
// Postgres. Each ends as it would alone, and one's trouble doesn't touch its neighbours.
import { EventEmitter, once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SubmitReply } from '#contract/wire/sync.ts';
import type { Database } from '#db/client.ts';
import { type Answer, startApi, type TestApi } from '../support/api.ts';
import { deviceOf, type TestDevice } from '../support/device.ts';
import type { TestCandidate } from '../support/people.ts';
import { backends, openOn } from '../support/test-database.ts';

type Seat = { candidate: TestCandidate; phone: TestDevice };
type Rows = Database['rows'];

/** Words that only the statement beginning sittings has, or only the one settling them. */
const WRITES = { begin: 'insert into papers', settle: 'insert into results' } as const;

describe.each(backends)('a hall at once on %s', (kind) => {
  let own: Database;
  let api: TestApi;
  let examId: string;
  let watched: keyof typeof WRITES = 'begin';
  /** What happens to the next such statement. `refused` waits for the next one that serves several. */
  let trouble: ((send: () => ReturnType<Rows>) => ReturnType<Rows>) | null = null;

  beforeAll(async () => {
    own = await openOn(kind);
    const rows: Rows = (statement, params) => {
      const send = () => own.rows(statement, params);
      if (!statement.includes(WRITES[watched])) return send();
      if (trouble === refused && !/\},\{"(id|sitting)"/.test(String(params[0]))) return send();
      const struck = trouble;
      trouble = null;
      return struck ? struck(send) : send();
    };
    api = await startApi({ db: { ...own, rows } });
    await api.makeQuestions('Aptitude', 8);
    examId = await api.makeExam({ sections: [{ fieldType: 'Aptitude', fieldCount: 5 }] });
  });
  afterAll(async () => {
    await api.close();
    await own.close();
  });
  beforeEach(() => {
    trouble = null;
  });
  afterEach(() => {
    expect(trouble).toBeNull(); // the planned trouble has happened
  });

  const seat = async (count: number) => {
    const seats: Seat[] = [];
    while (seats.length < count) {
      const candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
      seats.push({ candidate, phone: await deviceOf(api, candidate, examId) });
    }
    return seats;
  };
  const seatOpen = async (count: number) => {
    const seats = await seat(count);
    for (const { phone } of seats) await phone.open();
    watched = 'settle';
    return seats;
  };
  const answersOf = ({ phone }: Seat) =>
    phone.opened.questions.map(({ qid }) => ({ qid, answer: 'OptionOne' }));
  const submit = (one: Seat) => {
    const { phone } = one;
    return phone.submit(1, answersOf(one), { events: [phone.event(1, 'submitted')] });
  };
  const refused = () => Promise.reject(new Error('refused'));

  it.each([
    ['', null],
    [', also when the database refuses them together', refused],
  ] as const)(
    '[rules 15, 20] every candidate who opens gets their own paper and deadline, even when asking twice at once%s',
    async (_, strike) => {
      const seats = await seat(10);
      watched = 'begin';
      trouble = strike;
      const again = await Promise.all(
        seats.map(({ candidate }) => deviceOf(api, candidate, examId)),
      );
      const pairs = await Promise.all(
        seats.map(({ phone }, index) => Promise.all([phone.open(), again[index]?.open()])),
      );
      for (const [index, [first, second]] of pairs.entries()) {
        expect(first.status).toBe(200);
        const { sittingId, questions, deadline, epoch } = first.body;
        expect(second).toMatchObject({
          status: 200,
          body: { sittingId, questions, deadline, epoch },
        });
        const rows = await own.rows(
          `select s.id, d.device_id, (select count(*)::int from papers where enrolment_id = s.enrolment_id) as papers
           from sittings s join sitting_devices d on d.sitting_id = s.id where s.uid = $1`,
          [seats[index]?.candidate.uid ?? ''],
        );
        expect(rows).toEqual([{ id: sittingId, device_id: 'phone-1', papers: 1 }]);
      }
      expect(new Set(pairs.map(([{ body }]) => body.sittingId)).size).toBe(10);
    },
  );

  const kinds: Record<string, (seat: Seat) => Promise<Answer & { body: SubmitReply }>> = {
    'with all events': submit,
    'an event still missing': (one) => one.phone.submit(2, answersOf(one)),
    'answers of another paper beside its own': (one) =>
      one.phone.submit(1, [...answersOf(one), { qid: 'nobodys', answer: 'OptionOne' }]),
    'a digest that does not fit': (one) =>
      one.phone.submit(1, answersOf(one), { digest: 'a'.repeat(64) }),
    'a turn never handed out': (one) => one.phone.submit(1, answersOf(one), { epoch: 4 }),
    'an act before it': async (one) => {
      const { phone } = one;
      await phone.push([phone.event(1, 'answered', answersOf(one)[0]?.qid, 'OptionTwo')]);
      return phone.submit(2, answersOf(one), { events: [phone.event(2, 'submitted')] });
    },
    'submitted before': async (one) => {
      await submit(one);
      return one.phone.submit(1, []);
    },
  };

  /** What each was told and what is stored, leaving out what differs between halls. */
  async function outcome({ phone, candidate }: Seat, { status, body }: Answer) {
    const { received, score, refused, state, code } = body as SubmitReply & { code?: string };
    const [stored] = await own.rows(
      `select s.state, s.version, s.answered, s.held_events, s.receipt is not null as receipt, s.transit_seconds, n.status,
         (select json_agg(json_build_array(v.seq, v.type, v.answer, v.refusal) order by v.seq) from sitting_events v where v.sitting_id = s.id) as log,
         (select json_agg(json_build_array(h.seq, h.final, jsonb_array_length(h.answers), h.refused)) from submissions h where h.sitting_id = s.id) as submission_rows,
         (select json_agg(json_build_array(r.sections, r.provisional, r.late_work)) from results r where r.sitting_id = s.id) as result,
         (select count(*)::int from receipts c where c.sitting_id = s.id) as receipts,
         (select json_agg(a.action order by a.id) from audit_log a where a.subject = s.id and a.actor = $2) as noted
       from sittings s join enrolments n on n.id = s.enrolment_id where s.id = $1`,
      [phone.opened.sittingId, candidate.uid],
    );
    return { status, received, score, refused, state, code, stored };
  }

  it('[rules 9, 11] submissions together end as they do one by one, whatever is among them', async () => {
    const many = Object.entries(kinds);
    const halls = [await seatOpen(many.length), await seatOpen(many.length)] as const;
    const alone: Answer[] = [];
    for (const [index, one] of halls[0].entries()) {
      const submit = many[index]?.[1];
      if (submit) alone.push(await submit(one));
    }
    const together = await Promise.all(halls[1].map((one, index) => many[index]?.[1](one)));
    for (const [index, [name]] of many.entries()) {
      const [single, other] = [halls[0][index], halls[1][index]];
      const [first, second] = [alone[index], together[index]];
      if (!single || !other || !first || !second) throw new RangeError(name);
      expect(await outcome(other, second), name).toEqual(await outcome(single, first));
    }
  });

  it.each([
    ['', null],
    [', also when the database refuses them together', refused],
  ] as const)(
    '[rule 11] a submission sent three times at once counts once, with one receipt%s',
    async (_, strike) => {
      const seats = await seatOpen(10);
      trouble = strike;
      const told = await Promise.all(
        seats.map((one) => Promise.all([submit(one), submit(one), submit(one)])),
      );
      for (const [index, replies] of told.entries()) {
        const [stored] = await own.rows(
          `select (select count(*)::int from submissions where sitting_id = $1) as submissions,
             (select count(*)::int from receipts where sitting_id = $1) as receipts`,
          [seats[index]?.phone.opened.sittingId ?? ''],
        );
        expect(stored).toEqual({ submissions: 1, receipts: 1 });
        const code = replies[0].body.receipt?.code;
        expect(code).toMatch(/^[0-9A-Z-]{14}$/);
        for (const reply of replies)
          expect(reply).toMatchObject({ status: 200, body: { received: true, receipt: { code } } });
      }
    },
  );

  it('[rule 11] nobody has a receipt for what the database lost on the way; sent again, each gets one', async () => {
    const seats = await seatOpen(6);
    trouble = () => Promise.reject(new Error('Connection terminated unexpectedly'));
    const told = await Promise.all(seats.map(submit));
    expect(told.map(({ status }) => status)).toContain(503);
    for (const [index, one] of seats.entries()) {
      const [row] = await own.rows('select state from sittings where id = $1', [
        one.phone.opened.sittingId,
      ]);
      expect(row).toEqual({ state: told[index]?.status === 503 ? 'open' : 'submitted' });
      expect(await submit(one)).toMatchObject({ status: 200, body: { received: true } });
    }
  });

  if (kind === 'Postgres')
    it('no submission waits for another one’s locked sitting', async () => {
      const seats = await seatOpen(8);
      const [held, ...others] = seats;
      if (!held) throw new RangeError('nobody');
      const done = new EventEmitter();
      const released = once(done, 'released');
      const holding = once(done, 'holding');
      const holder = own.transaction(async (tx) => {
        await tx.execute(
          `update sittings set waiting = waiting where id = '${held.phone.opened.sittingId}'`,
        );
        done.emit('holding');
        await released;
      });
      await holding;
      // Submitted last, so that it shares a statement with others.
      const submissions = others.map(submit);
      const late = submit(held);
      const received = await Promise.all(submissions);
      expect(received.map(({ body }) => body.received)).toEqual(others.map(() => true));
      done.emit('released');
      await holder;
      expect(await late).toMatchObject({ status: 200, body: { received: true } });
    });
});
