/** A search box whose placeholder says what it searches. */

import { useEffect, useRef, useState } from 'react';
import { Icon } from '#web/ui/icon.tsx';
import styles from './search-box.module.css';

/** The same limit as on the server. */
export const LONGEST_SEARCH = 200;

interface SearchBoxProps {
  /** The placeholder, and the box's name: "Search exams...". */
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

/** The value once it has stopped changing, so that a search asks for words and not for each letter. */
export function useDebounced<T>(value: T): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}

/**
 * The text in a search box. What is typed goes into the address, and text that comes into the address by a link or by
 * Back goes into the box.
 * @param given the text in the address
 * @param put writes typed text into the address
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
