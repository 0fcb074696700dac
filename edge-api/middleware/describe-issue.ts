// What is wrong with a field, in words for the person who filled it in, wherever a schema has none of its own.
import type * as z from 'zod/mini';

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
};

/** For `z.safeParse(…, { error: describeIssue })`. */
export function describeIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined || issue.input === null || issue.input === '')
    return 'Please fill this in.';
  switch (issue.code) {
    case 'invalid_type':
      return `This must be ${kinds[issue.expected] ?? 'a group of fields'}.`;
    case 'invalid_value':
      return `This must be ${issue.values.length > 1 ? 'one of: ' : ''}${issue.values.join(', ')}.`;
    case 'too_big':
      return `At most ${issue.maximum}${unitOf(issue.origin)}.`;
    case 'too_small':
      return `${issue.inclusive === false ? 'More than' : 'At least'} ${issue.minimum}${unitOf(issue.origin)}.`;
    default:
      return 'We can’t read this. Please check the format.';
  }
}

const unitOf = (origin: string) => (origin === 'string' ? ' characters' : '');
