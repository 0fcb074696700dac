// What visitors send to the office (contact, Hire Us, Germany, newsletter), and what the office does about it.
import * as z from 'zod/mini';
import { emailSchema, lineSchema, phoneSchema, textSchema } from '../wire/typed.ts';
import { bounded, idSchema, instantSchema, madeIdSchema, versionSchema } from '../wire/values.ts';

export const enquiryKinds = ['contact', 'hire-us', 'germany', 'newsletter'] as const;
export type EnquiryKind = (typeof enquiryKinds)[number];

/** In words, on the screen and in the workbook. */
export const enquiryKindNames: Readonly<Record<EnquiryKind, string>> = {
  contact: 'Contact',
  'hire-us': 'Hire Us',
  germany: 'Germany',
  newsletter: 'Newsletter',
};

/** What the office has done about an enquiry. */
export const enquiryStates = ['new', 'answered', 'closed'] as const;
export type EnquiryState = (typeof enquiryStates)[number];

export const enquiryStateNames: Readonly<Record<EnquiryState, string>> = {
  new: 'New',
  answered: 'Answered',
  closed: 'Closed',
};

const LONGEST_MESSAGE = 4_000;

/** Fields of every public form: an id, so that a form sent twice is stored once, and a trap for bots. */
export const formExtras = {
  id: z.optional(madeIdSchema),
  /** People don't see this field. Anyone who fills it in gets the usual reply, and nothing is stored. */
  website: z.optional(z.string().check(z.maxLength(2_000))),
};

export const contactRequestSchema = z.object({
  firstname: lineSchema(60),
  lastname: lineSchema(60),
  email: emailSchema,
  phone: phoneSchema,
  message: textSchema(LONGEST_MESSAGE),
  ...formExtras,
});
export type ContactRequest = z.output<typeof contactRequestSchema>;

export const hireUsRequestSchema = z.object({
  name: lineSchema(120),
  email: emailSchema,
  phone: phoneSchema,
  message: textSchema(LONGEST_MESSAGE),
  /** The service whose Hire Us button was pressed; the office reads it above the message. */
  service: z.optional(lineSchema(120)),
  ...formExtras,
});
export type HireUsRequest = z.output<typeof hireUsRequestSchema>;

export const newsletterRequestSchema = z.object({ email: emailSchema, ...formExtras });
export type NewsletterRequest = z.output<typeof newsletterRequestSchema>;

export const enquirySchema = z.object({
  _id: z.string(),
  kind: z.enum(enquiryKinds),
  /** Empty for the newsletter, like phone and message. */
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  message: z.string(),
  /** For a Germany enquiry: the application that came with it. */
  applicationId: z.nullable(idSchema),
  state: z.enum(enquiryStates),
  /** The office's own note, never shown to the sender. */
  note: z.string(),
  version: z.number(),
  createdAt: instantSchema,
});
export type Enquiry = z.output<typeof enquirySchema>;
export const enquiryListSchema = z.array(enquirySchema);

/** `version`: as it was read. If somebody else has changed the enquiry since, the request is refused. */
export const enquiryChangeSchema = z.object({
  state: z.enum(enquiryStates),
  note: bounded(4_100).check(z.trim(), z.maxLength(2_000, 'At most 2000 characters.')),
  version: versionSchema,
});
export type EnquiryChange = z.output<typeof enquiryChangeSchema>;
