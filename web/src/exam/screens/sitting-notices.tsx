/** What the candidate must know now, above the question; usually nothing. */
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { UnderWayPlace } from './use-exam.ts';

interface SittingNoticesProps {
  place: UnderWayPlace;
  /** Why something could not be saved, for a person. */
  trouble: string | null;
  /** The disk refused an act of the candidate, which isn't shown before it is stored (rule 1). */
  owes: boolean;
  /**
   * Why the exam is open again: a submission by a wrong clock was taken back [AT9], or a proctor reopened it [AT19].
   */
  reopened: 'clock' | 'proctor' | null;
  /** The office took away the rest of the time. */
  endedEarly: boolean;
  /** Retries what failed; null when the retry is automatic. */
  onRetry: (() => void) | null;
}

export const ENDED_EARLY = 'The exam office ended your exam early.';

export function SittingNotices(props: SittingNoticesProps) {
  const { place, trouble, owes, reopened, endedEarly, onRetry } = props;
  return (
    <>
      {trouble && (
        <Notice
          tone="danger"
          title={
            place === 'submissionFailed'
              ? 'Failed to submit exam. Please try again.'
              : 'This isn’t saved'
          }
          live
        >
          <p>
            {trouble}
            {owes && ' Your latest answer won’t show until it’s saved.'}
          </p>
          {onRetry && (
            <Button icon="refresh" onClick={onRetry}>
              Try again
            </Button>
          )}
        </Notice>
      )}
      {place === 'timed.readOnly' && (
        <Notice tone="info" title="Your exam is open in another tab">
          <p>Here you can only read. Close the other tab or window to continue here.</p>
        </Notice>
      )}
      {place === 'autoSubmit' && (
        <Notice tone="info" title={endedEarly ? ENDED_EARLY : 'Time’s up'}>
          <p>We’re submitting everything you answered.</p>
        </Notice>
      )}
      {reopened && (
        <Notice
          tone="info"
          title={
            reopened === 'clock' ? 'You have time left' : 'Your proctor has reopened your exam'
          }
        >
          <p>
            {reopened === 'clock'
              ? 'This phone’s clock was wrong, so the exam closed too early. It’s open again, and nothing was lost.'
              : 'Your answers are all here, and the timer is running. Submit again when you’re done.'}
          </p>
        </Notice>
      )}
    </>
  );
}
