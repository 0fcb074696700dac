// Drawing a candidate's paper: for each section the stated number of different questions of its type, in random order.
// Randomness is passed in, so a test can repeat a draw.

export type DrawnSection<Id> = { name: string; items: Id[] };

/**
 * @param sections rows of the exam; a row without a type or count is ignored, rows of the same type form one section
 * @param pool the bank's questions of a type
 * @param randomBelow a whole number from 0 up to, but not including, its argument
 * @returns null when a pool is smaller than its section asks for
 */
export function drawPaper<Id>(
  sections: ReadonlyArray<{ fieldType: string; fieldCount: number }>,
  pool: (type: string) => readonly Id[],
  randomBelow: (bound: number) => number,
): DrawnSection<Id>[] | null {
  const counts = new Map<string, number>();
  for (const { fieldType, fieldCount } of sections) {
    if (fieldType && fieldCount > 0)
      counts.set(fieldType, (counts.get(fieldType) ?? 0) + fieldCount);
  }
  const drawn: DrawnSection<Id>[] = [];
  for (const [name, count] of counts) {
    const ids = pool(name);
    if (ids.length < count) return null;
    drawn.push({ name, items: sample(ids, count, randomBelow) });
  }
  return drawn;
}

/** Fisher–Yates on a sparse copy: `count` steps, however large the bank is. */
function sample<Id>(
  ids: readonly Id[],
  count: number,
  randomBelow: (bound: number) => number,
): Id[] {
  const moved = new Map<number, number>();
  const taken: Id[] = [];
  for (let place = 0; place < count; place += 1) {
    const choice = place + randomBelow(ids.length - place);
    const id = ids[moved.get(choice) ?? choice];
    if (id === undefined) throw new RangeError('randomBelow gave a number outside its bound');
    taken.push(id);
    moved.set(choice, moved.get(place) ?? place);
  }
  return taken;
}
