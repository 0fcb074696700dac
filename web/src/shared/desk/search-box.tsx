/** A search box that says in itself what it searches. */

import { useEffect, useRef, useState } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import styles from './search-box.module.css';

/** As the servers' bound has it. */
export const LONGEST_SEARCH = 200;

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
        maxLength={LONGEST_SEARCH}
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

/**
 * What is typed into it, and what is searched for: that goes into the address, and what comes to stand there by a link or the way
 * back is searched for.
 * @param given as the address has it
 */
export function useSearch(
  given: string,
  put: (typed: string) => void,
): [string, (typed: string) => void] {
  const [search, setSearch] = useState(given);
  const debounced = useDebounced(search.trim());
  const known = useRef(given);
  useEffect(() => {
    if (given !== known.current) {
      known.current = given;
      setSearch(given);
    }
  }, [given]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed moves the address here.
  useEffect(() => {
    if (debounced === known.current) return;
    known.current = debounced;
    put(debounced);
  }, [debounced]);
  return [search, setSearch];
}
