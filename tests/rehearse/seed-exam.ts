/**
 * Runs inside a checkout of another version, with that version's own code. Migrates the database of DATABASE_URL and adds an
 * exam with candidates. Prints what it made as one line of JSON.
 */
import * as z from 'zod';
import { startApi } from '#tests/support/api.ts';

const { DATABASE_URL, CANDIDATES, QUESTIONS } = z
  .object({ DATABASE_URL: z.string(), CANDIDATES: z.coerce.number(), QUESTIONS: z.coerce.number() })
  .parse(process.env);

const api = await startApi({ databaseUrl: DATABASE_URL, now: Date.now() });
await api.makeQuestions('Law', QUESTIONS);
const examId = await api.makeExam({
  sections: [{ fieldType: 'Law', fieldCount: QUESTIONS }],
  durationMinutes: 180,
});
const people: { uid: string; token: string }[] = [];
for (let n = 0; n < CANDIDATES; n += 1) {
  const { uid, token } = await api.makeCandidate({ examId, status: 'Fees Paid' });
  people.push({ uid, token });
}
console.log(JSON.stringify({ examId, adminToken: api.adminToken, people }));
await api.close();
