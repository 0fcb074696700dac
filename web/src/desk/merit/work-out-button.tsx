/** Works the list out by the scores of now: some seconds for a hundred thousand. */
import { useState } from 'react';
import { type MeritList, meritListSchema } from '#contract/desk/merit.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { api } from '#web/shared/http.ts';
import { reasonOf } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** A hundred thousand on a busy machine. */
export const LONG_WORK_MS = 180_000;

interface WorkOutButtonProps {
  merit: MeritList;
  onDone: (said: string) => void;
}

export function WorkOutButton({ merit: { examId, latest }, onDone }: WorkOutButtonProps) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function workOut() {
    setPending(true);
    setProblem(null);
    try {
      const options = { timeoutMs: LONG_WORK_MS };
      const made = await api.post(`exams/${examId}/merit/work-out`, {}, meritListSchema, options);
      onDone(`The list is worked out: ${formatCount(made.latest?.people ?? 0, 'candidate')}.`);
    } catch (error) {
      setProblem(reasonOf(error).message);
    } finally {
      setPending(false);
    }
  }
  return (
    <>
      <Button
        variant={latest && !latest.outdated ? 'secondary' : 'primary'}
        icon="refresh"
        pending={pending}
        pendingLabel="Working it out…"
        onClick={workOut}
      >
        {latest ? 'Work out again' : 'Work out the list'}
      </Button>
      {problem && (
        <Notice tone="danger" title="The list could not be worked out" live>
          <p>{problem}</p>
        </Notice>
      )}
    </>
  );
}
