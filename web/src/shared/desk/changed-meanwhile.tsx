/** Tells the second of two editors what the first one changed, and lets them choose; nothing typed is lost. */
import { useEffect, useRef } from 'react';
import type { Conflict } from '#web/shared/use-versioned-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './changed-meanwhile.module.css';
import { type InWords, listChanges } from './list-changes.ts';

interface ChangedMeanwhileProps<T> {
  /** "this exam", "these details". */
  what: string;
  conflict: Conflict<T>;
  /** What the form shows of it, and who made it where that is known. */
  inWords: (version: T) => InWords;
  /** These are too long to be shown, or would say nothing. */
  wordless?: readonly string[];
  /** What was typed goes. */
  onTakeTheirs: (theirs: T) => void;
}

export function ChangedMeanwhile<T>(props: ChangedMeanwhileProps<T>) {
  const { what, conflict, inWords, wordless = [], onTakeTheirs } = props;
  const { seen, theirs, kept, keepMine } = conflict;
  const changes = listChanges(inWords(seen), inWords(theirs));
  const told = useRef<HTMLDivElement>(null);
  const shown = useRef<T | null>(null);
  // In a window that scrolls it may come above or below what is in sight; each new version is told anew.
  useEffect(() => {
    if (shown.current === theirs) return;
    shown.current = theirs;
    told.current?.scrollIntoView({ block: 'nearest' });
  }, [theirs]);

  return (
    <div ref={told} tabIndex={-1} className={styles.told}>
      {kept ? (
        <Notice tone="info" title="What you typed is kept" live>
          <p>It is not saved yet. Save to replace their version.</p>
        </Notice>
      ) : (
        <Notice tone="warn" title={`Someone else changed ${what} in the meantime`} live>
          <p>What you typed is still here and not saved.</p>
          {/* Before what differs, which may be longer than the window. */}
          <div className={styles.acts}>
            <Button
              onClick={() => {
                keepMine();
                told.current?.focus(); // this button goes; the keyboard goes on from here
              }}
            >
              Keep what I typed
            </Button>
            <Button onClick={() => onTakeTheirs(theirs)}>Load their version</Button>
          </div>
          <p>
            {changes.length > 0
              ? 'Their version has:'
              : 'Nothing that you see here is different in their version.'}
          </p>
          <dl className={styles.changes}>
            {changes.map(({ label, now }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{wordless.includes(label) ? 'changed' : now || 'none'}</dd>
              </div>
            ))}
          </dl>
        </Notice>
      )}
    </div>
  );
}
