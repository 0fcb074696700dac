import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { describeIssue } from './body.ts';

const said = (schema: z.ZodMiniType, value: unknown) =>
  z.safeParse(schema, value, { error: describeIssue }).error?.issues[0]?.message;

test.each([
  [z.string(), undefined, 'Please fill this in.'],
  [z.string().check(z.minLength(1)), '', 'Please fill this in.'],
  [z.string(), 5, 'This must be text.'],
  [z.int(), 1.5, 'This must be a whole number.'],
  [z.number(), Number.NaN, 'This must be a number.'],
  [z.array(z.string()), 'x', 'This must be a list.'],
  [z.object({}), 'x', 'This must be a group of fields.'],
  [z.enum(['Active', 'Inactive']), 'Draft', 'This must be one of: Active, Inactive.'],
  [z.literal('1'), 'yes', 'This must be 1.'],
  [z.string().check(z.maxLength(3)), 'four', 'At most 3 characters.'],
  [z.int().check(z.maximum(500)), 501, 'At most 500.'],
  [z.number().check(z.minimum(0)), -1, 'At least 0.'],
  [z.number().check(z.positive()), 0, 'More than 0.'],
  [z.iso.datetime(), 'soon', 'We can’t read this. Please check the format.'],
  [z.string('Please choose a password.'), 5, 'Please choose a password.'],
])(
  '%#: a refused field gets a sentence, the schema’s own before the general one',
  (schema, value, message) => {
    expect(said(schema, value)).toBe(message);
  },
);
