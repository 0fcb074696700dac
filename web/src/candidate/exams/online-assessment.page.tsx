/** Lists the Active exams as hall tickets, with a filter, Know More and Apply Now. */
import { lazy, Suspense, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import type { Exam } from '#contract/wire/exams.ts';
import { WelcomeNotice } from '#web/candidate/registration/welcome-notice.tsx';
import { paths } from '#web/shared/paths.ts';
import { hearTime, serverNow } from '#web/shared/server-now.ts';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Page } from '#web/ui/page.tsx';
import { EmptyState, FailedState } from '#web/ui/state-panel.tsx';
import { useIsAlive } from '#web/ui/use-is-alive.ts';
import { AssessmentCard, useApply } from './assessment-card.tsx';
import styles from './assessment-grid.module.css';
import { chooseExams, type ExamsWanted, whens } from './choose-exams.ts';
import { usePublicExams } from './ready-exams.ts';

/**
 * Fetched when Know More is first pressed, from the network or the phone's cache, so that it doesn't delay the list.
 */
const ExamDetailsDialog = lazy(async () => ({
  default: (await import('./assessment-card.tsx')).ExamDetailsDialog,
}));

export const description = 'Exams you can apply for now, with date, time and price including GST.';

export default function OnlineAssessment() {
  return (
    <Page
      title="Online assessment"
      intro="Choose an exam. You take it on your own phone, at the time shown."
    >
      <WelcomeNotice />
      <p>
        First time? <Link to={paths.practice}>Try a practice exam</Link>. It needs no account and
        works even in flight mode.
      </p>
      <AssessmentGrid />
    </Page>
  );
}

function AssessmentGrid() {
  const { exams, retry, at = serverNow() } = usePublicExams(hearTime);
  const [detailed, setDetailed] = useState<Exam | null>(null);
  const [wasAsked, setWasAsked] = useState(false);
  const [wanted, setWanted] = useWanted();
  const apply = useApply();

  if (exams.state === 'loading')
    return (
      <div className={styles.coming}>
        <Loading label="Loading the assessments…" onRetry={retry} />
      </div>
    );
  if (exams.state === 'failed') {
    return (
      <FailedState
        title="We couldn’t load the assessments"
        message={exams.message}
        onRetry={retry}
      />
    );
  }
  const all = chooseExams(exams.data, ANY, at);
  if (all.length === 0) {
    return (
      <EmptyState icon="calendar" title="No exams are open for applications right now">
        <p>We announce new exams here. Please check again in a few days.</p>
      </EmptyState>
    );
  }
  const found = chooseExams(all, wanted, at);
  return (
    <>
      <ExamFilter exams={all} at={at} wanted={wanted} onWant={setWanted} found={found.length} />
      {found.length === 0 && (
        <EmptyState icon="calendar" title="No exams match your choice">
          <p>
            <Button onClick={() => setWanted(ANY)}>Show all exams</Button>
          </p>
        </EmptyState>
      )}
      <ul className={styles.grid}>
        {found.map((exam) => (
          <li key={exam._id}>
            <AssessmentCard
              exam={exam}
              at={at}
              onDetails={() => {
                setWasAsked(true);
                setDetailed(exam);
              }}
            />
          </li>
        ))}
      </ul>
      {wasAsked && (
        <Suspense>
          <ExamDetailsDialog
            exam={detailed}
            onClose={() => setDetailed(null)}
            onApply={apply && detailed && (() => apply(detailed))}
          />
        </Suspense>
      )}
    </>
  );
}

const ANY: ExamsWanted = { when: null, format: null };

const formats = ['MCQ', 'MIX', 'DOC Upload'] as const;
const whenWords = { open: 'Open now', upcoming: 'Upcoming' } as const;

/** The filter in the address. It applies only once the page is alive, because a prerendered page shows all exams. */
function useWanted(): [ExamsWanted, (wanted: ExamsWanted) => void] {
  const isAlive = useIsAlive();
  const { state } = useLocation();
  const [address, setAddress] = useSearchParams();
  const wanted: ExamsWanted = {
    when: whens.find((when) => when === address.get('when')) ?? null,
    format: formats.find((format) => format === address.get('format')) ?? null,
  };
  const want = ({ when, format }: ExamsWanted) =>
    setAddress(
      { ...(when && { when }), ...(format && { format }) },
      // It is still the same page, so Back leads to the page before it. The kept state still greets a newly registered
      // candidate.
      { replace: true, preventScrollReset: true, state },
    );
  return [isAlive ? wanted : ANY, want];
}

interface ExamFilterProps {
  exams: readonly Exam[];
  at: number;
  wanted: ExamsWanted;
  onWant: (wanted: ExamsWanted) => void;
  found: number;
}

/**
 * The filter of the grid. The choice is in the address, so that it can be shared; each button shows how many exams it
 * leaves.
 */
function ExamFilter({ exams, at, wanted, onWant, found }: ExamFilterProps) {
  const there = formats.filter((format) => exams.some((exam) => exam.format === format));
  const choice = (label: string, chosen: ExamsWanted) => {
    const isChosen = chosen.when === wanted.when && chosen.format === wanted.format;
    return (
      <button
        key={label}
        type="button"
        className={styles.choice}
        aria-pressed={isChosen}
        onClick={() => onWant(chosen)}
      >
        {label} <span className={styles.count}>{chooseExams(exams, chosen, at).length}</span>
      </button>
    );
  };
  return (
    <div className={styles.filter}>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>When</legend>
        {choice('All', { ...wanted, when: null })}
        {whens.map((when) => choice(whenWords[when], { ...wanted, when }))}
      </fieldset>
      {there.length > 1 && (
        <fieldset className={styles.group}>
          <legend className={styles.legend}>Format</legend>
          {choice('Any', { ...wanted, format: null })}
          {there.map((format) => choice(format, { ...wanted, format }))}
        </fieldset>
      )}
      <p className={styles.found} role="status">
        {found === 1 ? '1 exam' : `${found} exams`}
      </p>
    </div>
  );
}
