/** A workbook of a few chosen rows reads only those rows, even with a plan made for exporting all of them. */
import { expect, test } from 'vitest';
import { readOrders } from '#api/services/payments/desk-orders.ts';
import { openDatabase } from '#db/client.ts';
import { migratedPostgresUrl } from '#tests/support/test-database.ts';

const ORDERS = `insert into orders (order_id, reference, kind, amount_paise, state, created_at)
  select 'o' || n, 'r' || n, 'course', 1, 'success', now() - n * interval '1 minute' from generate_series(1, 5000) n`;

test('chosen orders are read by their key', async () => {
  const db = await openDatabase({ databaseUrl: await migratedPostgresUrl() });
  try {
    await db.rows(ORDERS, []);
    await db.rows('analyze orders', []);
    const asked: Parameters<typeof db.rows>[] = [];
    const watched: typeof db = {
      ...db,
      rows: (...question) => {
        asked.push(question);
        return db.rows(...question);
      },
    };
    const all = { search: '', state: '', exam: '', chosen: '' } as const;
    const found: string[] = [];
    for await (const piece of readOrders(watched, { ...all, chosen: 'o9,o4000' }))
      found.push(...piece.map(({ order_id }) => order_id));
    expect(found).toEqual(['o9', 'o4000']);
    const [[statement = '', params = []] = []] = asked;
    const plan = await db.transaction(async (tx) => {
      await tx.execute('set local plan_cache_mode = force_generic_plan');
      await tx.execute(`prepare chosen as ${statement}`);
      const values = params.map((value) => `'${value}'`).join(', ');
      return tx.execute(`explain execute chosen(${values})`);
    });
    expect(JSON.stringify(plan)).toContain('Index Cond: (order_id = ANY');
  } finally {
    await db.close();
  }
});
