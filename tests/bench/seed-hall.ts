// Writes a hall of candidates who have paid for one exam of fifty questions straight into the database.
import { randomBytes } from 'node:crypto';
import { hashPassword } from '#api/services/auth/passwords.ts';
import { hashToken } from '#api/services/auth/sessions.ts';
import { newId, newUid } from '#api/services/new-id.ts';
import type { Database } from '#db/client.ts';

export const PASSWORD = 'a good long password';
export const QUESTIONS = 50;
const BANK = 2_000;

export type Seat = { uid: string; token: string };
export type Hall = { examId: string; seats: Seat[] };

export async function seedBank(db: Database): Promise<void> {
  await db.rows(
    `insert into imports (id, state, file_name, started_by) values ('bench', 'done', 'bench.xlsx', 'SuperAdmin')`,
    [],
  );
  await db.rows(
    `with made as (
       insert into question_revisions (question_id, type, text, options, correct, weightage, negative)
       select 'bench' || n, 'Bench', repeat('What is the value of item ' || n || '? ', 4),
         array['Option A of ' || n, 'Option B of ' || n, 'Option C of ' || n, 'Option D of ' || n], 0, 100, 25
       from generate_series(1, $1::int) n returning id, question_id)
     insert into questions (id, revision_id, type, content_hash, import_id, position)
     select question_id, id, 'Bench', question_id, 'bench', id from made`,
    [BANK],
  );
  await db.rows(
    `insert into bank_state (id, version) values (1, 1) on conflict (id) do update set version = bank_state.version + 1`,
    [],
  );
}

export async function seedHall(db: Database, size: number): Promise<Hall> {
  const examId = newId();
  const sections = JSON.stringify([{ fieldType: 'Bench', fieldCount: QUESTIONS }]);
  await db.rows(
    `insert into exams (id, name, price_paise, description, starts_at, duration_minutes, format, status, sections)
     values ($1, 'Bench', 50000, '', now() - interval '1 minute', 180, 'MCQ', 'Active', $2::text::jsonb)`,
    [examId, sections],
  );
  const passwordHash = await hashPassword(PASSWORD);
  const seats = Array.from({ length: size }, () => ({
    uid: newUid(),
    token: randomBytes(32).toString('base64url'),
    enrolment: newId(),
  }));
  for (let from = 0; from < size; from += 1_000) {
    const rows = seats
      .slice(from, from + 1_000)
      .map((seat) => ({ ...seat, hash: hashToken(seat.token) }));
    await db.rows(
      `with seat as (select * from jsonb_to_recordset($1::text::jsonb) as s(uid text, enrolment text, hash text)),
       person as (insert into users (uid, role, full_name, password_hash, current_enrolment_id)
         select uid, 'candidate', 'Bench ' || uid, $2, enrolment from seat returning uid),
       enrolled as (insert into enrolments (id, uid, exam_id, status) select enrolment, uid, $3, 'Fees Paid' from seat)
       insert into sessions (token_hash, uid, expires_at) select hash, uid, now() + interval '30 days' from seat`,
      [JSON.stringify(rows), passwordHash, examId],
    );
  }
  // As Postgres does by itself within a minute. Without statistics it assumes few users and reads all of them.
  await db.rows('analyze', []);
  return { examId, seats };
}
