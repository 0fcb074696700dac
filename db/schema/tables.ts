// All tables, for drizzle and its migration generator.
export * from './exams.ts';
export * from './merit.ts';
export * from './money.ts';
export * from './people.ts';
export * from './records.ts';
export * from './sittings.ts';
