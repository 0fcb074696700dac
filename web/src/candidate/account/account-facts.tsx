/** What My account shows and does not change: the person, the exams, what was agreed to, and all of it as a file. */
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { Account, ConsentDocument, OwnExam } from '#contract/site/account.ts';
import { type UserStatus, userReplySchema } from '#contract/wire/users.ts';
import { describeRefund } from '#web/candidate/payments/outcome.tsx';
import { DownloadButton } from '#web/shared/desk/download-button.tsx';
import { formatDate, formatDateTime } from '#web/shared/format.ts';
import { api } from '#web/shared/http.ts';
import { applyNowPath, examResultPath, paths, receiptPath } from '#web/shared/paths.ts';
import { updateUser, useUser } from '#web/shared/session.ts';
import { telHref, useBrand } from '#web/shared/use-brand.ts';
import { reasonOf } from '#web/shared/use-load.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Fact } from '#web/ui/fact.tsx';
import type { IconName } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './account.module.css';

/** What of a person only the office changes, and how to have it put right. */
export function PersonFacts({ account }: { account: Account }) {
  const brand = useBrand();
  const isCandidate = account.role === 'candidate';
  return (
    <>
      <dl className={styles.facts}>
        <Fact name="UID">{account.uid}</Fact>
        <Fact name="Full name">{account.fullName}</Fact>
        {account.dateOfBirth && (
          <Fact name="Date of birth">{formatDate(`${account.dateOfBirth}T00:00:00+05:30`)}</Fact>
        )}
        {!isCandidate && account.mobile && <Fact name="Mobile">{account.mobile}</Fact>}
        {!isCandidate && account.email && <Fact name="Email">{account.email}</Fact>}
        <Fact name={isCandidate ? 'Registered on' : 'Account since'}>
          {formatDate(account.registeredAt)}
        </Fact>
      </dl>
      <p className={styles.note}>
        {isCandidate
          ? 'We check your name and date of birth against your ID card, so you can’t change them here. If either is wrong, call '
          : 'The office maintains these details. If any of them is wrong, call '}
        <a href={telHref(brand.phone)}>{brand.phone}</a> or write to{' '}
        <a href={`mailto:${brand.email}`}>{brand.email}</a>
        {isCandidate ? '. Keep your UID and ID card handy.' : '.'}
      </p>
    </>
  );
}

const looks: Record<UserStatus, { tone: Tone; icon: IconName }> = {
  Registered: { tone: 'neutral', icon: 'clock' },
  'Fees Paid': { tone: 'accent', icon: 'rupee' },
  Completed: { tone: 'success', icon: 'check' },
};

/** What somebody applied for, sat and paid, with the receipt of each. */
export function OwnExams({ exams }: { exams: readonly OwnExam[] }) {
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
              {isRefunded(exam) && <Badge icon="rupee">Fee refunded</Badge>}
            </span>
          </div>
          <p className={styles.note}>
            {exam.completedAt
              ? `${exam.receiptCode ? 'Submitted' : 'Closed'} on ${formatDateTime(exam.completedAt)}`
              : `${Date.parse(exam.startsAt) > Date.now() ? 'Opens on' : 'Open since'} ${formatDateTime(exam.startsAt)}. You applied on ${formatDate(exam.appliedAt)}.`}
          </p>
          {exam.status === 'Registered' && exam.examId && (
            <p>
              <Link to={applyNowPath(exam.examId)}>Pay the exam fee</Link>
            </p>
          )}
          {exam.status === 'Fees Paid' && exam.examId && <ChooseExam examId={exam.examId} />}
          {exam.status === 'Completed' && exam.examId && (
            <p>
              <Link to={examResultPath(exam.examId)}>See your result</Link>
            </p>
          )}
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

/** For one that is paid for while another one comes first. */
function ChooseExam({ examId }: { examId: string }) {
  const user = useUser();
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (!user || user.examID === examId) return null;
  const choose = async () => {
    setPending(true);
    setProblem(null);
    try {
      const { user: now } = await api.put('account/exam', { examID: examId }, userReplySchema);
      updateUser(now);
      if (now.examID === examId) return navigate(paths.exam);
      setProblem('Your other exam has begun. Please submit it first.');
    } catch (error) {
      setProblem(reasonOf(error).message);
    }
    setPending(false);
  };
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

const texts: Record<ConsentDocument, { name: string; to: string }> = {
  terms: { name: 'Terms and conditions', to: paths.terms },
  privacy: { name: 'Privacy policy', to: paths.privacy },
  'exam-policy': { name: 'Exam policy', to: paths.terms },
};

const day = (version: string) => formatDate(`${version}T00:00:00+05:30`);

/** Which texts somebody agreed to, of which day, and when. */
export function ConsentList({ consents }: { consents: Account['consents'] }) {
  if (consents.length === 0)
    return <p className={styles.note}>You registered before we began recording this.</p>;
  return (
    <ul className={styles.list}>
      {consents.map(({ document, version, givenAt }) => (
        <li key={`${document} ${version}`} className={styles.line}>
          <Link to={texts[document].to}>{texts[document].name}</Link>
          <span className={styles.note}>
            text of {day(version)}, agreed on {formatDate(givenAt)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Everything held about somebody, for them to take along. */
export function OwnData({ uid }: { uid: string }) {
  return (
    <>
      <p>
        A single file with everything we hold about you: your details, what you agreed to, your
        exams with your answers and scores, payments and receipts, and a list of the pages you
        submitted.
      </p>
      <p className={styles.note}>
        It’s a text file (JSON) that other programs can read. Keep it private: it has your address
        and mobile number in it.
      </p>
      <DownloadButton path="account/data" fileName={`my-data-${uid}.json`}>
        Download my data
      </DownloadButton>
    </>
  );
}
