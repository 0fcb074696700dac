// Orders as the office sees them: found, checked again, refunded. Money is rupees.
import * as z from 'zod/mini';
import {
  type ApplicationState,
  applicationReplySchema,
  applicationStates,
} from '../site/applications.ts';
import { type OrderState, orderStates, refundStates } from '../site/payments.ts';
import { statuses } from '../wire/users.ts';
import { bounded, idSchema, instantSchema, versionSchema } from '../wire/values.ts';
import { officeReasonSchema } from './participants.ts';

/** In words, on the screen and in the workbook. */
export const orderStateNames: Readonly<Record<OrderState, string>> = {
  pending: 'Waiting',
  success: 'Paid',
  failed: 'Failed',
  review: 'Needs a look',
  refunded: 'Refunded',
};

export const orderKindNames = { exam: 'Exam fee', course: 'Course' } as const;

const deskOrderSchema = z.object({
  order_id: z.string(),
  /** The gateway's name for the order. */
  reference: z.string(),
  kind: z.enum(['exam', 'course']),
  /** The candidate's number; null for a course, whose applicant has none. */
  uid: z.nullable(z.string()),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** The exam or course. */
  item: z.string(),
  /** The exam of the enrolment that the order is for; null for a course. */
  examId: z.nullable(z.string()),
  amount: z.number(),
  /** What was refunded or is being refunded. */
  refunded: z.number(),
  status: z.enum(orderStates),
  reason: z.nullable(z.string()),
  transaction: z.nullable(z.string()),
  /** The number of the office's own invoice by which the order was paid; the gateway doesn't know such an order. */
  officeInvoice: z.nullable(z.string()),
  /** The tax invoice's number. */
  invoice: z.nullable(z.string()),
  createdAt: instantSchema,
  settledAt: z.nullable(instantSchema),
});
export type DeskOrder = z.infer<typeof deskOrderSchema>;
export const deskOrderListSchema = z.array(deskOrderSchema);

export const deskOrderDetailSchema = z.extend(deskOrderSchema, {
  /** When the timer asks the gateway again; null if there is nothing to ask. */
  nextCheckAt: z.nullable(instantSchema),
  /** The candidate's status in this exam, which a refund doesn't change. Null for a course. */
  enrolment: z.nullable(z.enum(statuses)),
  refunds: z.array(
    z.object({
      id: z.string(),
      amount: z.number(),
      status: z.enum(refundStates),
      reason: z.string(),
      requestedBy: z.string(),
      gatewayReason: z.nullable(z.string()),
      at: instantSchema,
      settledAt: z.nullable(instantSchema),
    }),
  ),
  /** From the audit log, oldest first. */
  history: z.array(
    z.object({
      at: instantSchema,
      actor: z.string(),
      action: z.string(),
      detail: z.record(z.string(), z.unknown()),
    }),
  ),
});
export type DeskOrderDetail = z.infer<typeof deskOrderDetailSchema>;

const MOST_RUPEES = 10_000_000;

export const refundRequestSchema = z.object({
  /** Made by the screen, so that a request sent twice is one refund: 16 letters and digits. */
  requestId: bounded(16).check(z.regex(/^[A-Z][A-Z0-9]{15}$/)),
  /** Rupees, at most two decimals. */
  amount: z
    .number('Please type an amount.')
    .check(
      z.positive('Please type an amount above zero.'),
      z.maximum(MOST_RUPEES, 'That’s more than was paid.'),
      z.multipleOf(0.01, 'At most two decimal places.'),
    ),
  reason: officeReasonSchema,
  /**
   * The exam whose fee to refund: nothing is refunded if the candidate was moved to another exam meanwhile. Left out:
   * any.
   */
  examId: z.optional(idSchema),
});
export type RefundRequest = z.infer<typeof refundRequestSchema>;

// Course applications as the office sees them: who applied for what, whether it is paid, and what the office did about
// it.

/** In words, on the screen and in the workbook. */
export const applicationStateNames: Readonly<Record<ApplicationState, string>> = {
  new: 'New',
  contacted: 'Contacted',
  enrolled: 'Enrolled',
  closed: 'Closed',
};

/** Whether a course application is paid, in words. */
export const paidNames = { yes: 'Paid', no: 'Not paid' } as const;

const { txnId: _, ...told } = applicationReplySchema.shape.application.shape;
export const deskApplicationSchema = z.object({
  ...told,
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
