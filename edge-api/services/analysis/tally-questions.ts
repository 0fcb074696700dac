// Counts how candidates answered each question, one sitting after another, and works out the two figures that say whether
// a question is any good. Memory grows with the questions, not with the sittings.

import { FEWEST_TO_JUDGE, type QuestionFlag, questionFlags } from '#contract/desk/analysis.ts';
import { type OptionName, optionNames } from '#contract/wire/values.ts';
import { isRight, type KeyItem, marksFor } from '#machines/sitting/scoring.ts';
import type { Counted } from './distribution.ts';

type AskedItem = { revision: number; key: KeyItem };
export type AskedSection = { name: string; items: readonly AskedItem[] };

type Group = { asked: number; right: number };
type Tally = {
  section: string;
  correct: OptionName;
  also: readonly OptionName[];
  asked: number;
  right: number;
  /** How often each option was chosen, in the order of the options. */
  chosen: number[];
  upper: Group;
  lower: Group;
  /** For the marks of these candidates on the rest of their papers: the mean, and the sum of squared distances from it. */
  restMean: number;
  restSquares: number;
  /** The sum of the same marks, for the candidates who were right. */
  restOfRight: number;
};

/** Tallies by question revision, since candidates saw the text of one revision. */
export type Tallies = Map<number, Tally>;

export type QuestionCount = {
  revision: number;
  section: string;
  correct: OptionName;
  also: readonly OptionName[];
  asked: number;
  right: number;
  wrong: number;
  blank: number;
  chosen: readonly number[];
  facility: number;
  discrimination: number | null;
  upperLower: number | null;
};

/** @param answers the answers that count, by question id: an option name, or empty or missing for blank */
export function tallySitting(
  tallies: Tallies,
  sections: readonly AskedSection[],
  answers: ReadonlyMap<string, OptionName | ''>,
  cuts: Cuts | null,
): void {
  const items = sections.flatMap(({ items }) => items);
  const total = items.reduce((sum, { key }) => sum + marksFor(key, answers.get(key.qid)), 0);
  for (const { name, items } of sections) {
    for (const { revision, key } of items) {
      const tally = tallies.get(revision) ?? newTally(name, key);
      tallies.set(revision, tally);
      addAnswer(tally, key, answers.get(key.qid) ?? '', total, cuts);
    }
  }
}

function addAnswer(
  tally: Tally,
  key: KeyItem,
  answer: OptionName | '',
  total: number,
  cuts: Cuts | null,
): void {
  const right = isRight(key, answer);
  tally.asked += 1;
  if (answer) {
    const option = optionNames.indexOf(answer);
    tally.chosen[option] = (tally.chosen[option] ?? 0) + 1;
  }
  if (right) tally.right += 1;
  // Welford 1962: mean and squares in one pass, without subtracting one large sum from another.
  const rest = total - marksFor(key, answer);
  const distance = rest - tally.restMean;
  tally.restMean += distance / tally.asked;
  tally.restSquares += distance * (rest - tally.restMean);
  if (right) tally.restOfRight += rest;
  if (!cuts) return;
  if (total >= cuts.upper) addToGroup(tally.upper, right);
  else if (total <= cuts.lower) addToGroup(tally.lower, right);
}

function addToGroup(group: Group, right: boolean): void {
  group.asked += 1;
  if (right) group.right += 1;
}

function newTally(section: string, { correct, also = [] }: KeyItem): Tally {
  return {
    section,
    correct,
    also,
    asked: 0,
    right: 0,
    chosen: optionNames.map(() => 0),
    upper: { asked: 0, right: 0 },
    lower: { asked: 0, right: 0 },
    restMean: 0,
    restSquares: 0,
    restOfRight: 0,
  };
}

export function toCounts(tallies: Tallies): QuestionCount[] {
  return [...tallies].map(([revision, tally]) => {
    const { section, correct, also, asked, right, chosen } = tally;
    const answered = chosen.reduce((sum, times) => sum + times, 0);
    return {
      revision,
      section,
      correct,
      also,
      asked,
      right,
      wrong: answered - right,
      blank: asked - answered,
      chosen,
      facility: right / asked,
      discrimination: discriminationOf(tally),
      upperLower: upperLowerOf(tally),
    };
  });
}

/**
 * The corrected item–total correlation: Pearson's r between being right (1 or 0) and the marks on the rest of the paper.
 * The question's own marks are left out, so that it isn't compared with itself (S. Henrysson, "Correction of item–total
 * correlations in item analysis", Psychometrika 28, 1963).
 * r = (Σ rest of those right − right × mean rest) ÷ √(asked × p × (1 − p) × Σ (rest − mean rest)²), p = right ÷ asked.
 */
function discriminationOf({ asked, right, restMean, restSquares, restOfRight }: Tally) {
  const ofAnswers = (right * (asked - right)) / asked;
  if (ofAnswers === 0 || restSquares === 0) return null;
  const r = (restOfRight - right * restMean) / Math.sqrt(ofAnswers * restSquares);
  return Math.max(-1, Math.min(1, r));
}

/** D = share right among the best 27 % − share right among the weakest 27 %, of the candidates who had the question. */
function upperLowerOf({ upper, lower }: Tally): number | null {
  if (upper.asked === 0 || lower.asked === 0) return null;
  return upper.right / upper.asked - lower.right / lower.asked;
}

// The best and the weakest candidates of an exam: 27 % at each end, which best tells good questions from bad ones
// (T. L. Kelley, "The selection of upper and lower groups for the validation of test items", Journal of Educational
// Psychology 30, 1939). Candidates with the same score as the last of a group belong to it, so chance decides nothing.

const SHARE = 0.27;

/** Scores in hundredths. From `upper` on a candidate is among the best, up to `lower` among the weakest. */
export type Cuts = { upper: number; lower: number };

/** @returns null when the groups would overlap, for example if everyone has the same score */
export function cutGroups(scores: Counted): Cuts | null {
  const rising = [...scores].sort(([a], [b]) => a - b);
  const candidates = rising.reduce((sum, [, times]) => sum + times, 0);
  const size = Math.max(1, Math.round(candidates * SHARE));
  const lower = scoreOfLast(rising, size);
  const upper = scoreOfLast(rising.reverse(), size);
  return lower === null || upper === null || upper <= lower ? null : { upper, lower };
}

function scoreOfLast(ordered: readonly (readonly [number, number])[], size: number): number | null {
  let members = 0;
  for (const [score, times] of ordered) {
    members += times;
    if (members >= size) return score;
  }
  return null;
}

// Which questions a person should look at, and why. A flag is no verdict: a hard question may be a good one.

const OPTIONS = 4;

const isSo: Record<QuestionFlag, (count: QuestionCount) => boolean> = {
  'nobody-right': ({ right }) => right === 0,
  // Blank answers are not guesses: a question that most candidates leave blank may still be right.
  'below-chance': ({ right, wrong }) => right > 0 && right * OPTIONS < right + wrong,
  // Candidates who know more get it wrong more often, so the key most likely names the wrong option.
  'negative-discrimination': ({ discrimination }) => discrimination !== null && discrimination < 0,
  'everyone-right': ({ asked, right }) => right === asked,
  // If nobody is wrong, 'everyone-right' says it already.
  'option-never-chosen': ({ wrong, chosen }) => wrong > 0 && chosen.includes(0),
};

/** @returns flags, the gravest first; empty while too few candidates had the question to judge it */
export function flagQuestion(count: QuestionCount): QuestionFlag[] {
  if (count.asked < FEWEST_TO_JUDGE) return [];
  return questionFlags.filter((flag) => isSo[flag](count));
}
