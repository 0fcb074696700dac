// What lists read about a sitting: how many answers count, and which pages. Whatever changes a sitting writes these counts as well: a push,
// a settlement, and count-existing.ts for older sittings. Only `project` decides what counts.
import { instant } from '#db/instants.ts';
import { countAnswered, type Projection } from '#machines/sitting/rules.ts';

export type SittingCounts = { answered: number; pages: readonly string[] | null };

export function countsOf(projection: Pick<Projection, 'answers' | 'documents'>): SittingCounts {
  return { answered: countAnswered(projection), pages: projection.documents };
}

/** Assignments for an `update sittings`. The arguments are SQL for the two values of `countsParams` and for the time in milliseconds. */
export const SET_COUNTS = (answered: string, pages: string, now: string) => {
  const named = `string_to_array(${pages}::text, ',')`;
  return `answered = ${answered}::int, pages = ${named}, pages_since =
    case when sittings.pages is distinct from ${named} then ${instant(now)} else pages_since end`;
};

export function countsParams({ answered, pages }: SittingCounts): [number, string | null] {
  return [answered, pages?.join(',') ?? null];
}
