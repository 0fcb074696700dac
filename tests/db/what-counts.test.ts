// What counts in a sitting is decided in one place, `project` [AT4][AT8][AT11], and every screen shows the same. The same
// suite runs on PGlite and on a real Postgres.
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { read, utils } from 'xlsx';
import * as z from 'zod/mini';
import { closeOverdue } from '#api/services/sittings/close-overdue.ts';
import { countExisting } from '#api/services/sittings/count-existing.ts';
import { scoreLog, timesOf } from '#api/services/sittings/settle.ts';
import { liveSittingsSchema } from '#contract/desk/live.ts';
import {
  documentSchema,
  markableSittingSchema,
  markingListSchema,
} from '#contract/desk/marking.ts';
import { participantListSchema } from '#contract/desk/participants.ts';
import type { SittingEvent } from '#contract/wire/sync.ts';
import { logDigestText } from '#machines/sitting/digest.ts';
import { toScoreList } from '#machines/sitting/scoring.ts';
import { START, startApi, type TestApi } from '../support/api.ts';
import { deviceOf, sittingOf, type TestDevice } from '../support/device.ts';
import type { TestCandidate } from '../support/people.ts';
import { chanceFrom, seeds } from '../support/random.ts';
import { backends, databaseOn } from '../support/test-database.ts';

const MINUTE = 60_000;

