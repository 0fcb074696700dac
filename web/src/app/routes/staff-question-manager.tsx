import { PageMeta } from '#web/components/ui/page-meta.tsx';
import { QuestionManager } from '#web/features/question-bank/question-manager.tsx';

export default function QuestionManagerRoute() {
  return (
    <>
      <PageMeta
        title="Question Manager"
        description="Upload, find and correct the questions of the bank."
      />
      <QuestionManager />
    </>
  );
}
