/** A search box that says in itself what it searches. */

import { useEffect, useState } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import styles from './search-box.module.css';

interface SearchBoxProps {
  /** Shown inside while empty, and its name: "Search exams...". */
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  return (
    <div className={styles.box}>
      <Icon name="search" size="sm" />
      <input
        type="search"
        className={styles.input}
        placeholder={label}
        aria-label={label}
        value={value}
        maxLength={200}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

const PAUSE_MS = 250;

/** A value once it has stopped changing, so that a search asks for words and not for each letter. */
export function useDebounced<T>(value: T): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
