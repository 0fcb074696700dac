// The exams of the next two weeks: whether each can be sat, how many candidates have paid, and how many phones have the
// paper already.

import { eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { MOST_QUESTIONS } from '#contract/wire/exams.ts';
import type { Database } from '#db/client.ts';
import { instant, millis } from '#db/instants.ts';
import { countByType } from '#db/queries/bank.ts';
import { secondFactors, users } from '#db/schema/people.ts';
import { serverKeys } from '#db/schema/records.ts';
import { hasDemo } from '#db/seed/seed-demo.ts';
import { weighSections } from '../exams/short-sections.ts';
import { readSetting } from '../settings/settings.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const AHEAD_MS = 14 * 86_400_000;
/** An exam that started within this time may still be under way. */
const BEHIND_MS = 86_400_000;
/** By this time before the start, every phone that is switched on has the paper. */
const SOON_MS = 3_600_000;

const examsSchema = z.array(
  z.object({
    name: z.string(),
    at: z.number(),
    format: z.string(),
    sections: z.array(z.object({ fieldType: z.string(), fieldCount: z.int() })),
    paid: z.int(),
    phones: z.int(),
    proctors: z.int(),
  }),
);
type Exam = z.infer<typeof examsSchema>[number];

const EXAMS = `select e.name, ${millis('e.starts_at')} as at, e.format, e.sections,
  (select count(*)::int from enrolments n where n.exam_id = e.id and n.status = 'Fees Paid') as paid,
  (select count(distinct p.sitting_id)::int from prepared_papers p
    join prepared_devices d on d.sitting_id = p.sitting_id where p.exam_id = e.id) as phones,
  (select count(*)::int from proctor_exams x where x.exam_id = e.id) as proctors
from exams e
where e.hidden_at is null and e.status = 'Active'
  and e.starts_at between ${instant('$1')} and ${instant('$2')}
order by e.starts_at, e.id limit 50`;

const india = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});

export async function lookAtExams(db: Database, now: number): Promise<Finding[]> {
  const exams = examsSchema.parse(await db.rows(EXAMS, [now - BEHIND_MS, now + AHEAD_MS]));
  if (exams.length === 0) return [warn('exams', 'none starts within the next two weeks')];
  const bank = new Map((await countByType(db.orm)).map(({ type, count }) => [type, count]));
  return exams.map((exam) => ofExam(exam, bank, now));
}

function ofExam(exam: Exam, bank: ReadonlyMap<string, number>, now: number): Finding {
  const about = `exam “${exam.name}”`;
  const { wanted, short } = weighSections(exam.sections, bank);
  if (wanted > MOST_QUESTIONS)
    return fail(about, `asks ${wanted} questions, more than the ${MOST_QUESTIONS} of a submission`);
  if (short.length > 0)
    return fail(
      about,
      short
        .map(([type, count]) => `“${type}” asks ${count}, the bank holds ${bank.get(type) ?? 0}`)
        .join('; '),
    );
  if (wanted === 0 && exam.format !== 'DOC Upload')
    return fail(about, 'no section asks for a question');
  const facts = [
    `${india.format(exam.at)} in India`,
    `${exam.paid} candidates`,
    `the paper on ${exam.phones} phones`,
    `${exam.proctors} proctors`,
  ].join(', ');
  if (exam.paid === 0) return warn(about, `${facts}: nobody may sit it yet`);
  const soon = exam.at > now && exam.at - now < SOON_MS;
  if (soon && exam.phones < exam.paid)
    return warn(about, `${facts}: ask candidates to open the app now, while there is network`);
  return ok(about, facts);
}

// Who could get in without a right: checks the administrators' second factor, demonstration accounts and the server's own
// secrets.

/** The length of 256 bits in base64url. */
const SHORTEST_SECRET = 43;

/** @param production true if settings that are only for trying out are a fault */
export async function lookAtPeople(db: Database, production: boolean): Promise<Finding[]> {
  const fault = production ? fail : warn;
  const administrators = await db.orm
    .select({ since: secondFactors.confirmedAt })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.uid, users.uid))
    .where(eq(users.role, 'admin'));
  const found: Finding[] = [];
  const bare = administrators.filter(({ since }) => !since).length;
  if (administrators.length === 0)
    found.push(fail('administrator', 'there is none yet. Start the server once'));
  else if (bare > 0)
    found.push(fault('administrator', 'has no second factor. Sign in, My account, set up the app'));
  else found.push(ok('administrator', 'has a second factor'));

  const keys = await db.orm
    .select({ name: serverKeys.name })
    .from(serverKeys)
    .where(sql`length(${serverKeys.secret}) < ${SHORTEST_SECRET}`);
  found.push(
    keys.length > 0
      ? fail('secrets', `too short: ${keys.map(({ name }) => name).join(', ')}`)
      : ok('secrets', 'the server’s own are 256 bits and more'),
  );
  if (await hasDemo(db)) found.push(fault('demonstration', 'its accounts have a known password'));
  return found;
}

// The company's name and GSTIN on invoices.

/** The GSTIN of the sample company in web/src/brand.ts. */
const SAMPLE_GSTIN = '36AAAAA0000A1Z5';

/** @param production true if settings that are only for trying out are a fault */
export async function lookAtCompany(db: Database, production: boolean): Promise<Finding> {
  const { name, gstin } = (await readSetting(db.orm, 'brand')).value;
  const fault = production ? fail : warn;
  if (gstin === SAMPLE_GSTIN)
    return fault(
      'company',
      `invoices carry the sample GSTIN ${gstin}. Set name, address and GSTIN under Settings`,
    );
  if (!isWholeGstin(gstin))
    return fault(
      'company',
      `invoices carry the GSTIN ${gstin}, whose last character doesn’t match the others. Check it under Settings`,
    );
  return ok('company', `${name}, GSTIN ${gstin}`);
}

const GSTIN_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** True if the last character, a check digit, fits the others: every second one counts double, in digits of base 36. */
function isWholeGstin(gstin: string): boolean {
  const sum = [...gstin].reduce((before, character, at) => {
    const worth = GSTIN_DIGITS.indexOf(character) * (at % 2 === 0 ? 1 : 2);
    return before + Math.floor(worth / 36) + (worth % 36);
  }, 0);
  return sum % 36 === 0;
}
