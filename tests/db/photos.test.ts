// A candidate's photograph (decision 64), from the phone to the proctor until it is erased. On PGlite and on Postgres.
import { eq, inArray } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { purgeDeleted } from '#api/services/account/delete-account.ts';
import { sweepPhotos } from '#api/services/account/own-photo.ts';
import { storeContent, sweepContents } from '#api/services/files/contents.ts';
import { ownPhotoSchema, PHOTO_DAYS, photoSchema } from '#contract/site/photo.ts';
import { exams, files } from '#db/schema/exams.ts';
import { enrolments, users } from '#db/schema/people.ts';
import { auditLog } from '#db/schema/records.ts';
import { documentParts } from '#db/schema/sittings.ts';
import { START, startApi, type TestApi } from '../support/api.ts';
import { type Hall, hallOf } from '../support/hall.ts';
import { PASSWORD } from '../support/people.ts';
import { portrait } from '../support/portrait.ts';
import { backends, databaseOn } from '../support/test-database.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

describe.each(backends)('a candidate’s photograph on %s', (kind) => {
  let api: TestApi;
  let examId: string;
  let hall: Hall;

  beforeAll(async () => {
    api = await startApi(await databaseOn(kind));
    await api.makeQuestions('Aptitude', 3);
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    api.clock.now = START;
    examId = await api.makeExam({ sections: [{ fieldType: 'Aptitude', fieldCount: 3 }] });
    hall = await hallOf(api, examId);
  });

  type Person = { uid: string; token: string; id: string };
  const put = (token: string, jpeg: string) =>
    api.request('account/photo', { method: 'PUT', token, json: { jpeg } });
  const remove = (token: string) => api.request('account/photo', { method: 'DELETE', token });
  const own = async (token: string) =>
    ownPhotoSchema.parse((await api.request('account/photo', { token })).body);
  const ask = (token: string, row: string, exam = examId) =>
    api.request(`proctor/photo?exam=${exam}&row=${row}`, { token });
  const rowsOf = (uid: string) => api.deps.db.orm.select().from(files).where(eq(files.uid, uid));
  const checkIn = ({ id }: Person, photo?: string, present = true) =>
    hall.does({ kind: 'check-in', to: { row: id }, present, ...(photo && { photo }) });
  const photographed = async (room = ''): Promise<Person & { version: string }> => {
    const person = await hall.candidate(room);
    const { photo } = ownPhotoSchema.parse((await put(person.token, await portrait())).body);
    return { ...person, version: photo?.version ?? '' };
  };

  it('is re-encoded without the camera’s notes, and the candidate sees it', async () => {
    const { token } = await hall.candidate();
    expect(await own(token)).toEqual({ photo: null, locked: false, refused: false });
    const sent = await portrait();
    expect(Buffer.from(sent, 'base64').includes('Taken at home')).toBe(true);
    const { status, body } = await put(token, sent);
    expect(status).toBe(200);
    expect(await own(token)).toEqual(ownPhotoSchema.parse(body));
    const { body: data } = await api.request('account/data', { token });
    expect(data).toMatchObject({ photo: (await own(token)).photo });
    const kept = Buffer.from((await own(token)).photo?.jpeg ?? '', 'base64');
    expect(kept.includes('Taken at home')).toBe(false);
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 300, height: 400 });
  });

  it('is refused when it is no JPEG, of another size, too large or damaged, and nothing is stored', async () => {
    const { token, uid } = await hall.candidate();
    const whole = Buffer.from(await portrait(), 'base64');
    const png = await sharp({
      create: { width: 300, height: 400, channels: 3, background: 'red' },
    })
      .png()
      .toBuffer();
    const turned = await portrait(120, { width: 400, height: 300 });
    const huge = Buffer.concat([whole, Buffer.alloc(39_999)]).toString('base64');
    const refused = async (jpeg: string) => (await put(token, jpeg)).status;
    expect(await refused(png.toString('base64'))).toBe(415);
    expect(await refused(turned)).toBe(422);
    expect(await refused(await portrait(120, { width: 30, height: 40 }))).toBe(422);
    const onItsSide = await sharp(whole).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await refused(onItsSide.toString('base64'))).toBe(422);
    expect([413, 422]).toContain(await refused(huge));
    expect(await refused(whole.subarray(0, 200).toString('base64'))).toBe(422);
    expect(await refused('<script>')).toBe(422);
    expect(await refused('A'.repeat(80_000))).toBe(413);
    expect(await own(token)).toEqual({ photo: null, locked: false, refused: false });
    expect(await rowsOf(uid)).toEqual([]);
  });

  it('is shown to its candidate, the administrator and the proctors of the room, and to nobody else', async () => {
    const inA = await photographed('Hall A');
    expect((await own((await hall.candidate('Hall A')).token)).photo).toBeNull();
    const other = await api.makeStaff('proctor');
    expect((await ask(other.token, inA.id)).status).toBe(403);
    await hall.assign(other.uid, ['Hall B']);
    expect((await ask(other.token, inA.id)).status).toBe(404);
    await hall.assign(other.uid, ['Hall A']);
    for (const token of [other.token, hall.proctor.token, api.adminToken]) {
      const { status, body, headers } = await ask(token, inA.id);
      expect(status).toBe(200);
      expect(photoSchema.parse(body).version).toBe(inA.version);
      expect(headers.get('cache-control')).toBe('no-store');
    }
    const elsewhere = await api.makeExam();
    await (await hallOf(api, elsewhere)).assign(other.uid);
    expect((await ask(other.token, inA.id, elsewhere)).status).toBe(404);
    expect((await ask(inA.token, inA.id)).status).toBe(403);
    expect((await ask(other.token, (await hall.candidate('Hall A')).id)).status).toBe(404);
    await api.request(`staff/${other.uid}/exams/${examId}`, {
      method: 'DELETE',
      token: api.adminToken,
    });
    expect((await ask(other.token, inA.id)).status).toBe(403);
  });

  it('has no address of its own, not even for someone who knows the file’s id', async () => {
    const { uid, token } = await photographed();
    const [file] = await rowsOf(uid);
    for (const asking of [undefined, token, api.adminToken, hall.proctor.token])
      expect((await api.request(`/files/${file?.id}`, { token: asking })).status).toBe(404);
    const board = JSON.stringify(await hall.board());
    expect(board).not.toContain(file?.id);
  });

  it('can’t be changed from the check-in until the exam is over', async () => {
    const person = await photographed();
    await checkIn(person, person.version);
    expect(await own(person.token)).toMatchObject({ locked: true });
    const problem = { status: 409, body: { code: 'photo-locked' } };
    expect(await put(person.token, await portrait(10))).toMatchObject(problem);
    expect(await remove(person.token)).toMatchObject(problem);
    expect((await own(person.token)).photo?.version).toBe(person.version);
    await checkIn(person, undefined, false);
    expect((await put(person.token, await portrait(20))).status).toBe(200);
    await checkIn(person);
    await api.deps.db.orm
      .update(enrolments)
      .set({ status: 'Completed' })
      .where(eq(enrolments.id, person.id));
    expect((await remove(person.token)).status).toBe(200);
    const seated = await photographed();
    await checkIn(seated, seated.version);
    api.clock.now += 25 * HOUR;
    expect(await own(seated.token)).toMatchObject({ locked: false });
  });

  it('can’t be changed either when the check-in happens while another photograph is being stored', async () => {
    const person = await photographed();
    const { files: store } = api.deps;
    const { put: putFile } = store;
    store.put = async (...content) => {
      store.put = putFile;
      await checkIn(person, person.version);
      return putFile.apply(store, content);
    };
    expect(await put(person.token, await portrait(25))).toMatchObject({ status: 409 });
    expect((await own(person.token)).photo?.version).toBe(person.version);
    expect(await rowsOf(person.uid)).toHaveLength(1);
  });

  it('is announced on the board, which also marks a check-in with another photograph or none', async () => {
    const person = await hall.candidate();
    expect(await hall.row(person.id)).toMatchObject({ photo: null, photoUnseen: false });
    await put(person.token, await portrait(30));
    const [first] = [(await own(person.token)).photo?.version];
    expect(await hall.row(person.id)).toMatchObject({ photo: first, photoUnseen: false });
    const doneAt = api.clock.now;
    api.clock.now += 60_000;
    // Changed while the proctor's phone had no network.
    await put(person.token, await portrait(40));
    const late = { row: person.id };
    await hall.does({ kind: 'check-in', to: late, present: true, photo: first, at: doneAt });
    expect(await hall.row(person.id)).toMatchObject({ photoUnseen: true });
    const second = (await own(person.token)).photo?.version;
    await hall.does({ kind: 'check-in', to: late, present: true, photo: second });
    expect(await hall.row(person.id)).toMatchObject({ photo: second, photoUnseen: false });
    const without = await photographed();
    await checkIn(without);
    expect(await hall.row(without.id)).toMatchObject({ photoUnseen: true });
    // Removed while the proctor's phone had no network.
    const removed = await photographed();
    const seenAt = api.clock.now;
    api.clock.now += 60_000;
    await remove(removed.token);
    const to = { row: removed.id };
    await hall.does({ kind: 'check-in', to, present: true, photo: removed.version, at: seenAt });
    expect(await hall.row(removed.id)).toMatchObject({ photo: null, photoUnseen: true });
    // Compared at check-in, exam taken, changed afterwards: that is fine.
    await api.deps.db.orm
      .update(enrolments)
      .set({ status: 'Completed' })
      .where(eq(enrolments.id, person.id));
    await put(person.token, await portrait(60));
    expect(await hall.row(person.id)).toMatchObject({ photoUnseen: false });
  });

  it('is erased when it is replaced or removed, and with the account', async () => {
    const person = await photographed();
    const [before] = await rowsOf(person.uid);
    await put(person.token, await portrait(50));
    const [after, ...more] = await rowsOf(person.uid);
    expect(more).toEqual([]);
    expect(await api.deps.files.get(before?.id ?? '')).toBeNull();
    expect(await api.deps.files.get(after?.id ?? '')).not.toBeNull();
    await remove(person.token);
    expect(await rowsOf(person.uid)).toEqual([]);
    expect(await api.deps.files.get(after?.id ?? '')).toBeNull();

    const leaving = await api.makeCandidate({ examId });
    await put(leaving.token, await portrait());
    const [kept] = await rowsOf(leaving.uid);
    const { status } = await api.request('account/delete', {
      token: leaving.token,
      json: { password: PASSWORD },
    });
    expect(status).toBe(200);
    expect(await rowsOf(leaving.uid)).toEqual([]);
    expect(await api.deps.files.get(kept?.id ?? '')).toBeNull();
    await purgeDeleted(api.deps);
  });

  it(`is erased ${PHOTO_DAYS} days after the last exam, but not while one is still to be taken`, async () => {
    const { orm } = api.deps.db;
    const sat = await photographed();
    const waits = await photographed();
    const again = await photographed();
    const completedAt = new Date(START + DAY);
    await orm
      .update(enrolments)
      .set({ status: 'Completed', completedAt })
      .where(inArray(enrolments.id, [sat.id, again.id]));
    const ahead = await api.makeExam({ startsAt: START + 60 * DAY });
    await orm
      .insert(enrolments)
      .values({ id: `ahead-${again.uid}`, uid: again.uid, examId: ahead });
    const left = async () => {
      await sweepPhotos(api.deps);
      const asked = [sat, waits, again].map(async ({ uid }) => (await rowsOf(uid)).length);
      return Promise.all(asked);
    };
    api.clock.now = START + (PHOTO_DAYS + 1) * DAY - 1;
    expect(await left()).toEqual([1, 1, 1]);
    const [file] = await rowsOf(sat.uid);
    api.clock.now += 2;
    expect(await left()).toEqual([0, 1, 1]);
    expect(await api.deps.files.get(file?.id ?? '')).toBeNull();
    const [user] = await orm.select().from(users).where(eq(users.uid, sat.uid));
    expect(user?.photoFileId).toBeNull();
    const noted = await api.actsOn(sat.uid);
    expect(noted.map(({ action }) => action)).toContain('account.photo-erased');
    api.clock.now = START + (60 + PHOTO_DAYS) * DAY + 1;
    expect(await left()).toEqual([0, 1, 0]);
    await orm.update(exams).set({ status: 'Inactive' }).where(eq(exams.id, examId));
    expect(await left()).toEqual([0, 0, 0]);
  });

  it('can be seen and removed by the office, with a reason, and the candidate is asked for another', async () => {
    const person = await photographed();
    const path = `candidates/${person.uid}/photo`;
    const { version } = person;
    const away = (token: string, reason = 'Shows a cat') =>
      api.request(`${path}/remove`, { token, json: { version, reason } });
    for (const token of [person.token, hall.proctor.token]) {
      expect((await api.request(path, { token })).status).toBe(403);
      expect((await away(token)).status).toBe(403);
    }
    const seen = async () =>
      ownPhotoSchema.parse((await api.request(path, { token: api.adminToken })).body);
    expect((await seen()).photo).toEqual((await own(person.token)).photo);
    expect((await away(api.adminToken, ' ')).status).toBe(422);

    await checkIn(person, person.version);
    expect(await seen()).toMatchObject({ locked: true });
    expect(await away(api.adminToken)).toMatchObject({
      status: 409,
      body: { code: 'photo-locked', error: expect.stringContaining('this candidate') },
    });
    await checkIn(person, undefined, false);
    const [file] = await rowsOf(person.uid);
    expect((await away(api.adminToken)).status).toBe(200);
    expect(await own(person.token)).toEqual({ photo: null, locked: false, refused: true });
    expect(await rowsOf(person.uid)).toEqual([]);
    expect(await api.deps.files.get(file?.id ?? '')).toBeNull();
    expect(await hall.row(person.id)).toMatchObject({ photo: null });
    expect((await away(api.adminToken)).status).toBe(200);
    const acts = await api.deps.db.orm
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'candidate.photo-removed'));
    expect(acts.filter(({ subject }) => subject === person.uid)).toMatchObject([
      { actor: 'SuperAdmin', detail: { reason: 'Shows a cat' } },
    ]);

    await put(person.token, await portrait(70));
    expect(await own(person.token)).toMatchObject({ refused: false });
    await remove(person.token);
    expect(await own(person.token)).toEqual({ photo: null, locked: false, refused: false });
    const staff = `candidates/${hall.proctor.uid}/photo`;
    expect((await api.request(staff, { token: api.adminToken })).status).toBe(404);
  });

  it('can’t be removed unseen: a photograph that has replaced it meanwhile stays', async () => {
    const person = await photographed();
    await put(person.token, await portrait(90));
    const path = `candidates/${person.uid}/photo/remove`;
    const away = (version?: string) =>
      api.request(path, { token: api.adminToken, json: { version, reason: 'Shows a cat' } });
    const problem = { status: 409, body: { code: 'changed-meanwhile' } };
    expect(await away(person.version)).toMatchObject(problem);
    expect((await away()).status).toBe(422);
    const { photo } = await own(person.token);
    expect(photo?.version).not.toBe(person.version);
    expect(await rowsOf(person.uid)).toHaveLength(1);
    expect((await away(photo?.version)).status).toBe(200);
    expect((await own(person.token)).photo).toBeNull();
  });

  it('disappears for the hall at once even if the file store is down, and is erased when the store is back', async () => {
    const { files: store } = api.deps;
    const { remove: removeFile } = store;
    const people = [await photographed(), await photographed()];
    store.remove = async () => {
      throw new Error('down');
    };
    for (const { token, id } of people) {
      expect(await remove(token)).toMatchObject({ status: 200, body: { photo: null } });
      expect(await hall.row(id)).toMatchObject({ photo: null });
    }
    const left = async () =>
      (await Promise.all(people.map(({ uid }) => rowsOf(uid)))).flat().map(({ id }) => id);
    const [stuck, other] = (await left()).sort();
    expect(other).toBeDefined();
    store.remove = async (id) => {
      if (id === stuck) throw new Error('no right to it');
      await removeFile.call(store, id);
    };
    await sweepPhotos(api.deps);
    expect(await left()).toEqual([stuck]);
    store.remove = removeFile;
    await sweepPhotos(api.deps);
    expect(await left()).toEqual([]);
    expect(api.logged.filter((line) => line.includes('could not be erased'))).toHaveLength(3);
  });

  it('is erased within a day, and no other file is, when the server dies before a row names it', async () => {
    const person = await photographed();
    const { files: store } = api.deps;
    const { put: putFile } = store;
    const stored: string[] = [];
    // The server dies once the content is written.
    store.put = async (id, content) => {
      await putFile.call(store, id, content);
      stored.push(id);
      throw new Error('killed');
    };
    expect((await put(person.token, await portrait(80))).status).toBe(500);
    store.put = putFile;
    const [orphan = ''] = stored;
    const [kept] = await rowsOf(person.uid);
    // A piece of a page that is still arriving.
    const fileId = await storeContent(api.deps, new Uint8Array([1]));
    const receivedAt = new Date(api.clock.now);
    await api.deps.db.orm
      .insert(documentParts)
      .values({ sittingId: 's1', sha256: kind, start: 0, bytes: 1, fileId, receivedAt });
    const here = async (id = '') => (await store.get(id)) !== null;
    await sweepContents(api.deps);
    expect(await here(orphan)).toBe(true);
    api.clock.now += DAY + 1;
    await sweepContents(api.deps);
    expect(await here(orphan)).toBe(false);
    expect([await here(kept?.id), await here(fileId)]).toEqual([true, true]);
    // The server died after deleting the row and before deleting the content.
    await api.deps.db.orm.delete(files).where(eq(files.id, kept?.id ?? ''));
    await sweepContents(api.deps);
    expect(await here(kept?.id)).toBe(false);
  });

  it('leaves in Activity who added and removed it', async () => {
    const { uid, token } = await photographed();
    await remove(token);
    const acts = await api.actsOn(uid);
    const said = acts.map(({ action, actor }) => `${actor === uid} ${action}`);
    expect(said.filter((act) => act.includes('photo'))).toEqual([
      'true account.photo-changed',
      'true account.photo-removed',
    ]);
  });
});
