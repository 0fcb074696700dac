/** The audit log: read, searched, exported, and never changed; on PGlite and on a real Postgres. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { read } from 'xlsx';
import { recordAudit } from '#api/services/audit/record-audit.ts';
import { type ActivityAction, activityListSchema } from '#contract/desk/activity.ts';
import { sittings } from '#db/schema/sittings.ts';
import { START, startApi, type TestApi } from '../support/api.ts';
import { backends, databaseOn } from '../support/test-database.ts';

const DAY = 24 * 3_600_000;

describe.each(backends)('the audit log on %s', (kind) => {
  let api: TestApi;
  let examId: string;

  beforeAll(async () => {
    api = await startApi(await databaseOn(kind));
    examId = await api.makeExam({ name: 'Clerk Assessment' });
    const { uid, enrolmentId } = await api.makeCandidate({ examId, status: 'Completed' });
    if (!enrolmentId) throw new Error('Nobody is enrolled.');
    const at = new Date(START);
    await api.deps.db.orm.insert(sittings).values({
      id: 's1',
      enrolmentId,
      uid,
      examId,
      state: 'submitted',
      startedAt: at,
      deadlineAt: at,
      lastHeardAt: at,
    });
    const note = (
      day: number,
      actor: string,
      action: ActivityAction,
      subject: string,
      detail = {},
    ) => recordAudit(api.deps.db.orm, START + day * DAY, { actor, action, subject, detail });
    await note(0, 'SuperAdmin', 'exam.created', examId, { name: '=1+1' });
    await note(1, 'server', 'sitting.closed', 's1', { events: 3 });
    await note(2, 'SuperAdmin', 'exam.changed', examId, { price: { from: 100, to: 50_000 } });
    await note(3, 'K7QM2XP', 'candidate.allowed-another', '100%_sure');
  });
  afterAll(() => api.close());

  const list = async (query: string) => {
    const { status, body } = await api.request(`activity?${query}`, { token: api.adminToken });
    expect(status).toBe(200);
    return activityListSchema.parse(body);
  };
  const actions = async (query: string) => (await list(query)).map(({ action }) => action);

  it('is listed newest first, with the names of exams and of candidates who sat them', async () => {
    const entries = await list('');
    expect(entries.map(({ action }) => action)).toEqual([
      'candidate.allowed-another',
      'exam.changed',
      'sitting.closed',
      'exam.created',
    ]);
    expect(entries[1]).toMatchObject({
      actor: 'SuperAdmin',
      subject: examId,
      subjectName: 'Clerk Assessment',
      at: new Date(START + 2 * DAY).toISOString(),
    });
    expect(entries[1]?.actorName).not.toBeNull();
    expect(entries[2]).toMatchObject({ actor: 'server', actorName: null });
    expect(entries[2]?.subjectName).toMatch(/^Person /);
  });

  it.each([
    ['actor=superadmin', ['exam.changed', 'exam.created']],
    ['actor=Server', ['sitting.closed']],
    ['action=exam.created', ['exam.created']],
    ['subject=s1', ['sitting.closed']],
    ['text=50000', ['exam.changed']],
    ['text=%25_SURE', ['candidate.allowed-another']],
    ['from=2026-03-03&to=2026-03-04', ['exam.changed', 'sitting.closed']],
    ['to=2026-03-02', ['exam.created']],
    ['actor=SuperAdmin&from=2026-03-04', ['exam.changed']],
  ])('finds by %s', async (query, expected) => {
    expect(await actions(query)).toEqual(expected);
  });

  it('is paged by id, so that new entries don’t shift the pages', async () => {
    const first = await list('pageSize=2');
    await recordAudit(api.deps.db.orm, START, {
      actor: 'server',
      action: 'exam.deleted',
      subject: 'x',
    });
    const rest = await actions(`pageSize=2&below=${first.at(-1)?.id}`);
    expect(rest).toEqual(['sitting.closed', 'exam.created']);
  });

  it('is exported as filtered on the screen, with acts in words, and formula-like text stays text', async () => {
    const answer = await api.fetch('activity/export?actor=SuperAdmin', { token: api.adminToken });
    expect(answer.headers.get('content-disposition')).toContain('Activity.xlsx');
    const book = read(new Uint8Array(await answer.arrayBuffer()));
    const sheet = book.Sheets.Activity;
    expect(sheet?.D2?.v).toBe('Changed an exam');
    expect(sheet?.D3?.v).toBe('Created an exam');
    expect(sheet?.H3).toMatchObject({ t: 's', v: '{"name":"=1+1"}' });
    expect(sheet?.A4).toBeUndefined();
  });

  it.each([
    ['update audit_log set actor = $1', ['nobody']],
    ['delete from audit_log where actor = $1', ['there is nobody of this name']],
    ['truncate audit_log', []],
  ])('can’t be changed by: %s', async (statement, params) => {
    const before = (await list('')).length;
    await expect(api.deps.db.rows(statement, params)).rejects.toThrow('append-only');
    expect(await list('')).toHaveLength(before);
  });
});
