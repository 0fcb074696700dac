// Which option a CorrectAnswer names. It is read in two ways: as the text of an option and as its place (letter, number or column name).
// Both readings are kept, because when they differ only the whole file can tell which one is meant.

import type { OptionIndex } from '../question-file.ts';
import { comparable, foldDigits, looselyComparable, shortened } from './clean-text.ts';
import { optionOfColumn } from './column-names.ts';
import type { SheetCell } from './sheet.ts';

export type PlaceStyle = 'letter' | 'number' | 'name';
export type AnswerReadings = {
  /** `label` means that the answer matches the letter or number in front of the option's text. */
  text: { at: OptionIndex; how: 'exact' | 'almost' | 'label' } | null;
  place: { at: OptionIndex; style: PlaceStyle } | null;
};

const places: readonly OptionIndex[] = [0, 1, 2, 3];
const spelledOut: Record<string, OptionIndex> = {
  one: 0,
  two: 1,
  three: 2,
  four: 3,
  i: 0,
  ii: 1,
  iii: 2,
  iv: 3,
};

const optionName = (place: OptionIndex) =>
  `Option${(['One', 'Two', 'Three', 'Four'] as const)[place]}`;

function onlyPlace(matches: (place: OptionIndex) => boolean): OptionIndex | null {
  const found = places.filter(matches);
  return found.length === 1 ? (found[0] ?? null) : null;
}

function numberIn(cell: SheetCell): number | null {
  if (cell.kind === 'number') return cell.value;
  const [, digits, percent] =
    /^([+-]?(?:\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.\d+)?)( ?%)?$/.exec(cell.text) ?? [];
  if (digits === undefined) return null;
  return Number(digits.replaceAll(',', '')) / (percent ? 100 : 1);
}

