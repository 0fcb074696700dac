/** Analysis of one exam: participants, scores, time used, sections and questions; each chart has a table of its numbers. */
import { useCallback, useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { type ExamAnalysis as Analysis, examAnalysisSchema } from '#contract/desk/analysis.ts';
import { DeskList, DeskPage } from '#web/shared/desk/desk-page.tsx';
import { DownloadButton } from '#web/shared/desk/download-button.tsx';
import { useWayBack } from '#web/shared/desk/row-act.tsx';
import { formatDateTime } from '#web/shared/format.ts';
import { api } from '#web/shared/http.ts';
import { examScorePath } from '#web/shared/paths.ts';
import { type Asked, useAsk } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { EmptyState } from '#web/ui/state-panel.tsx';
import styles from './analysis.module.css';
import { ParticipantsChart, ScoresChart, SectionsChart, TimeChart } from './charts.tsx';
import { Headline, HowMade } from './headline.tsx';
import { Questions } from './questions.tsx';

/** Short, because the server itself waits a while before it replies that it is still counting. */
const ASK_AGAIN_MS = 1_000;

export default function ExamAnalysis() {
  const { examId = '' } = useParams();
  const asked = useAnalysis(examId);
  const { latest } = asked;
  return (
    <DeskPage
      title="Exam analysis"
      acts={
        <div className={styles.acts}>
          <LinkButton to={useWayBack(examScorePath(examId))} icon="arrow-left">
            Exam Score
          </LinkButton>
          {latest && latest.answers.state === 'counted' && latest.answers.sittings > 0 && (
            <>
              <Button icon="document" onClick={() => print()}>
                Print
              </Button>
              <DownloadButton
                path={`exams/${examId}/analysis/export`}
                fileName={`${latest.examName.replaceAll(' ', '_')}_Analysis.xlsx`}
              >
                Export to Excel
              </DownloadButton>
            </>
          )}
        </div>
      }
    >
      <DeskList
        asked={asked}
        loadingLabel="Working out the figures…"
        failedTitle="We couldn’t load the analysis"
        one="exam"
      >
        {(analysis) => <Figures analysis={analysis} />}
      </DeskList>
    </DeskPage>
  );
}

function useAnalysis(examId: string): Asked<Analysis> {
  const asked = useAsk(
    useCallback(
      (signal: AbortSignal) =>
        api.get(`exams/${encodeURIComponent(examId)}/analysis`, examAnalysisSchema, { signal }),
      [examId],
    ),
  );
  const { loaded, retry } = asked;
  const isCounting =
    loaded.state === 'ready' &&
    (loaded.data.answers.state === 'counting' || !loaded.data.scoresCounted);
  useEffect(() => {
    if (!isCounting) return;
    const timer = setTimeout(retry, ASK_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isCounting, retry]);
  return asked;
}

function Figures({ analysis }: { analysis: Analysis }) {
  const { participants, answers } = analysis;
  const { registered, notStarted, underWay, completed, provisional } = participants;
  const enrolled = registered + notStarted + underWay + completed + provisional;
  const done = completed + provisional;
  return (
    <>
      <header className={styles.head}>
        <p className={styles.exam}>{analysis.examName}</p>
        <p className={styles.asOf}>
          {analysis.format}, {analysis.durationMinutes} minutes. As of{' '}
          {formatDateTime(analysis.asOf)}.
        </p>
      </header>
      {enrolled === 0 ? (
        <EmptyState icon="chart" title="Nobody has applied for this exam yet">
          <p>Once candidates apply and take it, their figures will appear here.</p>
        </EmptyState>
      ) : (
        <>
          <Headline analysis={analysis} enrolled={enrolled} />
          <div className={styles.charts}>
            <ParticipantsChart participants={participants} enrolled={enrolled} />
            {!analysis.scoresCounted && <Loading label="Counting scores and times…" />}
            <ScoresChart analysis={analysis} />
            <TimeChart analysis={analysis} />
            <SectionsChart sections={analysis.sections} />
          </div>
          {done === 0 ? (
            <EmptyState icon="chart" title="Nobody has completed the exam yet">
              <p>Scores, times and questions will appear here after the first submission.</p>
            </EmptyState>
          ) : (
            <Questions examId={analysis.examId} answers={answers} />
          )}
          <HowMade />
        </>
      )}
    </>
  );
}
