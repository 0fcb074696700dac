/** Accounts of proctors and administrators: created, assigned to exams, revoked and restored. */
import { and, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { staffListSchema, staffPasswordSchema, staffSchema } from '#contract/desk/staff.ts';
import { sessionReplySchema } from '#contract/wire/users.ts';
import { users } from '#db/schema/people.ts';
import { auditLog } from '#db/schema/records.ts';
import { startApi, type TestApi } from '../support/api.ts';

let api: TestApi;
let mobiles = 0;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const ask = (path: string, more: { method?: string; json?: unknown } = {}) =>
  api.request(path, { token: api.adminToken, ...more });
const make = async (form: Record<string, unknown> = {}) => {
  mobiles += 1;
  const json = {
    fullName: 'Ravi Kumar',
    mobile: `80000${String(mobiles).padStart(5, '0')}`,
    ...form,
  };
  const answer = await ask('staff', { json });
  expect(answer.status).toBe(201);
  return { ...staffPasswordSchema.parse(answer.body), mobile: json.mobile };
};
const signIn = (uid: string, password: string) =>
  api.request('auth/signin', { json: { uid, password } });
/** Signs in and chooses a password. */
const settle = async (uid: string, oneTime: string) => {
  const { token } = sessionReplySchema.parse((await signIn(uid, oneTime)).body);
  const json = { password: '', newPassword: 'a proctor’s own password' };
  expect((await api.request('auth/change-password', { token, json })).status).toBe(200);
  return token;
};
const notesOn = async (subject: string) =>
  (await api.actsOn(subject)).map(({ actor, action }) => `${actor} ${action}`);

describe('a proctor account', () => {
  it('opens with the one-time password from reply and SMS, and first requires a new password', async () => {
    const { uid, password, mobile, validUntil } = await make({ email: 'Ravi@Example.com' });
    const told = api.sent.filter(({ to }) => to === `+91${mobile}`);
    expect(told.map(({ vars }) => vars)).toEqual([{ uid }, { password, minutes: '1440' }]);
    expect(Date.parse(validUntil)).toBe(api.clock.now + 24 * 3_600_000);
    const { user, token } = sessionReplySchema.parse((await signIn(uid, password)).body);
    expect(user).toMatchObject({
      role: 'proctor',
      mustChangePassword: true,
      email: 'ravi@example.com',
    });
    expect((await api.request('proctor/exams', { token })).status).toBe(403);
    await api.request('auth/change-password', {
      token,
      json: { password: '', newPassword: 'a proctor’s own password' },
    });
    expect((await api.request('proctor/exams', { token })).body).toEqual([]);
    // The one-time password works only once.
    expect((await signIn(uid, password)).body).toMatchObject({ code: 'invalid-login' });
  });

  it('opens for nobody before its one-time password is used, and not a day after it was given', async () => {
    const { uid, password } = await make();
    expect((await signIn(uid, '')).status).toBe(401);
    api.clock.now += 24 * 3_600_000;
    expect((await signIn(uid, password)).body).toMatchObject({ code: 'invalid-login' });
    const renewed = staffPasswordSchema.parse(
      (await ask(`staff/${uid}/password`, { method: 'POST' })).body,
    );
    expect((await signIn(uid, renewed.password)).status).toBe(200);
    expect(await notesOn(uid)).toEqual([
      'SuperAdmin proctor.created',
      'SuperAdmin proctor.password-given',
    ]);
  });

  it('keeps the one-time password in plain text neither in the user, nor in the audit log, nor in the log', async () => {
    const { uid, password } = await make();
    const [user] = await api.deps.db.orm.select().from(users).where(eq(users.uid, uid));
    const [entry] = await api.actsOn(uid);
    expect(JSON.stringify([user, entry, api.logged])).not.toContain(password);
  });

  it('is refused for a mobile number or email address that somebody has, naming the field', async () => {
    const { uid, mobile } = await make({ fullName: 'Meena Rao', email: 'once@example.com' });
    const again = await ask('staff', { json: { fullName: 'Another', mobile } });
    expect(again.body).toMatchObject({
      code: 'mobile-taken',
      fields: { mobile: `The proctor ${uid}, Meena Rao, already has this mobile number.` },
    });
    const email = await ask('staff', {
      json: { fullName: 'Another', mobile: '8111111111', email: 'ONCE@example.com' },
    });
    expect(email.body).toMatchObject({
      code: 'email-taken',
      fields: { email: expect.any(String) },
    });
    const candidate = await api.makeCandidate();
    const taken = await ask('staff', { json: { fullName: 'Another', mobile: candidate.mobile } });
    expect(taken.body).toMatchObject({ code: 'mobile-taken' });
  });

  it('needs no email address: the field may be empty', async () => {
    const { uid } = await make({ email: '' });
    const { body } = await ask(`staff?search=${uid}`);
    expect(body).toMatchObject([{ uid, email: '', revokedAt: null, exams: 0 }]);
  });
});

it('a new one-time password for a candidate, SuperAdmin or nobody is refused', async () => {
  const candidate = await api.makeCandidate();
  for (const uid of [candidate.uid, 'SuperAdmin', 'x1'])
    expect((await ask(`staff/${uid}/password`, { method: 'POST' })).status).toBe(404);
});

describe('an administrator’s account', () => {
  const asked = (token: string, path: string, method = 'POST', json?: unknown) =>
    api.request(path, { token, method, ...(json === undefined ? {} : { json }) });
  const details = { fullName: 'Asha Rao', email: '' };

  it('opens the whole desk, and what is done with it is recorded under its UID', async () => {
    const { uid, password } = await make({ ...details, role: 'admin' });
    const token = await settle(uid, password);
    const { body } = await signIn(uid, 'a proctor’s own password');
    expect(sessionReplySchema.parse(body).user).toMatchObject({ role: 'admin' });
    expect((await asked(token, 'candidates', 'GET')).status).toBe(200);
    const mobile = '8333333331';
    const made = await asked(token, 'staff', 'POST', { fullName: 'Ravi', mobile, email: '' });
    expect(made.status).toBe(201);
    const proctor = staffPasswordSchema.parse(made.body);
    expect(await notesOn(proctor.uid)).toEqual([`${uid} proctor.created`]);
    expect(await notesOn(uid)).toEqual([
      'SuperAdmin administrator.created',
      `${uid} password.changed`,
    ]);
    expect((await ask(`staff?search=${uid}`)).body).toMatchObject([{ uid, role: 'admin' }]);
    expect((await ask(`staff/${uid}/exams`)).status).toBe(404);
  });

  it('is created, changed, given a password, revoked and restored by SuperAdmin alone', async () => {
    const first = await make({ ...details, role: 'admin' });
    const token = await settle(first.uid, first.password);
    const other = await make({ ...details, role: 'admin' });
    const { version } = staffSchema.parse((await ask(`staff/${other.uid}`)).body);
    const { mobile } = other;
    const before = [(await ask('staff')).body, await notesOn(first.uid), await notesOn(other.uid)];
    const tries = [
      asked(token, 'staff', 'POST', { ...details, mobile: '8333333332', role: 'admin' }),
      asked(token, `staff/${other.uid}`, 'PUT', { ...details, fullName: 'X', mobile, version }),
      ...[first, other].flatMap(({ uid }) =>
        ['password', 'revoke', 'restore'].map((act) => asked(token, `staff/${uid}/${act}`)),
      ),
    ];
    for (const { status, body } of await Promise.all(tries)) {
      expect(status).toBe(403);
      expect(body).toMatchObject({ code: 'forbidden' });
    }
    const after = [(await ask('staff')).body, await notesOn(first.uid), await notesOn(other.uid)];
    expect(after).toEqual(before);

    const changed = { ...details, fullName: 'Asha R. Rao', mobile, version };
    expect((await ask(`staff/${other.uid}`, { method: 'PUT', json: changed })).status).toBe(200);
    expect((await ask(`staff/${first.uid}/revoke`, { method: 'POST' })).status).toBe(200);
    expect((await asked(token, 'candidates', 'GET')).status).toBe(401);
    expect((await signIn(first.uid, 'a proctor’s own password')).status).toBe(401);
    await ask(`staff/${first.uid}/restore`, { method: 'POST' });
    expect((await ask(`staff/${first.uid}/password`, { method: 'POST' })).status).toBe(200);
    expect(await notesOn(first.uid)).toEqual([
      'SuperAdmin administrator.created',
      `${first.uid} password.changed`,
      'SuperAdmin administrator.revoked',
      'SuperAdmin administrator.restored',
      'SuperAdmin administrator.password-given',
    ]);
  });

  it('can’t be SuperAdmin’s own: that one is neither listed nor changed here', async () => {
    const { version } = staffSchema.parse((await ask(`staff/${(await make()).uid}`)).body);
    const json = { ...details, mobile: '8333333333', version };
    expect((await ask('staff/SuperAdmin', { method: 'PUT', json })).status).toBe(404);
    for (const act of ['password', 'revoke', 'restore'])
      expect((await ask(`staff/SuperAdmin/${act}`, { method: 'POST' })).status).toBe(404);
    expect((await ask('staff?search=SuperAdmin')).body).toEqual([]);
  });

  it('is refused for a role that staff don’t have', async () => {
    const json = { ...details, mobile: '8333333334', role: 'candidate' };
    expect((await ask('staff', { json })).status).toBe(422);
  });
});

describe('changing a proctor', () => {
  const read = async (uid: string) => staffSchema.parse((await ask(`staff/${uid}`)).body);
  const put = (uid: string, json: unknown) => ask(`staff/${uid}`, { method: 'PUT', json });

  it('corrects name, mobile and email; the log names the fields but not their values', async () => {
    const { uid, password } = await make({ email: 'old@example.com' });
    await settle(uid, password);
    const seen = await read(uid);
    const wanted = { fullName: 'Ravi K. Rao', mobile: '8222222221', email: 'New@example.com' };
    expect(await put(uid, { ...wanted, version: seen.version })).toMatchObject({
      status: 200,
      body: { uid, ...wanted, email: 'new@example.com' },
    });
    const [, changed] = await api.deps.db.orm
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subject, uid), like(auditLog.action, 'proctor.c%')))
      .orderBy(auditLog.id);
    expect(changed).toMatchObject({
      actor: 'SuperAdmin',
      action: 'proctor.changed',
      detail: { fields: ['fullName', 'mobile', 'email'] },
    });
    expect((await signIn(uid, 'a proctor’s own password')).status).toBe(200);
  });

  it('tells the second of two people who edit, and overwrites nothing', async () => {
    const { uid, mobile } = await make();
    const { version } = await read(uid);
    const first = await put(uid, { fullName: 'First', mobile, email: '', version });
    expect(first.status).toBe(200);
    expect(await put(uid, { fullName: 'Second', mobile, email: '', version })).toMatchObject({
      status: 409,
      body: { code: 'changed-meanwhile' },
    });
    const newest = await read(uid);
    expect(newest).toMatchObject({ fullName: 'First', email: '' });
    // Saving the same values again is no change, so nothing is logged.
    await put(uid, { fullName: 'First', mobile, email: '', version: newest.version });
    const notes = await notesOn(uid);
    expect(notes.filter((note) => note.endsWith('proctor.changed'))).toHaveLength(1);
  });

  it('voids a one-time password that went to another number, and only then', async () => {
    const one = await make();
    const { version } = await read(one.uid);
    await put(one.uid, { fullName: 'Renamed', mobile: one.mobile, version });
    expect((await signIn(one.uid, one.password)).status).toBe(200);
    const two = await make();
    const { version: seen } = await read(two.uid);
    await put(two.uid, { fullName: 'Ravi Kumar', mobile: '8222222222', version: seen });
    expect((await signIn(two.uid, two.password)).body).toMatchObject({ code: 'invalid-login' });
  });

  it('is refused for a taken number or address, for somebody who is no proctor, and while revoked', async () => {
    const taken = await make({ email: 'mine@example.com' });
    const { uid, mobile } = await make();
    const { version } = await read(uid);
    const change = { fullName: 'Ravi', mobile, email: '', version };
    expect((await put(uid, { ...change, mobile: taken.mobile })).body).toMatchObject({
      code: 'mobile-taken',
      fields: { mobile: expect.any(String) },
    });
    expect((await put(uid, { ...change, email: 'Mine@example.com' })).body).toMatchObject({
      code: 'email-taken',
    });
    expect((await put(uid, { ...change, mobile: '12' })).status).toBe(422);
    const candidate = await api.makeCandidate();
    const stranger = { ...change, mobile: '8222222223' };
    expect((await put(candidate.uid, stranger)).status).toBe(404);
    expect((await ask(`staff/${candidate.uid}`)).status).toBe(404);
    await ask(`staff/${uid}/revoke`, { method: 'POST' });
    expect((await put(uid, change)).status).toBe(404);
  });
});

