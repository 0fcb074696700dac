/** The previous version keeps running beside each new migration, or the migration says that all processes stop first (decision 76). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { breaksBefore, stopsFirst } from './support/migration-rules.ts';

const FOLDER = join(import.meta.dirname, '../db/migrations');
/** The last migration from before the rule. */
const BASELINE = '0023';

const migrations = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map((name) => ({ name, sql: readFileSync(join(FOLDER, name), 'utf8') }));
const earlierThan = (name: string) =>
  migrations
    .filter((other) => other.name < name)
    .map(({ sql }) => sql)
    .join('\n');

test('each migration since the rule keeps what the previous version needs, or says why all processes stop first', () => {
  const broken = migrations
    .filter(({ name }) => name.slice(0, 4) > BASELINE)
    .filter(({ sql }) => stopsFirst(sql) === null)
    .flatMap(({ name, sql }) =>
      breaksBefore(sql, earlierThan(name)).map((why) => `${name} ${why}`),
    );
  expect(broken).toEqual([]);
});

test('the rule finds the earlier migrations that would have broken a running version', () => {
  const broken = migrations
    .filter(({ name }) => name.slice(0, 4) <= BASELINE)
    .filter(({ name, sql }) => breaksBefore(sql, earlierThan(name)).length > 0);
  expect(broken.map(({ name }) => name)).toEqual([
    '0007_held_sittings.sql', // an index on sittings
    '0015_turns_for_papers.sql', // the key by which a device's turn was written
    '0022_totals.sql', // rewrites all results
  ]);
});

test.each([
  ['ALTER TABLE "users" DROP COLUMN "city";', /reads/],
  ['DROP TABLE "rescores";', /reads/],
  ['ALTER TABLE "users" RENAME COLUMN "city" TO "town";', /renames/],
  ['ALTER TABLE "users" RENAME TO "people";', /renames/],
  ['ALTER TABLE "users" ALTER COLUMN "mobile" SET DATA TYPE bigint;', /type/],
  ['ALTER TABLE "users" ALTER COLUMN "mobile" SET NOT NULL;', /value/],
  ['ALTER TABLE "exams" ALTER COLUMN "start" DROP DEFAULT;', /value/],
  ['ALTER TABLE "users" ADD COLUMN "caste" text NOT NULL;', /value/],
  ['ALTER TABLE "results" ADD COLUMN "x" bigint GENERATED ALWAYS AS (1) STORED;', /rewrites/],
  ['ALTER TABLE "orders" DROP CONSTRAINT "orders_pk";', /on conflict/],
  ['DROP INDEX "users_by_email";', /on conflict/],
  [
    'ALTER TABLE "users" ADD COLUMN "x" text;--> statement-breakpoint\nINSERT INTO "notes" SELECT "id" FROM "files";',
    /locked/,
  ],
  [
    'ALTER TABLE "users" ADD COLUMN "x" text;--> statement-breakpoint\nUPDATE "files" SET "size" = 0;',
    /locked/,
  ],
  [
    'ALTER TABLE "users" ADD COLUMN "x" text;--> statement-breakpoint\nDELETE FROM "files";',
    /locked/,
  ],
  ['CREATE INDEX "by_epoch" ON "sitting_arrivals" USING btree ("epoch");', /waiting/],
])('%s is refused', (sql, why) => {
  const earlier = 'CREATE UNIQUE INDEX "users_by_email" ON "users" ("email");';
  expect(breaksBefore(sql, earlier).join()).toMatch(why);
  const explained = `-- stop first: nobody could sit meanwhile\n${sql}`;
  expect(stopsFirst(explained)).toBe('nobody could sit meanwhile');
});

test.each([
  'CREATE TABLE "new" ("id" text NOT NULL);',
  'CREATE TABLE "new" ("id" text NOT NULL);--> statement-breakpoint\nALTER TABLE "new" ALTER COLUMN "id" SET NOT NULL;--> statement-breakpoint\nCREATE INDEX "n" ON "new" ("id");',
  'ALTER TABLE "users" ADD COLUMN "photo" text;',
  `ALTER TABLE "users" ADD COLUMN "note" text DEFAULT '' NOT NULL;`,
  'ALTER TABLE "users" ADD COLUMN "seen" integer NOT NULL DEFAULT 0;',
  'DROP INDEX "users_newest";',
  '-- The column that a drop table of later takes.\nALTER TABLE "users" ADD COLUMN "x" text;',
  'UPDATE "files" SET "size" = 0;--> statement-breakpoint\nALTER TABLE "users" ADD COLUMN "x" text;',
  'CREATE TABLE "new" ("id" text);--> statement-breakpoint\nALTER TABLE "new" ADD COLUMN "x" text;--> statement-breakpoint\nINSERT INTO "new" SELECT "id" FROM "files";',
  'CREATE INDEX "by_city" ON "users" ("city");',
])('%s is allowed', (sql) => {
  expect(breaksBefore(sql, '')).toEqual([]);
});
