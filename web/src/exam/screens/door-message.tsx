/** Takes the place of the exam when it doesn't open here: says why in plain words, and how to go on. */
import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { continueAt } from '#web/ui/continue-at.ts';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import styles from './door.module.css';

interface DoorMessageProps {
  icon: IconName;
  title: string;
  /** What it means and what to do. */
  children?: ReactNode;
  acts: ReactNode;
}

export function DoorMessage({ icon, title, children, acts }: DoorMessageProps) {
  return (
    <section className={styles.door} aria-labelledby="door">
      <span className={styles.mark}>
        <Icon name={icon} size="lg" />
      </span>
      <h1 id="door" ref={continueAt}>
        {title}
      </h1>
      {children}
      <div className={styles.acts}>{acts}</div>
    </section>
  );
}

// Takes the place of the exam when the phone's storage is gone: says what happened and what to do.

/** @param trouble why the storage can't be read, for a person; null when the exam is no longer on the phone */
export function StorageDoor({ trouble }: { trouble: string | null }) {
  return (
    <DoorMessage
      icon="alert"
      title={trouble ? 'We can’t read your exam' : 'Your exam is no longer on this phone'}
      acts={
        <Button variant="primary" icon="refresh" onClick={() => location.reload()}>
          Open the exam again
        </Button>
      }
    >
      {trouble ? (
        <p role="alert">{trouble}</p>
      ) : (
        <p role="alert">
          This phone’s storage was cleared, or you signed out in another tab. Everything the exam
          server received is safe. Open the exam again, and sign in if asked. The timer is still
          running, so if the exam doesn’t open, call the proctor.
        </p>
      )}
    </DoorMessage>
  );
}
