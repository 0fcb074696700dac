// The server's words that this phone heard around what waits on it: evidence of when it was done (decision 24).
import { type HeardWord, MOST_WORDS } from '#contract/wire/sync.ts';

/**
 * Keeps the last word heard before the first event that waits, and those after it; when there are too many, ever
 * fewer of the middle.
 * @param acked the server holds everything up to here
 */
export function keepWord(words: readonly HeardWord[], word: HeardWord, acked: number): HeardWord[] {
  const last = words.at(-1);
  if (last && Date.parse(last.serverTime) >= Date.parse(word.serverTime)) return [...words];
  const all = [...words, word];
  const kept = all.slice(
    Math.max(
      0,
      all.findLastIndex(({ seq }) => seq <= acked),
    ),
  );
  while (kept.length > MOST_WORDS) {
    const [dropped, next] = [kept[1], kept[2]];
    if (dropped?.unsureFrom !== undefined && next) next.unsureFrom = dropped.unsureFrom;
    kept.splice(1, 1);
  }
  return kept;
}
