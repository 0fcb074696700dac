// What lists read of a sitting (how many answers count, and which pages) is written with whatever changes it: by the
// push, the settlement, and for earlier sittings at the start. What counts, `project` says and nothing else.
import { instant } from '#db/instants.ts';
import { countAnswered, type Projection } from '#machines/sitting/rules.ts';

export type SittingCounts = { answered: number; pages: readonly string[] | null };

export function countsOf(projection: Pick<Projection, 'answers' | 'documents'>): SittingCounts {
  return { answered: countAnswered(projection), pages: projection.documents };
}

/** The assignments of an `update sittings`; the parameters named hold `countsParams` and the instant, ms. */
export const SET_COUNTS = (answered: string, pages: string, now: string) => {
  const named = `string_to_array(${pages}::text, ',')`;
  return `answered = ${answered}::int, pages = ${named}, pages_since =
    case when sittings.pages is distinct from ${named} then ${instant(now)} else pages_since end`;
};

export function countsParams({ answered, pages }: SittingCounts): [number, string | null] {
  return [answered, pages?.join(',') ?? null];
}
