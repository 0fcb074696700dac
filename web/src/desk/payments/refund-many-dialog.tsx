/**
 * Refunds many orders in full, after a confirmation, one at a time. The administrator can stop and continue. Failed refunds are
 * listed with the reason, and can be tried again where that may help.
 */
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { DeskList } from '#web/shared/desk/desk-page.tsx';
import { FormDialog } from '#web/shared/desk/form-dialog.tsx';
import { useUnsaved } from '#web/shared/desk/leave-guard.tsx';
import type { ActOutcome } from '#web/shared/desk/undoable.tsx';
import { formatCount } from '#web/shared/format-count.ts';
import { api } from '#web/shared/http.ts';
import { formatRupees } from '#web/shared/money.ts';
import { useAsk } from '#web/shared/use-load.ts';
import { Confirm } from './refund-confirm.tsx';
import { refundInTurn, sortOut, sumOf, type Wanted, type Wish } from './refund-in-turn.ts';
import { Ended, type Run, Running, tally } from './refund-progress.tsx';

type Find = (signal: AbortSignal) => Promise<Wanted>;

/** @returns a function that opens the window, and the window itself, which is null while closed */
export function useRefunds(
  tell: (what: ActOutcome) => void,
): [refund: (find: Find) => void, window: ReactNode] {
  const [find, setFind] = useState<Find | null>(null);
  const window = find && (
    <RefundManyDialog
      find={find}
      onClose={() => setFind(null)}
      onDone={(what) => {
        setFind(null);
        tell(what);
      }}
    />
  );
  return [(wanted) => setFind(() => wanted), window];
}

interface RefundManyDialogProps {
  /** Must be the same function on every render. */
  find: Find;
  /** Called when the window closes before any refund was tried. */
  onClose: () => void;
  /** Called with the outcome when refunds were made or tried; the window closes. */
  onDone: (what: ActOutcome) => void;
}

function RefundManyDialog({ find, onClose, onDone }: RefundManyDialogProps) {
  const asked = useAsk(
    useCallback(async (signal: AbortSignal) => sortOut(await find(signal)), [find]),
  );
  const [run, setRun] = useState<Run | null>(null);
  const stopped = useRef(false);
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );
  const isRunning = run !== null && run.is !== 'ended';
  useUnsaved(() => isRunning);

  async function start(reason: string, wishes: readonly Wish[]) {
    stopped.current = false;
    const now = new Map(wishes.map((wish) => [wish.order.order_id, wish]));
    setRun({ reason, wishes, is: 'running', halted: null });
    const halted = await refundInTurn(wishes, {
      over: api,
      reason,
      isStopped: () => stopped.current,
      told: (wish) => {
        now.set(wish.order.order_id, wish);
        setRun((was) => was && { ...was, wishes: [...now.values()] });
      },
    });
    const after = [...now.values()];
    if (after.every(({ state }) => state === 'refunded')) onDone(outcomeOf(after));
    else setRun({ reason, wishes: after, is: 'ended', halted });
  }

  function stop() {
    stopped.current = true;
    setRun((was) => was && { ...was, is: 'stopping' });
  }

  function close() {
    if (isRunning) stop();
    else if (run) onDone(outcomeOf(run.wishes));
    else onClose();
  }

  return (
    <FormDialog open onClose={close} title="Refund orders">
      {run?.is === 'ended' ? (
        <Ended run={run} onClose={close} onGoOn={() => start(run.reason, run.wishes)} />
      ) : run ? (
        <Running run={run} onStop={stop} />
      ) : (
        <DeskList
          asked={asked}
          loadingLabel="Loading the orders…"
          failedTitle="We couldn’t load the orders"
        >
          {({ wishes, leftOut }) => (
            <Confirm
              wishes={wishes}
              leftOut={leftOut}
              onClose={onClose}
              onConfirm={(reason) => start(reason, wishes)}
            />
          )}
        </DeskList>
      )}
    </FormDialog>
  );
}

function outcomeOf(wishes: readonly Wish[]): ActOutcome {
  const { refunded } = tally(wishes);
  const rest = wishes.length - refunded.length;
  const done: ReactNode = [
    refunded.length > 0
      ? `${formatCount(refunded.length, 'order')} refunded: ${formatRupees(sumOf(refunded))} is on its way back.`
      : 'No order was refunded.',
    rest > 0 && refunded.length > 0 ? `${formatCount(rest, 'order')} not refunded.` : '',
  ].join(' ');
  return { done, tone: rest === 0 ? 'success' : refunded.length > 0 ? 'warn' : 'danger' };
}
