/**
 * A candidate's score: the total, then one row per section. Shows the exam that comes first, once the candidate is
 * Completed; with `exam` in the address, any exam that the candidate took.
 */

import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { lateWords } from '#contract/wire/late-words.ts';
import {
  DOCUMENTS,
  type LateWork,
  type OwnSitting,
  ownSittingsSchema,
  type ResultsReply,
  resultsReplySchema,
  type ScoreList,
  TOTAL,
} from '#contract/wire/results.ts';
import type { User } from '#contract/wire/users.ts';
import { isSittingNoted } from '#web/pwa/is-sitting-noted.ts';
import { formatDateTime } from '#web/shared/format.ts';
import { hasDatabase, LOCAL_DB } from '#web/shared/has-database.ts';
import { filePath, ownRankPath, paths, receiptPath } from '#web/shared/paths.ts';
import { refreshUser } from '#web/shared/refresh-user.ts';
import { useUser } from '#web/shared/session.ts';
import { SignInAgain } from '#web/shared/sign-in-again.tsx';
import { telHref, useBrand } from '#web/shared/use-brand.ts';
import { useLoad } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import { EmptyState, FailedState } from '#web/ui/state-panel.tsx';
import styles from './exam-result.module.css';

export const description = 'Your total score and your marks in each section.';

const LOOK_EVERY_MS = 1_000;
/** The longest wait, in milliseconds: a server in trouble is asked less and less often. */
const LOOK_SELDOM_MS = 60_000;

export default function ExamResult() {
  const user = useUser();
  const uid = user?.uid;
  const current = user?.examID ?? null;
  const examId = useSearchParams()[0].get('exam') ?? current;
  const another = examId !== current;
  const mayShow = another || user?.status === 'Completed';
  const [waits, setWaits] = useState<boolean | null>(null);
  // A submission from this phone may have been received through another page or phone, so ask the server.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per visit.
  useEffect(() => {
    isSittingNoted()
      .catch(() => false)
      .then(async (noted) => {
        if (user && !mayShow && !noted)
          await refreshUser(user.uid, user.examID, { timeoutMs: 5_000 }).catch(console.warn);
        setWaits(noted);
      });
  }, []);
  // This page sends, as every page does. Once everything is received, the result takes the place of the notice.
  useEffect(() => {
    if (!waits || !uid) return;
    let next: ReturnType<typeof setTimeout>;
    let wait = LOOK_EVERY_MS;
    const leaving = new AbortController();
    const { signal } = leaving;
    const look = async () => {
      if (await isSittingNoted()) return;
      await refreshUser(uid, current, { signal, timeoutMs: 5_000 });
      setWaits(false);
    };
    const lookSoon = () => {
      next = setTimeout(() => {
        look()
          .catch((error: unknown) => {
            wait = Math.min(2 * wait, LOOK_SELDOM_MS);
            if (!signal.aborted) console.warn(error);
          })
          .finally(() => signal.aborted || lookSoon());
      }, wait);
    };
    lookSoon();
    return () => {
      clearTimeout(next);
      leaving.abort();
    };
  }, [waits, uid, current]);
  useGuard(user !== null && (mayShow || waits !== false));
  if (!user || !examId) return null;
  if (waits === null) return <Loading label="Loading your result…" />;
  if (waits)
    return <StillSending another={another} onShow={mayShow ? () => setWaits(false) : null} />;
  // Another user may have signed in from another tab: the key makes sure that nothing of the previous user stays on the
  // screen.
  return mayShow && <Result key={user.uid + examId} user={user} examId={examId} />;
}

interface StillSendingProps {
  /**
   * The requested result isn't of the exam that comes first. This page doesn't know which exam the unsent answers
   * belong to.
   */
  another: boolean;
  /** Shows the result so far; null while the candidate isn't Completed and there is no result to show. */
  onShow: (() => void) | null;
}

/**
 * Warns before the score is shown: once a candidate has seen it, answers that arrive later count only if a person
 * decides so [AT11].
 */
function StillSending({ another, onShow }: StillSendingProps) {
  return (
    <Page title="Your result" width="text">
      <Notice
        tone="warn"
        title={
          onShow ? 'This phone still has answers to send' : 'We haven’t received your exam yet'
        }
      >
        <p>
          {onShow
            ? `${another ? 'If they’re from this exam, go' : 'Go'} online and wait until everything is received, so that all your answers count.`
            : 'Your result will appear here once the exam server has received your submission. Go to your exam to see what’s holding it up.'}
        </p>
      </Notice>
      <p className={styles.acts}>
        <LinkButton to={paths.exam} variant="primary">
          Go to your exam
        </LinkButton>
        {onShow && <Button onClick={onShow}>See the result so far</Button>}
      </p>
    </Page>
  );
}

