/**
 * Waiting that ends: says what is being fetched, and after a while says that it is slow and offers a way out. Never an
 * endless spinner.
 */
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import styles from './loading.module.css';

/** On 2G a reply of a few kilobytes takes about this long; after that, the reader should hear from us. */
const slowAfterMs = 8000;

interface LoadingProps {
  /** What is being fetched, as a sentence: "Loading the assessments…". */
  label: string;
  /** Reloads the page unless given. */
  onRetry?: () => void;
  /** Another way out, such as a link home. */
  wayOut?: ReactNode;
}

const loadAgain = () => location.reload();

export function Loading({ label, onRetry = loadAgain, wayOut }: LoadingProps) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.loading} role="status">
      <span className={styles.bubbles} aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </span>
      <p>{label}</p>
      {slow && (
        <>
          <p className={styles.slow}>This is taking longer than usual. Your network may be slow.</p>
          <div className={styles.acts}>
            <Button icon="refresh" onClick={onRetry}>
              Try again
            </Button>
            {wayOut}
          </div>
        </>
      )}
    </div>
  );
}
