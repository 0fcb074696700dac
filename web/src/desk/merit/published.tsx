/** What the public sees of the list now, and where. */

import { useState } from 'react';
import { Link } from 'react-router-dom';
import { type MeritList, meritListSchema } from '#contract/desk/merit.ts';
import { formatDateTime } from '#web/shared/format.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { api } from '#web/shared/http.ts';
import { filePath, ownRankPath } from '#web/shared/paths.ts';
import { reasonOf } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

export function Published({ merit: { examId, published } }: { merit: MeritList }) {
  if (!published)
    return (
      <Notice tone="info" title="Not published">
        <p>Nobody outside the office sees this list.</p>
      </Notice>
    );
  return (
    <Notice
      tone={published.outdated ? 'warn' : 'success'}
      title={published.outdated ? 'Published, but outdated' : 'Published and up to date'}
    >
      {published.outdated && (
        <p>
          Scores, rules or categories have changed since then. The public sees the old list until
          you publish a new one.
        </p>
      )}
      <p>
        {formatCount(published.people, 'candidate')}, since {formatDateTime(published.publishedAt)}.{' '}
        {published.pdf ? (
          <a href={filePath(published.pdf)} target="_blank" rel="noopener">
            View the PDF
          </a>
        ) : (
          'This exam now has another result PDF.'
        )}
      </p>
      <p>
        <Link to={ownRankPath(examId)}>The page where candidates find their rank</Link>
      </p>
    </Notice>
  );
}

// Works the list out by the scores of now: some seconds for a hundred thousand.

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
