// Course applications as the office sees them: who applied for what, whether it is paid, and what the office did about
// it.
import * as z from 'zod/mini';
import { type ApplicationState, applicationStates } from '../site/applications.ts';
import { bounded, instantSchema, versionSchema } from '../wire/values.ts';

/** In words, on the screen and in the workbook. */
export const applicationStateNames: Readonly<Record<ApplicationState, string>> = {
  new: 'New',
  contacted: 'Contacted',
  enrolled: 'Enrolled',
  closed: 'Closed',
};

/** The same, for its payment. */
export const paidNames = { yes: 'Paid', no: 'Not paid' } as const;

export const deskApplicationSchema = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  course: z.string(),
  amount: z.number(), // rupees
  /** The gateway's transaction once it is paid, else null. */
  transaction: z.nullable(z.string()),
  /** The order that paid it, or else the newest; null when no payment was begun. */
  order_id: z.nullable(z.string()),
  state: z.enum(applicationStates),
  /** The office's own note. */
  note: z.string(),
  version: z.int(),
  createdAt: instantSchema,
});
export type DeskApplication = z.infer<typeof deskApplicationSchema>;
export const deskApplicationListSchema = z.array(deskApplicationSchema);

/** `version` as it was read. */
export const applicationChangeSchema = z.object({
  version: versionSchema,
  state: z.enum(applicationStates, 'Please choose one.'),
  note: bounded(4_100).check(z.trim(), z.maxLength(2_000, 'At most 2000 characters.')),
});
export type ApplicationChange = z.infer<typeof applicationChangeSchema>;