describe.each(backends)('what counts, on every screen, on %s', (kind) => {
  let api: TestApi;
  let examId: string;
  let candidate: TestCandidate;
  let phone: TestDevice;

  beforeAll(async () => {
    api = await startApi(await databaseOn(kind));
    await api.makeQuestions('Counted', 3);
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    api.clock.now = START;
    examId = await api.makeExam({
      format: 'MIX',
      durationMinutes: 60,
      sections: [{ fieldType: 'Counted', fieldCount: 3 }],
    });
    candidate = await api.makeCandidate({ examId, status: 'Fees Paid' });
    phone = await deviceOf(api, candidate, examId);
    await phone.open();
  });

  const admin = () => ({ token: api.adminToken });
  const qid = (index: number) => phone.opened.questions[index]?.qid ?? '';
  async function send(...names: string[]): Promise<string[]> {
    const form = new FormData();
    form.set('uid', candidate.uid);
    form.set('examID', examId);
    for (const [index, name] of names.entries()) {
      const page = await sharp({
        create: { width: 20 + index, height: 30, channels: 3, background: '#fff' },
      })
        .png()
        .toBuffer();
      form.append('docs', new File([new Uint8Array(page)], `${name}.png`));
    }
    const { body } = await api.request('exams/upload-docs', { token: candidate.token, form });
    return (body as { docs: string[] }).docs;
  }
  const named = (path: string) => decodeURIComponent(path.split('?')[0]?.split('/').at(-1) ?? '');

  /** How many answers each screen shows, and which pages. */
  async function shown() {
    const get = async (path: string) => (await api.request(path, admin())).body;
    const { sittingId } = phone.opened;
    const [participant] = participantListSchema.parse(await get(`exams/by-exam/${examId}`));
    const workbook = await api.fetch(`exams/by-exam/${examId}/export`, admin());
    const book = read(new Uint8Array(await workbook.arrayBuffer()));
    const [exported] = utils.sheet_to_json<{ Documents: string }>(
      book.Sheets[book.SheetNames[0] ?? ''] ?? {},
    );
    const links = exported?.Documents.split(', ').map(named) ?? [];
    const linked = await Promise.all(links.map((id) => get(`documents/${id}`)));
    const marking = markingListSchema.parse(await get(`exams/${examId}/marking?filter=all`));
    const screen = markableSittingSchema.parse(await get(`sittings/${sittingId}/marking`));
    const live = liveSittingsSchema.parse(await get(`live/${examId}/sittings`));
    return {
      participants: participant?.docs.map(named),
      workbook: linked.map((one) => documentSchema.parse(one).name),
      markingList: marking.rows[0]?.pages,
      markingScreen: screen.pages.map(({ path }) => named(path)),
      live: live.rows[0]?.sitting?.answered,
    };
  }

  it('a late act that awaits a decision changes no screen: not the pages, their number or the answers [AT8]', async () => {
    const [red, blue] = await send('red', 'blue');
    await phone.push([
      phone.event(1, 'documents', undefined, `${red},${blue}`),
      phone.event(2, 'answered', qid(0), 'OptionOne'),
      phone.event(3, 'answered', qid(1), 'OptionTwo'),
    ]);
    api.clock.now += 63 * MINUTE;
    await closeOverdue(api.deps);
    const inTime = await shown();
    expect(inTime).toEqual({
      participants: ['red.png', 'blue.png'],
      workbook: ['red.png', 'blue.png'],
      markingList: 2,
      markingScreen: ['red.png', 'blue.png'],
      live: 2,
    });

    api.clock.now += MINUTE;
    const late = [
      phone.event(4, 'documents', undefined, `${red}`),
      phone.event(5, 'cleared', qid(0)),
    ].map((event) => ({ ...event, elapsed: 30 * MINUTE }));
    expect(await phone.push(late)).toMatchObject({ status: 200, body: { acked: 5 } });
    expect(await shown()).toEqual(inTime);
  });

  it('no decision can be made while the sitting is under way [AT8]', async () => {
    api.clock.now += 60 * MINUTE + 20_000;
    await phone.push([
      { ...phone.event(1, 'answered', qid(0), 'OptionOne'), elapsed: 61 * MINUTE },
    ]);
    const answer = await api.request(`sittings/${phone.opened.sittingId}/held`, {
      ...admin(),
      json: { counted: true, reason: 'In time by my watch' },
    });
    expect(answer.status).toBe(404);
    expect(await shownLive()).toMatchObject({ state: 'under-way', sitting: { answered: 0 } });
    expect(
      await api.deps.db.rows('select status from enrolments where uid = $1', [candidate.uid]),
    ).toEqual([{ status: 'Fees Paid' }]);
  });

  it('an act whose digest came in time counts at once, whatever time it claims [AT8]', async () => {
    const act = { ...phone.event(1, 'answered', qid(0), 'OptionOne'), elapsed: 61 * MINUTE };
    const digest = createHash('sha256')
      .update(logDigestText([{ ...act, epoch: 1 }]))
      .digest('hex');
    await phone.push([], { log: { after: 0, seq: 1, digest } });
    api.clock.now += 60 * MINUTE + 20_000;
    await phone.push([act]);
    expect(await listed()).toEqual(await projected([]));
    expect(await shownLive()).toMatchObject({ sitting: { answered: 1 } });
  });

  it('the candidate sees that pages await marking once the server has them', async () => {
    const own = async () => (await api.request('sittings', { token: candidate.token })).body;
    expect(await own()).toMatchObject([{ pages: false }]);
    const [red] = await send('red');
    await phone.push([phone.event(1, 'documents', undefined, `${red}`)]);
    expect(await own()).toMatchObject([{ pages: true }]);
  });

  it('sittings stored before lists had these figures are counted at the start, like new ones', async () => {
    const [red, blue] = await send('red', 'blue');
    await phone.push([
      phone.event(1, 'documents', undefined, `${blue},${red}`),
      phone.event(2, 'answered', qid(0), 'OptionOne'),
    ]);
    const columns = `select id, answered, pages, pages_since is not null as since from sittings order by id`;
    const before = await api.deps.db.rows(columns, []);
    await api.deps.db.rows(
      'update sittings set answered = null, pages = null, pages_since = null',
      [],
    );
    expect(await countExisting(api.deps)).toBe(before.length);
    expect(await api.deps.db.rows(columns, [])).toEqual(before);
    expect(await countExisting(api.deps)).toBe(0);
  });

  it('an old sitting that can’t be read keeps neither the others from being counted nor the server from starting', async () => {
    const { db } = api.deps;
    const other = await api.makeCandidate({ examId, status: 'Fees Paid' });
    const unreadable = await deviceOf(api, other, examId);
    await unreadable.open();
    const papers = `update papers set sections = $2::text::jsonb where enrolment_id =
      (select enrolment_id from sittings where id = $1) returning sections`;
    const setSections = (text: string) => db.rows(papers, [unreadable.opened.sittingId, text]);
    const [{ sections }] = z
      .tuple([z.object({ sections: z.unknown() })])
      .parse(
        await db.rows(
          'select p.sections from papers p join sittings s on s.enrolment_id = p.enrolment_id where s.id = $1',
          [unreadable.opened.sittingId],
        ),
      );
    await db.rows('update sittings set answered = null', []);
    await setSections('"not a paper"');
    const uncounted = () => db.rows('select id from sittings where answered is null', []);
    const all = (await uncounted()).length;
    expect(await countExisting(api.deps)).toBe(all - 1);
    expect(await uncounted()).toEqual([{ id: unreadable.opened.sittingId }]);
    await setSections(JSON.stringify(sections));
    expect(await countExisting(api.deps)).toBe(1);
  });

  it.each(seeds(kind === 'Postgres' ? { kept: 3, fresh: 2 } : { kept: 1, fresh: 1 }))(
    'whatever happens, lists show what `project` makes of the log [AT4][AT8][AT11] (seed %i)',
    async (seed) => {
      const chance = chanceFrom(seed);
      const tablet = await deviceOf(api, candidate, examId, 'tablet');
      const devices = [phone, tablet];
      const lastSeq = new Map(devices.map((device) => [device, 0]));
      const pages = await send('red', 'blue', 'green');
      let writer = phone;

      const elapsed = () =>
        Math.max(0, api.clock.now - START - chance.pick([0, 0, 5, 20]) * MINUTE);
      const made = (device: TestDevice): SittingEvent => {
        const last = lastSeq.get(device) ?? 0;
        const seq = Math.max(1, last + chance.pick([1, 1, 1, 1, 2, 0, -1]));
        lastSeq.set(device, Math.max(last, seq));
        const type = chance.pick([
          'answered',
          'answered',
          'cleared',
          'marked',
          'documents',
        ] as const);
        const event =
          type === 'documents'
            ? phone.event(seq, type, undefined, pages.filter(() => chance.percent(60)).join(','))
            : phone.event(
                seq,
                type,
                chance.percent(95) ? qid(chance.below(3)) : 'unknown',
                'OptionTwo',
              );
        return { ...event, elapsed: elapsed() };
      };
      const acts: (() => Promise<unknown>)[] = [
        async () => {
          const device = chance.pick(devices.filter(({ opened }) => opened.sittingId !== 'none'));
          const events = Array.from({ length: chance.below(4) }, () => made(device));
          await device.push(
            events,
            chance.percent(30) ? { words: [device.firstBeacon(), await device.hear(99)] } : {},
          );
        },
        async () => {
          writer = writer === phone ? tablet : phone;
          await writer.open({ takeOver: true });
        },
        async () => {
          api.clock.now += chance.pick([1_000, MINUTE, 5 * MINUTE, 30 * MINUTE]);
        },
        async () => {
          if (!chance.percent(15)) return;
          const seq = (lastSeq.get(writer) ?? 0) + 1;
          lastSeq.set(writer, seq);
          const events = [{ ...writer.event(seq, 'submitted'), elapsed: elapsed() }];
          await writer.submit(seq, [{ qid: qid(1), answer: 'OptionOne' }], {
            events,
            elapsed: elapsed(),
          });
        },
        () => closeOverdue(api.deps),
        async () => {
          if (!chance.percent(20)) return;
          await api.request(`exams/getresult/${candidate.uid}`, { token: candidate.token });
        },
        async () => {
          const json = { counted: chance.percent(50), reason: 'Looked at' };
          if (chance.percent(30))
            await api.request(`sittings/${phone.opened.sittingId}/held`, { ...admin(), json });
        },
      ];
      const often = [0, 0, 0, 0, 1, 2, 2, 3, 4, 5, 6];
      for (let step = 0; step < 30; step += 1) {
        await acts[chance.pick(often)]?.();
        expect(await listed(), `after step ${step}`).toEqual(await projected(pages));
      }
    },
  );

  const shownLive = async () =>
    liveSittingsSchema.parse((await api.request(`live/${examId}/sittings`, admin())).body).rows[0];

  async function listed() {
    const live = await shownLive();
    const get = async (path: string) => (await api.request(path, admin())).body;
    const [participant] = participantListSchema.parse(await get(`exams/by-exam/${examId}`));
    const shown = { answered: live?.sitting?.answered, pages: participant?.docs.map(named) };
    if (live?.state === 'under-way' || live?.state === 'silent') return shown;
    const { sittingId } = phone.opened;
    const [marked] = markingListSchema.parse(await get(`exams/${examId}/marking?filter=all`)).rows;
    const screen = markableSittingSchema.parse(await get(`sittings/${sittingId}/marking`));
    return {
      ...shown,
      count: marked?.pages,
      screen: screen.pages.map(({ path }) => named(path)),
      held: live?.sitting?.held,
      late: live?.sitting?.lateWork,
      score: participant?.score,
    };
  }

  /** The same figures, from the log alone. */
  async function projected(sent: string[]) {
    const whole = await sittingOf(api, phone);
    const { log, submissions } = whole;
    const { projection, sections } = await scoreLog(
      api.deps.db,
      whole,
      log,
      submissions,
      timesOf(whole),
    );
    const names = (projection.documents ?? sent).map(
      (sha) => ['red.png', 'blue.png', 'green.png'][sent.indexOf(sha)],
    );
    const all = projection.documents === null ? names.map(() => expect.any(String)) : names;
    const shown = {
      answered: [...projection.answers.values()].filter((answer) => answer !== '').length,
      pages: all,
    };
    if (whole.state === 'open') return shown;
    return {
      ...shown,
      count: names.length,
      screen: all,
      held: projection.held,
      late: projection.late ?? undefined,
      score: toScoreList(sections, null),
    };
  }
});
