// Payment on the wire. The fee is the server's.
import * as z from 'zod/mini';
import { idSchema, instantSchema } from '../wire/values.ts';

const ignoredLine = z.optional(z.string().check(z.maxLength(500)));

/** Only exam_id and customer_id (the uid) decide anything; the rest is accepted and ignored. */
export const examPaymentRequestSchema = z.object({
  exam_id: idSchema,
  customer_id: z.string().check(z.maxLength(60)),
  order_id: ignoredLine,
  customer_email: ignoredLine,
  customer_phone: ignoredLine,
  payment_page_client_id: ignoredLine,
  first_name: ignoredLine,
  last_name: ignoredLine,
  return_url: ignoredLine,
  description: ignoredLine,
});

export const applicationPaymentRequestSchema = z.object({
  /** COURSE-{applicationId}-{timestamp}, or the application's id in customer_id. */
  order_id: ignoredLine,
  customer_id: ignoredLine,
  payment_page_client_id: ignoredLine,
  return_url: ignoredLine,
  description: ignoredLine,
});

export const paymentStartedSchema = z.object({ payment_url: z.string(), order_id: z.string() });

export const orderStates = ['pending', 'success', 'failed', 'review', 'refunded'] as const;
export type OrderState = (typeof orderStates)[number];

export const refundStates = ['pending', 'success', 'failed', 'review'] as const;
export type RefundState = (typeof refundStates)[number];

export const refundLineSchema = z.object({
  amount: z.number(), // rupees
  status: z.enum(refundStates),
  at: instantSchema,
});

/** What the two payment-response screens show; never taken from the address bar. */
export const orderReplySchema = z.object({
  order_id: z.string(),
  status: z.enum(orderStates),
  amount: z.number(), // rupees
  error: z.nullable(z.string()),
  /** Whether a receipt was issued. */
  receipt: z.boolean(),
  /**
   * The number of the office's own invoice by which somebody else, such as a college, paid; left out for the
   * candidate's own payment.
   */
  officeInvoice: z.optional(z.string()),
  /** The exam that the candidate's enrolment is for now; they may have been moved since they paid. */
  examID: z.optional(idSchema),
  /** Name and start of that exam; older servers leave this out. */
  exam: z.optional(z.object({ name: z.string(), startsAt: instantSchema })),
  /** Refunds done or under way, oldest first. */
  refunds: z.array(refundLineSchema),
});
export type OrderReply = z.infer<typeof orderReplySchema>;

/** A tax invoice as it was issued (GST rule 46). Amounts are integer paise and add up exactly. */
export const invoiceBodySchema = z.object({
  supplier: z.object({
    name: z.string(),
    address: z.string(),
    gstin: z.string(),
    state: z.string(),
  }),
  recipient: z.object({ name: z.string(), address: z.string(), state: z.string() }),
  description: z.string(),
  sac: z.string(),
  totalPaise: z.int(),
  taxablePaise: z.int(),
  /** Percent in hundredths: 1800 is 18 %. */
  gstRate: z.int(),
  cgstPaise: z.int(),
  sgstPaise: z.int(),
  igstPaise: z.int(),
  placeOfSupply: z.string(),
});
export type InvoiceBody = z.infer<typeof invoiceBodySchema>;

/** GET payments/:orderId/receipt: the invoice, and its refunds since. */
export const paymentReceiptSchema = z.object({
  order_id: z.string(),
  number: z.string(),
  issuedAt: instantSchema,
  /** The gateway's transaction; null if the gateway named none. */
  transaction: z.nullable(z.string()),
  invoice: invoiceBodySchema,
  refunds: z.array(refundLineSchema),
});
export type PaymentReceipt = z.infer<typeof paymentReceiptSchema>;
