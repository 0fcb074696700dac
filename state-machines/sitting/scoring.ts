// Scoring in whole hundredths of a mark, so that no rounding error builds up.
import type { ExamFormat, Section } from '../contract/wire/exams.ts';
import { DOCUMENTS, type ScoreList, TOTAL } from '../contract/wire/results.ts';
import { type OptionName, optionNames } from '../contract/wire/values.ts';

export type KeyItem = {
  qid: string;
  correct: OptionName;
  /** Further options that are accepted as right; none if missing. */
  also?: readonly OptionName[] | undefined;
  /** Hundredths of a mark added when right. */
  weightage: number;
  /** Hundredths of a mark taken when wrong, never negative. */
  negative: number;
};

type RightOptions = Pick<KeyItem, 'correct' | 'also'>;

/** `wrong` counts the wrong answers; older results don't have it. */
export type ScoredSection = { name: string; hundredths: number; wrong?: number };
export type AnswerKey = ReadonlyArray<{ name: string; items: readonly KeyItem[] }>;

/**
 * The sections a result of this exam may have, in order; fixed once somebody has sat it. The hand-marked documents, if
 * any, come last.
 */
export function scoredSections(exam: {
  format: ExamFormat;
  sections: readonly Section[];
}): string[] {
  const drawn = exam.sections.filter(({ fieldType, fieldCount }) => fieldType && fieldCount > 0);
  const names = new Set(drawn.map(({ fieldType }) => fieldType));
  return [...names, ...(exam.format === 'MCQ' ? [] : [DOCUMENTS])];
}

/** Right: plus weightage. Wrong: minus negative. Blank: nothing. In hundredths. */
export function marksFor(item: KeyItem, answer: OptionName | '' | undefined): number {
  if (!answer) return 0;
  return isRight(item, answer) ? item.weightage : -item.negative;
}

/** All options that are accepted as right, with `correct` first. */
export function rightOptions({ correct, also = [] }: RightOptions): OptionName[] {
  return [correct, ...also];
}

export function isRight(item: RightOptions, answer: OptionName | '' | undefined): boolean {
  return rightOptions(item).some((right) => right === answer);
}

export function scoreSections(
  key: AnswerKey,
  answers: ReadonlyMap<string, OptionName | ''>,
): ScoredSection[] {
  return key.map(({ name, items }) => ({
    name,
    hundredths: items.reduce((sum, item) => sum + marksFor(item, answers.get(item.qid)), 0),
    wrong: items.filter((item) => {
      const answer = answers.get(item.qid);
      return answer && !isRight(item, answer);
    }).length,
  }));
}

/**
 * The list on the wire: TotalScore first, then each section, the hand-marked documents last. Empty while nothing is
 * scored, as in a DOC Upload sitting before marking.
 */
export function toScoreList(
  sections: readonly ScoredSection[],
  documents: number | null,
): ScoreList {
  const all =
    documents === null ? [...sections] : [...sections, { name: DOCUMENTS, hundredths: documents }];
  if (all.length === 0) return [];
  const total = all.reduce((sum, section) => sum + section.hundredths, 0);
  return [
    { [TOTAL]: total / 100 },
    ...all.map(({ name, hundredths }) => ({ [name]: hundredths / 100 })),
  ];
}

// Carries a corrected key over to a question as a candidate saw it. Options are matched by their text, not by their
// place, so a correction that also reorders them does no harm.
type KeyedQuestion = { options: readonly string[] } & RightOptions;

/**
 * @param seen the question as the paper has it
 * @param corrected the question as it stands now
 * @returns the options of `seen` that are right, or null when the correction can't be carried over to it because a
 *   right option was not among those offered. An option that was only reworded is still the same option if it was the
 *   right one already and the other three are unchanged.
 */
export function carryKey(seen: KeyedQuestion, corrected: KeyedQuestion): RightOptions | null {
  // A correction is stored in canonical form; an older question may not be.
  const asOne = (option: string) => option.normalize().trim();
  const offered = seen.options.map(asOne);
  const now = corrected.options.map(asOne);
  const gone = offered.filter((option) => !now.includes(option));
  const wasRight = offered[optionNames.indexOf(seen.correct)];
  const mended = gone.length === 1 && gone[0] === wasRight ? seen.correct : undefined;
  const asSeen = (right: OptionName) => {
    const place = offered.indexOf(now[optionNames.indexOf(right)] ?? '');
    return place >= 0 ? optionNames[place] : right === corrected.correct ? mended : undefined;
  };
  const [correct, ...also] = rightOptions(corrected).flatMap((right) => asSeen(right) ?? []);
  return correct && also.length === (corrected.also?.length ?? 0) ? { correct, also } : null;
}
