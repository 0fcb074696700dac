/** A value once it has stopped changing, so that a search asks for words and not for each letter. */
import { useEffect, useState } from 'react';

const PAUSE_MS = 250;

export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