describe('the list of staff', () => {
  it('has pages and finds by name, and shows neither candidates nor SuperAdmin', async () => {
    for (const name of ['Meena_One', 'MeenaXTwo', 'Meena_Three']) await make({ fullName: name });
    const { body, headers } = await ask('staff?search=meena_&pageSize=1');
    expect(headers.get('x-total-count')).toBe('2'); // the underscore is taken literally
    expect(staffListSchema.parse(body)).toHaveLength(1);
    const everyone = staffListSchema.parse((await ask('staff?pageSize=500')).body);
    const roles = await api.deps.db.rows(
      `select distinct role from users where uid in (select jsonb_array_elements_text($1::text::jsonb)) order by role`,
      [JSON.stringify(everyone.map(({ uid }) => uid))],
    );
    expect(roles).toEqual([{ role: 'admin' }, { role: 'proctor' }]);
    expect(everyone.map(({ uid }) => uid)).not.toContain('SuperAdmin');
  });
});

describe('revoking', () => {
  it('ends the sessions, makes signing in look like a wrong password, and stops messages that would help to get in', async () => {
    const { uid, password, mobile } = await make();
    const token = await settle(uid, password);
    expect((await api.request('proctor/exams', { token })).status).toBe(200);
    expect((await ask(`staff/${uid}/revoke`, { method: 'POST' })).body).toMatchObject({
      uid,
      revokedAt: new Date(api.clock.now).toISOString(),
    });
    expect((await api.request('proctor/exams', { token })).body).toMatchObject({
      code: 'signed-out',
    });
    const refused = await signIn(uid, 'a proctor’s own password');
    const wrong = await signIn('NOBODY7', 'a proctor’s own password');
    expect({ ...Object(refused.body), requestId: '' }).toEqual({
      ...Object(wrong.body),
      requestId: '',
    });
    const before = api.sent.length;
    await api.request('auth/reset-password', { json: { uid } });
    await api.request('auth/send-uid', { json: { mobile } });
    expect(api.sent.slice(before).filter(({ to }) => to.endsWith(mobile))).toEqual([]);
    expect((await ask(`staff/${uid}/password`, { method: 'POST' })).status).toBe(404);
  });

  it('holds even against a session opened at the same moment', async () => {
    const { uid, password } = await make();
    await settle(uid, password);
    await ask(`staff/${uid}/revoke`, { method: 'POST' });
    const token = await api.signInAs(uid); // like a sign-in that had read the account just before
    expect((await api.request('proctor/exams', { token })).status).toBe(401);
  });

  it('is undone by restoring, with the proctor’s own password; each is logged once', async () => {
    const { uid, password } = await make();
    await settle(uid, password);
    for (const act of ['revoke', 'revoke', 'restore', 'restore'])
      expect((await ask(`staff/${uid}/${act}`, { method: 'POST' })).status).toBe(200);
    expect((await signIn(uid, 'a proctor’s own password')).status).toBe(200);
    expect((await notesOn(uid)).slice(-2)).toEqual([
      'SuperAdmin proctor.revoked',
      'SuperAdmin proctor.restored',
    ]);
  });

  it('voids a one-time password given before', async () => {
    const { uid, password } = await make();
    await ask(`staff/${uid}/revoke`, { method: 'POST' });
    await ask(`staff/${uid}/restore`, { method: 'POST' });
    expect((await signIn(uid, password)).status).toBe(401);
  });

  it('is refused for a candidate, SuperAdmin and an unknown UID', async () => {
    const candidate = await api.makeCandidate();
    for (const uid of [candidate.uid, 'SuperAdmin', 'x1'])
      expect((await ask(`staff/${uid}/revoke`, { method: 'POST' })).status).toBe(404);
    expect((await ask('settings')).status).toBe(200);
  });
});

