// The office corrects a candidate's name, date of birth and contact details, and keeps a note. The uid and everything
// done so far stay.
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { CandidateChange } from '#contract/desk/candidates.ts';
import { instant, millis } from '#db/instants.ts';
import { sessions, users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { forgetPlaces } from '../auth/guess-limits.ts';
import { givePassword, preparePassword } from '../auth/new-password.ts';
import { endsSessions } from '../auth/sessions.ts';
import { askToLook, noteRights, noteRow } from '../hall/changes.ts';
import { sendSmsSoon } from '../messages/sms-outbox.ts';
import { changeDetails, ifFree, refuseTaken } from '../users/change-details.ts';
import { refuseTooYoung } from '../users/sign-up.ts';
import { lockCandidate, versionOf } from './list-candidates.ts';

/** @throws Problem not-found, changed-meanwhile, email-taken, mobile-taken, invalid (dateOfBirth) */
export async function changeCandidate(
  deps: Deps,
  actor: string,
  uid: string,
  { version, reason, dateOfBirth, ...change }: CandidateChange,
): Promise<void> {
  if (dateOfBirth !== undefined)
    await refuseTooYoung(deps, dateOfBirth, {
      unborn: 'This can’t be a date of birth.',
      tooYoung: (least) => `A candidate must be at least ${least} years old.`,
    });
  const after = {
    ...change,
    ...(dateOfBirth !== undefined && { dateOfBirth }),
    email: change.email?.toLowerCase() ?? null,
  };
  const taken = { mobile: after.mobile, email: after.email ?? undefined, for: uid };
  await ifFree(
    () => refuseTaken(deps.db.orm, taken, 'administrator'),
    () =>
      deps.db.transaction(async (tx) => {
        const before = await lockCandidate(tx, uid);
        if (versionOf(before) !== version) throw new Problem('changed-meanwhile');
        await changeDetails(tx, deps.now(), {
          actor,
          action: 'candidate.changed',
          uid: before.uid,
          before,
          after,
          reason,
        });
      }),
  );
}

/** @throws Problem not-found, changed-meanwhile */
export async function changeNote(
  deps: Deps,
  actor: string,
  uid: string,
  { note, version }: { note: string; version: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const before = await lockCandidate(tx, uid);
    if (versionOf(before) !== version) throw new Problem('changed-meanwhile');
    if (before.note === note) return;
    await tx.update(users).set({ note }).where(eq(users.uid, before.uid));
    await recordAudit(tx, deps.now(), { actor, action: 'candidate.noted', subject: before.uid });
  });
}

// A one-time password for a candidate, sent by SMS only, so that nobody in the office can sign in as the candidate. The
// candidate's own password keeps working until this one is used.

/** @throws Problem not-found, account-blocked, invalid (without a mobile number) */
export async function sendPassword(
  deps: Deps,
  actor: string,
  uid: string,
  reason: string,
): Promise<{ validUntil: string }> {
  const prepared = await preparePassword(deps.now());
  await deps.db.transaction(async (tx) => {
    const user = await lockCandidate(tx, uid);
    if (user.blockedAt)
      throw new Problem('account-blocked', {
        sentence: 'This account is blocked. Unblock it first.',
      });
    if (!user.mobile)
      throw new Problem('invalid', {
        sentence: 'There’s no mobile number to send it to. Add one first.',
      });
    await givePassword(tx, deps.now(), user, prepared);
    await recordAudit(tx, deps.now(), {
      actor,
      action: 'candidate.password-sent',
      subject: user.uid,
      detail: { reason },
    });
  });
  sendSmsSoon(deps);
  return { validUntil: prepared.expiresAt.toISOString() };
}

// Blocks and unblocks a candidate (decision 046). Nobody can sign in to a blocked account, and its sessions end. The
// exception: while an exam is under way, or its answers may still be on a phone, the sessions stay, but can only submit
// that exam. So no answer is lost because the office blocks someone.

/** Answers that a phone still hasn't sent keep its session no longer than this. */
const OWED_DAYS = 30;

