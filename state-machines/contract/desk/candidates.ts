// Candidates as the office finds them, and everything about one of them (decision 046). Money is rupees.
import * as z from 'zod/mini';
import { heldDetailsShape } from '../site/account.ts';
import { orderStates } from '../site/payments.ts';
import { sittingStates } from '../wire/sync.ts';
import { statuses } from '../wire/users.ts';
import { bounded, idSchema, instantSchema, lineSchema, toPlainText } from '../wire/values.ts';
import { activityListSchema } from './activity.ts';
import { officeReasonSchema, personShape, versionMarkSchema } from './person.ts';

/** What the list can be narrowed to: where their current exam stands, or who is shut out. */
export const candidateStates = [...statuses, 'Blocked'] as const;
export type CandidateState = (typeof candidateStates)[number];

export const candidateRowSchema = z.object({
  uid: z.string(),
  fullName: z.string(),
  mobile: z.string(), // empty where there is none, as the e-mail
  email: z.string(),
  /** Of the current exam; null for who has none. */
  exam: z.nullable(z.string()),
  status: z.nullable(z.enum(statuses)),
  registeredAt: instantSchema,
  /** Null while they may sign in. */
  blockedAt: z.nullable(instantSchema),
});
export type CandidateRow = z.infer<typeof candidateRowSchema>;
export const candidateListSchema = z.array(candidateRowSchema);

const enrolmentSchema = z.object({
  id: z.string(),
  examId: z.string(),
  exam: z.string(),
  startsAt: instantSchema,
  /** The exam's fee as it is now, and what was paid and not sent back. */
  fee: z.number(),
  paid: z.number(),
  status: z.enum(statuses),
  /** Whether it is the exam that the candidate's pages are about. */
  current: z.boolean(),
  sat: z.boolean(),
  transaction: z.nullable(z.string()),
  room: z.string(),
  appliedAt: instantSchema,
  paidAt: z.nullable(instantSchema),
  completedAt: z.nullable(instantSchema),
});
export type CandidateEnrolment = z.infer<typeof enrolmentSchema>;

const orderSchema = z.object({
  order_id: z.string(),
  exam: z.string(),
  amount: z.number(),
  refunded: z.number(),
  status: z.enum(orderStates),
  transaction: z.nullable(z.string()),
  /** The number of our tax invoice. */
  invoice: z.nullable(z.string()),
  /** The number of the office's own invoice that it was paid by. */
  officeInvoice: z.nullable(z.string()),
  createdAt: instantSchema,
});

const sittingSchema = z.object({
  id: z.string(),
  exam: z.string(),
  state: z.enum(sittingStates),
  startedAt: instantSchema,
  deadline: instantSchema,
  closedAt: z.nullable(instantSchema),
  /** Questions with an answer; null for one of long ago. */
  answered: z.nullable(z.int()),
  /** Null while nothing is scored. A provisional one may still change. */
  total: z.nullable(z.number()),
  provisional: z.boolean(),
  receipt: z.nullable(z.string()),
  /** The cell that it was sat on, whose result was brought in; null for this site. */
  cell: z.nullable(z.string()),
  /** Devices it was open on, in their order. */
  devices: z.array(z.object({ device: z.string(), openedAt: instantSchema })),
});

/** A browser or an address that they signed in from: what is kept of it tells one from another, and nothing else. */
const placeSchema = z.object({
  kind: z.enum(['device', 'address']),
  mark: z.string(),
  lastSignInAt: instantSchema,
});

const messageSchema = z.object({
  purpose: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
  error: z.nullable(z.string()),
  createdAt: instantSchema,
  sentAt: z.nullable(instantSchema),
});

export const candidateSchema = z.object({
  ...heldDetailsShape,
  blockedAt: z.nullable(instantSchema),
  /** The office's own. */
  note: z.string(),
  /** Marks what name, mobile, e-mail and note said when they were read: a change of them names it. */
  version: z.string(),
  /** Until when a one-time password that nobody used yet works. */
  oneTimePasswordUntil: z.nullable(instantSchema),
  sessions: z.int(),
  enrolments: z.array(enrolmentSchema), // newest first, as all lists here
  orders: z.array(orderSchema),
  sittings: z.array(sittingSchema),
  places: z.array(placeSchema),
  messages: z.array(messageSchema), // of thirty days
  activity: activityListSchema, // the newest hundred
});
export type Candidate = z.infer<typeof candidateSchema>;

