/**
 * The rules that a migration must keep so that the previous version can run beside it (decision 76). A migration that
 * can't keep them says so in a line of its own, `-- stop first: <why>`; its release needs a short stop.
 */

/** @returns why all processes stop before this migration, or null */
export function stopsFirst(sql: string): string | null {
  return /^-- stop first: (\S.*)$/m.exec(sql)?.[1] ?? null;
}

const ON_CONFLICT = 'takes away what the version before may name in “on conflict”';

type Rule = { breaks: string; pattern: RegExp };

const rules: readonly Rule[] = [
  {
    breaks: 'takes away what the version before reads',
    pattern: /\bdrop\s+(?:table|column|view|type|function|extension)\b/i,
  },
  {
    breaks: 'renames what the version before reads',
    pattern: /\brename\s+(?:to|column|constraint)\b/i,
  },
  { breaks: ON_CONFLICT, pattern: /\bdrop\s+constraint\b/i },
  {
    breaks: 'changes a type, and rewrites the whole table',
    pattern: /\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b/i,
  },
  {
    breaks: 'wants a value that the version before doesn’t give',
    pattern: /\bset\s+not\s+null\b|\bdrop\s+default\b/i,
  },
  {
    breaks: 'wants a value that the version before doesn’t give',
    pattern:
      /\badd\s+column\s+(?:(?!\bdefault\b|\bgenerated\b|;|-->)[\s\S])*\bnot\s+null\b(?:(?!\bdefault\b|;|-->)[\s\S])*(?:;|$)/i,
  },
  {
    breaks: 'rewrites the whole table while nobody can write to it',
    pattern: /\bgenerated\s+always\s+as\s*\([\s\S]*\bstored\b/i,
  },
];

/**
 * @param earlier the migrations before this one
 * @returns what would break the previous version, in words
 */
export function breaksBefore(sql: string, earlier: string): string[] {
  const unique = new Set(
    [...earlier.matchAll(/\bcreate\s+unique\s+index\s+"(\w+)"/gi)].map(([, name]) => name),
  );
  const made = new Set(
    [...sql.matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?"(\w+)"/gi)].map(
      ([, name]) => name,
    ),
  );
  const all = sql
    .replace(/^--(?!>).*$/gm, '')
    .split('--> statement-breakpoint')
    .map((statement) => statement.trim());
  // The previous version doesn't use tables that this migration makes.
  const statements = all.filter((statement) => {
    const table = /\b(?:alter\s+table|on)\s+(?:only\s+)?"(\w+)"/i.exec(statement)?.[1];
    return !/^create\s+table/i.test(statement) && !(table && made.has(table));
  });
  const altered = all.findIndex((statement) => {
    const table = ALTERS.exec(statement)?.[1];
    return table !== undefined && !made.has(table);
  });
  const writesLater = altered >= 0 && all.slice(altered + 1).some((one) => WRITES_ROWS.test(one));
  const found = statements.flatMap((statement) => [
    ...rules.filter(({ pattern }) => pattern.test(statement)).map(({ breaks }) => breaks),
    ...(unique.has(/\bdrop\s+index\s+"(\w+)"/i.exec(statement)?.[1]) ? [ON_CONFLICT] : []),
    ...(HOT_INDEX.test(statement) ? ['keeps phones waiting while an index is made'] : []),
  ]);
  if (writesLater) found.push('writes rows while a table that it has altered is locked');
  return [...new Set(found)];
}

const ALTERS = /^alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?"(\w+)"/i;
const WRITES_ROWS = /\b(?:insert\s+into|update\s+(?:only\s+)?"\w+"\s+set|delete\s+from)\b/i;

/** An index on one of the tables that phones write to all the time, made without `concurrently`. */
const HOT_INDEX =
  /^create\s+(?:unique\s+)?index\s+(?!concurrently\b)[\s\S]*\bon\s+"(?:sittings|sitting_arrivals)"/i;
