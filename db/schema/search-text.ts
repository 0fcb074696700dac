// What a search looks into. Query and trigram index must use the same expression, or the index is not used, so both
// take it from here. `table` is the table's name or its alias in the query.

/** Name, email, mobile, uid and city of a person in `users`. */
export function personText(table: string): string {
  return `(${table}.full_name || ' ' || coalesce(${table}.email, '') || ' ' || coalesce(${table}.mobile, '') || ' ' || ${table}.uid || ' ' || ${table}.city)`;
}

/** Text and options of a question in `question_revisions`, one per line. */
export function questionText(table: string): string {
  const lines = [1, 2, 3, 4].map((option) => `${table}.options[${option}]`);
  return `(${[`${table}.text`, ...lines].join(` || E'\\n' || `)})`;
}

/** The operator class that lets `ilike '%words%'` on the expression use a GIN index (pg_trgm). */
export const trigrams = (expression: string): string => `${expression} gin_trgm_ops`;
