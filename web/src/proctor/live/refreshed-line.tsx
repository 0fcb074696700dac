/** How fresh the screen is; a refresh that failed is said, and what came before it stays. */
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { clockTime } from './in-words.ts';
import styles from './live.module.css';
import type { Refreshed } from './use-refreshed.ts';

export function RefreshedLine({ refreshed }: { refreshed: Refreshed<unknown> }) {
  const { refreshedAt, problem, asked } = refreshed;
  if (refreshedAt === null) return null;
  if (problem !== null)
    return (
      <Notice tone="warn" title={`As of ${clockTime(refreshedAt)}`} live>
        <p>{problem}</p>
        <Button icon="refresh" onClick={asked.retry}>
          Try again
        </Button>
      </Notice>
    );
  return (
    <p className={styles.fresh}>
      Refreshed at {clockTime(refreshedAt)}, again every 10 seconds while this page is in sight.
    </p>
  );
}