/** SQL: whether an exam is under way, was closed without a submission, or may have begun on a phone without a network. */
const OWES = `select exists (
    select from sittings s left join results r on r.sitting_id = s.id
    where s.uid = $1 and (s.state = 'open'
      or r.provisional and s.closed_at > ${instant('$2')} - interval '${OWED_DAYS} days')
  ) or exists (
    select from enrolments n join exams e on e.id = n.exam_id
    join prepared_papers p on p.enrolment_id = n.id join prepared_devices d on d.sitting_id = p.sitting_id
    where n.uid = $1 and n.status = 'Fees Paid' and (e.starts_at <= ${instant('$2')} or p.out_since is not null)
  ) as owes`;
const owesSchema = z.tuple([z.object({ owes: z.boolean() })]);

/** SQL: ends the time now by reducing the extra time, so that what a proctor gives or takes later counts from there. */
const END_EXAMS = `update sittings s set version = s.version + 1, cut_seconds = s.cut_seconds + t.left,
    extra_seconds = s.extra_seconds - t.left, deadline_at = s.deadline_at - t.left * interval '1 second'
  from (select id, floor(${millis(`deadline_at - ${instant('$2')}`)} / 1000)::int as left from sittings
    where uid = $1 and state = 'open' and paused_at is null and deadline_at > ${instant('$2')}) t
  where t.id = s.id returning s.id, s.exam_id, s.enrolment_id`;
const endedSchema = z.array(
  z.object({ id: z.string(), exam_id: z.string(), enrolment_id: z.string() }),
);

/**
 * Blocking twice has the same effect as once.
 * @param how `endExam`: ends the time of an exam under way now; the phone submits the answers, or the server closes the
 * sitting. A sitting that a proctor has paused stays paused
 * @throws Problem not-found
 */
export async function blockCandidate(
  deps: Deps,
  actor: string,
  uid: string,
  how: { reason: string; endExam: boolean },
): Promise<void> {
  const now = deps.now();
  const user = await deps.db.transaction(async (tx) => {
    const found = await lockCandidate(tx, uid);
    await tx
      .update(users)
      .set({
        ...{ blockedAt: found.blockedAt ?? new Date(now), otpHash: null, otpExpiresAt: null },
        ...endsSessions,
      })
      .where(eq(users.uid, found.uid));
    await forgetPlaces(tx, found.uid);
    return found;
  });
  // Read only now that the account is blocked, so that no new exam can begin after this check.
  const [{ owes }] = owesSchema.parse(await deps.db.rows(OWES, [user.uid, now]));
  if (!owes) await deps.db.orm.delete(sessions).where(eq(sessions.uid, user.uid));
  noteRights(deps.db, user.uid);
  const ended = how.endExam
    ? endedSchema.parse(await deps.db.rows(END_EXAMS, [user.uid, now]))
    : [];
  // Makes the phone show at once that the time is over, so that the candidate doesn't go on answering in vain.
  askToLook(
    deps.db,
    ended.map(({ id }) => id),
  );
  for (const sitting of ended) noteRow(deps.db, sitting);
  if (user.blockedAt && ended.length === 0) return;
  await recordAudit(deps.db.orm, now, {
    actor,
    action: 'candidate.blocked',
    subject: user.uid,
    detail: {
      reason: how.reason,
      ...(owes && { examUnderWay: true }),
      ...(ended.length > 0 && { examEnded: true }),
    },
  });
}

/** Unblocking twice has the same effect as once. @throws Problem not-found */
export async function unblockCandidate(
  deps: Deps,
  actor: string,
  uid: string,
  reason: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const user = await lockCandidate(tx, uid);
    if (!user.blockedAt) return;
    await tx.update(users).set({ blockedAt: null }).where(eq(users.uid, user.uid));
    await recordAudit(tx, deps.now(), {
      actor,
      action: 'candidate.unblocked',
      subject: user.uid,
      detail: { reason },
    });
  });
}