describe('exams of a proctor', () => {
  it('are assigned and removed one by one, shown to that proctor alone, and logged once', async () => {
    const [ravi, meena] = [await make(), await make({ fullName: 'Meena' })];
    const token = await settle(ravi.uid, ravi.password);
    const early = await api.makeExam({ name: 'Early', startsAt: api.clock.now + 1 });
    const late = await api.makeExam({ name: 'Late', startsAt: api.clock.now + 2 });
    for (const id of [early, late, late])
      await ask(`staff/${ravi.uid}/exams/${id}`, { method: 'PUT' });
    const own = await api.request('proctor/exams', { token });
    expect(own.body).toMatchObject([{ name: 'Late' }, { name: 'Early', status: 'Active' }]);
    expect((await ask(`staff/${meena.uid}/exams`)).body).toEqual([]);
    expect((await ask(`staff?search=${ravi.uid}`)).body).toMatchObject([{ exams: 2 }]);
    const left = await ask(`staff/${ravi.uid}/exams/${late}`, { method: 'DELETE' });
    expect(left.body).toMatchObject([{ _id: early }]);
    expect((await notesOn(ravi.uid)).slice(-3)).toEqual([
      'SuperAdmin proctor.exam-assigned',
      'SuperAdmin proctor.exam-assigned',
      'SuperAdmin proctor.exam-removed',
    ]);
  });

  it('have rooms, which the second of two administrators can’t change unseen', async () => {
    const [{ uid }, other] = [await make(), await make()];
    const exam = await api.makeExam({ startsAt: api.clock.now + 2 });
    const path = `staff/${uid}/exams/${exam}`;
    const unchanged = [
      `staff/${uid}/exams/${await api.makeExam({ startsAt: api.clock.now + 1 })}`,
      `staff/${other.uid}/exams/${exam}`,
    ];
    for (const each of [path, ...unchanged]) await ask(each, { method: 'PUT' });
    const set = (rooms: string[] | null, seen: string[] | null) =>
      ask(`${path}/rooms`, { method: 'PUT', json: { rooms, seen } });
    expect((await set(['Hall B', 'Hall A'], null)).status).toBe(200);
    expect(await set(['Hall C'], null)).toMatchObject({
      status: 409,
      body: { code: 'changed-meanwhile' },
    });
    const standing = ['Hall A', 'Hall B'];
    expect((await ask(`staff/${uid}/exams`)).body).toMatchObject([
      { rooms: standing },
      { rooms: null },
    ]);
    expect((await set([...standing, 'Hall C'], standing)).body).toMatchObject([
      { rooms: [...standing, 'Hall C'] },
      { rooms: null },
    ]);
    expect((await ask(`staff/${other.uid}/exams`)).body).toMatchObject([{ rooms: null }]);
  });

  it('are refused for an unknown exam or somebody who is no proctor, and end when the exam is deleted', async () => {
    const { uid } = await make();
    const exam = await api.makeExam();
    const candidate = await api.makeCandidate();
    expect((await ask(`staff/${uid}/exams/nothing`, { method: 'PUT' })).status).toBe(404);
    expect((await ask(`staff/${candidate.uid}/exams/${exam}`, { method: 'PUT' })).status).toBe(404);
    await ask(`staff/${uid}/exams/${exam}`, { method: 'PUT' });
    await ask(`exams/${exam}`, { method: 'DELETE' });
    expect((await ask(`staff/${uid}/exams`)).body).toEqual([]);
    expect((await ask(`staff?search=${uid}`)).body).toMatchObject([{ exams: 0 }]);
  });
});
