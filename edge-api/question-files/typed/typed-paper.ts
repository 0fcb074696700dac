// Handles the parts of a typed paper that belong to no question: the title above the first question, the names of sections, the numbers
// of the questions, and explanations below answers.

import { comparable, foldDigits, shortened } from '../judge/clean-text.ts';
import type { Item } from '../judge/item.ts';
import { answerLine, asideLine, beginsOption, type Line, numberInFront } from './labels.ts';
import { explains } from './notes.ts';

const numberOf = (line?: Line) => numberInFront(line?.text ?? '')?.number ?? Number.NaN;

/** The heading of a section: "SECTION A", "Part II: English", "खंड - क". A question may also begin like this. */
const heading =
  /^(?:section|part|खंड|खण्ड|भाग)\s?[-–—:]?\s?(?:[a-z]|[ivx]{1,4}|\d{1,2}|\p{L}\p{M}?)(?:\s?[-–—:.(]{1,2}[^?]{0,40})?$/iu;

/**
 * Words of which the title of a paper has at least one, unless it is in capitals. A poem or a passage above a question usually has none.
 */
const ofTitle =
  /(?<!\p{L})(?:tests?|papers?|exam(?:ination)?s?|quiz|mock|series|set|mcqs?|questions? bank|class|std|grade|semester|batch|subject|chapter|unit|topic|section|part|time|duration|date|max(?:imum)?|marks?|name|roll|instructions?|attempt|coaching|institute|academy|school|college|university|cent(?:re|er)|general|knowledge|awareness|studies|science|maths?|mathematics|english|hindi|reasoning|aptitude|history|geography|polity|economics|physics|chemistry|biology|computers?)(?!\p{L})|परीक्षा|प्रश्न[ -]?पत्र|समय|पूर्णांक|अंक|विषय|कक्षा|विद्यालय|संस्थान|सामान्य|विज्ञान|गणित|हिन्दी|हिंदी|इतिहास|भूगोल/iu;
const inCapitals = /^(?=.*\p{Lu})[^\p{Ll}\p{Lo}]{3,}$/u;
/** A statement, a question or a text to read is not a title, unless it is an instruction for the whole paper. */
const noTitle =
  /[?:।]$|^.{100}|directions?|passage|paragraph|poem|lines|following|refer|below|read |study |निर्देश|गद्यांश|अनुच्छेद|निम्न|पढ़/iu;
const instruction = /^(?:general )?(?:instructions?|notes?|all questions|attempt|सभी प्रश्न|नोट)/iu;
/** The introduction of a chat program to the questions it was asked for. */
const opensChat = /^(?:certainly|sure|of course|absolutely|here (?:are|is))(?!\p{L})/iu;
const ofQuestions = /(?<!\p{L})(?:questions?|mcqs?|quiz)(?!\p{L})/iu;
/** A question, or a text to read or calculate with, is no such introduction: "Here are the scores in a quiz: 20, 30". */
const noChat = /\?|:\s*\S|\d,\s?\d|passage|paragraph|poem|(?<!\p{L})read(?!\p{L})/iu;
const isChat = (said: string) =>
  opensChat.test(said) && ofQuestions.test(said) && !noChat.test(said);
/** A heading in Markdown: "## General Knowledge". A single # may also begin a comment in a program. */
const inMarkdown = /^(#{1,6})\s{1,3}([^?:]{1,60}[^?:.])$/;
/** "General Awareness", "Logical Reasoning and Data Interpretation", "ENGLISH LANGUAGE" */
const inTitleCase = /^\p{Lu}\p{L}{0,20}(?:,? (?:and|of|the|&|\p{Lu}\p{L}{0,20})){0,6}$/u;
/** "Science Test" names the whole paper, and "Choose The English Word" is an instruction; neither is a subject. */
const noSubject =
  /^(?:choose|complete|fill|find|identify|match|name|select|solve|spot|write)(?!\p{L})|(?<!\p{L})(?:tests?|papers?|exam|examination|quiz|mock|mcqs?|questions?|class|time|marks?|name|date)(?!\p{L})/iu;
const isSubject = (said: string) =>
  inTitleCase.test(said) && ofTitle.test(said) && !noTitle.test(said) && !noSubject.test(said);

/**
 * The name of the section that a line begins; null for any other line. The line must be right above a numbered question. Otherwise it
 * must be above an empty line, in capitals or with # signs, and the text below must not be an option. A subject without # signs must be
 * in capitals or below an empty line, and right above a numbered question.
 */
export function headingOf(said: string, lines: readonly Line[], place: number): string | null {
  const [, signs = '', name = said] = inMarkdown.exec(said) ?? [];
  const isSection = heading.test(said);
  const isLarge = signs !== '' || inCapitals.test(said);
  const isBelowEmpty = (lines[place - 1]?.text ?? '').trim() === '';
  if (!isSection && !((isLarge || isBelowEmpty) && isSubject(name))) return null;
  const below = lines.slice(place + 1, place + 9);
  const next = below.find(({ text }) => text.trim() !== '')?.text ?? '';
  if (numberInFront(next)) return name;
  const isApart = below[0]?.text.trim() === '' || (isSection && isLarge);
  const isAbove = isApart && (isSection || signs.length > 1);
  return isAbove && next !== '' && !beginsOption.test(next) ? name : null;
}

const mostTitleLines = 12;

/** The heading of a document in Markdown. A heading with a question mark or a colon belongs to the question. */
const named = /^\s{0,3}#\s{1,3}[^?:]{1,100}$/;

const ofQuiz = /(?<!\p{L})(?:quiz(?:zes)?|tests?|exams?|papers?|mcqs?|questions?)(?!\p{L})/iu;

/**
 * The index of the line where the first question begins below a Markdown heading for the whole paper, such as "# Quiz on cities"; 0 when
 * there is no such heading.
 */
function belowName(lines: readonly Line[]): number {
  const name = lines.findIndex(({ text }) => text.trim() !== '');
  const isName =
    named.test(lines[name]?.text ?? '') &&
    (lines[name + 1]?.text.trim() === '' || ofQuiz.test(lines[name]?.text ?? '')) &&
    !lines.some(({ text }, at) => at !== name && /^\s{0,3}#\s/.test(text));
  const next = lines.findIndex(({ text }, at) => at > name && text.trim() !== '');
  return isName && next !== -1 && !beginsOption.test(lines[next]?.text ?? '') ? next : 0;
}

/**
 * The index of the line where the first question begins below the title of a paper: the line with the question's number, if the next
 * question has the next number. 0 when there is nothing above the question, or text that may be part of it.
 */
export function belowTitle(lines: readonly Line[]): number {
  const first = lines.findIndex(({ text }) => numberInFront(text));
  const above = lines
    .slice(0, Math.max(0, first))
    .flatMap(({ text }) => (text.trim() === '' ? [] : [text.trim()]));
  const answer = lines.findIndex(({ text }) => answerLine.test(text));
  const isNamed = (at: number) => headingOf(lines[at]?.text.trim() ?? '', lines, at) !== null;
  const next = lines.findIndex(
    ({ text }, at) =>
      at > answer && text.trim() !== '' && !asideLine.test(text.trim()) && !isNamed(at),
  );
  const isTitle =
    first < answer &&
    above.length <= mostTitleLines &&
    numberOf(lines[next]) === numberOf(lines[first]) + 1 &&
    above.every(
      (said) =>
        isChat(said) ||
        (!noTitle.test(said) &&
          (inCapitals.test(said) ||
            (ofTitle.test(said) && !said.endsWith('.')) ||
            instruction.test(said))),
    );
  if (!isTitle || above.every((said) => heading.test(said))) return belowName(lines);
  const last = lines.findLastIndex(({ text }, at) => at < first && text.trim() !== '');
  const isSection =
    heading.test(lines[last]?.text.trim() ?? '') ||
    (isNamed(last) && lines.some((_, at) => at > first && isNamed(at)));
  return isSection ? last : first;
}

/** Separates a question from its number, which is in the first line or, below a passage, in the only line that has a number. */
function numberApart(text: string): { number: number; rest: string } | null {
  const lines = text.split('\n');
  const found = lines.flatMap((line, at) => {
    const apart = numberInFront(line);
    return apart ? [{ ...apart, at }] : [];
  });
  const [own] = found;
  if (!own || (own.at > 0 && found.length > 1)) return null;
  const rest = lines.flatMap((line, at) => (at === own.at ? own.rest || [] : line)).join('\n');
  return rest === '' ? null : { number: own.number, rest };
}

/** "Directions (11-15): …", "Q. 1 to 5 are based on …" */
const forQuestions =
  /^[[(]?(?:directions?|instructions?|passage|read|study|questions?|निर्देश|गद्यांश|प्रश्न)[^\p{Nd}]{0,40}(\p{Nd}{1,3})\s{0,3}(?:[-–—]|to|and|&|से)\s{0,3}(?:q\.?\s{0,3})?(\p{Nd}{1,3})(?!\p{Nd})/iu;
/** A range with more questions than this on one passage is a typing mistake. */
const mostOnPassage = 20;

/**
 * Copies a passage above the first question into each question that the passage says it is for, because each candidate gets the
 * questions in a different order. If the passage gives no numbers, a remark says that it is shown with one question only.
 */
export function withPassages(items: readonly Item[]): readonly Item[] {
  let open: { above: string; at: number; last: number } | null = null;
  return items.map((item) => {
    if (item.is !== 'choice') return item;
    const lines = item.text.split('\n');
    const [first = ''] = lines;
    const at = lines.findIndex((line) => numberInFront(line));
    const number = numberInFront(lines[at] ?? '')?.number ?? 0;
    if (at === 0 && open && number > open.at && number <= open.last) {
      open.at = number;
      return { ...item, text: `${open.above}\n${item.text}` };
    }
    open = null;
    if (at < 1 || !(beginsPassage.test(first) || forQuestions.test(first))) return item;
    const [, from, to] = (forQuestions.exec(first) ?? []).map(foldDigits);
    const last = Number(to);
    const isKnown = Number(from) === number && last >= number && last < number + mostOnPassage;
    if (isKnown && last === number) return item;
    if (isKnown) open = { above: lines.slice(0, at).join('\n'), at: number, last };
    const message = isKnown
      ? `What stands above its number, from "${shortened(first)}" on, is shown with each of the questions ${number} to ${last}. Please check.`
      : `What stands above its number, from "${shortened(first)}" on, is shown with this question alone. If the questions below need it, please write it into each of them.`;
    return { ...item, remarks: [...item.remarks, message] };
  });
}

/** "Question: ", "Q. ", and "Question 1: " when the paper has only one question. */
const wordInFront =
  /^(?:question|ques?|q|प्रश्न|सवाल)(?:[. ]{0,2}\p{Nd}{1,4})?\s{0,3}[:.)–—-]{1,2}\s{1,3}(?=\S)/iu;

/**
 * Removes the numbers of the questions if each question has one and the numbers rise or begin again at 1 in a new section. Each
 * candidate gets the questions in a different order and would see 17 above 3. Also removes the word "Question:" if every question begins
 * with it. All numbers stay if two questions differ only in their number.
 */
export function withoutNumbers(items: readonly Item[]): readonly Item[] {
  const choices = items.flatMap((item) => (item.is === 'choice' ? [item] : []));
  const apart = new Map(choices.map((item) => [item, numberApart(item.text)]));
  const found = [...apart.values()];
  const rise = found.every((each, at) => {
    const above = found[at - 1]?.number ?? 0;
    return each !== null && (each.number > above || (each.number === 1 && above > 1));
  });
  const differing = new Set(
    [...apart].map(([{ choices: own }, each]) =>
      comparable([each?.rest, ...own.map(({ text }) => text)].join('\n')),
    ),
  );
  const [first] = choices;
  const without = (said: string, restOf: (item: (typeof choices)[number]) => string | undefined) =>
    items.map((item) =>
      item.is === 'left-out'
        ? item
        : {
            ...item,
            text: restOf(item) ?? item.text,
            remarks: item === first ? [...item.remarks, said] : item.remarks,
          },
    );
  if (rise && found.length > 1 && differing.size === found.length)
    return without(
      'The numbers of the questions are left out, because each candidate gets them in a different order.',
      (item) => apart.get(item)?.rest,
    );
  const [word] = wordInFront.exec(first?.text ?? '') ?? [];
  const areCalled = choices.every(({ text }) => wordInFront.test(text));
  if (word === undefined || !areCalled || (found.length > 1 && found.some((each) => each !== null)))
    return items;
  return without(
    `"${word.trim()}" in front of a question is left out, because each candidate sees the questions with numbers of their own.`,
    ({ text }) => text.replace(wordInFront, ''),
  );
}

/** The first words of a passage or of directions, which belong to the questions below. */
const beginsPassage = /^[[(]?(?:directions?|instructions?|passage|read|study|निर्देश|गद्यांश|अनुच्छेद)/i;

const longestNote = 200;

/** `first` is the first line that was left out, or null. */
type Kept = { kept: readonly Line[]; first: Line | null };

/**
 * Removes notes below the answers, such as explanations, in a paper with numbered questions. As part of the next question, a note would
 * tell candidates the answer of the previous one. A note ends at the next number, the heading of a section or a passage.
 * @param begin the index of the line where the first question begins
 */
export function withoutNotes(lines: readonly Line[], begin: number): Kept {
  const opening = lines.findIndex(({ text }, at) => at >= begin && text.trim() !== '');
  const opens = lines[opening]?.text.trim() ?? '';
  const isCounted =
    numberOf(lines[opening]) > 0 ||
    beginsPassage.test(opens) ||
    headingOf(opens, lines, opening) !== null;
  if (!isCounted) return withoutExplanations(lines);
  const kept: Line[] = [];
  let first: Line | null = null;
  let last = 0;
  let isBelowAnswer = false;
  let isApart = false;
  /** The index behind a note; null if no question with the next number follows, as the note may be a question without a number. */
  const endOf = (from: number) => {
    let isBelowEmpty = false;
    for (let at = from; at < Math.min(lines.length, from + longestNote); at++) {
      const said = lines[at]?.text.trim() ?? '';
      const isPassage = isBelowEmpty && beginsPassage.test(said);
      if (numberOf(lines[at]) === last + 1 || isPassage || headingOf(said, lines, at) !== null)
        return at;
      if (answerLine.test(said)) return null;
      isBelowEmpty = said === '';
    }
    return lines.length - from > longestNote ? null : lines.length;
  };
  for (let place = 0; place < lines.length; place++) {
    const line = lines[place];
    if (!line) continue;
    const said = line.text.trim();
    const isNote =
      isBelowAnswer &&
      said !== '' &&
      last > 0 &&
      numberOf(line) !== last + 1 &&
      headingOf(said, lines, place) === null &&
      (asideLine.test(said) || !(isApart || beginsPassage.test(said)));
    const end = isNote ? endOf(place) : null;
    if (end !== null) {
      first ??= line;
      place = end - 1;
      isApart = true;
      continue;
    }
    kept.push(line);
    if (answerLine.test(said)) isBelowAnswer = true;
    else if (said !== '') {
      const number = numberOf(line);
      if (isBelowAnswer || last === 0) last = number > 0 ? number : isBelowAnswer ? 0 : last;
      isBelowAnswer = false;
    }
    isApart = said === '';
  }
  const rest = withoutExplanations(kept);
  return { ...rest, first: first ?? rest.first };
}

/** The same for questions without numbers: removes explanations that are named as such, in the same line or in the lines below the name. */
function withoutExplanations(lines: readonly Line[]): Kept {
  const kept: Line[] = [];
  let first: Line | null = null;
  let isBelowAnswer = false;
  for (let place = 0; place < lines.length; place++) {
    const line = lines[place];
    if (!line) continue;
    const said = line.text.trim();
    const end = isBelowAnswer && explains(said) ? endOfExplanation(lines, place) : null;
    if (end !== null) {
      first ??= line;
      place = end - 1;
      continue;
    }
    kept.push(line);
    if (said !== '') isBelowAnswer = answerLine.test(said);
  }
  return { kept, first };
}

/** The index behind the explanation; null when it isn't clear where the explanation ends and the next question begins. */
function endOfExplanation(lines: readonly Line[], from: number): number | null {
  const saidAt = (at: number) => lines[at]?.text.trim() ?? '';
  /** No explanation and question together are longer. Without this bound, a file of explanations alone would take minutes. */
  const bound = Math.min(lines.length, from + longestNote);
  /** The index behind a run of empty lines, or of lines that aren't empty. */
  const behind = (at: number, areEmpty: boolean) => {
    let end = at;
    while (end < bound && (saidAt(end) === '') === areEmpty) end++;
    return end;
  };
  const next = saidAt(from + 1);
  if (!saidAt(from).endsWith(':')) return next === '' || explains(next) ? from + 1 : null;
  const end = behind(behind(from + 1, true), false);
  const block = lines.slice(from + 1, end);
  let question = behind(end, true);
  while (question < bound && headingOf(saidAt(question), lines, question) !== null)
    question = behind(question + 1, true);
  // With two blocks of text above the next options, the first may be an explanation or part of the question.
  let options = question;
  while (options < bound && saidAt(options) !== '' && !beginsOption.test(saidAt(options)))
    options++;
  options = behind(options, true);
  if (options >= bound && bound < lines.length) return null;
  const isAlone =
    question === lines.length || (question < options && beginsOption.test(saidAt(options)));
  return isAlone && !block.some(({ text }) => beginsOption.test(text)) ? end : null;
}
