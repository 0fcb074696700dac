// A whole office at the size that its lists are made for: 1,000 exams, 50,000 questions, 100,000 participants of one exam
// with sittings and results, 100,000 acts in the log, 20,000 enquiries, applications and orders. Postgres itself makes all
// of it, the same each time.
import type { Database } from '#db/client.ts';

export const LARGE_EXAM = 'size-exam-1';
const LARGE_EXAM_NAME = 'All-India Assessment';

const FULL = {
  exams: 1_000,
  questions: 50_000,
  participants: 100_000,
  acts: 100_000,
  enquiries: 20_000,
  orders: 20_000,
};
export type Sizes = typeof FULL;

/** @param scale 1 is the full size, 0.01 a hundredth of it */
export function sizesAt(scale: number): Sizes {
  const scaled = (count: number) => Math.max(1, Math.round(count * scale));
  return {
    exams: scaled(FULL.exams),
    questions: scaled(FULL.questions),
    participants: scaled(FULL.participants),
    acts: scaled(FULL.acts),
    enquiries: scaled(FULL.enquiries),
    orders: scaled(FULL.orders),
  };
}

const oneOf = (words: string, number: string) => {
  const all = words.split(' ');
  return `(array['${all.join("','")}'])[1 + (${number}) % ${all.length}]`;
};
const FIRST = 'Aarav Aditi Ananya Arjun Bhavani Chaitanya Deepika Divya Farhan Gauri Harish Ishaan';
const LAST =
  'Agarwal Bose Chowdhury Desai Gupta Iyer Joshi Khan Mehta Naidu Patil Rao Reddy Sharma';
const CITIES = 'Hyderabad Warangal Pune Nagpur Chennai Madurai Kolkata Lucknow Jaipur Kochi';
const NOUNS =
  'train tank shopkeeper field ladder river clock garden committee bridge series mixture';
const SECTIONS = ['Aptitude', 'Reasoning', 'English'];
const SECTION_ROWS = JSON.stringify(
  Array.from({ length: 10 }, (_, row) => ({
    fieldType: SECTIONS[row] ?? '',
    fieldCount: row < SECTIONS.length ? 10 : 0,
  })),
);
const name = `${oneOf(FIRST, 'n')} || ' ' || ${oneOf(LAST, 'n / 12')} || ' ' || (n / 168)`;
const uid = `'SZ' || lpad(n::text, 6, '0')`;
const ago = (step: string) => `now() - n * interval '${step}'`;

/** Each statement takes the number of rows as $1; other parameters follow. */
const EXAMS = `insert into exams (id, name, price_paise, description, starts_at, duration_minutes, format, status, sections)
  select 'size-exam-' || n, case n when 1 then '${LARGE_EXAM_NAME}' else 'Assessment ' || n || ' ' || ${oneOf(CITIES, 'n')} end,
    50000 + n, '<p>Number ' || n || '</p>', ${ago('1 hour')}, 60, 'MCQ', 'Active', $2::text::jsonb
  from generate_series(1, $1::int) n`;
const REVISIONS = `insert into question_revisions (question_id, type, text, options, correct, weightage, negative)
  select 'size-question-' || n, case when n % 4 < 3 then (array['Aptitude','Reasoning','English'])[1 + n % 4] else 'Type ' || n % 20 end,
    'A ' || ${oneOf(NOUNS, 'n')} || ' and a ' || ${oneOf(NOUNS, 'n / 12')} || ' share item ' || n || ' in the ratio ' || n % 17 + 1 || ' to '
      || n % 13 + 1 || '; what is left after ' || n % 97 || ' days?',
    array['It is ' || n, 'It is ' || n + 1, 'It is ' || n * 2, 'None of these, ' || n], n % 4, 100, 25
  from generate_series(1, $1::int) n`;
const QUESTIONS = `insert into questions (id, revision_id, type, content_hash, import_id, position)
  select question_id, id, type, 'size ' || question_id, 'size', id
  from question_revisions where question_id like 'size-question-%' and $1::int > 0`;
const PEOPLE = `insert into users (uid, role, full_name, email, mobile, password_hash, address, city, state, education, work_exp, current_enrolment_id)
  select ${uid}, 'candidate', ${name}, 'person' || n || '@size.example', (9000000000 + n)::text, $2, n || ' Hill Road, near the old post office',
    ${oneOf(CITIES, 'n')}, 'Telangana', jsonb_build_object('sscYear', '2015', 'sscMarks', n % 60 + 40 || '%', 'gradStream', 'Commerce'),
    n % 8 || ' years', 'size-enrolment-' || n
  from generate_series(1, $1::int) n`;
const ENROLMENTS = `insert into enrolments (id, uid, exam_id, status, txn_id, created_at)
  select 'size-enrolment-' || n, ${uid}, '${LARGE_EXAM}',
    case when n % 20 = 0 then 'Registered' when n % 20 = 1 then 'Fees Paid' else 'Completed' end,
    case when n % 20 = 0 then null else 'TXN' || 700000 + n end, ${ago('1 second')}
  from generate_series(1, $1::int) n`;
