// Papers that lie sealed on phones before the start, and sittings that begin on the phone (offline rules 17 to 20;
// decisions 38 and 39), on PGlite and on a real Postgres.
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sealedFactsOf } from '#api/services/papers/sealed.ts';
import { closeOverdue } from '#api/services/sittings/close-overdue.ts';
import { readDoor } from '#api/services/sittings/door.ts';
import { readWhole } from '#api/services/sittings/read-sitting.ts';
import { takeInTexts } from '#api/services/sittings/take-in-text.ts';
import { startCodeSchema } from '#contract/desk/start-codes.ts';
import { boardSchema } from '#contract/hall/board.ts';
import { PROTOCOL } from '#contract/wire/protocol-version.ts';
import {
  examKeySchema,
  paperTextSchema,
  type ReadinessReply,
  readinessReplySchema,
  sealedPaperSchema,
} from '#contract/wire/sealed-paper.ts';
import { openReplySchema } from '#contract/wire/sync.ts';
import { exams, questions } from '#db/schema/exams.ts';
import { enrolments } from '#db/schema/people.ts';
import { fromBase64url } from '#seals/bytes.ts';
import { phoneName } from '#seals/phone-name.ts';
import { openPaper, sealedHash } from '#seals/sealed-paper.ts';
import { readStartCode, stretchCode, unwrapKey } from '#seals/start-code.ts';
import { START, startApi, type TestApi } from '../support/api.ts';
import { deviceOf, type TestDevice } from '../support/device.ts';
import { hallOf } from '../support/hall.ts';
import { answerText, handOver } from '../support/hand-over.ts';
import type { TestCandidate } from '../support/people.ts';
import { backends, databaseOn } from '../support/test-database.ts';

const MINUTE = 60_000;
/** The exam's start. Tests begin ten minutes before it. */
const OPENS = START + 10 * MINUTE;

