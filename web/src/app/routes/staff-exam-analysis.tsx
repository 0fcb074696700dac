import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { ExamAnalysis } from '#web/features/analysis/exam-analysis.tsx';

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
