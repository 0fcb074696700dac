// Applications for courses.
import * as z from 'zod/mini';
import { emailSchema, lineSchema, mobileSchema } from '../wire/typed.ts';
import { bounded } from '../wire/values.ts';
import { isCourse } from './courses.ts';
import { formExtras } from './enquiries.ts';

/**
 * `amount` and `txnId` are accepted and ignored: the amount comes from the course, the transaction from the gateway.
 */
export const applicationRequestSchema = z.object({
  name: lineSchema(120),
  email: emailSchema,
  phone: mobileSchema,
  course: bounded(200).check(z.refine(isCourse, 'Please choose one of our courses.')),
  amount: z.optional(z.union([z.number(), z.string().check(z.maxLength(40))])),
  txnId: z.optional(z.string().check(z.maxLength(100))),
  ...formExtras,
});
export type ApplicationRequest = z.infer<typeof applicationRequestSchema>;

export const applicationReplySchema = z.object({
  application: z.object({
    _id: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    course: z.string(),
    amount: z.number(), // rupees
    txnId: z.nullable(z.string()),
  }),
});
export type ApplicationReply = z.infer<typeof applicationReplySchema>;

/** What the office has done about an application. */
export const applicationStates = ['new', 'contacted', 'enrolled', 'closed'] as const;
export type ApplicationState = (typeof applicationStates)[number];
