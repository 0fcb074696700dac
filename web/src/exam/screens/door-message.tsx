/** What stands where the exam would be when it doesn't open here: the reason in plain words, and a way on. */
import type { ReactNode } from 'react';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import styles from './door-message.module.css';

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
      <h1 id="door">{title}</h1>
      {children}
      <div className={styles.acts}>{acts}</div>
    </section>
  );
}
