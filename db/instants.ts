// Instants are milliseconds in TypeScript and timestamps in Postgres. Statements convert with these two only
// (tests/one-place.test.ts); Drizzle's queries pass and return a Date.

/** The instant of a parameter or column in milliseconds. */
export const instant = (ms: string) => `to_timestamp(${ms}::float8 / 1000)`;

/** The milliseconds of an instant, or of a span between two. */
export const millis = (timestamp: string) => `(extract(epoch from ${timestamp}) * 1000)::float8`;
