// npm run seed:size: fills the database of DATABASE_URL to the size that lists are made for, so that one can look at the
// screens with it; `-- --scale 0.01` makes a hundredth of it. A database can be filled once.
import { parseArgs } from 'node:util';
import { hashPassword } from '#api/services/auth/passwords.ts';
import { openDatabase } from '#db/client.ts';
import { seedAtSize, sizesAt } from './seed-at-size.ts';
import { PASSWORD } from './seed-hall.ts';

const { values } = parseArgs({ options: { scale: { type: 'string', default: '1' } } });
const scale = Number(values.scale);
const databaseUrl = process.env.DATABASE_URL;
if (!databaseUrl || !(scale > 0)) {
  console.error('Set DATABASE_URL to a Postgres database, and --scale to a number above 0.');
  process.exit(1);
}
const begun = performance.now();
const db = await openDatabase({ databaseUrl });
try {
  const there = await db.rows(`select 1 from imports where id = 'size'`, []);
  if (there.length > 0) throw new Error('This database has been filled before.');
  const sizes = sizesAt(scale);
  await seedAtSize(db, sizes, await hashPassword(PASSWORD));
  const seconds = Math.round((performance.now() - begun) / 1_000);
  const made = Object.entries(sizes).map(
    ([what, count]) => `${count.toLocaleString('en-IN')} ${what}`,
  );
  console.log(
    `${made.join(', ')} in ${seconds} s. Candidates sign in as SZ000001 … with “${PASSWORD}”.`,
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await db.close();
}
