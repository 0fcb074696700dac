import { ExamAnalysis } from '#web/desk/analysis/exam-analysis.tsx';
import { PageMeta } from '#web/shared/page-meta.tsx';

export default function ExamAnalysisRoute() {
  return (
    <>
      <PageMeta
        title="Exam analysis"
        description="How an exam went: participants, scores, time, sections and questions."
      />
      <ExamAnalysis />
    </>
  );
}
