// Splits a line that holds several things: options behind a question, or an answer behind an option. Also removes the signs that
// programs put around a line, such as Markdown.

import { looselyComparable } from '../judge/clean-text.ts';
import { isOptionSign } from '../judge/column-names.ts';
import { answerBehind, isAnswerWord } from './answer-behind.ts';
import {
  answerLine,
  beginsAnswer,
  beginsOption,
  isFirst,
  type Line,
  labelsOf,
  latin,
  local,
  mostStatements,
  mostTyped,
  numberInFront,
  placeIn,
  styleOf,
} from './labels.ts';

/** "उत्तर: (ख)", "விடை - A", "উত্তর ক" */
const localAnswer =
  /^(\s{0,20}[[(]?)((?=[^ -~])\p{L}[\p{L}\p{M}]{0,20}(?: [\p{L}\p{M}]{1,20})?)(?=\s{0,3}[:.=–—-]{0,3}\s{0,3}[([]?(?:[iv]{1,3}|(?:الف|[^\s\p{M}]\p{M}{0,3}))(?:[)\].]{0,3}\s{0,20}$|[)\]]\s?\S|\s[-–—]\s\S))/u;
/** "Correct Answer / सही उत्तर", "उत्तर (Ans)" */
const inTwoLanguages =
  /^(\s{0,20}[[(]?)(?:(?:correct |right )?(?:answer|ans)\.?\s?[/|(]\s?((?=[^ -~])\p{L}[\p{L}\p{M} ]{0,30})\)?|((?=[^ -~])\p{L}[\p{L}\p{M}]{0,20}(?: [\p{L}\p{M}]{1,20})?)\s?[/|(]\s?(?:correct |right )?(?:answer|ans)\.?\)?)(?=\s?[:=(–—-])/iu;
function withAnswerWord(typed: string): string {
  const text = typed.replace(inTwoLanguages, (said, before, one, other = one) =>
    isAnswerWord(other.trim()) ? `${before}Answer` : said,
  );
  const [whole = '', before = '', word = ''] = localAnswer.exec(text) ?? [];
  if (!isAnswerWord(word)) return text;
  const rest = text.slice(whole.length);
  return `Answer:${/[[(]/.test(before) ? rest.replace(/[)\]]$/, '') : rest}`;
}

const bareLabel = /^\(?(?:الف|[^\s\p{M}]\p{M}{0,3})[).]$/u;

/** Splits "(a) one (b) two (c) three (d) four" into four lines. Fewer need a wide space, because an option may be "(a) and (b)". */
export function apart(line: string, signs: readonly string[]): string[] {
  const marks = [...line.matchAll(labelsOf)].map((match) => ({
    from: match.index,
    isWide: line.slice(0, match.index).trim() === '' || /\t|\s\s/.test(match[1] ?? ''),
    style: `${match[2]}${match[4]}`,
    place: placeIn(signs, match[3]),
  }));
  const [first] = marks;
  const isRow = (found: typeof marks) =>
    found.length > 1 &&
    found[0] === first &&
    first?.isWide &&
    found.every(({ style, place }, at) => style === first.style && place === first.place + at);
  const known = marks.filter(({ place }) => place !== -1);
  const row = [known.filter(({ isWide }) => isWide), known].find(
    (found, at) => isRow(found) && (at === 0 || found.length === 4),
  );
  const pieces = row?.map(({ from }, at) => line.slice(from, row[at + 1]?.from).trim()) ?? [];
  return pieces.length > 0 && pieces.every((piece) => !bareLabel.test(piece)) ? pieces : [line];
}

/** Splits "(a) one (b) two" or "(c) three (d) four" in two; null when the line has anything else. */
function pair(text: string, signs: readonly string[], first: number): [string, string] | null {
  const marks = [...text.matchAll(labelsOf)].filter(([, , , sign]) => placeIn(signs, sign) !== -1);
  const [one, two] = marks;
  const isPair =
    marks.length === 2 &&
    two !== undefined &&
    text.slice(0, one?.index).trim() === '' &&
    marks.every(([, , , sign, end], at) => placeIn(signs, sign) === first + at && end === ')') &&
    one?.[2] === two[2];
  const pieces = isPair ? [text.slice(0, two.index), text.slice(two.index)] : [];
  const [left = '', right = ''] = pieces.map((piece) => piece.trim());
  return left === '' || bareLabel.test(left) || bareLabel.test(right) ? null : [left, right];
}

/** A quick check for such a pair, which saves time in other papers. */
const beginsPair = /^\s{0,20}\(?[^\s()]{1,4}\)[^()]{1,1000}\(?[^\s()]{1,4}\)/u;

/** Splits options that are two in a line with a single space between, as in copied print, if the next line has the other two. */
export function twoByTwo(lines: readonly Line[]): Line[] {
  const found = new Map<Line, [string, string]>();
  for (const [place, line] of lines.entries()) {
    const next = lines[place + 1];
    if (!next || line.text.length > mostTyped || next.text.length > mostTyped) continue;
    if (!beginsPair.test(line.text) || !beginsPair.test(next.text)) continue;
    for (const signs of [...latin, ...local]) {
      const [above, below] = [pair(line.text, signs, 0), pair(next.text, signs, 2)];
      if (above && below) {
        found.set(line, above).set(next, below);
        break;
      }
    }
  }
  return lines.flatMap((line) => found.get(line)?.map((text) => ({ at: line.at, text })) ?? line);
}

/** An answer on its own line: "[Ans:- (b)]", "Key: B", "Right answer: option B", "Ans (b)". */
const ownAnswer =
  /^\s{0,20}[[(]?(?:the )?(?:(?:(?:correct|right) )?(?:answer|ans|option|key)(?: key)?|correct|right)(?:(?: is)?\s{0,3}[:.=→–—-]{1,3}| is|(?<=answer|ans|correct option)(?=[\s([]))\s{0,3}(?:option\s{0,3})?[([]?\s?([a-d]|(?<=option\s{0,3})[1-4])\s?[)\].]{0,3}\s{0,20}$/i;
/** "Ans. (b) Mumbai". It counts only if an option above has the text "Mumbai", because "Answer (a) if both are true" is an instruction. */
const ownAnswerWithText =
  /^\s{0,20}(?:the )?(?:correct |right )?(?:answer|ans)(?: is)?[\s:.=→–—-]{0,3}(?:option\s{1,3})?(?:\(([a-d])\)|([a-d]|(?<=option\s{1,3})[1-4])\s{0,3}[).:])\s{0,3}(\S.*)$/i;
/** Bold text as chat programs write it: "**Answer:** **B**", "- **A)** Delhi". 2**3, (a)**(2) and "**" are not bold. */
const bold =
  /(?<![^\s([{"'“‘.:\p{So}])(\*{2,3})(?=[\p{L}\p{N}\p{So}\p{Sc}([])([^*]{1,1000})(?<=\S)\1(?![^\s.,:;!?)\]}"'”’।|])/gu;
const listed =
  /^\s{0,9}[-*•>]\s{1,3}(?=\(?[a-d1-4][).]|(?:the |correct |right |सही )?(?:answer|ans|option|explanation|solution|उत्तर|विकल्प|व्याख्या)(?: option)?\s?[:=]|q(?:ue(?:s(?:tion)?)?)?[. ]{0,2}\d{0,4}\s?:)/i;
/** "### Question 1", "## 2. Which …", "### Which …?". A single # may begin a comment in a program. */
const asHeading =
  /^\s{0,3}#{2,6}\s{1,3}(?=(?:q(?:ue(?:s(?:tion)?)?)?|प्रश्न|section|part|answer|ans)(?![\p{L}\p{M}])|\p{Nd}{1,4}[.):]|[^?]{1,300}\?\s{0,20}$)/iu;

/** A horizontal line, and the text of a button copied from a web page: "View Answer". */
const ruled = /^\s{0,9}(?:-{3,}|={3,}|\*{3,})\s{0,9}$/;
const toPress =
  /^\s{0,20}(?:(?:view|show|hide|see) (?:the )?(?:correct )?answers?|answers? (?:&|and) (?:explanations?|solutions?)|answer \(detailed solution below\))(?: (?:workspace|report|discuss(?:ion)?(?: in (?:forum|board))?|save for later)){0,4}\s{0,20}$/i;
/** The heading above an explanation on such a web page, or in Markdown. */
const solutionBelow =
  /^\s{0,9}(?:[#*]{0,6}\s{0,3}(?=detailed)|[#*]{2,6}\s{0,3})((?:detailed )?solution|explanation)\*{0,2}\s{0,20}$/i;
/** The answer in Testbook: "Option 2 : Delhi" below "Answer (Detailed Solution Below)". */
const ofTestbook = /^\s{0,20}option\s{1,3}([1-4])\s{0,3}:\s{0,3}(?=\S)/i;
/** The answer in ExamView: "ANS: B PTS: 1 DIF: Easy". A line with other marks than 1 doesn't match, because the marks would be lost. */
const ofExamView = /^(\s{0,20}ans:\s{0,9}[a-d])\s{1,9}pts:\s{0,9}1(?:\.0{1,2})?(?:\s.*)?$/i;
/** "✅ Answer: B", "→ Answer: B", "💡 Explanation: …" */
const symbolsInFront =
  /^\s{0,9}(?:(?:\p{So}\ufe0f?|[→⇒]|[-=]{1,2}>)\s{0,3}){1,4}(?=[[(]?(?:the |correct |right |सही |सटीक )?(?:answer|ans|correct|key|explanation|solution|hint|उत्तर|व्याख्या|हल)(?![\p{L}\p{M}]))/iu;

/** "*Answer: B*" */
const slanted =
  /^\s{0,9}([*_])(?=(?:correct )?(?:answer|ans)(?![\p{L}\p{M}]))([^*_]{1,200})\1\s{0,9}$/iu;

/** The number of a solution in front of its answer: "S12. Ans.(b)". */
const ofSolution = /^\s{0,9}s(\d{1,3})[.)]\s{0,3}(?=ans)/i;
/** How many lines above a solution its question is searched for. */
const mostAbove = 60;

/** Whether the question above a solution has the solution's number. At the end of a paper, the question above is a different one. */
function isBelowItsQuestion(solution: string, place: number, lines: readonly Line[]): boolean {
  const number = Number(ofSolution.exec(solution)?.[1]);
  const counted = new Set<number>();
  for (let at = place - 1; at >= Math.max(0, place - mostAbove); at--) {
    const text = lines[at]?.text ?? '';
    if (ofSolution.test(text)) break;
    const found = numberInFront(text)?.number;
    if (found === undefined) continue;
    if (/^\s*q/i.test(text)) return found === number;
    counted.add(found);
  }
  return counted.has(number) && !counted.has(number + 1);
}

export const withoutMarkdown = (text: string) =>
  ruled.test(text) || toPress.test(text)
    ? ''
    : text
        .replace(ofExamView, '$1')
        .replace(folded, (_, said = '') => (said.trim() === '' ? '' : `Answer: ${said.trim()}`))
        .replace(ofGkToday, '$1) $2')
        .replace(solutionBelow, '$1:')
        .replace(bold, '$2')
        .replace(asHeading, '')
        .replace(symbolsInFront, '')
        .replace(slanted, '$2')
        .replace(listed, '');

/** "<details><summary>Answer</summary>B) Delhi</details>" */
const folded =
  /^\s{0,9}(?:<details>\s{0,3})?<summary>[^<>]{0,30}answer[^<>]{0,9}<\/summary>(.{0,300}?)(?:<\/details>)?\s{0,9}$|^\s{0,9}<\/?details>\s{0,9}$/i;

/** The answer in GKToday: "Correct Answer: A [Delhi]". */
const ofGkToday = /^(\s{0,9}correct answer: [a-d]) \[([^[\]]{1,200})\]\s{0,9}$/i;

/** "Option A: Delhi", "Option 1 : Delhi", "[A] Delhi", "- A: Delhi" */
const calledOption =
  /^\s{0,9}(?:option\s{1,3}([a-d1-4])\s{0,3}[:.)]|\[([a-d])\]|[-*•]\s{1,3}([a-d])\s?:)\s{0,3}(?=\S)/i;

const maybeCalled = /option|[-*•[]/i;

/**
 * Rewrites such options as "(A) Delhi", if they begin with the first one and are four or right above an answer. Four above other
 * options, or fewer above other lines, are part of the question: "Option 1: a bus".
 */
export function withCalledOptions(lines: readonly Line[]): readonly Line[] {
  const bare = lines.map(({ text }) =>
    text.length <= mostTyped && maybeCalled.test(text) ? withoutMarkdown(text) : text,
  );
  const signs = bare.map((text) => calledOption.exec(text)?.slice(1).find(Boolean));
  const read = [...lines];
  for (const from of lines.keys()) {
    const alphabet = latin.find((each) => placeIn(each, signs[from]) === 0);
    if (!alphabet) continue;
    const found = [from];
    let end = from + 1;
    while (bare[end]?.trim() === '' || placeIn(alphabet, signs[end]) === found.length) {
      if (bare[end]?.trim() !== '') found.push(end);
      end++;
    }
    const below = bare.slice(end, end + mostStatements);
    const next = below.find((text) => beginsAnswer.test(text) || styleOf(text));
    const areOptions =
      found.length < 4 ? beginsAnswer.test(below[0] ?? '') : !isFirst(styleOf(next ?? '')?.sign);
    if (areOptions)
      for (const place of found) {
        const { at = 0 } = lines[place] ?? {};
        const text = bare[place]?.replace(calledOption, `(${signs[place]}) `) ?? '';
        read[place] = { at, text };
      }
  }
  return read;
}

const behindQuestion = /(?<=\S)\s\(?(الف|[^\s\p{M}]\p{M}{0,3})(?:\)\s?|\.\s)(?=\S)/gu;
const labelInFront = /^\s*\(?(الف|[^\s\p{M}]\p{M}{0,3})\)/u;
const bracketed = (text: string) => labelInFront.exec(text)?.[1];

const nextTo = (place: number, lines: readonly Line[]) =>
  lines.slice(place + 1, place + 9).find(({ text }) => text.trim() !== '')?.text ?? '';

/** The text right above a line. There may be one empty line between. */
const rightAbove = (place: number, lines: readonly Line[]) =>
  lines.slice(Math.max(0, place - 2), place).findLast(({ text }) => text.trim() !== '')?.text ?? '';

const letterAlone = /^\s{0,20}([a-d])\s{0,20}$/i;
const byLetter = new WeakMap<readonly Line[], ReadonlySet<Line>>();

/**
 * The lines below options A to D that are a single letter, if most lines below such options are. Otherwise the letter may be the end of an
 * option, as in "Vitamin" above "C".
 */
function lettersBelow(lines: readonly Line[]): ReadonlySet<Line> {
  const known = byLetter.get(lines);
  if (known) return known;
  const bare = lines.map(({ text }) => withoutMarkdown(text.slice(0, mostTyped)));
  const signs = bare.map((text) => styleOf(text)?.sign.toLowerCase());
  const isBelow = (place: number) => place > 3 && signs.slice(place - 4, place).join('') === 'abcd';
  const below = [...lines.keys()].filter(isBelow);
  const letters = below.filter((place) => letterAlone.test(bare[place] ?? ''));
  const areMost = letters.length * 2 > below.length;
  const found = new Set(areMost ? letters.flatMap((place) => lines[place] ?? []) : []);
  byLetter.set(lines, found);
  return found;
}

/** The answer when a line below options A to D is a single letter, such as "B"; null for other lines. */
function loneAnswer(text: string, place: number, lines: readonly Line[]): string | null {
  const [, letter] = letterAlone.exec(text) ?? [];
  const line = lines[place];
  if (letter === undefined || !line || !lettersBelow(lines).has(line)) return null;
  // Above an answer, the letter is the end of an option. Above another letter or other options, it heads a table or is part of the
  // question.
  const below = withoutMarkdown(nextTo(place, lines).slice(0, mostTyped));
  const isAnswer = [beginsAnswer, letterAlone].every((sign) => !sign.test(below));
  return isAnswer && !isFirst(bracketed(below)) ? letter.toUpperCase() : null;
}

/** Splits one line into several: options behind their question, an answer behind an option. */
export function oneByOne(line: Line, place: number, lines: readonly Line[]): Line[] {
  const { at } = line;
  if (line.text.length > mostTyped || line.text.trim() === '') return [line];
  const isTestbook = ofTestbook.test(line.text) && toPress.test(rightAbove(place, lines));
  const own =
    ofSolution.test(line.text) && isBelowItsQuestion(line.text, place, lines)
      ? line.text.replace(ofSolution, '')
      : line.text;
  const said = isTestbook ? own.replace(ofTestbook, 'Answer: ($1) ') : own;
  const text = withAnswerWord(withoutMarkdown(said));
  const lone = loneAnswer(text, place, lines);
  if (lone !== null) return [{ at, text: `ANSWER: ${lone}` }];
  const [, alone] = ownAnswer.exec(text) ?? [];
  const [, inBrackets, before, repeated = ''] = ownAnswerWithText.exec(text) ?? [];
  const letter = (alone ?? inBrackets ?? before)?.toUpperCase();
  if (letter !== undefined) {
    const above = lines
      .slice(Math.max(0, place - 8), place)
      .flatMap((each) => (each.text.trim() === '' ? [] : each.text));
    const isAbove = (option: string) =>
      above.some((each) => looselyComparable(each).includes(looselyComparable(option)));
    // Below another answer, the line stays as it is, so that a message reports it.
    const meant = isAbove(repeated) ? repeated : repeated.replace(/\.$/, '');
    if (!answerLine.test(above.at(-1) ?? '') && (alone !== undefined || isAbove(meant)))
      return [{ at, text: `ANSWER: ${letter}${meant && `) ${meant}`}` }];
  }
  const below = nextTo(place, lines);
  const found = answerBehind(text, lines);
  const behind = found?.isTold && beginsAnswer.test(below) ? null : found;
  const bare = behind?.bare ?? text;
  const isWhole = isOptionSign(bracketed(bare) ?? '') || isFirst(bracketed(withoutMarkdown(below)));
  const first = isWhole
    ? -1
    : ([...bare.matchAll(behindQuestion)].find(([, sign]) => isFirst(sign))?.index ?? -1);
  const options =
    first === -1
      ? undefined
      : [...latin, ...local]
          .map((signs) => apart(bare.slice(first), signs))
          .find((pieces) => pieces.length === 4);
  if (!options && (behind?.said !== '' || behind.isTold || !beginsOption.test(bare)))
    return [{ at, text }];
  const pieces = options ? [bare.slice(0, first), ...options] : [bare];
  if (behind) pieces.push(`ANSWER: ${behind.letter}${behind.said && `) ${behind.said}`}`);
  return pieces.map((piece) => ({ at, text: piece }));
}