/** An alert and a redirect for a candidate without a result, once per visit. */
function useGuard(allowed: boolean) {
  const navigate = useNavigate();
  const told = useRef(false);
  useEffect(() => {
    if (allowed || told.current) return;
    told.current = true;
    window.alert('User not logged in or exam not completed.');
    navigate(paths.home, { replace: true });
  }, [allowed, navigate]);
}

function Result({ user, examId }: { user: User; examId: string }) {
  const [results, retry] = useLoad(
    `exams/getresult/${encodeURIComponent(user.uid)}?${new URLSearchParams({ exam: examId })}`,
    resultsReplySchema,
  );
  const brand = useBrand();
  // Facts about the sitting stand beside the score; if they can't be loaded, the score is shown without them.
  const [sittings] = useLoad('sittings', ownSittingsSchema);
  const ofThis = ({ examID }: { examID: string }) => examID === examId;
  // An older server sends the results of all exams.
  const shown = results.state === 'ready' ? results.data.find(ofThis) : undefined;
  const sat = sittings.state === 'ready' ? sittings.data : null;
  const kept = useKeptReceipt(user.uid, examId, results.state === 'failed');
  const sitting = sat?.find(ofThis);
  // According to the server; this phone may not know yet.
  const isUnderWay = !shown && sitting?.closedAt === null;
  const current = examId === user.examID;
  return (
    <Page title="Your result" intro={`${user.fullName}, UID ${user.uid}`} width="text">
      <p className={styles.onPaper}>
        {brand.name}, {location.host}
      </p>
      {sitting ? <Sat sitting={sitting} /> : kept && <Sat sitting={kept} />}
      {results.state === 'loading' && <Loading label="Loading your result…" onRetry={retry} />}
      {results.state === 'failed' && (
        <FailedState
          title="We couldn’t load your result"
          message={results.message}
          onRetry={['signed-out', 'account-blocked'].includes(results.code) ? undefined : retry}
        >
          {results.code === 'signed-out' && <SignInAgain />}
        </FailedState>
      )}
      {results.state === 'ready' && isUnderWay && (
        <EmptyState title="This exam isn’t over yet">
          <p>
            You haven’t submitted it yet, or your proctor has reopened it. The timer is running.
            You’ll see your result here after you submit.
          </p>
          <LinkButton to={paths.exam} variant="primary">
            Go to your exam
          </LinkButton>
        </EmptyState>
      )}
      {results.state === 'ready' &&
        !isUnderWay &&
        (shown || current || !sat || sitting ? (
          <>
            {shown?.tooLate && <TooLate is={shown.tooLate} />}
            <Score list={shown?.score ?? []} sitting={sitting} lateWork={shown?.lateWork} />
            {shown?.corrected && <Corrected {...shown.corrected} />}
            {sitting?.resultPdf && (
              <p className={styles.onScreen}>
                The result list of this exam is published as a PDF.{' '}
                <a href={filePath(sitting.resultPdf)} target="_blank" rel="noopener">
                  View PDF
                </a>
              </p>
            )}
            <p className={styles.onScreen}>
              If this exam has a merit list, you can{' '}
              <Link to={ownRankPath(examId)}>find your rank</Link> on it once it’s published.
            </p>
          </>
        ) : (
          <EmptyState title="There’s no result here yet">
            <p>You’ll see your result here after you’ve taken this exam.</p>
          </EmptyState>
        ))}
      <p className={styles.onScreen}>
        You’ll find all your exams, and the next one to take, in{' '}
        <Link to={paths.account}>My account</Link>.
      </p>
      {/* A `TxnID` that begins with `EXAM-` is our own order number: no gateway took a fee, because the exam was free
          or somebody else paid. */}
      {current && user.TxnID && !user.TxnID.startsWith('EXAM-') && (
        <p className={styles.acts}>
          <LinkButton to={receiptPath(user.TxnID)} icon="document">
            Receipt of the fee
          </LinkButton>
        </p>
      )}
    </Page>
  );
}

type Past = Pick<OwnSitting, 'closedAt' | 'receipt'> & { examName?: string };

