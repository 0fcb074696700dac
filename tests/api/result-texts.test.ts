/** The office tells candidates by text message that their result is out (decision 105). */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markableSittingSchema } from '#contract/desk/marking.ts';
import { resultTextsSchema } from '#contract/desk/result-texts.ts';
import type { ExamFormat } from '#contract/wire/exams.ts';
import { ownSittingsSchema, resultsReplySchema } from '#contract/wire/results.ts';
import { exams, files } from '#db/schema/exams.ts';
import { users } from '#db/schema/people.ts';
import { smsOutbox } from '#db/schema/records.ts';
import { results, sittings } from '#db/schema/sittings.ts';
import { START, startApi, type TestApi } from '../support/api.ts';
import type { TestCandidate } from '../support/people.ts';
import { backends, databaseOn } from '../support/test-database.ts';

type Sat = { open?: boolean; provisional?: boolean; documents?: number | null };

/** A candidate's sitting as it ended. `documents` is the mark in hundredths, or null before marking. */
async function sit(api: TestApi, examId: string, how: Sat = {}): Promise<TestCandidate> {
  const { orm } = api.deps.db;
  const who = await api.makeCandidate({ examId, status: how.open ? 'Fees Paid' : 'Completed' });
  const at = new Date(START - 60_000);
  await orm.insert(sittings).values({
    ...{ id: sittingOf(who), uid: who.uid, examId, enrolmentId: who.enrolmentId ?? '' },
    ...{ startedAt: at, deadlineAt: at, lastHeardAt: at },
    ...(how.open ? { state: 'open' } : { state: 'submitted', closedAt: at }),
  });
  if (!how.open)
    await orm.insert(results).values({
      ...{ sittingId: sittingOf(who), sections: [{ name: 'Aptitude', hundredths: 350 }] },
      ...{ provisional: how.provisional ?? false, computedAt: at },
      ...{
        documents: how.documents ?? null,
        documentsAt: how.documents ? at : null,
        documentsBy: 'SuperAdmin',
      },
    });
  return who;
}
const sittingOf = ({ uid }: TestCandidate) => `sat${uid}`;

const ask = async (api: TestApi, examId: string) =>
  resultTextsSchema.parse(
    (await api.request(`exams/${examId}/result-texts`, { token: api.adminToken })).body,
  );
const tell = (api: TestApi, examId: string, token = api.adminToken) =>
  api.request(`exams/${examId}/result-texts`, { token, json: {} });
const toldTo = (api: TestApi, { mobile }: TestCandidate) =>
  api.sent.flatMap(({ to, purpose, vars }) =>
    to === `+91${mobile}` && purpose === 'result' ? [vars] : [],
  );

