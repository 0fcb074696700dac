// A person as the office knows them, and how to reach them: proctors and candidates alike.
import * as z from 'zod/mini';
import { bounded, emailSchema, lineSchema, mobileSchema } from '../wire/values.ts';

/** What was left empty. */
export const noText = z.pipe(
  z.literal(''),
  z.transform(() => undefined),
);

export const personShape = {
  fullName: lineSchema(120),
  mobile: mobileSchema,
  email: z.optional(
    z.union([noText, emailSchema], 'Please type an e-mail address like name@example.com.'),
  ),
};

/** The version as it was read. */
export const versionMarkSchema = z.string().check(z.maxLength(100));

/** The office's reason, shown in Activity for good. */
export const officeReasonSchema = bounded(700, 'Please say why.', 'At most 300 characters.').check(
  z.trim(),
  z.minLength(1, 'Please say why.'),
  z.maxLength(300, 'At most 300 characters.'),
);
