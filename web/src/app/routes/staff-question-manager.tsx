import { QuestionManager } from '#web/desk/questions/question-manager.tsx';
import { PageMeta } from '#web/shared/page-meta.tsx';

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
