// What the office corrects and decides about one candidate. Each reply but that of the one-time password holds everything
// about the candidate as it is then.
import * as z from 'zod/mini';
import {
  blockRequestSchema,
  candidateChangeSchema,
  candidateNoteSchema,
  candidateSchema,
  moveRequestSchema,
  officeActSchema,
  paidByInvoiceSchema,
  passwordSentSchema,
} from '#contract/desk/candidates.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import {
  blockCandidate,
  changeCandidate,
  changeNote,
  sendPassword,
  unblockCandidate,
} from '../../services/candidates/change-candidate.ts';
import { moveEnrolment } from '../../services/candidates/move-enrolment.ts';
import { readCandidate } from '../../services/candidates/read-candidate.ts';
import { payByInvoice } from '../../services/payments/pay-by-invoice.ts';

const shared = { who: 'admin', params: z.object({ uid: idSchema }) } as const;

export const putCandidate = endpoint(
  {
    ...shared,
    route: 'put /candidates/:uid',
    summary:
      'Corrects a candidate’s name, mobile, email and date of birth, with a reason. Another mobile number ends a one-time password that was not used yet.',
    body: candidateChangeSchema,
    reply: candidateSchema,
    problems: ['not-found', 'changed-meanwhile', 'email-taken', 'mobile-taken'],
  },
  async ({ deps, caller, params: { uid }, body }) => {
    await changeCandidate(deps, caller.uid, uid, body);
    return readCandidate(deps, uid);
  },
);

export const putCandidateNote = endpoint(
  {
    ...shared,
    route: 'put /candidates/:uid/note',
    summary: 'The office’s own note on a candidate, which they don’t see.',
    body: candidateNoteSchema,
    reply: candidateSchema,
    problems: ['not-found', 'changed-meanwhile'],
  },
  async ({ deps, caller, params: { uid }, body }) => {
    await changeNote(deps, caller.uid, uid, body);
    return readCandidate(deps, uid);
  },
);

export const postCandidateMove = endpoint(
  {
    ...shared,
    route: 'post /candidates/:uid/move',
    summary:
      'Moves a candidate from an exam they have not sat to another. The payment moves too; a different fee must be stated to the paisa.',
    body: moveRequestSchema,
    reply: candidateSchema,
    problems: ['not-found', 'changed-meanwhile'],
  },
  async ({ deps, caller, params: { uid }, body }) => {
    await moveEnrolment(deps, caller.uid, uid, body);
    return readCandidate(deps, uid);
  },
);

export const postCandidatePaid = endpoint(
  {
    ...shared,
    route: 'post /candidates/:uid/paid-by-invoice',
    summary: 'Notes the fee of a Registered candidate as paid by an invoice of the office.',
    body: paidByInvoiceSchema,
    reply: candidateSchema,
    problems: ['not-found', 'changed-meanwhile', 'already-paid', 'unavailable'],
  },
  async ({ deps, caller, params: { uid }, body }) => {
    await payByInvoice(deps, caller.uid, uid, body);
    return readCandidate(deps, uid);
  },
);

export const postCandidatePassword = endpoint(
  {
    ...shared,
    route: 'post /candidates/:uid/password',
    summary: 'Sends a candidate a one-time password by SMS; the reply doesn’t contain it.',
    body: officeActSchema,
    reply: passwordSentSchema,
    problems: ['not-found', 'account-blocked', 'unavailable'],
  },
  ({ deps, caller, params: { uid }, body }) => sendPassword(deps, caller.uid, uid, body.reason),
);

export const postCandidateBlock = endpoint(
  {
    ...shared,
    route: 'post /candidates/:uid/block',
    summary:
      'Blocks a candidate. An exam under way can still be submitted; endExam ends its time now.',
    body: blockRequestSchema,
    reply: candidateSchema,
    problems: ['not-found'],
  },
  async ({ deps, caller, params: { uid }, body }) => {
    await blockCandidate(deps, caller.uid, uid, body);
    return readCandidate(deps, uid);
  },
);

export const postCandidateUnblock = endpoint(
  {
    ...shared,
    route: 'post /candidates/:uid/unblock',
    summary: 'Lets a blocked candidate sign in again.',
    body: officeActSchema,
    reply: candidateSchema,
    problems: ['not-found'],
  },
  async ({ deps, caller, params: { uid }, body }) => {
    await unblockCandidate(deps, caller.uid, uid, body.reason);
    return readCandidate(deps, uid);
  },
);
