// The company that runs the site, as its pages show it. ../desk/settings.ts checks what the office types; this schema
// checks only what pages rely on.
import * as z from 'zod/mini';

export const socialSites = ['facebook', 'instagram', 'linkedin', 'x', 'youtube'] as const;

/** Goes into the pages as a link. Empty where the company has no page there. */
const linkSchema = z.string().check(z.regex(/^(?:https:\/\/.*)?$/));

export const shownBrandSchema = z.object({
  name: z.string(),
  line: z.string(),
  address: z.array(z.string()),
  city: z.string(),
  state: z.string(),
  phone: z.string(),
  email: z.string(),
  gstin: z.string(),
  links: z.object({
    facebook: linkSchema,
    instagram: linkSchema,
    linkedin: linkSchema,
    x: linkSchema,
    youtube: linkSchema,
  }),
  /** The number for answers by text message, if there is one. */
  textTo: z.optional(z.string()),
});
export type ShownBrand = z.infer<typeof shownBrandSchema>;