const PAPERS = `insert into papers (enrolment_id, sections)
  select id, (select jsonb_agg(jsonb_build_object('name', type, 'items', items)) from (
      select type, jsonb_agg(id order by id) as items from (
        select id, type, row_number() over (partition by type order by id) as place from question_revisions
        where type in ('Aptitude', 'Reasoning', 'English')) ranked where place <= 10 group by type) drawn)
  from enrolments where exam_id = '${LARGE_EXAM}' and status = 'Completed' and $1::int > 0`;
const SITTINGS = `insert into sittings (id, enrolment_id, uid, exam_id, state, started_at, deadline_at, last_heard_at, closed_at)
  select 'size-sitting-' || id, id, uid, exam_id, 'submitted', created_at, created_at + interval '1 hour', created_at, created_at
  from enrolments where exam_id = '${LARGE_EXAM}' and status = 'Completed' and $1::int > 0`;
const RESULTS = `insert into results (sitting_id, sections, provisional, computed_at)
  select id, jsonb_build_array(
      jsonb_build_object('name', 'Aptitude', 'hundredths', length(id) * 25 - 100),
      jsonb_build_object('name', 'Reasoning', 'hundredths', ascii(right(id, 1)) * 5),
      jsonb_build_object('name', 'English', 'hundredths', ascii(right(id, 2)) * 10)), false, started_at
  from sittings where exam_id = '${LARGE_EXAM}' and $1::int > 0`;
const ACTS = `insert into audit_log (at, actor, action, subject, detail)
  select ${ago('1 minute')}, 'SuperAdmin', ${oneOf('exam.changed question.changed result.published', 'n')}, 'size-exam-' || n % 1000 + 1,
    jsonb_build_object('changed', jsonb_build_array('name'))
  from generate_series(1, $1::int) n`;
const ENQUIRIES = `insert into enquiries (id, kind, name, email, phone, message, created_at)
  select 'size-enquiry-' || n, ${oneOf('contact hire-us germany newsletter', 'n')}, ${name}, 'visitor' || n || '@size.example',
    (8000000000 + n)::text, 'Please tell me about the ' || ${oneOf(NOUNS, 'n')} || ' course, number ' || n, ${ago('1 minute')}
  from generate_series(1, $1::int) n`;
const APPLICATIONS = `insert into applications (id, name, email, phone, course, amount_paise, created_at)
  select 'size-application-' || n, ${name}, 'learner' || n || '@size.example', (7000000000 + n)::text, 'Course ' || n % 9, 100000, ${ago('1 minute')}
  from generate_series(1, $1::int) n`;
const ORDERS = `insert into orders (order_id, reference, kind, application_id, amount_paise, state, gateway_txn_id, created_at, settled_at)
  select 'COURSE-size-application-' || n || '-1', 'SIZE' || n, 'course', 'size-application-' || n, 100000,
    ${oneOf('success success success failed', 'n')}, 'GT' || n, ${ago('1 minute')}, ${ago('1 minute')}
  from generate_series(1, $1::int) n`;

/**
 * Fills a database that has no such rows yet.
 * @param passwordHash of the password that all its people sign in with
 */
export async function seedAtSize(db: Database, sizes: Sizes, passwordHash: string): Promise<void> {
  await db.rows(
    `insert into imports (id, state, file_name, started_by) values ('size', 'done', 'size.xlsx', 'SuperAdmin')`,
    [],
  );
  await db.rows(EXAMS, [sizes.exams, SECTION_ROWS]);
  for (const statement of [REVISIONS, QUESTIONS]) await db.rows(statement, [sizes.questions]);
  await db.rows(PEOPLE, [sizes.participants, passwordHash]);
  for (const statement of [ENROLMENTS, PAPERS, SITTINGS, RESULTS])
    await db.rows(statement, [sizes.participants]);
  await db.rows(ACTS, [sizes.acts]);
  await db.rows(ENQUIRIES, [sizes.enquiries]);
  for (const statement of [APPLICATIONS, ORDERS]) await db.rows(statement, [sizes.orders]);
  await db.rows(
    `insert into bank_state (id, version) values (1, 1) on conflict (id) do update set version = bank_state.version + 1`,
    [],
  );
  await db.rows('vacuum analyze', []);
}

/** For each sitting, fifty answers in ten saves, and the device that made them. */
export async function seedLogs(db: Database): Promise<void> {
  await db.rows(
    `insert into sitting_devices (sitting_id, epoch, device_id, opened_at)
     select id, 1, 'size-phone', started_at from sittings where exam_id = $1`,
    [LARGE_EXAM],
  );
  await db.rows(
    `insert into sitting_arrivals (sitting_id, device_id, seq, epoch, received_at, events)
     select id, 'size-phone', save * 5 + 1, 1, (extract(epoch from started_at) * 1000)::bigint + save * 60000,
       (select json_agg(json_build_array(save * 5 + n, 'answered', 'size-question-' || save * 5 + n, 'OptionOne', 0, save * 60000 + n))
        from generate_series(1, 5) n)
     from sittings, generate_series(0, 9) save where exam_id = $1`,
    [LARGE_EXAM],
  );
  await db.rows('vacuum analyze', []);
}
