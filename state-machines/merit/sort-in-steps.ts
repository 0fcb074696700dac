// Sorts a hundred thousand entries without blocking: the caller pauses wherever this yields.

/** Entries to sort or merge before each pause: a few milliseconds of work. */
const STEP = 2_048;

/** A merge sort, so equal entries keep their order. */
export function* sortInSteps<T>(
  all: readonly T[],
  compare: (a: T, b: T) => number,
): Generator<void, T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < all.length; at += STEP) {
    runs.push(all.slice(at, at + STEP).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(yield* merge(runs[at] ?? [], runs[at + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* merge<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
): Generator<void, T[]> {
  const merged: T[] = [];
  let fromLeft = 0;
  let fromRight = 0;
  while (fromLeft < left.length || fromRight < right.length) {
    const a = left[fromLeft];
    const b = right[fromRight];
    if (b === undefined || (a !== undefined && compare(a, b) <= 0)) {
      if (a !== undefined) merged.push(a);
      fromLeft += 1;
    } else {
      merged.push(b);
      fromRight += 1;
    }
    if (merged.length % STEP === 0) yield;
  }
  return merged;
}
