// Candidates as the office finds them, and everything about one of them (decision 46). Money is rupees.
import * as z from 'zod/mini';
import { heldDetailsShape } from '../site/account.ts';
import { orderStates } from '../site/payments.ts';
import { dateOfBirthSchema } from '../site/registration.ts';
import { sittingStates } from '../wire/sync.ts';
import { lineSchema, toPlainText } from '../wire/typed.ts';
import { statuses } from '../wire/users.ts';
import { bounded, idSchema, instantSchema } from '../wire/values.ts';
import { activityListSchema } from './activity.ts';
import { noText, officeReasonSchema, personShape, versionMarkSchema } from './participants.ts';

/** Filters of the list: the state of the current exam, or blocked. */
export const candidateStates = [...statuses, 'Blocked'] as const;
export type CandidateState = (typeof candidateStates)[number];

export const candidateRowSchema = z.object({
  uid: z.string(),
  fullName: z.string(),
  mobile: z.string(), // empty if there is none, like the email
  email: z.string(),
  /** Of the current exam; null without one. */
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
  /** The exam's current fee, and what was paid and not refunded. */
  fee: z.number(),
  paid: z.number(),
  status: z.enum(statuses),
  /** Whether the candidate's pages show this exam. */
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
  /** The number of the office's own invoice by which the order was paid. */
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
  /** Answered questions; null for very old sittings. */
  answered: z.nullable(z.int()),
  /** Null while nothing is scored. A provisional score may still change. */
  total: z.nullable(z.number()),
  /** What the total is made of; older servers leave this out. */
  sections: z.optional(z.array(z.object({ name: z.string(), marks: z.number() }))),
  provisional: z.boolean(),
  /**
   * The place on the published merit list that covers this exam; null if there is none. Older servers leave this out.
   */
  merit: z.optional(
    z.nullable(
      z.object({
        /** The exam that the list belongs to: for a shift, another exam. */
        examId: z.string(),
        rank: z.int(),
        of: z.int(),
        /** Null if there are no cut-offs. */
        qualified: z.nullable(z.boolean()),
      }),
    ),
  ),
  receipt: z.nullable(z.string()),
  /** The cell that the exam was sat on and whose result was brought in; null for this site. */
  cell: z.nullable(z.string()),
  /** The devices it was open on, in order. */
  devices: z.array(z.object({ device: z.string(), openedAt: instantSchema })),
});

/** A browser or network address that the candidate signed in from, reduced to a mark that tells it from others. */
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
  /** The office's own note. */
  note: z.string(),
  /** The version of name, mobile, email and note as they were read; a change sends it back. */
  version: z.string(),
  /** Expiry of an unused one-time password. */
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
  /** Left out or empty: stays as it is. */
  dateOfBirth: z.optional(z.union([noText, dateOfBirthSchema], 'Please choose the date of birth.')),
  version: versionMarkSchema,
  reason: officeReasonSchema,
});
export type CandidateChange = z.infer<typeof candidateChangeSchema>;

/** PUT candidates/{uid}/note. */
export const candidateNoteSchema = z.object({
  note: bounded(4_100).check(z.trim(), z.maxLength(2_000, 'At most 2000 characters.')),
  version: versionMarkSchema,
});

/** An act of the office that needs nothing but a reason. */
export const officeActSchema = z.object({ reason: officeReasonSchema });

/** POST candidates/{uid}/photo/remove: removes the version that was seen, and no other. */
export const photoRemovalSchema = z.object({ version: idSchema, reason: officeReasonSchema });

/** POST candidates/{uid}/block. */
export const blockRequestSchema = z.object({
  reason: officeReasonSchema,
  /** Also ends the time of an exam under way; earlier answers count. */
  endExam: z._default(z.boolean(), false),
});

/** Until when the password that was sent works. Nobody in the office learns the password itself. */
export const passwordSentSchema = z.object({ validUntil: instantSchema });

/** The number of an invoice that the office wrote, such as `INV-2026/118`. */
const officeInvoiceSchema = z.optional(
  bounded(220).check(z.overwrite(toPlainText), z.trim(), z.maxLength(60, 'At most 60 characters.')),
);

/** The exam that people are added to. Without an invoice they are Registered and pay the fee themselves. */
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
  /** The exam that the office saw the enrolment in; if left out, the enrolment is paid whichever exam it is in now. */
  seen: z.optional(idSchema),
  /** The fee that the office saw, in rupees; if left out, the exam's current fee is paid. */
  fee: z.optional(z.number()),
  officeInvoice: lineSchema(60),
  reason: officeReasonSchema,
});
export type PaidByInvoice = z.infer<typeof paidByInvoiceSchema>;

/** POST candidates/{uid}/move. */
export const moveRequestSchema = z.object({
  enrolment: idSchema,
  /** The exam that the office saw the enrolment in; if left out, it is moved whichever exam it is in now. */
  from: z.optional(idSchema),
  examID: idSchema,
  reason: officeReasonSchema,
  /** How many rupees more the new exam costs than was paid (negative: less), if they differ; it is recorded. */
  difference: z.optional(z.number()),
  /** The office states that the candidate did not sit it, although a phone holds its paper and the exam has started. */
  notSat: z._default(z.boolean(), false),
  /** Whether to text the candidate when the new exam starts (decision 100). */
  tell: z._default(z.boolean(), false),
});
export type MoveRequest = z.infer<typeof moveRequestSchema>;

/** POST candidates/list: the fields beside the file. */
export const candidateListFormSchema = z.object(enrolIntoShape);

const listNoteSchema = z.object({
  row: z.int(),
  /** As Excel calls it, `C7`; empty for the whole row. */
  cell: z.string(),
  message: z.string(),
});
export type ListNote = z.infer<typeof listNoteSchema>;

export const candidateListReportSchema = z.object({
  /** How many people the list names, valid or not. */
  people: z.int(),
  /** How many were added: all, or none if there is any error or it was a dry run. */
  added: z.int(),
  /** How many were in the exam before, as when a list is sent again; left out for none. */
  already: z.optional(z.int()),
  /** Rows below the last person that name nobody, such as a total, and what they say; left out for none. */
  passedOver: z.optional(z.array(listNoteSchema)),
  /** Columns with data about people that were not read, by heading or else by letter; left out for none. */
  unread: z.optional(z.array(z.string())),
  fee: z.number(),
  /** Refused rows and why, in the file's order; at most five hundred. */
  errors: z.array(listNoteSchema),
});
export type CandidateListReport = z.infer<typeof candidateListReportSchema>;

/** GET candidates/lists: the lists added last, newest first, with how many of their one-time passwords are still to be sent. */
export const addedListsSchema = z.array(
  z.object({
    /** A later list has a greater id. */
    id: z.int(),
    at: instantSchema,
    by: z.string(),
    fileName: z.string(),
    exam: z.string(),
    people: z.int(),
    /** Passwords that are still to be made or sent. */
    waiting: z.int(),
    /**
     * How many people's password couldn't be sent as long as it worked, and who got no other since. Left out by a server of an
     * earlier version.
     */
    failedCount: z.optional(z.int()),
    /** The first fifty of them. */
    failed: z.array(z.object({ uid: z.string(), fullName: z.string() })),
  }),
);
export type AddedList = z.infer<typeof addedListsSchema>[number];

/** The columns that a list and a cell's roster share. */
export const listColumns = ['Name', 'Mobile', 'Email', 'Room', 'Extra time %'] as const;
/** The columns of the template. */
export const templateColumns = [...listColumns, 'Date of birth', 'Category'] as const;
