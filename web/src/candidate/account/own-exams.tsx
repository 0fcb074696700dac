/** What somebody applied for, sat and paid: how each exam stands by the server's word, and what they can do about it. */
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

/** It is over for everyone, and they didn't begin it. */
const isMissed = ({ time }: OwnExam) => time?.begun === false && time.isOver;

/**
 * What this phone knows of the exam that comes first may be old: begun, submitted or paid for on another one. So may what was told
 * of it: the bank may have confirmed the payment since.
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
  /** Theirs that the bank or the office hasn't decided on. */
  waiting: WaitingOrder | null;
}

/** Without a network by what this phone knows. @param exams null until the server has told them */
export function NextExam({ user, exams }: { user: User; exams: readonly OwnExam[] | null }) {
  const { uid, status, examID } = user;
  const exam = exams?.find(({ examId }) => examId === examID);
  if (status === 'Completed' && exams) return <AnotherExam exams={exams} />;
  if (status !== 'Fees Paid' || !examID || (exam && isMissed(exam))) return null;
  return <FirstExam uid={uid} examId={examID} exam={exam} />;
}

/** The one that came first is over: what else they paid for must not be missed. */
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
  // This phone knows best, once it has begun here; else the server.
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

/** @param until null: submitted */
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

/** What somebody applied for, sat and paid, with the receipt of each. */
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
            <h3>{exam.name}</h3>
            <span className={styles.badges}>
              <Badge {...looks[exam.status]}>{exam.status}</Badge>
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

/** Times as the server tells them. */
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

/** What can be done about an exam now; where that is nothing, why. */
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
    // Booked since this was told.
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

/** For one that is paid for while another one comes first. */
function ChooseExam({ examId, exams }: ChooseExamProps) {
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** The one that came first after all: it has begun since the page was opened. */
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

/** All of the fee, as far as our book says. */
function isRefunded({ paid = null, refunds = [] }: OwnExam): boolean {
  const going = refunds.filter(({ status }) => status !== 'failed');
  const back = going.reduce((paise, { amount }) => paise + Math.round(amount * 100), 0);
  return paid !== null && paid > 0 && back >= Math.round(paid * 100);
}

/** What went back of the fee and when; and, where it was all of it, what that means for an exam still to be sat. */
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
