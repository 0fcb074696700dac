/** One candidate's late work, the evidence of when it was done, and the proctor's decision on it. */
import { useState } from 'react';
import { heldSittingSchema } from '#contract/desk/live.ts';
import { useLoad } from '#web/shared/use-load.ts';
import { Loading } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { DecideForm, type Decision, HeldCard } from '../live/held-card.tsx';
import type { WishedAct } from '../local-db/queue.ts';
import styles from './board.module.css';

interface LateWorkProps {
  examId: string;
  rowId: string;
  does: (wish: WishedAct) => Promise<void>;
  onDone: () => void;
}

export function LateWork({ examId, rowId, does, onDone }: LateWorkProps) {
  const path = `proctor/held?${new URLSearchParams({ exam: examId, row: rowId })}`;
  const [held, retry] = useLoad(path, heldSittingSchema);
  const [decided, setDecided] = useState<Decision | null>(null);
  if (held.state === 'loading') return <Loading label="Loading the evidence…" onRetry={retry} />;
  if (held.state === 'failed')
    return (
      <Notice tone="warn" title="We couldn’t load the evidence">
        <p>{held.message}</p>
      </Notice>
    );
  if (decided)
    return (
      <DecideForm
        decision={decided}
        send={async (reason) => {
          const { counted, sitting } = decided;
          const to = { row: rowId };
          await does({ kind: 'decide-held', examId, to, counted, reason, seen: sitting.acts });
        }}
        onDone={onDone}
        fallback="We couldn’t save this on this phone. Please try again."
      />
    );
  return (
    <ul className={styles.late}>
      <HeldCard
        sitting={held.data}
        onDecide={(sitting, counted) => setDecided({ sitting, counted })}
        onLooked={null}
      />
    </ul>
  );
}
