/** What differs between two versions of a thing, in the words of its screen. */

/** What a form shows of a thing: a text for each label. */
export type InWords = Readonly<Record<string, string>>;

export interface Change {
  label: string;
  /** The text as it is now; empty when nothing is left. */
  now: string;
}

export function changesBetween(before: InWords, now: InWords): Change[] {
  return Object.entries(now)
    .filter(([label, text]) => text !== (before[label] ?? ''))
    .map(([label, text]) => ({ label, now: text }));
}
