// The rules of a list as people read them, the same on the screen, in the PDF and on the public page.
import type { MeritRules } from '../contract/desk/merit.ts';

/** @param shifts names of the exams that are ranked as one, this exam first; empty if it has no shifts */
export function rulesInWords(
  { tieBreaks, cutoffs }: MeritRules,
  shifts: readonly string[],
): string[] {
  const unit = shifts.length > 0 ? 'percentile' : 'marks';
  const within = shifts.length > 0 ? ' of the shift' : '';
  const ranked =
    shifts.length > 0
      ? `Ranked by percentile score, each candidate within their own shift: ${shifts.join(', ')}.`
      : 'Ranked by total marks.';
  const ties = tieBreaks.map((each) => {
    if (each.by === 'section') return `more in ${each.section}`;
    return each.by === 'wrong' ? 'fewer wrong answers' : 'the earlier date of birth';
  });
  const broken =
    ties.length === 0
      ? 'Candidates with the same score share a rank.'
      : `Ties are broken by ${ties.join(', then ')}; candidates who are still equal share a rank.`;
  return [
    ranked,
    broken,
    `Percentile: 100 × candidates${within} with the same or a lower total ÷ all candidates${within}.`,
    ...cutoffsInWords(cutoffs, unit),
  ];
}

function cutoffsInWords({ total, sections, categories }: MeritRules['cutoffs'], unit: string) {
  const parts = [
    ...(total === null ? [] : [`${total} ${unit} in total`]),
    ...categories.map(({ category, least }) => `${least} ${unit} in total for ${category}`),
    ...sections.map(({ section, least }) => `${least} ${unit} in ${section}`),
  ];
  return parts.length === 0 ? [] : [`To qualify: at least ${parts.join('; ')}.`];
}

export function hasCutoffs({ cutoffs: { total, sections, categories } }: MeritRules): boolean {
  return total !== null || sections.length > 0 || categories.length > 0;
}