/** PUT candidates/{uid}. */
export const candidateChangeSchema = z.object({
  ...personShape,
  version: versionMarkSchema,
  reason: officeReasonSchema,
});
export type CandidateChange = z.infer<typeof candidateChangeSchema>;

/** PUT candidates/{uid}/note. */
export const candidateNoteSchema = z.object({
  note: bounded(4_100).check(z.trim(), z.maxLength(2_000, 'At most 2000 characters.')),
  version: versionMarkSchema,
});

/** An act of the office that takes nothing but a reason. */
export const officeActSchema = z.object({ reason: officeReasonSchema });

/** POST candidates/{uid}/photo/remove: the version that was seen, and no other, goes. */
export const photoRemovalSchema = z.object({ version: idSchema, reason: officeReasonSchema });

/** POST candidates/{uid}/block. */
export const blockRequestSchema = z.object({
  reason: officeReasonSchema,
  /** Ends the time of an exam under way as well; what was answered until then counts. */
  endExam: z._default(z.boolean(), false),
});

/** What was sent, and until when it works: the password itself nobody in the office learns. */
export const passwordSentSchema = z.object({ validUntil: instantSchema });

/** The number of an invoice that the office wrote, such as `INV-2026/118`. */
const officeInvoiceSchema = z.optional(
  bounded(220).check(z.overwrite(toPlainText), z.trim(), z.maxLength(60, 'At most 60 characters.')),
);

/** Where people who are added go. Without an invoice they are Registered and pay the fee themselves. */
const enrolIntoShape = {
  examID: idSchema,
  officeInvoice: officeInvoiceSchema,
  reason: officeReasonSchema,
};

/** POST candidates. */
export const newCandidateSchema = z.object({ ...personShape, ...enrolIntoShape });
export type NewCandidate = z.infer<typeof newCandidateSchema>;
export const candidateAddedSchema = z.object({ uid: z.string(), validUntil: instantSchema });

/** POST candidates/{uid}/paid-by-invoice. */
export const paidByInvoiceSchema = z.object({
  enrolment: idSchema,
  officeInvoice: lineSchema(60),
  reason: officeReasonSchema,
});
export type PaidByInvoice = z.infer<typeof paidByInvoiceSchema>;

/** POST candidates/{uid}/move. */
export const moveRequestSchema = z.object({
  enrolment: idSchema,
  examID: idSchema,
  reason: officeReasonSchema,
  /** Rupees that the new exam costs more than what was paid (less: below zero), where it isn't the same: it is noted. */
  difference: z.optional(z.number()),
  /** They say that they did not sit it, though a phone holds its paper and its time has come. */
  notSat: z._default(z.boolean(), false),
});
export type MoveRequest = z.infer<typeof moveRequestSchema>;

/** POST candidates/list: the texts that go with the file. */
export const candidateListFormSchema = z.object(enrolIntoShape);

const listNoteSchema = z.object({
  row: z.int(),
  /** As Excel calls it, `C7`; empty where the whole row is meant. */
  cell: z.string(),
  message: z.string(),
});
export type ListNote = z.infer<typeof listNoteSchema>;

export const candidateListReportSchema = z.object({
  /** How many people the list names, sound or not. */
  people: z.int(),
  /** How many were added: all, or none while anything is wrong or nothing was meant to be. */
  added: z.int(),
  /** How many were in the exam before, by the UID that a roster names; left out for none. */
  already: z.optional(z.int()),
  fee: z.number(),
  /** Rows and why they can't be taken, in the file's order; cut at five hundred. */
  errors: z.array(listNoteSchema),
});
export type CandidateListReport = z.infer<typeof candidateListReportSchema>;

/** The columns of a list, as the template names them. */
export const listColumns = ['Name', 'Mobile', 'Email', 'Room', 'Extra time %'] as const;
