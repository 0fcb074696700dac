/**
 * The exams that a candidate applied for, took or paid for: how each stands according to the server, and what the
 * candidate can do about it.
 */
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { OwnExam } from '#contract/site/account.ts';
import type { WaitingOrder } from '#contract/site/waiting-order.ts';
import { type User, type UserStatus, userReplySchema } from '#contract/wire/users.ts';
import { mayApply } from '#machines/user-status/status.ts';
import { PaperLine, useAhead } from '#web/candidate/exams/paper-ahead.tsx';
import { describeRefund } from '#web/candidate/payments/outcome.tsx';
import { WaitingPayment } from '#web/candidate/payments/waiting-payment.tsx';
import { DayAndTime } from '#web/shared/day-and-time.tsx';
import { formatDate, formatDateTime } from '#web/shared/format.ts';
import { api } from '#web/shared/http.ts';
import { applyNowPath, examResultPath, paths, receiptPath } from '#web/shared/paths.ts';
import { refreshUser } from '#web/shared/refresh-user.ts';
import { serverNow } from '#web/shared/server-now.ts';
import { updateUser } from '#web/shared/session.ts';
import { telHref, useBrand } from '#web/shared/use-brand.ts';
import { reasonOf } from '#web/shared/use-load.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import type { IconName } from '#web/ui/icon.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './account.module.css';
import { Section } from './section.tsx';

const isUnderWay = ({ time }: OwnExam) => time?.begun === true;

/** The exam is over for everyone, and the candidate didn't begin it. */
const isMissed = ({ time }: OwnExam) => time?.begun === false && time.isOver;

/**
 * Refreshes the user on this phone when the server's list of exams disagrees with it. This phone may be out of date:
 * the exam that comes first may have been begun, submitted or paid for on another phone. The list may be out of date,
 * too, because the bank may have confirmed the payment since, so the list is then loaded again.
 */
export function useExamAsTold(
  { uid, examID, status }: User,
  exams: readonly OwnExam[] | null,
  askAgain: () => void,
): void {
  const first = exams?.find(isUnderWay) ?? exams?.find(({ examId }) => examId === examID);
  const isOld = first !== undefined && (first.examId !== examID || first.status !== status);
  useEffect(() => {
    if (isOld) refreshUser(uid, examID).then(askAgain).catch(console.warn);
  }, [isOld, uid, examID, askAgain]);
}

interface OwnExamsProps {
  user: User;
  exams: readonly OwnExam[];
  /** The candidate's order that the bank or the office hasn't decided on; null for none. */
  waiting: WaitingOrder | null;
}

/**
 * The exam that comes next. Without a network, this relies on what this phone knows.
 * @param exams null until the server has sent them
 */
export function NextExam({ user, exams }: { user: User; exams: readonly OwnExam[] | null }) {
  const { uid, status, examID } = user;
  const exam = exams?.find(({ examId }) => examId === examID);
  if (status === 'Completed' && exams) return <AnotherExam exams={exams} />;
  if (status !== 'Fees Paid' || !examID || (exam && isMissed(exam))) return null;
  return <FirstExam uid={uid} examId={examID} exam={exam} />;
}

/** Shown once the exam that came first is completed: another exam that the candidate paid for must not be missed. */
function AnotherExam({ exams }: { exams: readonly OwnExam[] }) {
  const [next] = exams
    .filter((exam) => exam.status === 'Fees Paid' && exam.active !== false && !isMissed(exam))
    .sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
  if (!next?.examId) return null;
  return (
    <Section title="Your next exam">
      <strong dir="auto">{next.name}</strong>
      <When exam={next} />
      <ChooseExam examId={next.examId} exams={exams} />
    </Section>
  );
}

interface FirstExamProps {
  uid: string;
  examId: string;
  exam: OwnExam | undefined;
}

