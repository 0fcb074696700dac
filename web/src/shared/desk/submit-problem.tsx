/** Why a form was not sent or saved, shown above its buttons. */
import type { Submit } from '#web/shared/use-submit.ts';
import { Notice } from '#web/ui/notice.tsx';

interface SubmitProblemProps {
  submit: Pick<Submit, 'problem'>;
  /** "The mark was not saved". */
  title: string;
}

export function SubmitProblem({ submit: { problem }, title }: SubmitProblemProps) {
  return (
    problem && (
      <Notice tone="danger" title={title} live>
        <p>{problem}</p>
      </Notice>
    )
  );
}