describe.each(backends)('a sealed paper on %s', (kind) => {
  /** Other tests run these statements on PGlite. */
  const onPostgresAlone = (title: string, tests: () => void) => {
    if (kind === 'Postgres') describe(title, tests);
  };
  let api: TestApi;
  let examId: string;
  let candidate: TestCandidate;

  beforeAll(async () => {
    api = await startApi(await databaseOn(kind));
    await api.makeQuestions('Aptitude', 8, { weightage: 2, negative: 0.25 });
    await api.makeQuestions('Many', 40);
  });
  afterAll(() => api.close());

  const useExam = async (start: 'own' | 'together', fieldType = 'Aptitude') => {
    api.clock.now = START;
    examId = await api.makeExam({
      start,
      startsAt: OPENS,
      durationMinutes: 60,
      sections: [{ fieldType, fieldCount: 5 }],
    });
    candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
  };
  beforeEach(() => useExam('together'));

  const ask = (path: string, json?: unknown, { token }: { token: string } = candidate) =>
    api.request(`exams/${examId}/${path}`, { token, ...(json !== undefined && { json }) });
  const fetchPaper = async () => sealedPaperSchema.parse((await ask('sealed-paper')).body);
  const report = async (hash?: string, deviceId = 'phone-1') =>
    readinessReplySchema.parse((await ask('readiness', { deviceId, hash })).body);
  /** Fetches, verifies and reports the paper; returns what the phone then has. */
  const prepare = async (deviceId = 'phone-1') => {
    const paper = await fetchPaper();
    const { ready, ...facts } = await report(paper.hash, deviceId);
    if (!ready) throw new Error('the paper is not the one that stands');
    return { paper, facts, ready };
  };
  const openWith = async (
    key: string,
    { sittingRef, sealed }: { sittingRef: string; sealed: string },
  ) =>
    paperTextSchema.parse(
      JSON.parse(await openPaper(fromBase64url(key), sittingRef, fromBase64url(sealed))),
    );
  const readKey = async () => examKeySchema.parse((await api.request(`exams/${examId}/key`)).body);
  /** A device that begins offline with what it has. */
  const begunOn = async (
    {
      facts,
      ready,
    }: { facts: Omit<ReadinessReply, 'ready'>; ready: NonNullable<ReadinessReply['ready']> },
    deviceId = 'phone-1',
  ): Promise<TestDevice> => {
    const phone = await deviceOf(api, candidate, examId, deviceId);
    const { sittingId, startsAt } = facts;
    phone.opened = { ...phone.opened, sittingId, epoch: ready.epoch, startedAt: startsAt };
    return phone;
  };
  const sitting = (sittingId: string) => readWhole(api.deps.db, { sittingId });
  const makeCode = (room = '') => ask('start-code', { room }, { token: api.adminToken });
  const tell = (room = '', token = api.adminToken) =>
    ask(`start-code?room=${encodeURIComponent(room)}`, undefined, { token });
  const unwrapWith = async (
    code: string,
    { facts, ready }: Awaited<ReturnType<typeof prepare>>,
  ) => {
    const stretched = await stretchCode(code, ready.codes.salt, ready.codes.rounds);
    for (const wrapped of ready.codes.wraps) {
      const key = await unwrapKey(stretched, facts, wrapped);
      if (key) return Buffer.from(key).toString('base64url');
    }
    return null;
  };

  it('is the same bytes each time, has its hash stated, and contains no readable text of a question', async () => {
    const paper = await fetchPaper();
    expect(await fetchPaper()).toEqual(paper);
    expect(await sealedHash(fromBase64url(paper.sealed))).toBe(paper.hash);
    expect(Buffer.from(paper.sealed, 'base64url').toString('latin1')).not.toContain('question');
    expect(paper.sittingRef).toMatch(/^[0-9a-z]{12}$/);
  });

  it('can be fetched in pieces by a phone whose network breaks off', async () => {
    const { sealed, hash } = await fetchPaper();
    const whole = Buffer.from(sealed, 'base64url');
    const piece = async (range: string) =>
      api.fetch(`exams/${examId}/sealed-paper`, {
        token: candidate.token,
        headers: { accept: 'application/octet-stream', range },
      });
    const first = await piece('bytes=0-99');
    expect([first.status, first.headers.get('content-range'), first.headers.get('etag')]).toEqual([
      206,
      `bytes 0-99/${whole.length}`,
      `"${hash}"`,
    ]);
    const rest = await piece('bytes=100-');
    const joined = Buffer.concat([
      Buffer.from(await first.arrayBuffer()),
      Buffer.from(await rest.arrayBuffer()),
    ]);
    expect(joined.equals(whole)).toBe(true);
    expect((await piece(`bytes=${whole.length}-`)).status).toBe(416);
  });

  it('is given to paid candidates, each their own, and the board shows who has theirs', async () => {
    const { sealed } = (await prepare()).paper;
    const { uid } = candidate;
    const registered = await api.makeCandidate({ examId, status: 'Registered' });
    const stranger = await api.makeCandidate();
    for (const { token } of [registered, stranger]) {
      expect((await ask('sealed-paper', undefined, { token })).status).toBe(403);
      expect((await ask('readiness', { deviceId: 'x' }, { token })).status).toBe(403);
    }
    candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
    expect((await fetchPaper()).sealed).not.toBe(sealed);
    const rows = await (await hallOf(api, examId)).board();
    const ready = new Map(rows.map((row) => [row.uid, row.paperReady]));
    expect([ready.get(uid), ready.get(candidate.uid)]).toEqual([true, false]);
  });

  it('opens from the start on with one small key, the same for everyone (rule 18)', async () => {
    const { paper, facts } = await prepare();
    const early = await api.request(`exams/${examId}/key`);
    expect([early.status, early.headers.get('retry-after')]).toEqual([425, '600']);
    expect(early.headers.get('cache-control')).toContain('no-store');
    api.clock.now = OPENS;
    const answer = await api.fetch(`exams/${examId}/key`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
    expect([answer.headers.get('vary'), answer.headers.get('set-cookie')]).toEqual([null, null]);
    const text = await answer.text();
    expect(text.length).toBeLessThan(200);
    const { key, keyId } = examKeySchema.parse(JSON.parse(text));
    expect([paper.keyId, facts.keyId]).toEqual([keyId, keyId]);
    const opened = await openWith(key, paper);
    expect(opened.questions).toHaveLength(5);
    expect(JSON.stringify(opened)).not.toMatch(/correct|weightage|negative/i);
  });

  it('has no common key where candidates start on their own, or where the exam is Inactive', async () => {
    await api.deps.db.orm.update(exams).set({ status: 'Inactive' }).where(eq(exams.id, examId));
    api.clock.now = OPENS;
    expect((await api.request(`exams/${examId}/key`)).status).toBe(409);
    await useExam('own');
    api.clock.now = OPENS;
    expect((await api.request(`exams/${examId}/key`)).status).toBe(404);
    expect((await api.request('exams/none/key')).status).toBe(404);
  });

  it('is drawn again when the exam changes before the start; a version already on a phone still counts [AT16]', async () => {
    const had = await prepare();
    await api.deps.db.orm
      .update(exams)
      .set({ name: 'Another name', version: sql`${exams.version} + 1` })
      .where(eq(exams.id, examId));
    const renamed = await report(had.paper.hash);
    expect(renamed.ready).toBeUndefined();
    expect(renamed.hash).not.toBe(had.paper.hash);
    const fields = [
      { fieldType: 'Aptitude', fieldCount: 3 },
      ...Array(9).fill({ fieldType: '', fieldCount: 0 }),
    ];
    await api.deps.db.orm
      .update(exams)
      .set({ sections: fields, version: sql`${exams.version} + 1` })
      .where(eq(exams.id, examId));
    const now = await prepare();
    expect(now.facts.sittingId).toBe(had.facts.sittingId);
    expect(now.ready.epoch).toBeGreaterThan(had.ready.epoch);
    api.clock.now = OPENS + MINUTE;
    const { key } = await readKey();
    expect((await openWith(key, now.paper)).questions).toHaveLength(3);
    // A phone that never heard of the change begins with its version, and all of it counts.
    const before = await openWith(key, had.paper);
    expect(before.questions).toHaveLength(5);
    const phone = await begunOn(had);
    const events = before.questions.map(({ qid }, at) =>
      phone.event(at + 1, 'answered', qid, 'OptionOne'),
    );
    expect((await phone.push(events)).body).toMatchObject({ acked: 5, epoch: had.ready.epoch });
    const whole = await sitting(had.facts.sittingId);
    expect(whole?.log.filter(({ refusal }) => refusal === null)).toHaveLength(5);
  });

  it('is not drawn and can’t be sat while the exam has no questions, and begins once the office has added some [AT1]', async () => {
    const ask5 = [{ fieldType: 'Aptitude', fieldCount: 5 }];
    const setSections = (sections: typeof ask5) =>
      api.deps.db.orm
        .update(exams)
        .set({ sections, version: sql`${exams.version} + 1` })
        .where(eq(exams.id, examId));
    await useExam('own');
    await setSections([]);
    const notReady = { status: 422, body: { code: 'section-too-large', retry: 'never' } };
    expect(await ask('sealed-paper')).toMatchObject(notReady);
    // An empty paper from an older server, which a phone already has.
    const sittingId = 'emptypaper01';
    const prepared = { sittingId, version: 1, sections: [] };
    const door = await readDoor(api.deps, candidate, examId);
    const { hash } = await sealedFactsOf(api.deps, door, prepared);
    await api.deps.db.rows(
      `with p as (
        insert into prepared_papers (sitting_id, version, enrolment_id, exam_id, sections, drawn_at, room)
        values ($1, 1, $2, $3, '[]', now(), ''))
      insert into prepared_devices (sitting_id, epoch, device_id, version, ready_at) values ($1, 1, 'phone-1', 1, now())`,
      [sittingId, candidate.enrolmentId, examId],
    );
    expect(await ask('readiness', { deviceId: 'phone-1', hash })).toMatchObject(notReady);
    api.clock.now = OPENS + MINUTE;
    const open = (paper?: string) =>
      ask('sitting', { protocol: PROTOCOL, deviceId: 'phone-1', paper });
    for (const paper of [undefined, hash]) {
      const refused = await open(paper);
      expect(refused).toMatchObject(notReady);
      expect(refused.body).toMatchObject({ error: expect.stringContaining('aren’t ready yet') });
      expect(refused.headers.get('retry-after')).toBe('20');
    }
    const { uid } = candidate;
    expect(await api.deps.db.rows('select id from sittings where uid = $1', [uid])).toEqual([]);

    await setSections(ask5);
    const begun = openReplySchema.parse((await open(hash)).body);
    expect(begun.questions).toHaveLength(5);
    expect(Date.parse(begun.startedAt)).toBe(api.clock.now);
  });

  it('may be empty for a caller without the device protocol', async () => {
    await useExam('own');
    await api.deps.db.orm.update(exams).set({ sections: [] }).where(eq(exams.id, examId));
    api.clock.now = OPENS + MINUTE;
    const { token, uid } = candidate;
    const json = { uid, examID: examId, answers: [] };
    expect(await api.request('questions?type=', { token })).toMatchObject({
      status: 200,
      body: [],
    });
    expect(await api.request('exams/submit-mcq', { token, json })).toMatchObject({
      status: 200,
      body: { score: [] },
    });
  });

  it('is given to twenty devices and no more, and those keep their turns (rule 10)', async () => {
    const { hash } = await fetchPaper();
    for (let number = 1; number <= 20; number += 1)
      expect((await report(hash, `phone-${number}`)).ready?.epoch).toBe(number);
    expect(await ask('readiness', { deviceId: 'phone-21', hash })).toMatchObject({ status: 403 });
    expect((await report(hash)).ready?.epoch).toBe(1);
  });

  it('keeps a deleted question as retired, because a phone may still hold it', async () => {
    const type = `Once ${kind}`;
    const [id = ''] = await api.makeQuestions(type, 1);
    const sections = [{ fieldType: type, fieldCount: 1 }];
    examId = await api.makeExam({ start: 'together', startsAt: OPENS, sections });
    candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
    await prepare();
    const remove = { method: 'DELETE', token: api.adminToken };
    expect((await api.request(`questions/${id}`, remove)).status).toBe(200);
    expect(
      await api.deps.db.orm
        .select({ id: questions.id })
        .from(questions)
        .where(eq(questions.id, id)),
    ).toHaveLength(1);
  });

  it('is drawn again when one of its questions was retired', async () => {
    const { paper } = await prepare();
    const [{ retired }] = (await api.deps.db.rows(
      `update questions set retired_at = now() where revision_id in (
         select (jsonb_array_elements(sections->0->'items'))::int from prepared_papers where sitting_id = $1)
       and id = (select min(id) from questions where retired_at is null and revision_id in (
         select (jsonb_array_elements(sections->0->'items'))::int from prepared_papers where sitting_id = $1))
       returning id as retired`,
      [paper.sittingRef],
    )) as [{ retired: string }];
    await api.deps.db.rows('update bank_state set version = version + 1', []);
    expect((await report(paper.hash)).hash).not.toBe(paper.hash);
    await api.deps.db.orm
      .update(questions)
      .set({ retiredAt: null })
      .where(eq(questions.id, retired));
    await api.deps.db.rows('update bank_state set version = version + 1', []);
  });

  onPostgresAlone('begun on the phone by the exam’s key', () => {
    it('reaches the server with the first push, and its time runs from the exam’s start [AT17]', async () => {
      const held = await prepare();
      api.clock.now = OPENS + 20 * MINUTE;
      const { questions: paper } = await openWith((await readKey()).key, held.paper);
      const phone = await begunOn(held);
      const first = await phone.push([
        phone.event(1, 'started'),
        phone.event(2, 'answered', paper[0]?.qid, 'OptionOne'),
      ]);
      expect(first).toMatchObject({
        status: 200,
        body: { acked: 2, state: 'open', deadline: new Date(OPENS + 60 * MINUTE).toISOString() },
      });
      expect(await sitting(held.facts.sittingId)).toMatchObject({
        started: OPENS,
        uid: candidate.uid,
        device_id: 'phone-1',
      });
      const again = await phone.submit(3, [{ qid: paper[0]?.qid ?? '', answer: 'OptionOne' }], {
        events: [phone.event(3, 'submitted')],
      });
      expect(again.body).toMatchObject({
        received: true,
        score: [{ TotalScore: 2 }, { Aptitude: 2 }],
      });
    });

    it('begins with a push of the phone that fetched it, even after a new sign-in, but not of one that only names it [AT22]', async () => {
      const own = { deviceId: await phoneName('of this phone'), proof: 'of this phone' };
      const { hash } = await fetchPaper();
      expect(await ask('readiness', { deviceId: own.deviceId, hash })).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      });
      const told = readinessReplySchema.parse((await ask('readiness', { ...own, hash })).body);
      const { ready, sittingId, startsAt } = told;
      api.clock.now = OPENS + MINUTE;
      const signedInAgain = { ...candidate, token: await api.signInAs(candidate.uid) };
      const begun = async (named: { deviceId: string; proof?: string }) => {
        const phone = await deviceOf(api, signedInAgain, examId, named);
        const opened = { sittingId, epoch: ready?.epoch ?? 0, startedAt: startsAt };
        phone.opened = { ...phone.opened, ...opened };
        return phone.push([phone.event(1, 'started')]);
      };
      expect((await begun({ deviceId: own.deviceId })).status).toBe(403);
      expect(await sitting(sittingId)).toBeNull();
      expect((await begun(own)).body).toMatchObject({ acked: 1 });
      expect(await sitting(sittingId)).toMatchObject({ device_id: own.deviceId });
    });

    it('can’t begin with a hand-over or text from a proctor of another exam [AT15]', async () => {
      const held = await prepare();
      api.clock.now = OPENS + MINUTE;
      const { questions: paper } = await openWith((await readKey()).key, held.paper);
      const phone = await begunOn(held);
      const { deviceKey } = held.ready;
      phone.opened = { ...phone.opened, questions: paper, deviceKey };
      const file = await handOver(phone, [phone.event(1, 'answered', paper[0]?.qid, 'OptionOne')]);
      const text = await answerText(phone, ['OptionOne', null, null, null, null]);
      const { token, uid } = await api.makeStaff('proctor');
      const { sittingId } = held.facts;
      const bring = async () => [
        await api.request('sync/handover', { token, json: { text } }),
        await api.request('sync/handover', {
          token,
          body: file,
          headers: { 'content-type': 'application/octet-stream' },
        }),
      ];
      for (const refused of await bring())
        expect(refused).toMatchObject({ status: 422, body: { fields: { reason: 'not-yours' } } });
      expect(await sitting(sittingId)).toBeNull();
      await api.deps.db.rows('insert into proctor_exams (uid, exam_id) values ($1, $2)', [
        uid,
        examId,
      ]);
      // The proctor's phone knows whose paper it is before the server knows of the sitting.
      const board = await api.request(`proctor/board?exam=${examId}`, { token });
      expect(boardSchema.parse(board.body).rows).toMatchObject([
        { sittingId: null, paperId: sittingId },
      ]);
      for (const taken of await bring()) expect(taken.status).toBe(200);
      expect(await sitting(sittingId)).toMatchObject({ state: 'submitted' });
      const report = await api.request(`proctor/report?exam=${examId}`, { token });
      expect(report.body).toMatchObject({ counts: { submitted: 1, handedOver: 1 } });
    });

    describe('while the office changes something', () => {
      const office = (path: string, json: object, method = 'POST') =>
        api.request(path, { method, json, token: api.adminToken });
      /** Work done on the phone in the first minutes, sent in the tenth. */
      const begun = async () => {
        const held = await prepare();
        api.clock.now = OPENS + 5 * MINUTE;
        const { questions: paper } = await openWith((await readKey()).key, held.paper);
        const phone = await begunOn(held);
        const { deviceKey } = held.ready;
        phone.opened = { ...phone.opened, questions: paper, deviceKey };
        const events = [phone.event(1, 'answered', paper[0]?.qid, 'OptionOne')];
        const file = await handOver(phone, events);
        const text = await answerText(phone, ['OptionOne', null, null, null, null], {
          kind: 'so-far',
          seq: 1,
        });
        const token = api.adminToken;
        const ways = {
          'a push': () => phone.push(events),
          'a hand-over': () => api.request('sync/handover', { token, body: file }),
          'a text message': () => api.request('sync/handover', { token, json: { text } }),
        };
        return { ways, sittingId: held.facts.sittingId };
      };
      const ways = ['a push', 'a hand-over', 'a text message'] as const;
      const seat = (uids: string[]) =>
        office(`exams/${examId}/participants/room`, { uids, room: 'Hall B', reason: 'No light' });
      const block = () =>
        office(`candidates/${candidate.uid}/block`, { reason: 'Two people came', endExam: false });
      const meanwhile: Record<string, () => Promise<{ status: number } | undefined>> = {
        'its candidate is blocked': block,
        'its exam is archived': () => office(`exams/${examId}/archive`, { despite: true }),
        'its exam is deleted': () => office(`exams/${examId}`, {}, 'DELETE'),
        'its candidate gets another room': () => seat([candidate.uid]),
        'its start is to be another': async () => {
          const { db } = api.deps;
          await db.orm.update(exams).set({ status: 'Inactive' }).where(eq(exams.id, examId));
          return undefined;
        },
      };
      it.each(Object.keys(meanwhile).flatMap((what) => ways.map((way) => [what, way] as const)))(
        'begins and counts though %s, by %s [AT17]',
        async (what, way) => {
          const { ways: by, sittingId } = await begun();
          api.clock.now = OPENS + 10 * MINUTE;
          expect((await meanwhile[what]?.())?.status ?? 200).toBe(200);
          expect(await by[way]()).toMatchObject({ status: 200 });
          const whole = await sitting(sittingId);
          expect(whole).toMatchObject({
            state: 'open',
            started: OPENS,
            deadline: OPENS + 60 * MINUTE,
          });
          expect([...(whole?.log ?? []), ...(whole?.submissions ?? [])]).toHaveLength(1);
        },
      );

      it.each(ways)(
        'is paused if it arrives during a pause, by %s, and gets back the time of the pause [AT20]',
        async (way) => {
          const { ways: by, sittingId } = await begun();
          const hall = await hallOf(api, examId);
          api.clock.now = OPENS + 8 * MINUTE;
          await hall.does({ kind: 'pause', to: { all: true }, reason: 'Fire alarm' });
          api.clock.now = OPENS + 10 * MINUTE;
          expect(await by[way]()).toMatchObject({ status: 200 });
          expect(await sitting(sittingId)).toMatchObject({ paused: OPENS + 8 * MINUTE });
          api.clock.now = OPENS + 12 * MINUTE;
          await hall.does({ kind: 'resume', to: { all: true } });
          expect(await sitting(sittingId)).toMatchObject({
            state: 'open',
            paused: null,
            deadline: OPENS + 64 * MINUTE,
          });
        },
      );

      it.each(ways)(
        'does not begin in an exam after the administrator moved its candidate out of it and stated that it was not sat, by %s',
        async (way) => {
          const { ways: by, sittingId } = await begun();
          const to = await api.makeExam();
          const move = {
            enrolment: candidate.enrolmentId,
            examID: to,
            reason: 'Another shift',
            difference: 500,
          };
          const path = `candidates/${candidate.uid}/move`;
          expect((await office(path, move)).status).toBe(422);
          expect((await office(path, { ...move, notSat: true })).status).toBe(200);
          const refused = await by[way]();
          expect(refused).toMatchObject(
            way === 'a push'
              ? { status: 404, body: { retry: 'never' } }
              : { status: 422, body: { fields: { reason: 'foreign' } } },
          );
          expect(await sitting(sittingId)).toBeNull();
        },
      );
    });

    it('gets no key while everyone is paused [AT20]', async () => {
      const hall = await hallOf(api, examId);
      api.clock.now = OPENS + MINUTE;
      await hall.does({ kind: 'pause', to: { all: true }, reason: 'Alarm' });
      const paused = await api.request(`exams/${examId}/key`);
      expect(paused).toMatchObject({ status: 409, body: { code: 'exam-paused' } });
      api.clock.now += MINUTE;
      await hall.does({ kind: 'resume', to: { all: true } });
      expect((await api.request(`exams/${examId}/key`)).status).toBe(200);
    });

    it('counts when its submission is all that ever arrived, even after the end [AT17]', async () => {
      const held = await prepare();
      api.clock.now = OPENS + 61 * MINUTE;
      const { questions: paper } = await openWith((await readKey()).key, held.paper);
      const phone = await begunOn(held);
      const qid = paper[0]?.qid ?? '';
      const done = await phone.submit(2, [{ qid, answer: 'OptionOne' }], {
        elapsed: 60 * MINUTE,
        events: [
          { ...phone.event(1, 'answered', qid, 'OptionOne'), elapsed: MINUTE },
          { ...phone.event(2, 'submitted'), elapsed: 60 * MINUTE },
        ],
      });
      expect(done.body).toMatchObject({
        received: true,
        score: [{ TotalScore: 2 }, { Aptitude: 2 }],
      });
    });

    it('is measured by the beacon that came with it, when it arrives after the allowance [AT8]', async () => {
      const held = await prepare();
      api.clock.now = OPENS;
      const { questions: paper } = await openWith((await readKey()).key, held.paper);
      const phone = await begunOn(held);
      const qid = paper[0]?.qid ?? '';
      api.clock.now = OPENS + 80 * MINUTE;
      const { serverTime, signature } = held.facts;
      const beacon = await phone.hear(2);
      const done = await phone.submit(2, [{ qid, answer: 'OptionOne' }], {
        elapsed: 60 * MINUTE,
        events: [
          { ...phone.event(1, 'answered', qid, 'OptionOne'), elapsed: MINUTE },
          { ...phone.event(2, 'submitted'), elapsed: 60 * MINUTE },
        ],
        words: [{ serverTime, signature, elapsed: 0, seq: 0 }, beacon],
      });
      expect(done.body).toMatchObject({ score: [{ TotalScore: 2 }, { Aptitude: 2 }] });
      expect((await sitting(held.facts.sittingId))?.submissions).toHaveLength(1);
    });

    it('is refused before the exam’s start, and from a device or candidate without a turn', async () => {
      const held = await prepare();
      const phone = await begunOn(held);
      const early = await phone.push([]);
      expect([early.status, early.body]).toMatchObject([425, { retry: 'later' }]);
      expect(await sitting(held.facts.sittingId)).toBeNull();
      api.clock.now = OPENS;
      const stranger = await begunOn(held, 'phone-9');
      expect((await stranger.push([])).status).toBe(404);
      const other = await api.makeCandidate({ examId, status: 'Fees Paid' });
      const theirs = await api.request('sync/push', {
        token: other.token,
        json: {
          protocol: PROTOCOL,
          sittingId: held.facts.sittingId,
          deviceId: 'phone-1',
          epoch: 1,
          events: [],
        },
      });
      expect(theirs.status).toBe(404);
      expect(await sitting(held.facts.sittingId)).toBeNull();
    });

    it('takes the work of two phones that both began; the one with the greater turn writes (rule 10)', async () => {
      const [first, second] = [await prepare('phone-1'), await prepare('phone-2')];
      api.clock.now = OPENS;
      const { questions: paper } = await openWith((await readKey()).key, first.paper);
      const qid = paper[0]?.qid;
      const [one, two] = [await begunOn(first), await begunOn(second, 'phone-2')];
      await one.push([one.event(1, 'answered', qid, 'OptionTwo')]);
      expect((await two.push([two.event(1, 'answered', qid, 'OptionOne')])).body).toMatchObject({
        acked: 1,
        epoch: 2,
      });
      expect((await one.push([one.event(2, 'answered', qid, 'OptionThree')])).body).toMatchObject({
        acked: 2,
        epoch: 2,
      });
      const whole = await sitting(first.facts.sittingId);
      expect(whole).toMatchObject({ device_id: 'phone-2', epoch: 2 });
      expect(whole?.log.every(({ refusal }) => refusal === null)).toBe(true);
    });

    it('needs a proctor’s approval before a second phone that began joins, where the exam requires it [AT22]', async () => {
      await api.deps.db.orm
        .update(exams)
        .set({ anotherDevice: 'approval' })
        .where(eq(exams.id, examId));
      const [first, second] = [await prepare('phone-1'), await prepare('phone-2')];
      api.clock.now = OPENS;
      const [one, two] = [await begunOn(first), await begunOn(second, 'phone-2')];
      await one.push([one.event(1, 'started')]);
      expect(await two.push([two.event(1, 'started')])).toMatchObject({
        status: 409,
        body: { code: 'device-not-allowed' },
      });
      expect(await sitting(first.facts.sittingId)).toMatchObject({
        device_id: 'phone-1',
        epoch: 1,
      });
      const hall = await hallOf(api, examId);
      const row = candidate.enrolmentId ?? '';
      await hall.does({ kind: 'allow-device', to: { row }, wanted: 'phone-2' });
      expect((await two.push([two.event(1, 'started')])).body).toMatchObject({ epoch: 2 });
    });

    it.each([
      ['while the exam goes on', 20],
      ['once the server has closed the exam', 90],
    ])(
      'asks the proctor for a second phone whose answers came by text message, and the operator for that text again, allowed %s [AT22]',
      async (_, allowedAt) => {
        await api.deps.db.orm
          .update(exams)
          .set({ anotherDevice: 'approval' })
          .where(eq(exams.id, examId));
        const [first, second] = [await prepare('phone-1'), await prepare('phone-2')];
        api.clock.now = OPENS;
        const [one, two] = [await begunOn(first), await begunOn(second, 'phone-2')];
        const { questions: paper } = await openWith((await readKey()).key, second.paper);
        two.opened = { ...two.opened, questions: paper, deviceKey: second.ready.deviceKey };
        await one.push([one.event(1, 'started')]);
        api.clock.now += 20 * MINUTE;
        const text = await answerText(two, ['OptionOne', null, null, null, null], { epoch: 2 });
        const told = [{ from: '919876543210', text, receivedAt: api.clock.now }];
        await expect(takeInTexts(api.deps, told)).rejects.toMatchObject({ code: 'unavailable' });
        expect((await sitting(first.facts.sittingId))?.submissions).toEqual([]);
        api.clock.now = OPENS + allowedAt * MINUTE;
        await closeOverdue(api.deps);
        const hall = await hallOf(api, examId);
        await hall.does({ kind: 'allow-device', to: { row: candidate.enrolmentId ?? '' } });
        await takeInTexts(api.deps, told);
        expect(await sitting(first.facts.sittingId)).toMatchObject({
          device_id: allowedAt === 20 ? 'phone-2' : 'phone-1',
          submissions: [{ deviceId: 'phone-2', final: true, receivedAt: told[0]?.receivedAt }],
        });
      },
    );

    it('gives a phone that opens it later by the network a turn above all that were reserved', async () => {
      const held = await prepare();
      api.clock.now = OPENS + MINUTE;
      const late = await deviceOf(api, candidate, examId, 'phone-2');
      const { body } = await late.open();
      expect(body).toMatchObject({ epoch: 2, sittingId: held.facts.sittingId });
      expect(body.questions).toHaveLength(5);
      expect(body.startedAt).toBe(new Date(OPENS).toISOString());
      const begun = await begunOn(held);
      expect((await begun.push([begun.event(1, 'started')])).body).toMatchObject({
        acked: 1,
        epoch: 2,
      });
      expect(await closeOverdue(api.deps)).toBe(0);
    });

    it('gives a phone that takes over a turn that is reserved for no other phone (rule 10)', async () => {
      const [first] = [await prepare('phone-1'), await prepare('phone-2')];
      api.clock.now = OPENS;
      const one = await begunOn(first);
      await one.push([one.event(1, 'started')]);
      const third = await deviceOf(api, candidate, examId, 'phone-3');
      expect((await third.open({ takeOver: true })).body).toMatchObject({ epoch: 3 });
    });

    it('no longer moves to a phone whose work arrives once the sitting is over (rule 10)', async () => {
      const [first, second] = [await prepare('phone-1'), await prepare('phone-2')];
      api.clock.now = OPENS;
      const [one, two] = [await begunOn(first), await begunOn(second, 'phone-2')];
      await one.push([one.event(1, 'started')]);
      const late = [two.event(1, 'started')];
      api.clock.now = OPENS + 120 * MINUTE;
      await closeOverdue(api.deps);
      expect((await two.push(late)).body).toMatchObject({ acked: 1, state: 'closed', epoch: 1 });
      expect(await sitting(first.facts.sittingId)).toMatchObject({
        device_id: 'phone-1',
        epoch: 1,
        turns: expect.arrayContaining([['phone-2', 2]]),
      });
    });

    it('is given whole, without a key, to a phone that holds another version than the one being sat', async () => {
      const sat = await prepare('phone-1');
      await api.deps.db.orm
        .update(exams)
        .set({
          sections: [
            { fieldType: 'Aptitude', fieldCount: 3 },
            ...Array(9).fill({ fieldType: '', fieldCount: 0 }),
          ],
          version: sql`${exams.version} + 1`,
        })
        .where(eq(exams.id, examId));
      const newer = await prepare('phone-2');
      expect(newer.paper.hash).not.toBe(sat.paper.hash);
      api.clock.now = OPENS;
      const one = await begunOn(sat);
      await one.push([one.event(1, 'started')]);
      const open = { protocol: PROTOCOL, deviceId: 'phone-2', takeOver: true };
      const reply = openReplySchema.parse(
        (await ask('sitting', { ...open, paper: newer.paper.hash })).body,
      );
      expect(reply.questions).toHaveLength(5);
      expect(reply.paperKey).toBeUndefined();
    });
  });

  const change = async (data: object) => {
    const body = new FormData();
    const exam = (await api.request(`exams/${examId}`, { token: api.adminToken })).body as object;
    body.set('data', JSON.stringify({ ...exam, ...data }));
    return api.request(`exams/${examId}`, { method: 'PUT', form: body, token: api.adminToken });
  };
  const DAY = 24 * 60 * MINUTE;
  const moveADay = () => change({ startDate: new Date(OPENS + DAY).toISOString() });
  const moveTo = (room: string) =>
    api.deps.db.orm.update(enrolments).set({ room }).where(eq(enrolments.uid, candidate.uid));

  describe('whose start is moved after it could be read [AT16]', () => {
    it('is a different paper under a different key, where all start together', async () => {
      await useExam('together', 'Many');
      const had = await prepare();
      api.clock.now = OPENS;
      const { key } = await readKey();
      const seen = await openWith(key, had.paper);
      expect((await moveADay()).status).toBe(200);
      const now = await prepare();
      expect(now.ready.epoch).toBeGreaterThan(had.ready.epoch);
      await expect(openWith(key, now.paper)).rejects.toThrow();
      api.clock.now = OPENS + DAY;
      const next = await openWith((await readKey()).key, now.paper);
      expect(next.questions).not.toEqual(seen.questions);
      const answer = await ask('sitting', {
        protocol: PROTOCOL,
        deviceId: 'phone-1',
        paper: had.paper.hash,
      });
      expect(openReplySchema.parse(answer.body).questions).toEqual(next.questions);
    });

    it('is a different paper, and the code told before is void, where candidates start on their own', async () => {
      await useExam('own', 'Many');
      await makeCode();
      const had = await prepare();
      api.clock.now = OPENS;
      const { code } = startCodeSchema.parse((await tell()).body);
      const key = (await unwrapWith(code, had)) ?? '';
      const seen = await openWith(key, had.paper);
      expect((await moveADay()).status).toBe(200);
      const now = await prepare();
      expect(await unwrapWith(code, now)).toBeNull();
      await expect(openWith(key, now.paper)).rejects.toThrow();
      api.clock.now = OPENS + DAY + MINUTE;
      const open = { protocol: PROTOCOL, deviceId: 'phone-1', paper: had.paper.hash };
      const opened = openReplySchema.parse((await ask('sitting', open)).body);
      expect(opened.deadline).toBe(new Date(OPENS + DAY + 61 * MINUTE).toISOString());
      expect(opened.questions).toHaveLength(5);
      expect(opened.questions).not.toEqual(seen.questions);
      const { code: newest, releasedAt } = startCodeSchema.parse((await tell()).body);
      expect(newest).not.toBe(code);
      expect(releasedAt).toBe(new Date(OPENS + DAY + MINUTE).toISOString());
    });

    it.each(['together', 'own'] as const)(
      'counts from the earlier start (%s) for a candidate who began then',
      async (start) => {
        await useExam(start, 'Many');
        await makeCode();
        const had = await prepare();
        api.clock.now = OPENS + 10 * MINUTE;
        await tell();
        await moveADay();
        const phone = await begunOn(had);
        expect((await phone.push([phone.event(1, 'started')])).body).toMatchObject({
          acked: 1,
          deadline: new Date(OPENS + (start === 'own' ? 70 : 60) * MINUTE).toISOString(),
        });
        expect(await sitting(had.facts.sittingId)).toMatchObject({ started: OPENS });
      },
    );
  });

  it.each(['together', 'own'] as const)(
    'counts from the first start (%s) for a candidate who began then, however often the start is moved [AT16]',
    async (start) => {
      await useExam(start, 'Many');
      await makeCode();
      const had = await prepare();
      api.clock.now = OPENS;
      await tell();
      await moveADay();
      api.clock.now = OPENS + DAY + 10 * MINUTE;
      await makeCode();
      await tell();
      expect((await change({ startDate: new Date(OPENS + 2 * DAY).toISOString() })).status).toBe(
        200,
      );
      const phone = await begunOn(had);
      expect((await phone.push([])).body).toMatchObject({
        deadline: new Date(OPENS + 60 * MINUTE).toISOString(),
      });
    },
  );

  it('can’t be opened any more once the common time is over', async () => {
    api.clock.now = OPENS + 60 * MINUTE;
    const late = await deviceOf(api, candidate, examId);
    expect(await late.open()).toMatchObject({ status: 409, body: { code: 'exam-over' } });
  });

  it('has more time where the enrolment says so', async () => {
    await api.deps.db.orm
      .update(enrolments)
      .set({ extraPercent: 25 })
      .where(eq(enrolments.uid, candidate.uid));
    const held = await prepare();
    expect(held.facts).toMatchObject({ extraSeconds: 15 * 60, extraPercent: 25 });
    api.clock.now = OPENS;
    const phone = await begunOn(held);
    expect((await phone.push([])).body).toMatchObject({
      deadline: new Date(OPENS + 75 * MINUTE).toISOString(),
    });
  });

  it('can’t change its start or kind of start once somebody sits the exam', async () => {
    const held = await prepare();
    expect((await change({ start: 'own' })).body).toMatchObject({ start: 'own' });
    expect((await change({ start: 'together' })).body).toMatchObject({ start: 'together' });
    api.clock.now = OPENS;
    const { keyId } = await readKey();
    expect(keyId).not.toBe(held.facts.keyId);
    // Its key may be known by now, so a later start gets another key.
    await change({ startDate: new Date(OPENS + MINUTE).toISOString() });
    api.clock.now = OPENS + MINUTE;
    expect((await readKey()).keyId).not.toBe(keyId);
    await (await deviceOf(api, candidate, examId)).open();
    expect((await change({ start: 'own' })).body).toMatchObject({ code: 'exam-in-use' });
    expect((await change({ startDate: new Date(OPENS).toISOString() })).status).toBe(409);
  });

  describe('where candidates start on their own', () => {
    beforeEach(() => useExam('own'));

    it('opens with a key in the reply that starts the clock', async () => {
      const held = await prepare();
      api.clock.now = OPENS + 30 * MINUTE;
      const answer = await ask('sitting', {
        protocol: PROTOCOL,
        deviceId: 'phone-1',
        paper: held.paper.hash,
      });
      const reply = openReplySchema.parse(answer.body);
      expect(reply).toMatchObject({
        questions: [],
        sittingId: held.paper.sittingRef,
        epoch: held.ready.epoch,
        deadline: new Date(OPENS + 90 * MINUTE).toISOString(),
      });
      expect((await openWith(reply.paperKey ?? '', held.paper)).questions).toHaveLength(5);
      const again = await ask('sitting', { protocol: PROTOCOL, deviceId: 'phone-1' });
      expect(openReplySchema.parse(again.body).questions).toHaveLength(5);
    });

    it('is given whole to a phone that names a paper it was never told of', async () => {
      await prepare();
      api.clock.now = OPENS;
      const answer = await ask('sitting', {
        protocol: PROTOCOL,
        deviceId: 'phone-1',
        paper: 'another',
      });
      const reply = openReplySchema.parse(answer.body);
      expect(reply.questions).toHaveLength(5);
      expect(reply.paperKey).toBeUndefined();
    });

    it('begins by a code, and its time runs from when the code was told, not from when the phone says [AT18]', async () => {
      await makeCode();
      const held = await prepare();
      api.clock.now = OPENS + 40 * MINUTE;
      const phone = await begunOn(held);
      // No code has been told yet, so nobody can have begun.
      expect((await phone.push([])).status).toBe(425);
      const { code } = startCodeSchema.parse((await tell()).body);
      expect(await unwrapWith(code, held)).not.toBeNull();
      api.clock.now = OPENS + 50 * MINUTE;
      expect((await phone.push([phone.event(1, 'started')])).body).toMatchObject({
        acked: 1,
        deadline: new Date(OPENS + 100 * MINUTE).toISOString(),
      });
      expect(await api.actsOn(held.facts.sittingId)).toMatchObject([
        { action: 'sitting.begun-on-phone', detail: { device: 'phone-1', by: 'code' } },
      ]);
    });

    it('counts from when the code was told even for a candidate who opens it by the network, since they may have read it [AT18]', async () => {
      await makeCode();
      await prepare('read-by-code');
      api.clock.now = OPENS + 40 * MINUTE;
      await tell();
      api.clock.now = OPENS + 55 * MINUTE;
      const open = { protocol: PROTOCOL, deviceId: 'phone-1' };
      const opened = openReplySchema.parse((await ask('sitting', open)).body);
      expect(opened.deadline).toBe(new Date(OPENS + 100 * MINUTE).toISOString());
    });

    it('counts from when the code was told of the room it was fetched for, whatever the room is now [AT18]', async () => {
      await moveTo('Hall A');
      for (const room of ['Hall A', 'Hall C']) await makeCode(room);
      const held = await prepare();
      api.clock.now = OPENS;
      await tell('Hall C');
      api.clock.now = OPENS + 10 * MINUTE;
      const { code } = startCodeSchema.parse((await tell('Hall A')).body);
      expect(await unwrapWith(code, held)).not.toBeNull();
      await moveTo('Hall B');
      await prepare('phone-2');
      api.clock.now = OPENS + 50 * MINUTE;
      const other = await deviceOf(api, candidate, examId, 'other');
      expect((await other.open()).body.deadline).toBe(new Date(OPENS + 70 * MINUTE).toISOString());
    });

    it('is a different one for a candidate moved to another room before a code was told, and only that room’s code counts', async () => {
      await moveTo('Hall A');
      for (const room of ['Hall A', 'Hall B']) await makeCode(room);
      const before = await prepare();
      await moveTo('Hall B');
      const held = await prepare();
      api.clock.now = OPENS;
      const { code } = startCodeSchema.parse((await tell('Hall A')).body);
      const former = (await unwrapWith(code, before)) ?? '';
      await expect(openWith(former, held.paper)).rejects.toThrow();
      api.clock.now = OPENS + 120 * MINUTE;
      await tell('Hall B');
      expect((await (await begunOn(held)).push([])).body).toMatchObject({
        deadline: new Date(OPENS + 180 * MINUTE).toISOString(),
      });
    });

    const openWithPaper = async (paper: string) =>
      openReplySchema.parse(
        (await ask('sitting', { protocol: PROTOCOL, deviceId: 'phone-1', paper })).body,
      );

    it('in an earlier version opens by its key alone: a phone that heard of no other sits what it has [AT16]', async () => {
      const held = await prepare();
      const sections = [
        { fieldType: 'Aptitude', fieldCount: 3 },
        ...Array(9).fill({ fieldType: '', fieldCount: 0 }),
      ];
      await api.deps.db.orm
        .update(exams)
        .set({ sections, version: sql`${exams.version} + 1` })
        .where(eq(exams.id, examId));
      expect((await prepare('phone-2')).paper.hash).not.toBe(held.paper.hash);
      api.clock.now = OPENS;
      const reply = await openWithPaper(held.paper.hash);
      expect(reply.questions).toEqual([]);
      expect((await openWith(reply.paperKey ?? '', held.paper)).questions).toHaveLength(5);
    });

    it('that could be read before its start was moved is not opened for a phone that heard nothing since [AT16]', async () => {
      await makeCode();
      const read = await prepare();
      api.clock.now = OPENS;
      await tell();
      await moveADay();
      await prepare('phone-2');
      api.clock.now = OPENS + DAY + MINUTE;
      const reply = await openWithPaper(read.paper.hash);
      expect([reply.questions.length, reply.paperKey]).toEqual([5, undefined]);
    });

    it('that the code of the candidate’s former room opens is not opened for them any more [AT18]', async () => {
      await moveTo('Hall A');
      for (const room of ['Hall A', 'Hall B']) await makeCode(room);
      const read = await prepare();
      await moveTo('Hall B');
      await prepare('phone-2');
      api.clock.now = OPENS;
      await tell('Hall A');
      api.clock.now = OPENS + 50 * MINUTE;
      const reply = await openWithPaper(read.paper.hash);
      expect([reply.questions.length, reply.paperKey]).toEqual([5, undefined]);
    });

    it('counts from the press of Start for a candidate who holds no paper, whatever code was told', async () => {
      await makeCode();
      api.clock.now = OPENS + 40 * MINUTE;
      await tell();
      api.clock.now = OPENS + 55 * MINUTE;
      const open = { protocol: PROTOCOL, deviceId: 'phone-1' };
      const opened = openReplySchema.parse((await ask('sitting', open)).body);
      expect(opened.deadline).toBe(new Date(OPENS + 115 * MINUTE).toISOString());
    });
  });

  onPostgresAlone('start codes (rule 19)', () => {
    it('are given from the exam’s start on, to the administrator and to the room’s proctor', async () => {
      await makeCode('Hall 1');
      const proctor = await api.makeStaff('proctor');
      const stranger = await api.makeStaff('proctor');
      await api.deps.db.rows(
        'insert into proctor_exams (uid, exam_id, rooms) values ($1, $2, $3::text[])',
        [proctor.uid, examId, '{Hall 1}'],
      );
      for (const { token } of [{ token: api.adminToken }, proctor]) {
        const early = await tell('Hall 1', token);
        expect(early.status).toBe(425);
        expect(JSON.stringify(early.body)).not.toMatch(/[0-9A-Z]{10}/);
      }
      api.clock.now = OPENS;
      expect((await tell('Hall 1', stranger.token)).status).toBe(403);
      expect((await tell('Hall 2', proctor.token)).status).toBe(403);
      expect((await tell('Hall 1', candidate.token)).status).toBe(403);
      const { code, releasedAt } = startCodeSchema.parse(
        (await tell('Hall 1', proctor.token)).body,
      );
      expect(readStartCode(code)).toEqual({ kind: 'right', code });
      expect(releasedAt).toBe(new Date(OPENS).toISOString());
      api.clock.now += MINUTE;
      expect((await tell('Hall 1')).body).toMatchObject({ code, releasedAt });
      expect((await tell('Hall 2')).status).toBe(404);
    });

    it('for the whole exam are given only to a proctor who watches all of it, so that a room’s proctor starts no other clocks', async () => {
      await useExam('own');
      await makeCode();
      const proctor = await api.makeStaff('proctor');
      await api.deps.db.rows(
        'insert into proctor_exams (uid, exam_id, rooms) values ($1, $2, $3::text[])',
        [proctor.uid, examId, '{Hall 1}'],
      );
      await prepare();
      api.clock.now = OPENS;
      const refused = await tell('Hall 1', proctor.token);
      expect(refused.status).toBe(404);
      expect(JSON.stringify(refused.body)).toContain('ask the administrator');
      api.clock.now = OPENS + 61 * MINUTE;
      expect((await (await deviceOf(api, candidate, examId)).open()).status).toBe(200);
      // A code of another exam for a room of the same name makes no difference.
      const room = 'Hall 1';
      const other = `exams/${await api.makeExam()}/start-code`;
      await api.request(other, { token: api.adminToken, json: { room } });
      expect(await tell(room)).toMatchObject({ status: 200, body: { room: '' } });
    });

    it('stay the same until somebody is told one, so that a second press shuts out no phone that is offline by then [AT18]', async () => {
      const made = await makeCode();
      const held = await prepare();
      api.clock.now += MINUTE;
      expect(await makeCode()).toEqual(made);
      api.clock.now = OPENS;
      const read = async () => startCodeSchema.parse((await tell()).body);
      const first = await read();
      expect(await unwrapWith(first.code, held)).toBe((await readKey()).key);
      expect((await makeCode()).body).toMatchObject({ version: 2 });
      const newer = await read(); // read by somebody who was never told the first
      expect(await unwrapWith(newer.code, held)).toBeNull();
      expect([first.earlier, newer.earlier]).toEqual([null, first.code]);
    });

    it('from before the exam’s start was moved are never given out again', async () => {
      await makeCode();
      api.clock.now = OPENS;
      await tell();
      await makeCode();
      await tell();
      expect((await moveADay()).status).toBe(200);
      api.clock.now = OPENS + DAY;
      expect((await tell()).body).toMatchObject({ version: 3, earlier: null });
    });

    it('open the papers of their own room, and a code of the whole exam opens every paper', async () => {
      await api.deps.db.orm
        .update(enrolments)
        .set({ room: 'Hall 1' })
        .where(eq(enrolments.uid, candidate.uid));
      for (const room of ['', 'Hall 1', 'Hall 2']) await makeCode(room);
      const held = await prepare();
      expect(held.ready.codes.wraps).toHaveLength(2);
      api.clock.now = OPENS;
      const { key } = await readKey();
      const codeOf = async (room: string) => startCodeSchema.parse((await tell(room)).body).code;
      expect(await unwrapWith(await codeOf('Hall 1'), held)).toBe(key);
      expect(await unwrapWith(await codeOf(''), held)).toBe(key);
      expect(await unwrapWith(await codeOf('Hall 2'), held)).toBeNull();
      await makeCode('Hall 1');
      expect(await unwrapWith(await codeOf('Hall 1'), held)).toBeNull();
      expect(await unwrapWith(await codeOf('Hall 1'), await prepare())).toBe(key);
    });
  });
});