function FirstExam({ uid, examId, exam }: FirstExamProps) {
  const ahead = useAhead({ uid, examId });
  // Once the exam has begun on this phone, this phone knows best; otherwise the server does.
  const here = ahead && 'until' in ahead ? ahead : null;
  const isElsewhere = exam && isUnderWay(exam) && !here;
  const isNow = isElsewhere || here !== null;
  return (
    <Section title={isNow ? 'Your exam is under way' : 'Your next exam'}>
      {exam && <strong dir="auto">{exam.name}</strong>}
      {isElsewhere ? (
        <When exam={exam} />
      ) : here ? (
        <Begun until={here.until} />
      ) : (
        <PaperLine ahead={ahead} />
      )}
      <p>
        <LinkButton to={paths.exam} variant={isNow ? 'primary' : 'secondary'} icon="arrow-right">
          Go to the exam
        </LinkButton>
      </p>
    </Section>
  );
}

/** @param until the deadline, ms since 1970; null once the exam is submitted */
function Begun({ until }: { until: number | null }) {
  const [title, text] =
    until === null
      ? ['Submitted on this phone', 'Go online and wait until you see your receipt.']
      : [
          'You’ve started this exam',
          `You have until ${formatDateTime(new Date(until).toISOString())}.`,
        ];
  return (
    <p role="status">
      <strong>{title}</strong>
      <br />
      {text}
    </p>
  );
}

/** All exams of the candidate, each with its receipts. */
export function OwnExams({ user, exams, waiting }: OwnExamsProps) {
  if (exams.length === 0) {
    return (
      <p className={styles.note}>
        You haven’t applied for an exam yet. <Link to={paths.onlineAssessment}>See the exams</Link>
      </p>
    );
  }
  return (
    <ul className={styles.list}>
      {exams.map((exam) => (
        <li key={exam.enrolmentId} className={styles.exam}>
          <div className={styles.examHead}>
            <h3 dir="auto">{exam.name}</h3>
            <span className={styles.badges}>
              {!(exam.status === 'Fees Paid' && isRefunded(exam)) && (
                <Badge {...looks[exam.status]}>{exam.status}</Badge>
              )}
              {isUnderWay(exam) && (
                <Badge tone="warn" icon="clock">
                  Under way
                </Badge>
              )}
              {isRefunded(exam) && <Badge icon="rupee">Fee refunded</Badge>}
            </span>
          </div>
          <When exam={exam} />
          <Acts user={user} exam={exam} exams={exams} waiting={waiting} />
          {exam.room && !exam.completedAt && <p className={styles.note}>Room: {exam.room}</p>}
          {exam.receiptCode && (
            <p>
              Receipt of your answers: <span className={styles.code}>{exam.receiptCode}</span>
            </p>
          )}
          {exam.orderId && (
            <p>
              <Link to={receiptPath(exam.orderId)}>Receipt of the fee</Link>
            </p>
          )}
          <Refunds exam={exam} />
        </li>
      ))}
    </ul>
  );
}

const looks: Record<UserStatus, { tone: Tone; icon: IconName }> = {
  Registered: { tone: 'neutral', icon: 'clock' },
  'Fees Paid': { tone: 'accent', icon: 'rupee' },
  Completed: { tone: 'success', icon: 'check' },
};

/** When the exam opens, ends or was submitted, according to the server. */
function When({ exam }: { exam: OwnExam }) {
  const { phone } = useBrand();
  const { completedAt, receiptCode, startsAt, appliedAt, active = true, time } = exam;
  const applied = `You applied on ${formatDate(appliedAt)}.`;
  if (completedAt) {
    return (
      <p className={styles.note}>
        {receiptCode ? 'Submitted' : 'Closed'} on <DayAndTime at={completedAt} />
      </p>
    );
  }
  if (!time) {
    const opens = Date.parse(startsAt) > serverNow() ? 'Opens on' : 'Open since';
    return (
      <p className={styles.note}>
        {active ? (
          <>
            {opens} <DayAndTime at={startsAt} />.
          </>
        ) : (
          'Closed for now by the office.'
        )}{' '}
        {applied}
      </p>
    );
  }
  if (!time.endsAt) return <p>Your proctor has paused this exam. You won’t lose any time.</p>;
  const end = formatDateTime(time.endsAt);
  if (time.begun)
    return <p>{time.isOver ? `Your time ended on ${end}.` : `You have until ${end}.`}</p>;
  if (!time.isOver) return <p>It has started for everyone. You have until {end}.</p>;
  return (
    <p>
      It ended for everyone on {end}. If you missed it, call <a href={telHref(phone)}>{phone}</a>.
    </p>
  );
}

