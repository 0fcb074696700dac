/**
 * Refunds many orders in full. First it says how many, how much in all, and who gets nothing back and why. Then it refunds them one
 * at a time, and can be stopped and continued. Those that failed are listed with the reason, and can be tried again where that may help.
 */
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { refundRequestSchema } from '#contract/desk/payment-desk.ts';
import { ReasonField } from '#web/desk/candidates/office-dialog.tsx';
import { DeskList } from '#web/shared/desk/desk-page.tsx';
import { FormDialog } from '#web/shared/desk/form-dialog.tsx';
import { useUnsaved } from '#web/shared/desk/leave-guard.tsx';
import type { ActOutcome } from '#web/shared/desk/undoable.tsx';
import { Form } from '#web/shared/form.tsx';
import { formatCount } from '#web/shared/format-count.ts';
import { api } from '#web/shared/http.ts';
import { formatRupees } from '#web/shared/money.ts';
import { useAsk } from '#web/shared/use-load.ts';
import { useSubmit } from '#web/shared/use-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './payments.module.css';
import {
  type LeftOut,
  nameOf,
  refundInTurn,
  sortOut,
  sumOf,
  type Wanted,
  type Wish,
} from './refund-in-turn.ts';

type Find = (signal: AbortSignal) => Promise<Wanted>;

/** @returns what opens the window, and the window, which is null while it is closed */
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
  /** Nothing was done. */
  onClose: () => void;
  /** Closed after something was done or tried. */
  onDone: (what: ActOutcome) => void;
}

/** What was confirmed, and how far it is. */
interface Run {
  reason: string;
  wishes: readonly Wish[];
  is: 'running' | 'stopping' | 'ended';
  /** Why it went no further; null when it went through or was stopped. */
  halted: string | null;
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
          failedTitle="The orders could not be loaded"
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

const formSchema = z.object({ reason: refundRequestSchema.shape.reason });

interface ConfirmProps {
  wishes: readonly Wish[];
  leftOut: readonly LeftOut[];
  onClose: () => void;
  onConfirm: (reason: string) => void;
}

function Confirm({ wishes, leftOut, onClose, onConfirm }: ConfirmProps) {
  const submit = useSubmit({
    schema: formSchema,
    send: async ({ reason }) => reason,
    onDone: onConfirm,
    fallback: 'Nothing was refunded. Please try again.',
  });
  const [count, sum] = [formatCount(wishes.length, 'order'), formatRupees(sumOf(wishes))];
  if (wishes.length === 0)
    return (
      <div className={styles.form}>
        <Notice tone="info" title="There is nothing to refund here" />
        <NotRefunded leftOut={leftOut} />
        <div className={styles.acts}>
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    );
  return (
    <Form
      submit={submit}
      action={`Refund ${count}: ${sum}`}
      pendingLabel="Refunding…"
      problemTitle="Nothing was refunded"
      danger
    >
      <p>
        <strong>{count}</strong> will be refunded in full, <strong>{sum}</strong> in all. The money
        goes back to the {wishes.length === 1 ? 'account' : 'accounts'} it came from.
      </p>
      <NotRefunded leftOut={leftOut} />
      {wishes.some(({ order }) => order.kind === 'exam') && (
        <Notice tone="warn" title="Seats and results stay">
          <p>
            Whoever has paid can still sit the exam. If it is cancelled, first make it Inactive in
            the Exam Manager.
          </p>
        </Notice>
      )}
      <ReasonField />
    </Form>
  );
}

function NotRefunded({ leftOut }: { leftOut: readonly LeftOut[] }) {
  if (leftOut.length === 0) return null;
  return (
    <section aria-labelledby="left-out" className={styles.part}>
      <h3 id="left-out">Will not be refunded</h3>
      {leftOut.map(({ why, names }) => (
        <details key={why} className={styles.leftOut}>
          <summary>
            {names.length.toLocaleString('en-IN')} · {why}
          </summary>
          <ul className={styles.lines}>
            {names.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}

function Running({ run: { wishes, is }, onStop }: { run: Run; onStop: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  // The form's own button is gone.
  useEffect(() => button.current?.focus(), []);
  const { refunded, failed, refused } = tally(wishes);
  const not = failed.length + refused.length;
  const done = refunded.length + not;
  return (
    <StepForm onNext={onStop}>
      <p id="how-far">
        {done.toLocaleString('en-IN')} of {formatCount(wishes.length, 'order')} done
        {not > 0 && `, ${not.toLocaleString('en-IN')} of them not refunded`}
      </p>
      <progress className={styles.bar} aria-labelledby="how-far" value={done} max={wishes.length} />
      <p className={styles.small}>
        Please keep this window open. You can stop at any time and continue later; nobody is
        refunded twice.
      </p>
      <div className={styles.acts}>
        <Button
          type="submit"
          ref={button}
          pending={is === 'stopping'}
          pendingLabel="Stopping after this order…"
        >
          Stop
        </Button>
      </div>
    </StepForm>
  );
}

interface EndedProps {
  run: Run;
  onClose: () => void;
  onGoOn: () => void;
}

function Ended({ run: { wishes, halted }, onClose, onGoOn }: EndedProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  const { refunded, failed, refused, open } = tally(wishes);
  const isOver = open.length + failed.length === 0;
  return (
    <StepForm onNext={isOver ? onClose : onGoOn}>
      <Notice
        tone={refunded.length > 0 ? 'warn' : 'danger'}
        title={`${refunded.length.toLocaleString('en-IN')} of ${formatCount(wishes.length, 'order')} refunded`}
        live
      >
        <p>
          {halted && `${halted} `}
          {refunded.length > 0 && `${formatRupees(sumOf(refunded))} is on its way back. `}
          {open.length > 0 && `${formatCount(open.length, 'order')} not tried yet. `}
          {isOver
            ? 'Trying again would not help: the reasons are below.'
            : 'You can safely try again: nobody is refunded twice.'}
        </p>
      </Notice>
      <div className={styles.acts}>
        <Button ref={isOver ? button : undefined} onClick={onClose}>
          Close
        </Button>
        {!isOver && (
          <Button type="submit" ref={button} variant="primary">
            {open.length > 0 ? 'Continue' : 'Try again'}
          </Button>
        )}
      </div>
      <NotGone title="Not refunded this time" wishes={failed} />
      <NotGone title="Can’t be refunded here" wishes={refused} />
    </StepForm>
  );
}

/** A form, so that a press beside the window does nothing: the second of two on Refund falls there, as the window shrinks. */
function StepForm({ onNext, children }: { onNext: () => void; children: ReactNode }) {
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onNext();
      }}
    >
      {children}
    </form>
  );
}

function NotGone({ title, wishes }: { title: string; wishes: readonly Wish[] }) {
  const id = useId();
  if (wishes.length === 0) return null;
  return (
    <section aria-labelledby={id} className={styles.part}>
      <h3 id={id}>{title}</h3>
      <ul className={styles.lines}>
        {wishes.map(({ order, why }) => (
          <li key={order.order_id}>
            <strong>
              <bdi>{nameOf(order)}</bdi>
            </strong>
            <span className={styles.small}>{why}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function tally(wishes: readonly Wish[]): Record<Wish['state'], Wish[]> {
  const those = (wanted: Wish['state']) => wishes.filter(({ state }) => state === wanted);
  return {
    open: those('open'),
    refunded: those('refunded'),
    failed: those('failed'),
    refused: those('refused'),
  };
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
