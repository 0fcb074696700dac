/** Takes the place of a list when it is empty, or when fetching it failed. */
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import styles from './state-panel.module.css';

interface EmptyStateProps {
  icon?: IconName;
  /** `h1` when the panel is the whole page. */
  heading?: 'h1' | 'p';
  title: string;
  /** What it means and what to do next. */
  children?: ReactNode;
}

export function EmptyState({
  icon = 'document',
  heading: Heading = 'p',
  title,
  children,
}: EmptyStateProps) {
  return (
    <div className={styles.panel}>
      <span className={styles.mark}>
        <Icon name={icon} size="lg" />
      </span>
      <Heading className={styles.title}>{title}</Heading>
      {children}
    </div>
  );
}

interface FailedStateProps {
  /** `h1` when the panel is the whole page. */
  heading?: 'h1' | 'p';
  title: string;
  /** The reason in plain words, as the server or the network gave it. */
  message: string;
  /** Shown before everything else that can be done. */
  first?: ReactNode;
  /** Label of the button that tries again. */
  retry?: string | undefined;
  /** Left out when trying again can't help. */
  onRetry?: (() => void) | undefined;
  children?: ReactNode;
}

export function FailedState({
  heading: Heading = 'p',
  title,
  message,
  first,
  retry = 'Try again',
  onRetry,
  children,
}: FailedStateProps) {
  return (
    <div className={styles.panel} role="alert">
      <span className={styles.mark}>
        <Icon name="alert" size="lg" />
      </span>
      <Heading className={styles.title}>{title}</Heading>
      <p>{message}</p>
      {first}
      {onRetry && (
        <Button variant="primary" icon="refresh" onClick={onRetry}>
          {retry}
        </Button>
      )}
      {children}
    </div>
  );
}
