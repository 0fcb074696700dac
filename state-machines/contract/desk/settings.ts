// What the administrator may set: a closed list of names, each with its shape (decision 12).
import * as z from 'zod/mini';
import { socialSites } from '../site/brand.ts';
import { states } from '../site/registration.ts';
import { emailSchema, lineSchema, mobileSchema } from '../wire/typed.ts';
import { bounded, lateMinutesSchema, versionSchema } from '../wire/values.ts';

/** An https address, or empty where the company has no page there. */
const linkSchema = z._default(
  bounded(300, undefined, 'At most 300 characters.').check(
    z.trim(),
    z.regex(
      /^(https:\/\/(?:[^\s/?#@.]+\.)+[^\s/?#@.]+([/?#]\S*)?)?$/,
      'Please type a link that begins with https://, or leave this blank.',
    ),
  ),
  '',
);
const links = Object.fromEntries(socialSites.map((site) => [site, linkSchema])) as Record<
  (typeof socialSites)[number],
  typeof linkSchema
>;

/** The company as pages, receipts and invoices name it. Pages read it with ../site/brand.ts. */
export const brandSchema = z.object({
  name: lineSchema(80),
  /** What the company does, in a line that fits under its name. */
  line: lineSchema(120),
  /** The postal address, one line each. */
  address: z
    .array(lineSchema(120))
    .check(z.minLength(1, 'Please fill this in.'), z.maxLength(5, 'At most five lines.')),
  city: lineSchema(60),
  /** Decides whether an invoice has CGST and SGST, or IGST. */
  state: z.enum(states, 'Please choose one.'),
  phone: bounded(100, 'Please fill this in.').check(
    z.trim(),
    z.regex(/^\+?\d[\d ]{5,18}\d$/, 'Please type a number like +91 40 5550 0142.'),
  ),
  email: emailSchema,
  gstin: bounded(100, 'Please fill this in.').check(
    z.trim(),
    z.toUpperCase(),
    z.regex(
      /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/,
      'Please type the GSTIN’s 15 letters and digits.',
    ),
  ),
  links: z.object(links),
});
export type Brand = z.infer<typeof brandSchema>;

/** What the office can set about its company, including what pages don't show. */
export const companySchema = z.extend(brandSchema, {
  /** Tax invoices are numbered NT/26-27/000123; at most two letters, so that a number keeps to 16 characters. */
  invoicePrefix: z.optional(
    bounded(100, 'Please fill this in.').check(
      z.trim(),
      z.toUpperCase(),
      z.regex(/^[A-Z]{1,2}$/, 'Please type one or two letters.'),
    ),
  ),
});

const lateActPolicies = ['wait', 'refuse'] as const;

/** Enough for a train ride out of a dead zone, or a power cut; after a longer time a person should look. */
export const DEFAULT_LATE_MINUTES = 30;

export const minimumAgeSchema = z
  .int('Please type whole years.')
  .check(z.minimum(0, 'At least 0.'), z.maximum(60, 'At most 60.'));

/** How exams are run (offline rule 16), and who may register. */
export const policiesSchema = z.object({
  /** How long after the deadline a submission may still arrive, in seconds. */
  transitSeconds: z
    .int('Please type whole seconds.')
    .check(z.minimum(30, 'At least 30 seconds.'), z.maximum(1_800, 'At most 1800 (half an hour).')),
  /** What happens to acts whose time nothing proves: they wait for a person, or don't count until a person says so. */
  lateActs: z.enum(lateActPolicies, 'Please choose one.'),
  /** The minimum age to register, in whole years. */
  minimumAge: z._default(minimumAgeSchema, 14),
  /** How long after the deadline measured work counts automatically, in minutes; an exam may override it. */
  lateMinutes: z._default(lateMinutesSchema, DEFAULT_LATE_MINUTES),
  /** Whether scores that rest on measured late work are accepted without a review. */
  trustMeasured: z._default(z.boolean(), false),
});

/** Deployments that hold exams of this site (docs/SCALE.md), by their addresses. */
const MOST_CELLS = 40;

/** An https origin; http only where `edge-api/services/cells/` allows it. */
const cellAddressSchema = bounded(300, undefined, 'At most 300 characters.').check(
  z.trim(),
  z.toLowerCase(),
  z.regex(
    /^https?:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?\/?$/,
    'Please type each address like https://shift1.example.in, without a path.',
  ),
  z.overwrite((address) => address.replace(/\/$/, '')),
);

/**
 * The key that checks a cell's signatures, stored when its address was saved, so that it works after the cell is gone.
 */
const cellKeySchema = z.object({
  kid: bounded(100),
  x: z.string().check(z.regex(/^[\w-]{43}$/)),
  y: z.string().check(z.regex(/^[\w-]{43}$/)),
});
const cellSchema = z.object({ address: cellAddressSchema, keys: z.array(cellKeySchema) });
export type Cell = z.infer<typeof cellSchema>;
export const cellsSchema = z.object({
  cells: z.array(cellSchema).check(z.maxLength(MOST_CELLS)),
});

/** `version` is 0 while the default applies. */
const stored = {
  version: versionSchema,
  changedBy: z.nullable(z.string()),
  changedAt: z.nullable(z.string()),
};
export const settingsSchema = z.object({
  brand: z.object({ value: companySchema, ...stored }),
  policies: z.object({ value: policiesSchema, ...stored }),
  cells: z.object({ value: cellsSchema, ...stored }),
});

export const brandChangeSchema = z.object({ version: versionSchema, value: companySchema });
export const policiesChangeSchema = z.object({ version: versionSchema, value: policiesSchema });
export const cellsChangeSchema = z.object({
  version: versionSchema,
  value: z.object({
    addresses: z
      .array(cellAddressSchema)
      .check(z.maxLength(MOST_CELLS, `At most ${MOST_CELLS} addresses.`)),
  }),
});

export const integrations = ['database', 'files', 'payments', 'sms'] as const;
export type Integration = (typeof integrations)[number];

/** The services the server depends on, and what it knows about them without asking. */
export const integrationListSchema = z.array(
  z.object({
    name: z.enum(integrations),
    /** What it is set to: `postgres`, `s3`, `hdfc`, `msg91` … */
    provider: z.string(),
    /** Counts in words, such as waiting messages. */
    facts: z.array(z.string()),
  }),
);
/** `mobile`: where the test SMS goes; only for `sms`. */
export const integrationTestSchema = z.object({ mobile: z.optional(mobileSchema) });
export const integrationResultSchema = z.object({
  ok: z.boolean(),
  /** What was tested and the result, without anything secret. */
  message: z.string(),
  tookMs: z.int(),
});
export type IntegrationResult = z.infer<typeof integrationResultSchema>;