/** What the candidate can do about an exam now; if there is nothing, why. */
function Acts({ user, exam, exams, waiting }: OwnExamsProps & { exam: OwnExam }) {
  const { phone } = useBrand();
  const { examId, status, active } = exam;
  if (!examId || isMissed(exam)) return null;
  if (status === 'Completed') {
    return (
      <p>
        <Link to={examResultPath(examId)}>See your result</Link>
      </p>
    );
  }
  if (status === 'Registered') {
    if (waiting?.examID === examId)
      return <WaitingPayment order={waiting} leadsOn={active !== false} />;
    if (active === false) return null;
    if (mayApply(user)) {
      return (
        <p>
          <Link to={applyNowPath(examId)}>Pay the exam fee</Link>
        </p>
      );
    }
    // The seat has been booked since the list was loaded.
    if (user.examID === examId) return null;
    return (
      <p className={styles.note}>
        You already have a seat in another exam, so you can’t pay for this one now. If you want to
        take this one too, call <a href={telHref(phone)}>{phone}</a>.
      </p>
    );
  }
  const underWay = exams.find(isUnderWay);
  if (user.examID === examId || exam === underWay) return null;
  if (underWay) return <SubmitFirst exam={underWay} />;
  return <ChooseExam examId={examId} exams={exams} />;
}

function SubmitFirst({ exam }: { exam: OwnExam | undefined }) {
  return (
    <p>
      You’ve started {exam ? <strong dir="auto">{exam.name}</strong> : 'your other exam'}. Submit it
      first, then you can go to this one.
    </p>
  );
}

interface ChooseExamProps {
  examId: string;
  exams: readonly OwnExam[];
}

/** Makes this paid exam the one that comes first. */
function ChooseExam({ examId, exams }: ChooseExamProps) {
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** Id of the exam that still comes first, because it has begun since the page was opened. */
  const [begun, setBegun] = useState<string | null>(null);
  const choose = async () => {
    setPending(true);
    setProblem(null);
    try {
      const { user: now } = await api.put('account/exam', { examID: examId }, userReplySchema);
      updateUser(now);
      if (now.examID === examId) return navigate(paths.exam);
      setBegun(now.examID);
    } catch (error) {
      setProblem(reasonOf(error).message);
    }
    setPending(false);
  };
  if (begun) {
    return (
      <Notice tone="warn" live>
        <SubmitFirst exam={exams.find((other) => other.examId === begun)} />
        <p>
          <Link to={paths.exam}>Go to the exam under way</Link>
        </p>
      </Notice>
    );
  }
  return (
    <>
      <p>
        <Button icon="arrow-right" pending={pending} pendingLabel="One moment…" onClick={choose}>
          Go to this exam
        </Button>
      </p>
      {problem && (
        <Notice tone="danger" live>
          <p>{problem}</p>
        </Notice>
      )}
    </>
  );
}

/** Whether the whole fee has been or is being refunded, according to our records. */
function isRefunded({ paid = null, refunds = [] }: OwnExam): boolean {
  const going = refunds.filter(({ status }) => status !== 'failed');
  const back = going.reduce((paise, { amount }) => paise + Math.round(amount * 100), 0);
  return paid !== null && paid > 0 && back >= Math.round(paid * 100);
}

/**
 * The refunds of the fee with their dates. If the whole fee was refunded, also what that means for an exam that is
 * still to be taken.
 */
function Refunds({ exam }: { exam: OwnExam }) {
  const { phone } = useBrand();
  return (
    <>
      {exam.refunds?.map((refund) => (
        <p key={`${refund.at} ${refund.amount}`} className={styles.note}>
          Refund of {formatDate(refund.at)}: {describeRefund(refund)}
        </p>
      ))}
      {isRefunded(exam) && exam.status === 'Fees Paid' && (
        <p>
          You still have your seat, but the exam may be cancelled. Please check with the office
          before it starts: <a href={telHref(phone)}>{phone}</a>.
        </p>
      )}
    </>
  );
}
