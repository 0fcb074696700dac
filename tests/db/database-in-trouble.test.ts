// A database that refuses for its own reasons (a full disk, no memory, a deadlock) is asked again: phones hear "later" and
// keep what they have, and one phone's conflict doesn't touch its neighbours (rules 8, 9, 12).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#db/client.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { deviceOf } from '../support/device.ts';
import { backends, openOn } from '../support/test-database.ts';

const TROUBLES = [
  ['disk_full', '53100'],
  ['out_of_memory', '53200'],
  ['too_many_connections', '53300'],
  ['query_canceled', '57014'],
  ['serialization_failure', '40001'],
  ['deadlock_detected', '40P01'],
] as const;

describe.each(backends)('a database in trouble: %s', (kind) => {
  let db: Database;
  let api: TestApi;
  let examId: string;

  beforeAll(async () => {
    db = await openOn(kind);
    api = await startApi({ db });
    await api.makeQuestions('Aptitude', 5);
    examId = await api.makeExam({ sections: [{ fieldType: 'Aptitude', fieldCount: 5 }] });
  });
  afterAll(async () => {
    await api.close();
    await db.close();
  });

  const seat = async () => {
    const candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
    const phone = await deviceOf(api, candidate, examId);
    await phone.open();
    const answered = (seq: number) =>
      phone.event(seq, 'answered', phone.opened.questions[0]?.qid, 'OptionOne');
    return { phone, answered };
  };
  /** @param of the sitting whose events the database refuses; if empty, it refuses all */
  async function inTrouble(code: string, of: string, act: () => Promise<void>): Promise<void> {
    await db.rows(
      `create function refuse() returns trigger language plpgsql as $f$ begin
         if '${of}' in ('', new.sitting_id) then raise exception 'no' using errcode = '${code}'; end if;
         return new; end $f$`,
      [],
    );
    await db.rows(
      'create trigger refuse before insert on sitting_arrivals for each row execute function refuse()',
      [],
    );
    await act();
    await db.rows('drop trigger refuse on sitting_arrivals', []);
    await db.rows('drop function refuse', []);
  }

  it.each(TROUBLES)(
    '%s is “later” for a push and a submission, and both come through afterwards [rule 12]',
    async (_, code) => {
      const { phone, answered } = await seat();
      const submit = () =>
        phone.submit(2, [], { events: [answered(1), phone.event(2, 'submitted')] });
      await inTrouble(code, '', async () => {
        for (const answer of [await phone.push([answered(1)]), await submit()]) {
          expect(answer.body).toMatchObject({ code: 'unavailable', retry: 'later' });
          expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
        }
      });
      expect((await phone.push([answered(1)])).body).toMatchObject({ acked: 1 });
      expect((await submit()).body).toMatchObject({ received: true });
      expect(api.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
    },
  );

  it.each(TROUBLES.filter(([, code]) => !['53100', '53300'].includes(code)))(
    '%s of one phone among eight touches none of the others [rule 9]',
    async (_, code) => {
      const seats = await Promise.all(Array.from({ length: 8 }, seat));
      const [unlucky] = seats;
      await inTrouble(code, unlucky?.phone.opened.sittingId ?? '', async () => {
        const answers = await Promise.all(
          seats.map(({ phone, answered }) => phone.push([answered(1)])),
        );
        expect(answers.map(({ status }) => status)).toEqual([503, ...Array(7).fill(200)]);
      });
      expect((await unlucky?.phone.push([unlucky.answered(1)]))?.body).toMatchObject({ acked: 1 });
    },
  );
});
