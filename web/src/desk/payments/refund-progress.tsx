/** Shown while many orders are refunded, and afterwards: the progress, what failed and why, and what can be tried again. */
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { formatCount } from '#web/shared/format-count.ts';
import { formatRupees } from '#web/shared/money.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './payments.module.css';
import { nameOf, sumOf, type Wish } from './refund-in-turn.ts';

/** The refunds that the administrator confirmed, and their progress. */
export interface Run {
  reason: string;
  wishes: readonly Wish[];
  is: 'running' | 'stopping' | 'ended';
  /** Why the refunds stopped by themselves; null when all were tried or the administrator pressed Stop. */
  halted: string | null;
}

export function Running({ run: { wishes, is }, onStop }: { run: Run; onStop: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  // The button of the form, which had the focus, is gone.
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
        Please keep this window open. You can stop at any time and continue later. Nobody will be
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

export function Ended({ run: { wishes, halted }, onClose, onGoOn }: EndedProps) {
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
            ? 'Trying again won’t help. See the reasons below.'
            : 'It’s safe to try again. Nobody will be refunded twice.'}
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

/**
 * A form, because a press outside a window that holds a form doesn't close it. When somebody presses Refund twice, the second
 * press falls outside, because the window has shrunk.
 */
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

export function tally(wishes: readonly Wish[]): Record<Wish['state'], Wish[]> {
  const those = (wanted: Wish['state']) => wishes.filter(({ state }) => state === wanted);
  return {
    open: those('open'),
    refunded: those('refunded'),
    failed: those('failed'),
    refused: those('refused'),
  };
}
