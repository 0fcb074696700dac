/** A score list of the wire, TotalScore first and then single-key sections, as a screen shows it. */
import { type ScoreList, TOTAL } from '#contract/wire/results.ts';

export interface SectionScore {
  section: string;
  marks: number;
}

/** Null when there is nothing scored yet. */
export function readScore(list: ScoreList): { total: number; sections: SectionScore[] } | null {
  const entries = list.flatMap((item) => Object.entries(item));
  const total = entries.find(([name]) => name === TOTAL)?.[1];
  if (total === undefined) return null;
  const sections = entries
    .filter(([name]) => name !== TOTAL)
    .map(([section, marks]) => ({ section, marks }));
  return { total, sections };
}
