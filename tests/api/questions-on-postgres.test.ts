// The question bank's own statements on a real Postgres, whose driver passes values in its own way.
import { expect, test } from 'vitest';
import { readPool } from '#api/services/papers/draw-prepared.ts';
import { openDatabase } from '#db/client.ts';
import { startApi } from '#tests/support/api.ts';
import { migratedPostgresUrl } from '#tests/support/test-database.ts';
import { bank, bankFile, row, upload, uploadWell, workbook } from './uploading.ts';

test('on Postgres, a file is taken in whole, then its questions are found, changed, drawn, deleted and downloaded', async () => {
  const api = await startApi({ databaseUrl: await migratedPostgresUrl() });
  try {
    const file = await bankFile('open_200_letter.xlsx');
    const { inserted } = await uploadWell(api, file);
    expect(inserted).toBeGreaterThan(190);
    expect(await uploadWell(api, file)).toMatchObject({ inserted: 0, errors: [] });
    await uploadWell(api, workbook([row('Which colour?', 'Colours')]));
    const { rows, total } = await bank(api, 'search=WHICH+COLOUR');
    expect(total).toBe(1);
    const path = `questions/${rows[0]?._id}`;
    const examId = await api.makeExam({ sections: [{ fieldType: 'Colours', fieldCount: 1 }] });
    const asha = await api.makeCandidate({ examId, status: 'Fees Paid' });
    expect((await api.request('questions', { token: asha.token })).body).toMatchObject([
      { Questions: 'Which colour?' },
    ]);
    const json = { ...rows[0], CorrectAnswer: 'OptionFour' };
    const changed = await api.request(path, { method: 'PUT', token: api.adminToken, json });
    expect(changed).toMatchObject({
      status: 200,
      body: { CorrectAnswer: 'OptionFour', affectedSittings: 1 },
    });
    expect((await api.request(path, { method: 'DELETE', token: api.adminToken })).status).toBe(200);
    expect((await bank(api, 'pageSize=1')).total).toBe(inserted);
    const download = await api.fetch('questions/download', { token: api.adminToken });
    const again = await upload(api, new Uint8Array(await download.arrayBuffer()));
    expect(again).toMatchObject({ status: 200, body: { inserted: 0, duplicates: inserted } });
    const both = await Promise.all([1, 2].map((n) => upload(api, workbook([row(`Both ${n}?`)]))));
    expect(both.every(({ status }) => status === 200 || status === 409)).toBe(true);
  } finally {
    await api.close();
  }
});

test('every process draws papers from the same pool, wherever the bank’s rows lie on disk', async () => {
  const api = await startApi({ databaseUrl: await migratedPostgresUrl() });
  try {
    await uploadWell(api, workbook(['A?', 'B?', 'C?'].map((text) => row(text, 'Law'))));
    const { db } = api.deps;
    const pool = (await readPool(db, 1)).get('Law') ?? [];
    expect(pool).toHaveLength(3);
    // Once archived and brought back, its row lies behind the others.
    for (const retired of ['now()', 'null'])
      await db.rows(`update questions set retired_at = ${retired} where revision_id = $1`, [
        Math.min(...pool),
      ]);
    expect((await readPool(db, 2)).get('Law')).toEqual(pool);
  } finally {
    await api.close();
  }
});

test('candidates who start at once draw from one reading of the bank; a failed reading is tried again', async () => {
  const databaseUrl = await migratedPostgresUrl();
  const api = await startApi({ databaseUrl });
  try {
    await uploadWell(api, workbook(['A?', 'B?'].map((text) => row(text, 'Law'))));
    const closed = await openDatabase({ databaseUrl });
    await closed.close();
    let at = closed;
    const db = {
      ...api.deps.db,
      get orm() {
        return at.orm;
      },
    };
    const readings = () => Promise.all([1, 2, 3].map(() => readPool(db, 1)));
    await expect(readings()).rejects.toThrow();
    at = api.deps.db;
    const [first, ...others] = await readings();
    expect(first?.get('Law')).toHaveLength(2);
    for (const pool of others) expect(pool).toBe(first);
  } finally {
    await api.close();
  }
});
