// The audit log as people read it: who did what, when, to what.
import * as z from 'zod/mini';
import { instantSchema } from '../wire/values.ts';

export const activitySchema = z.object({
  id: z.int(),
  at: instantSchema,
  /** A uid, or `server`. */
  actor: z.string(),
  actorName: z.nullable(z.string()),
  action: z.string(),
  /** The id acted on. */
  subject: z.string(),
  /** The name of that exam or person, or of whoever sat; null for other things. */
  subjectName: z.nullable(z.string()),
  detail: z.record(z.string(), z.unknown()),
});
export type Activity = z.infer<typeof activitySchema>;
export const activityListSchema = z.array(activitySchema);

/** Every recorded act and what people call it. */
export const activityWords = {
  'account.changed': 'Changed their details',
  'account.deleted': 'Deleted their account',
  'account.downloaded': 'Downloaded their data',
  'account.photo-changed': 'Added or changed their photograph',
  'account.photo-erased': 'Erased an expired photograph',
  'account.photo-removed': 'Removed their photograph',
  'account.purged': 'Erased the pages of a deleted account',
  'administrator.reset': 'Reset the administrator’s sign-in on the server',
  'application.changed': 'Changed a course application',
  'candidate.added': 'Added a candidate',
  'candidate.allowed-another': 'Allowed a candidate another exam',
  'candidate.blocked': 'Blocked a candidate',
  'candidate.changed': 'Corrected a candidate’s details',
  'candidate.moved': 'Moved a candidate to another exam',
  'candidate.noted': 'Changed the note on a candidate',
  'candidate.paid-by-invoice': 'Noted a fee as paid by invoice',
  'candidate.password-sent': 'Sent a candidate a one-time password',
  'candidate.photo-removed': 'Removed a candidate’s photograph',
  'candidate.unblocked': 'Unblocked a candidate',
  'documents.mark-taken-back': 'Removed a mark for documents',
  'documents.marked': 'Marked documents',
  'enquiry.changed': 'Changed an enquiry',
  'enrolment.accommodated': 'Changed a candidate’s room or accommodations',
  'exam.archived': 'Archived an exam',
  'exam.brought-back': 'Brought back an exam',
  'exam.changed': 'Changed an exam',
  'exam.created': 'Created an exam',
  'exam.deleted': 'Deleted an exam',
  'hall.checked-in': 'Checked in a candidate',
  'hall.device-allowed': 'Allowed a candidate another phone',
  'hall.extra-time': 'Gave extra time',
  'hall.incident': 'Noted an incident',
  'hall.paused': 'Paused an exam for an incident',
  'hall.reopened': 'Reopened a sitting',
  'hall.resumed': 'Resumed a paused exam',
  'hall.resynced': 'Asked phones to send now',
  'exam.start-code-made': 'Created a start code',
  'exam.start-code-told': 'Saw a start code',
  'merit.categories-set': 'Set categories for a merit list',
  'merit.published': 'Published a merit list',
  'merit.rules-changed': 'Changed the rules of a merit list',
  'merit.withdrawn': 'Withdrew a merit list',
  'merit.worked-out': 'Worked out a merit list',
  'order.checked': 'Asked the gateway about a payment',
  'order.failed': 'Payment failed',
  'order.pending': 'Payment pending',
  'order.refunded': 'Payment refunded',
  'order.review': 'Payment needs a look',
  'order.success': 'Payment received',
  'password.changed': 'Chose a new password',
  'proctor.changed': 'Changed a proctor’s details',
  'proctor.created': 'Added a proctor',
  'proctor.exam-assigned': 'Assigned an exam to a proctor',
  'proctor.exam-removed': 'Took an exam away from a proctor',
  'proctor.password-given': 'Gave a proctor a one-time password',
  'proctor.restored': 'Restored a proctor’s account',
  'proctor.revoked': 'Revoked a proctor’s account',
  'proctor.rooms-assigned': 'Chose the rooms of a proctor',
  'question.brought-back': 'Brought back a question',
  'question.changed': 'Changed a question',
  'question.erased': 'Deleted a question',
  'question.rescore-asked': 'Asked what a corrected key changes',
  'question.rescored': 'Applied a corrected key',
  'question.retired': 'Archived a question',
  'questions.imported': 'Imported questions',
  'refund.failed': 'Refund failed',
  'refund.pending': 'Refund on its way',
  'refund.requested': 'Requested a refund',
  'refund.review': 'Refund needs a look',
  'refund.success': 'Refund paid',
  'result.deleted': 'Deleted a result PDF',
  'result.published': 'Published a result PDF',
  'second-factor.recovery-used': 'Signed in with a recovery code',
  'second-factor.removed': 'Removed their second factor',
  'second-factor.set': 'Set up a second factor',
  'setting.changed': 'Changed a setting',
  'setting.tested': 'Tested a connection',
  'sitting.begun-on-phone': 'Started an exam on the phone with a sealed paper',
  'sitting.closed': 'Closed an overdue sitting',
  'sitting.event-conflict': 'Recorded two different versions of one act',
  'sitting.handed-over': 'Took in a hand-over',
  'sitting.held-decided': 'Decided on late acts',
  'sitting.late-events': 'Recorded late acts',
  'sitting.late-looked': 'Reviewed late work',
  'sitting.moved': 'Moved a sitting to another device',
  'sitting.rescored': 'Scored a sitting by a corrected key',
  'sitting.submitted': 'Submitted an exam',
  'sitting.submitted-late': 'Submitted an exam late',
} as const;
export type ActivityAction = keyof typeof activityWords;

const wordsByCode = new Map<string, string>(Object.entries(activityWords));

/** An act from another version that this one doesn't know is shown by its code. */
export function describeAction(action: string): string {
  return wordsByCode.get(action) ?? action;
}