const optionLabel = /^[([]?\s*([a-d]|[1-4](?!\s*[.:]\d))\s*(?:[)\].:]|\s[-–—]\s)\s*(?=\S)/i;
/** "Option B: Mumbai", "B Mumbai": counts only when the text is that of option B. */
const answerLabel =
  /^(?:(?:option|opt|choice)[ .#-]?)?[([]?([a-d]|[1-4](?![.:]\d))(?:[)\].:=,]| [-–—:] |[-–—:]| ) ?(?=\S)/i;
/** Whether a text names several places, such as "1, 2", "A B" or "(a), (b)". Otherwise "A B" could be the label A with the text "B". */
const isList = (text: string) =>
  /^(?:(?:option|opt|choice)s? ?)?(?:[a-d](?:[, ]+[a-d])+|[1-4](?:[, ]+[1-4])+|(?:\([a-d1-4]\)[, ]*){2,})$/i.test(
    text,
  );
/** "Mumbai (B)" */
const labelBehind = /[([]([a-d1-4])[)\]]\.?$/i;
/** "Ans: Mumbai" */
const preface =
  /^(?:(?:(?:the )?(?:correct |right )?(?:answer|ans|option|key)(?: is)?|correct|right|(?:सही )?(?:उत्तर|जवाब|विकल्प)) ?[.:=)–—-]+ ?|(?:the )?(?:correct |right )?(?:answer|option) is )(?=\S)/i;

/** Removes the label of a place: at place b, "b) Mumbai" and "b - Mumbai" become "Mumbai". */
function withoutLabel(text: string, place: OptionIndex, labels = [optionLabel]): string {
  if (isList(text)) return text;
  for (const pattern of labels) {
    const label = pattern.exec(text);
    if (label && placeOf(label[1] ?? '') === place)
      return label.index === 0 ? text.slice(label[0].length) : text.slice(0, label.index);
  }
  return text;
}

/** Equal for texts that a person would call the same, whatever brackets, quotation marks or full stop they have. */
const bareText = (text: string) =>
  looselyComparable(text)
    .replace(/[.;,।]$/, '')
    .replace(/^\(([^()]*)\)$/, '$1')
    .replace(/^(["'])([^"']*)\1$/, '$2');

const unspaced = (text: string) => looselyComparable(text).replaceAll(' ', '');

/** The place that a Latin letter, a digit, a number word or a Roman numeral names. */
export function placeOf(sign: string): OptionIndex | null {
  const lower = sign.toLowerCase();
  return (
    spelledOut[lower] ??
    places.find((place) => lower === 'abcd'[place] || lower === '1234'[place]) ??
    null
  );
}

const foreign = /[^\P{L}\p{Script=Latin}]/u;

/** Whether an option in two scripts, "Delhi / दिल्ली", has this text in one of them. */
function inOneOfTwo(option: string, said: string): boolean {
  const [one = '', other, more] = option.split(/\n| [/|] /, 3);
  return (
    other !== undefined &&
    more === undefined &&
    foreign.test(one) !== foreign.test(other) &&
    [one, other].some((part) => looselyComparable(part) === said)
  );
}

function readText(answer: SheetCell, options: readonly SheetCell[]): AnswerReadings['text'] {
  const said = comparable(answer.text);
  const exact = onlyPlace((place) => comparable(options[place]?.text ?? '') === said);
  if (exact !== null) return { at: exact, how: 'exact' };
  const loose = looselyComparable(answer.text);
  const amount = numberIn(answer);
  const at =
    onlyPlace((place) => looselyComparable(options[place]?.text ?? '') === loose) ??
    (amount === null
      ? null
      : onlyPlace(
          (place) => options[place] !== undefined && numberIn(options[place]) === amount,
        )) ??
    onlyPlace(
      (place) => looselyComparable(withoutLabel(options[place]?.text ?? '', place)) === loose,
    ) ??
    onlyPlace((place) => {
      const bare = withoutLabel(comparable(answer.text), place, [
        optionLabel,
        answerLabel,
        labelBehind,
      ]);
      return bareText(bare) === bareText(withoutLabel(options[place]?.text ?? '', place));
    }) ??
    onlyPlace((place) => inOneOfTwo(options[place]?.text ?? '', loose)) ??
    // "20km" equals "20 km". A text without letters keeps its spaces: "1 1" and "11" are different.
    (/\p{L}/u.test(answer.text)
      ? onlyPlace((place) => unspaced(options[place]?.text ?? '') === unspaced(answer.text))
      : null);
  return at === null ? null : { at, how: 'almost' };
}

const roman = /(?<![\p{L}\p{N}])(?:i{1,3}|iv|v)(?![\p{L}\p{N}])/iu;
const romanLabel = /^[([]?\s*(i{1,3}|iv)\s*[)\].:]\s*/i;
const romanAnswer = /^[([{]? ?(i{1,3}|iv) ?[.:]?[)\]}]? ?[.:]?$/i;
/** "No. 2", "Option No. 2", "#2" */
const numbered = /^(?:(?:option|opt|choice)[ .]*)?(?:no\b|number\b|#)[ .:]*(?=\d+$)/i;

/** Whether options have Roman numerals that aren't their own labels. The answer II may then mean the option "II only". */
const speakRoman = (options: readonly SheetCell[]) =>
  options.some(({ text }, place) => {
    const label = romanLabel.exec(text);
    const isOwn = label !== null && placeOf(label[1] ?? '') === place;
    return roman.test(isOwn ? text.slice(label[0].length) : text);
  });

function readPlace(
  answer: SheetCell,
  options: readonly SheetCell[],
  ka: OptionIndex | null,
): AnswerReadings['place'] {
  if (answer.kind === 'date') return null;
  const typed = foldDigits(answer.text)
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  const said = options.some(({ text }) => numbered.test(text))
    ? typed
    : typed.replace(numbered, '');
  const bare = /^["'‘“*]?[([{]? ?([a-d]|[1-4])(?:\.0+)? ?[.:]?[)\]}]?["'’”*]? ?[.:,;-]?$/i.exec(
    said,
  );
  if (bare) {
    const at = placeOf(bare[1] ?? '');
    return at === null ? null : { at, style: /\d/.test(bare[1] ?? '') ? 'number' : 'letter' };
  }
  const inRoman = romanAnswer.exec(said)?.[1];
  if (inRoman !== undefined) {
    const at = speakRoman(options) ? null : placeOf(inRoman);
    return at === null ? null : { at, style: 'number' };
  }
  const named =
    /^(?:(?:correct ?)?(?:answer|ans)(?: ?is)?)?[ .:=#_-]*(?:(?:option|opt|choice)[ .:#_-]*)?(?:[([{] ?)?(one|two|three|four|iii|ii|iv|i|[a-d]|[1-4]) ?[)\]}]? ?[.:]?$/i.exec(
      said,
    );
  const isNamed = named && /^(ans|correct|opt|choice)/i.test(said);
  // "Option II" is a place in any case; "Answer: II" may be the text of an option.
  const isDoubtful =
    isNamed && roman.test(named[1] ?? '') && !/opt|choice/i.test(said) && speakRoman(options);
  if (isDoubtful) return null;
  const at = isNamed ? placeOf(named[1] ?? '') : optionOfColumn(said, ka);
  return at === null ? null : { at, style: 'name' };
}

/** In characters. No letter, number or name of an option is longer, even with words in front. */
const longestPlace = 60;

/** @param ka the place of the letter क */
export function readAnswer(
  answer: SheetCell,
  options: readonly SheetCell[],
  ka: OptionIndex | null,
): AnswerReadings {
  const readings = readBoth(answer, options, ka);
  const labelled = readings.text || !readings.place ? null : readLabel(answer, options);
  return labelled === null || labelled === readings.place?.at
    ? readings
    : { text: { at: labelled, how: 'label' }, place: null };
}

function readBoth(
  answer: SheetCell,
  options: readonly SheetCell[],
  ka: OptionIndex | null,
): AnswerReadings {
  const placeIn = (cell: SheetCell) =>
    cell.text.length > longestPlace ? null : readPlace(cell, options, ka);
  const text = readText(answer, options);
  const said = comparable(answer.text).replace(preface, '');
  if (text || said === comparable(answer.text)) return { text, place: placeIn(answer) };
  const behind = { ...answer, text: said };
  const meant = readText(behind, options);
  return {
    text: meant && { ...meant, how: 'almost' },
    place: placeIn(answer) ?? placeIn(behind),
  };
}

/** The option whose label the answer names, if all four have labels. People see the labels, whose order may differ from the places. */
function readLabel(answer: SheetCell, options: readonly SheetCell[]): OptionIndex | null {
  const typed = foldDigits(answer.text);
  const [, sign] = /(?<![\p{L}\p{N}])([a-d1-4])[^\p{L}\p{N}]*$/iu.exec(typed) ?? [];
  if (sign === undefined) return null;
  const isLetter = (label: string) => /[a-z]/i.test(label);
  const labels = options.map(({ text }) => optionLabel.exec(text)?.[1] ?? '');
  const alike = labels.filter((label) => label !== '' && isLetter(label) === isLetter(sign));
  const marked = new Set(alike.map(placeOf));
  return marked.size === 4
    ? onlyPlace((place) => placeOf(labels[place] ?? '') === placeOf(sign))
    : null;
}

/** The sentence for an answer that names one option by its letter and another by its text; null for other answers. */
function contradiction(answer: SheetCell, options: readonly SheetCell[]): string | null {
  const said = comparable(answer.text).replace(preface, '');
  for (const named of places) {
    const bare = withoutLabel(said, named, [optionLabel, answerLabel, labelBehind]);
    const meant = bare === said ? null : readText({ ...answer, text: bare }, options);
    if (meant && meant.at !== named)
      return `CorrectAnswer "${shortened(answer.text)}" names ${optionName(named)}, but its text is that of ${optionName(meant.at)}.`;
  }
  return null;
}

/** The sentence for an answer that names no option, or more than one. */
export function unresolvedAnswer(answer: SheetCell, options: readonly SheetCell[]): string {
  const shown = shortened(answer.text);
  if (answer.kind === 'date')
    return `CorrectAnswer is a date (${shown}), which is none of the four options. If a fraction or a range was meant, please type it as text.`;
  const contradicted = contradiction(answer, options);
  if (contradicted) return contradicted;
  if (foldDigits(answer.text) === '0')
    return 'CorrectAnswer "0" is none of the four options, which are counted from 1. If this file counts them from 0, please correct all its answers.';
  const isSeveral =
    isList(comparable(answer.text)) ||
    /^[([]?[a-d1-4][)\]]?(\s*([,;&/+]|and|or)\s*|\s+)[([]?[a-d1-4]\b|^[a-d]{2,4}$/i.test(
      answer.text,
    );
  return isSeveral
    ? `CorrectAnswer "${shown}" names more than one option; a question has one right answer.`
    : `CorrectAnswer "${shown}" is none of the four options and not OptionOne to OptionFour, A to D or 1 to 4.`;
}

/** Counts the answers of the whole file that can be read in one way only, by that way. */
export type AnswerVotes = Record<'text' | PlaceStyle, number>;

export function countVotes(all: Iterable<AnswerReadings>): AnswerVotes {
  const votes: AnswerVotes = { text: 0, letter: 0, number: 0, name: 0 };
  for (const { text, place } of all) {
    if (text && !place) votes.text++;
    if (place && !text) votes[place.style]++;
  }
  return votes;
}

/** The options that an answer may mean. */
export const placesIn = ({ text, place }: AnswerReadings) =>
  [text?.at, place?.at].filter((at) => at !== undefined);

export type AnswerChoice = { at: OptionIndex; warning: string | null };

/** When the two readings differ, takes the one that is more frequent in the rest of the file; the text when both are equally frequent. */
export function chooseAnswer(
  answer: SheetCell,
  { text, place }: AnswerReadings,
  votes: AnswerVotes,
): AnswerChoice | null {
  if (text && place && text.at !== place.at) {
    const asPlace = votes[place.style] > votes.text;
    const reading = asPlace
      ? `the ${place.style === 'name' ? 'name' : place.style} of ${optionName(place.at)}`
      : `the text of ${optionName(text.at)}`;
    const other = asPlace
      ? `the text of ${optionName(text.at)}`
      : `the ${place.style === 'name' ? 'name' : place.style} of ${optionName(place.at)}`;
    return {
      at: asPlace ? place.at : text.at,
      warning: `CorrectAnswer "${shortened(answer.text)}" can be read in two ways. As in the rest of the file it is taken as ${reading}, not as ${other}. Please check.`,
    };
  }
  if (place) return { at: place.at, warning: null };
  if (!text) return null;
  const reason =
    text.how === 'label'
      ? 'which is labelled so, not as the one that stands there'
      : 'whose text is almost the same';
  return {
    at: text.at,
    warning:
      text.how === 'exact'
        ? null
        : `CorrectAnswer "${shortened(answer.text)}" is taken as ${optionName(text.at)}, ${reason}. Please check.`,
  };
}