describe.each(backends)('result texts on %s', (backend) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(await databaseOn(backend));
  });
  afterAll(() => api.close());

  const publishPdf = async (examId: string) => {
    const id = `pdf${examId}`;
    await api.deps.db.orm.insert(files).values({
      id,
      name: 'r.pdf',
      kind: 'result-pdf',
      mediaType: 'application/pdf',
      bytes: 1,
      sha256: '',
    });
    await api.deps.db.orm.update(exams).set({ resultFileId: id }).where(eq(exams.id, examId));
  };
  const none = { refused: null, toTell: 0, told: 0, notYet: 0, blocked: 0, unreachable: 0 };

  it('are sent to everyone who sat the exam and has a result to see, with the UID they sign in with', async () => {
    const examId = await api.makeExam();
    const who = await sit(api, examId);
    const sitsNow = await sit(api, examId, { open: true });
    const neverSubmitted = await sit(api, examId, { provisional: true });
    const blocked = await sit(api, examId);
    const numberless = await sit(api, examId);
    const gone = await sit(api, examId);
    const paid = await api.makeCandidate({ examId, status: 'Fees Paid' });
    const elsewhere = await sit(api, await api.makeExam());
    const change = (person: TestCandidate, facts: Partial<typeof users.$inferInsert>) =>
      api.deps.db.orm.update(users).set(facts).where(eq(users.uid, person.uid));
    await change(blocked, { blockedAt: new Date(START) });
    await change(numberless, { mobile: null });
    await change(gone, { deletedAt: new Date(START) });
    expect(await ask(api, examId)).toEqual({
      ...none,
      ...{ toTell: 1, notYet: 2, blocked: 1, unreachable: 1 },
    });
    expect((await tell(api, examId)).body).toEqual({ queued: 1 });
    expect(toldTo(api, who)).toEqual([{ uid: who.uid }]);
    for (const other of [sitsNow, neverSubmitted, blocked, numberless, gone, paid, elsewhere])
      expect(toldTo(api, other)).toEqual([]);
    expect(await api.actsOn(examId)).toMatchObject([
      { actor: 'SuperAdmin', action: 'result.texted', detail: { candidates: 1 } },
    ]);
  });

  it.each<ExamFormat>(['DOC Upload', 'MIX'])(
    'are sent for %s once the documents are marked; a candidate marked later gets one at the next press',
    async (format) => {
      const examId = await api.makeExam({ format });
      const early = await sit(api, examId, { documents: 1_700 });
      const closedByServer = await sit(api, examId, { documents: 100, provisional: true });
      const late = await sit(api, examId);
      expect((await tell(api, examId)).body).toEqual({ queued: 2 });
      expect(await ask(api, examId)).toEqual({ ...none, told: 2, notYet: 1 });
      expect(toldTo(api, late)).toEqual([]);
      await mark(late, 20);
      expect((await tell(api, examId)).body).toEqual({ queued: 1 });
      for (const person of [early, closedByServer, late])
        expect(toldTo(api, person)).toHaveLength(1);
    },
  );

  it('are sent to all who have finished once the exam has a result PDF, and their own result links to it', async () => {
    const examId = await api.makeExam({ format: 'DOC Upload' });
    const unmarked = await sit(api, examId);
    const pdfs = async () =>
      ownSittingsSchema
        .parse((await api.request('sittings', { token: unmarked.token })).body)
        .map(({ resultPdf }) => resultPdf);
    await sit(api, examId, { open: true });
    expect(await ask(api, examId)).toEqual({ ...none, notYet: 2 });
    expect(await pdfs()).toEqual([undefined]);
    await publishPdf(examId);
    expect(await ask(api, examId)).toEqual({ ...none, toTell: 1, notYet: 1 });
    await tell(api, examId);
    expect(toldTo(api, unmarked)).toHaveLength(1);
    expect(await pdfs()).toEqual([expect.stringContaining(`pdf${examId}`)]);
  });

  it('are sent once to each candidate, however often, by however many and however much later they are asked for', async () => {
    const examId = await api.makeExam();
    const who = await sit(api, examId);
    const { token } = await api.makeStaff('admin');
    await Promise.all([tell(api, examId), tell(api, examId, token), tell(api, examId)]);
    expect(toldTo(api, who)).toHaveLength(1);
    expect(await api.actsOn(examId)).toHaveLength(1);
    // As after thirty days, when the outbox forgets sent messages.
    await api.deps.db.orm.delete(smsOutbox).where(eq(smsOutbox.uid, who.uid));
    expect(await ask(api, examId)).toEqual({ ...none, told: 1 });
    expect((await tell(api, examId)).body).toEqual({ queued: 0 });
    expect(toldTo(api, who)).toHaveLength(1);
  });

  it('are sent again to candidates whom no message reached', async () => {
    const examId = await api.makeExam();
    const who = await sit(api, examId);
    await tell(api, examId);
    const theirs = eq(smsOutbox.uid, who.uid);
    await api.deps.db.orm.update(smsOutbox).set({ state: 'failed' }).where(theirs);
    expect(await ask(api, examId)).toEqual({ ...none, toTell: 1 });
    expect((await tell(api, examId)).body).toEqual({ queued: 1 });
    expect(toldTo(api, who)).toHaveLength(2);
    expect(await ask(api, examId)).toEqual({ ...none, told: 1 });
  });

  it('are sent to a candidate who never submitted once they have seen the score anyway', async () => {
    const examId = await api.makeExam();
    const who = await sit(api, examId, { provisional: true });
    expect(await ask(api, examId)).toEqual({ ...none, notYet: 1 });
    // A published merit list sets this, and so does a look at the result page.
    const scoreToldAt = new Date(START);
    await api.deps.db.orm
      .update(sittings)
      .set({ scoreToldAt })
      .where(eq(sittings.id, sittingOf(who)));
    expect((await tell(api, examId)).body).toEqual({ queued: 1 });
  });

  it('are not sent to a candidate whose pages have changed since they were marked', async () => {
    const examId = await api.makeExam({ format: 'MIX' });
    const who = await sit(api, examId, { documents: 1_700 });
    const pagesSince = new Date(START);
    await api.deps.db.orm
      .update(sittings)
      .set({ pagesSince })
      .where(eq(sittings.id, sittingOf(who)));
    expect(await ask(api, examId)).toEqual({ ...none, notYet: 1 });
    api.clock.now += 1_000;
    await mark(who, 18);
    expect((await tell(api, examId)).body).toEqual({ queued: 1 });
  });

  // Only on Postgres: the embedded database runs one transaction after another.
  if (backend === 'Postgres')
    it('wait for no candidate who is just beginning the exam', async () => {
      const examId = await api.makeExam();
      await sit(api, examId);
      await api.deps.db.transaction(async (tx) => {
        await tx.select().from(exams).where(eq(exams.id, examId)).for('share');
        expect((await tell(api, examId)).body).toEqual({ queued: 1 });
      });
    });

  const mark = async (who: TestCandidate, documents: number | null) => {
    const path = `sittings/${encodeURIComponent(sittingOf(who))}/marking`;
    const token = api.adminToken;
    const { body } = await api.request(path, { token });
    const seen = markableSittingSchema.parse(body).mark?.at ?? null;
    const json = { documents, reason: 'Looked again', seen };
    expect((await api.request(path, { method: 'PUT', token, json })).status).toBe(200);
    api.clock.now += 1_000;
  };
  const shown = async (who: TestCandidate) => {
    const { body } = await api.request(`exams/getresult/${who.uid}`, { token: who.token });
    const [result] = resultsReplySchema.parse(body);
    return { total: result?.score[0]?.TotalScore, corrected: result?.corrected };
  };

  it('make the result page say when marks change later, and what the total was before', async () => {
    const examId = await api.makeExam({ format: 'MIX' });
    const who = await sit(api, examId);
    await mark(who, 17);
    await mark(who, 18);
    expect(await shown(who)).toEqual({ total: 21.5, corrected: undefined });
    await tell(api, examId);
    await mark(who, 18);
    expect(await shown(who)).toEqual({ total: 21.5, corrected: undefined });
    const at = new Date(api.clock.now).toISOString();
    await mark(who, 20);
    expect(await shown(who)).toEqual({
      total: 23.5,
      corrected: { at, before: 21.5, documents: true },
    });
    await mark(who, null);
    expect(await shown(who)).toMatchObject({ total: 3.5, corrected: { before: 23.5 } });
    await mark(who, 15);
    expect(await shown(who)).toMatchObject({ total: 18.5, corrected: { before: 23.5 } });
    await mark(who, null);
    await mark(who, 15);
    expect(await shown(who)).toEqual({ total: 18.5, corrected: undefined });
    expect(toldTo(api, who)).toHaveLength(1);
  });

  it('don’t make the first marks a correction, even when the PDF came before them', async () => {
    const examId = await api.makeExam({ format: 'MIX' });
    const who = await sit(api, examId);
    await publishPdf(examId);
    await tell(api, examId);
    await mark(who, 17);
    expect(await shown(who)).toEqual({ total: 20.5, corrected: undefined });
  });
});

it('result texts are refused where the server has no template for them, and the refusal says so', async () => {
  const api = await startApi({ canSend: (purpose) => purpose !== 'result' });
  const examId = await api.makeExam();
  await sit(api, examId);
  const { refused } = await ask(api, examId);
  expect(refused).toContain('isn’t set up on the server');
  expect((await tell(api, examId)).body).toMatchObject({ code: 'invalid', error: refused });
  expect(api.sent).toEqual([]);
  expect(await api.actsOn(examId)).toEqual([]);
  await api.close();
});
