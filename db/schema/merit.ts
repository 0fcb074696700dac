// Merit lists: an exam's rules, and the lists worked out from them (decision 50).
import {
  bigint,
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { MeritRules } from '#contract/desk/merit.ts';
import { exams } from './exams.ts';

export const meritLists = pgTable('merit_lists', {
  examId: text('exam_id')
    .primaryKey()
    .references(() => exams.id),
  rules: jsonb('rules').$type<MeritRules>().notNull(),
  /** Grows with each change of the rules or of a category. */
  version: integer('version').notNull().default(1),
  latestId: text('latest_id'), // the edition worked out last
  publishedId: text('published_id'),
  publishedAt: timestamp('published_at', { withTimezone: true }),
  publishedBy: text('published_by'),
  names: boolean('names').notNull().default(false), // whether the PDF names people
  fileId: text('file_id'), // the PDF of the published list
});

/** One worked-out list. Its places never change, and nobody sees them before `latestId` names the edition. */
export const meritEditions = pgTable('merit_editions', {
  id: text('id').primaryKey(),
  examId: text('exam_id').notNull(),
  rules: jsonb('rules').$type<MeritRules>().notNull(),
  /** A fingerprint of its scores and rules: when they change, it is outdated. */
  mark: text('mark').notNull(),
  people: integer('people').notNull().default(0),
  qualified: integer('qualified').notNull().default(0),
  twice: integer('twice').notNull().default(0),
  madeBy: text('made_by').notNull(),
  madeAt: timestamp('made_at', { withTimezone: true }).notNull(),
});

export const meritPlaces = pgTable(
  'merit_places',
  {
    editionId: text('edition_id')
      .notNull()
      .references(() => meritEditions.id, { onDelete: 'cascade' }),
    place: integer('place').notNull(), // from 1, without gaps
    rank: integer('rank').notNull(),
    uid: text('uid').notNull(),
    examId: text('exam_id').notNull(), // the shift that was sat
    total: integer('total').notNull(), // hundredths
    percentile: bigint('percentile', { mode: 'number' }).notNull(), // ten millionths of a per cent
    sections: jsonb('sections').$type<{ name: string; hundredths: number }[]>().notNull(),
    wrong: integer('wrong'),
    qualified: boolean('qualified').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.editionId, table.place] }),
    uniqueIndex('merit_places_by_uid').on(table.editionId, table.uid),
  ],
);