/** The receipt that this phone keeps, for when the server can't be reached: a proctor may ask for it at the door. */
function useKeptReceipt(uid: string, examId: string, isAsked: boolean): Past | null {
  const [kept, setKept] = useState<Past | null>(null);
  useEffect(() => {
    if (!isAsked) return;
    const look = async () => {
      if (!(await hasDatabase(LOCAL_DB))) return;
      const here = await (await import('#web/exam/sync/outside-exam.ts')).receiptHere(uid, examId);
      if (here) setKept({ closedAt: here.receivedAt, receipt: here.code });
    };
    look().catch(console.warn);
  }, [uid, examId, isAsked]);
  return kept;
}

/** Which exam, when, and the receipt: what a candidate is asked for when something is unclear. */
function Sat({ sitting }: { sitting: Past }) {
  return (
    <dl className={styles.sat}>
      {sitting.examName && (
        <div>
          <dt>Exam</dt>
          <dd>{sitting.examName}</dd>
        </div>
      )}
      {sitting.closedAt && (
        <div>
          <dt>{sitting.receipt ? 'Submitted' : 'Closed'}</dt>
          <dd>{formatDateTime(sitting.closedAt)}</dd>
        </div>
      )}
      {sitting.receipt && (
        <div>
          <dt>Receipt</dt>
          <dd className={styles.code}>{sitting.receipt}</dd>
        </div>
      )}
    </dl>
  );
}

/** What arrived late may hold no answer, only a submission or a visit: the server says only that something waits. */
function TooLate({ is }: { is: NonNullable<ResultsReply[number]['tooLate']> }) {
  return is === 'waits' ? (
    <Notice tone="warn" title="Something from your phone came in too late">
      <p>
        The exam office will decide whether it counts. If there are answers in it, your score may
        change. You don’t have to do anything.
      </p>
    </Notice>
  ) : (
    <Notice tone="info" title="Something from your phone came in too late">
      <p>The exam office has looked at it and didn’t count it.</p>
    </Notice>
  );
}

function Corrected({ at, before, documents }: NonNullable<ResultsReply[number]['corrected']>) {
  return (
    <Notice tone="info" title="Your score was corrected">
      <p>
        On {formatDateTime(at)} the exam office corrected{' '}
        {documents ? 'the marks for your answer pages' : 'how a question is marked'}. Before that,
        your total score was {before}.
      </p>
    </Notice>
  );
}

const columns = [
  {
    key: 'section',
    head: 'Section',
    rowHead: true,
    cell: (row: SectionScore) => <bdi>{row.section}</bdi>,
  },
  {
    key: 'marks',
    head: 'Marks',
    numeric: true,
    cell: (row: SectionScore) => row.marks,
  },
];

interface ScoreProps {
  list: ScoreList;
  sitting: OwnSitting | undefined;
  lateWork: LateWork | undefined;
}

function Score({ list, sitting, lateWork }: ScoreProps) {
  const brand = useBrand();
  const score = readScore(list);
  if (!score) {
    return (
      <EmptyState title="No result found. Please contact admin.">
        <p>
          Answers on paper are marked by hand. Your score will appear here after that. Questions?
          Call <a href={telHref(brand.phone)}>{brand.phone}</a>.
        </p>
      </EmptyState>
    );
  }
  const isMarked = score.sections.some(({ section }) => section === DOCUMENTS);
  return (
    <>
      <p className={styles.total}>
        <span>Total score</span>
        <strong data-testid="total-score">{score.total}</strong>
        {/* Once the total includes marks for pages, the maximum for the questions no longer fits. */}
        {sitting?.outOf && !isMarked ? <span>of {sitting.outOf} for the questions</span> : null}
      </p>
      {sitting?.pages && !isMarked && (
        <p>Your answer pages are marked by hand. Those marks will be added here later.</p>
      )}
      {lateWork && (
        <p>{lateWords(lateWork)} The exam office may check it before the result is final.</p>
      )}
      <DataTable
        caption="Marks by section"
        columns={columns}
        rows={score.sections}
        rowKey={({ section }) => section}
      />
    </>
  );
}

interface SectionScore {
  section: string;
  marks: number;
}

/**
 * Turns a score list from the wire (single-key objects, TotalScore first) into what the screen shows; null when nothing
 * is scored yet.
 */
export function readScore(list: ScoreList): { total: number; sections: SectionScore[] } | null {
  const entries = list.flatMap((item) => Object.entries(item));
  const total = entries.find(([name]) => name === TOTAL)?.[1];
  if (total === undefined) return null;
  const sections = entries
    .filter(([name]) => name !== TOTAL)
    .map(([section, marks]) => ({ section, marks }));
  return { total, sections };
}
