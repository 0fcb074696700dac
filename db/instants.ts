// Instants are milliseconds in TypeScript and timestamps in Postgres. Statements convert by these two and by nothing
// else (tests/one-place.test.ts); Drizzle's queries pass and give a Date.

/** The instant that a parameter or a column holds in milliseconds. */
export const instant = (ms: string) => `to_timestamp(${ms}::float8 / 1000)`;

/** The milliseconds of an instant, or of a span between two. */
export const millis = (timestamp: string) => `(extract(epoch from ${timestamp}) * 1000)::float8`;
