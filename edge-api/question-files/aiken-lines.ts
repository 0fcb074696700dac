// The lines of typed questions as Aiken has them: numbers and Hindi letters of options become A to D, and several options in one
// line stand each on its own.

import { foldDigits } from './judge/clean-text.ts';
import { isCalled, isTitle, pairsIn, readKey, type Sections } from './judge/read-key.ts';
import { type Row, textCell } from './judge/sheet.ts';
import { limits } from './question-file.ts';

export const answerLine = /^\s*ANSWER\s*:(.*)$/is;
/** What is written below an answer; as text it would open the next question. “हल करें” asks for one. */
export const asideLine =
  /^(?:(?:ans|correct answer|marks?|points?|feedback|(?:detailed |short )?solution|explanation|rationale|reason|hint|topic|difficulty|level|ref(?:erence)?|source)\s*[:=]|(?:sol(?:n|ution)?|expl?(?:anation)?|व्याख्या|हल|स्पष्टीकरण)\s*[:=.–—-])/i;
/** How the four options of a paper are lettered. */
const letterings = ['abcd', '1234', 'अबसद', 'कखगघ', 'अबकड'];
const answerWord =
  /^\s*(?:(?:correct |सही )?(?:answer|ans|option|उत्तर|विकल्प))[ \t:.=–—-]*[([]?(\S)[)\].]{0,2}\s*$/i;

const beginsAnswer = /^\s*(?:correct |सही )?(?:answer|ans|option|उत्तर|विकल्प)/i;
/** "(a) ", "b)", "c. ": where it isn't so, a line is neither an option nor several. */
const beginsOption = /^\s*(?:\(?\S\)|\S\.\s)/;

/** @param at its place in the file, from 0: several may have been in one line there */
export type Line = { at: number; text: string };

/** "(a) one (b) two (c) three (d) four" in as many lines; fewer need a wider space between them, for an option may say "(a) and (b)". */
function apart(line: string, signs: string): string[] {
  const marks = [...line.matchAll(/(?:^|(?<!\s)(\s+))(\(?)(\S)(\)|(?<!\(\S)\.(?=\s))/g)].map(
    (match) => ({
      from: match.index,
      isWide: line.slice(0, match.index).trim() === '' || /\t|\s\s/.test(match[1] ?? ''),
      style: `${match[2]}${match[4]}`,
      place: signs.indexOf(match[3]?.toLowerCase() ?? ' '),
    }),
  );
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
  return pieces.length > 0 && pieces.every((piece) => !/^\(?\S[).]$/.test(piece)) ? pieces : [line];
}

/** "[Ans:- (b)]", "Key: B", "Right answer: option B", in a line of its own. */
const ownAnswer =
  /^\s{0,20}[[(]?(?:the )?(?:(?:(?:correct|right) )?(?:answer|ans|option|key)(?: key)?|correct|right)(?:(?: is)?\s{0,3}[:.=→–—-]{1,3}| is)\s{0,3}(?:option\s{0,3})?[([]?([a-d])[)\].]{0,3}\s{0,20}$/i;
/** "(d) Goa   Ans: (a)" */
const answerBehind =
  /(?<=\S)\s{1,20}[[(]?(?:ans|answer)\s{0,3}[:.=–—-]{1,3}\s{0,3}[([]?([a-d1-4])[)\].]{0,3}\s{0,20}$/i;
/** "**Answer:** B", "- A) Delhi", as chat programs write bold letters and lists; 2**3 is none. */
const starred =
  /^(\s{0,9}(?:(?:[-*•]|\d{1,3}[.)])\s{1,3})?)\*\*(?=\S)([^*]{1,1000})(?<=\S)\*\*(?![*\p{L}\p{N}])([^*]*)$/u;
const listed = /^\s{0,9}[-*•]\s{1,3}(?=\(?[a-d1-4][).])/i;

/** A line across the page. */
const ruled = /^\s{0,9}(?:-{3,}|={3,}|\*{3,})\s{0,9}$/;

/** "Option A: Delhi", "[A] Delhi" */
const calledOption = /^\s{0,9}(?:option\s{1,3}(?=[a-d]\s?[:.)])|\[([a-d])\](?=\s?\S))/i;

const withoutMarkdown = (text: string) =>
  ruled.test(text)
    ? ''
    : text
        .replace(starred, '$1$2$3')
        .replace(listed, '')
        .replace(calledOption, (_, letter?: string) => (letter === undefined ? '' : `(${letter})`));

/** Where options may begin behind their question. */
const firstBehind = /(?<=\S)\s(?=(?:\(?[a1]\)\s?|[a1]\.\s)\S)/i;
/** A longer line has no options behind a question. */
const mostTyped = 2_000;

/** What is typed in one line though it is several: options behind their question, an answer behind an option. */
function oneByOne(line: Line, place: number, lines: readonly Line[]): Line[] {
  const { at } = line;
  if (line.text.length > mostTyped || line.text.trim() === '') return [line];
  const text = withoutMarkdown(line.text);
  const [, own] = ownAnswer.exec(text) ?? [];
  // Below an answer it is another's, and left as it is to be named.
  const above = lines
    .slice(Math.max(0, place - 8), place)
    .findLast((each) => each.text.trim() !== '');
  if (own !== undefined && !answerLine.test(above?.text ?? ''))
    return [{ at, text: `ANSWER: ${own.toUpperCase()}` }];
  const behind = answerBehind.exec(text);
  const bare = behind ? text.slice(0, behind.index) : text;
  const below = lines.slice(place + 1, place + 9).find((each) => each.text.trim() !== '');
  const isWhole =
    /^\s*\(?[a-d]\)/i.test(bare) || /^\s*\(?[a1]\)/i.test(withoutMarkdown(below?.text ?? ''));
  const first = isWhole ? -1 : bare.search(firstBehind);
  const options = ['abcd', '1234']
    .map((signs) => apart(bare.slice(first), signs))
    .find((pieces) => first !== -1 && pieces.length === 4);
  if (!options && !(behind && beginsOption.test(bare))) return [{ at, text }];
  const pieces = options ? [bare.slice(0, first), ...options] : [bare];
  if (behind) pieces.push(`ANSWER: ${behind[1]?.toUpperCase()}`);
  return pieces.map((piece) => ({ at, text: piece }));
}

export const splitLines = (text: string) =>
  text.split(/\r\n?|\n/).map((line, at): Line => ({ at, text: line }));

/** Lines with their options and answers lettered A to D. What begins a question is never an option. */
function linesOf(typed: readonly Line[], signs: string): Line[] {
  const letterOf = (sign?: string) => sign && 'ABCD'[signs.indexOf(sign.toLowerCase())];
  let begins = true;
  return typed.flatMap((whole) => {
    const { at, text: line } = whole;
    const own = begins;
    if (begins && line.trim() !== '' && !asideLine.test(line.trim())) begins = false;
    const said = beginsAnswer.test(line) ? answerWord.exec(line) : null;
    if (said || answerLine.test(line)) begins = true;
    // Those in Latin letters are Aiken's own to read.
    const isOther = signs !== 'abcd' || /\p{Script=Devanagari}/u.test(line);
    const answer = isOther ? letterOf(said?.[1]) : undefined;
    if (own || (answer === undefined && !beginsOption.test(line))) return whole;
    if (answer !== undefined) return { at, text: `ANSWER: ${answer}` };
    return apart(line, signs).map((piece) => {
      const [, sign, rest] = /^\s*\(?(\S)(?:\)|\.\s)\s*(\S.*)$/.exec(piece) ?? [];
      const letter = letterOf(sign);
      return { at, text: letter === undefined ? piece : `${letter}) ${rest}` };
    });
  });
}

// Answers of a typed paper that stand below all its questions.

/** "12. ", "Q.3) ", "Question No. 4", "प्रश्न १:"; 1.5 and q1 are none. */
const inFront =
  /^\s{0,20}(?:(?:q(?:ue(?:s(?:tion)?)?)?|प्र(?:श्न)?)(?:[. -]{0,2}(?:(?:no|सं(?:ख्या)?)[. ]{0,2})?(?=\p{Nd}{1,4}\s{0,3}[.):-])|[. -]{1,2}(?:(?:no|सं(?:ख्या)?)[. ]{0,2})?(?=\p{Nd}{1,4}(?:\s|$)))|(?=\p{Nd}{1,4}\s{0,3}[.):]))(\p{Nd}{1,4})(?!\p{Nd}|\s{0,3}[.:]\p{Nd})\s{0,3}[.):-]{0,2}/iu;

/** The number in front of a question, and what stands behind it. */
export function numberInFront(line: string): { number: number; rest: string } | null {
  const [whole, digits] = inFront.exec(line) ?? [];
  return whole === undefined || digits === undefined
    ? null
    : { number: Number(foldDigits(digits)), rest: line.slice(whole.length).trim() };
}

const optionSign = /(?:^|\s)\(?(?:[a-dअबसदकखगघड]|([1-4]))[).](?=\s?\S)/giu;

/** Where a key at the end begins, and what it says. */
function keyBelow(lines: readonly Line[]): { first: number; sections: Sections } | null {
  const title = lines.findLastIndex(({ text }) => isTitle(text.trim()));
  const other = lines.findLastIndex(
    ({ text }) => text.trim() !== '' && !isTitle(text.trim()) && pairsIn(text).length === 0,
  );
  for (const first of title === -1 ? [other + 1] : [title, other + 1]) {
    if (lines.length - first > 2 * limits.rows) continue;
    const rows = lines.slice(first).flatMap(({ at, text }): Row[] => {
      const said = text.trim();
      return said === ''
        ? []
        : [{ row: at + 1, hidden: false, cells: new Map([[0, textCell(said)]]) }];
    });
    const key = readKey(rows);
    if (key && 'sections' in key) return { first, sections: key.sections };
  }
  return null;
}

/**
 * With the answer of a key at the end below each question: the one with its number that follows the options of the one
 * before; a number that is not above the last one begins the next section. As they are where there is no such key, where one
 * of its numbers is not found, or where its sections are not those of the questions.
 */
function answeredByKey(lines: readonly Line[]): readonly Line[] {
  const key = keyBelow(lines);
  const above = lines.slice(0, key?.first);
  if (!key || above.some(({ text }) => answerLine.test(text))) return lines;
  const places = new Map(
    key.sections.map((each) => [each, above.findIndex(({ text }) => isCalled(each.name, text))]),
  );
  const placeOf = (section: Sections[number]) => places.get(section) ?? -1;
  const areNamed = ![...places.values()].includes(-1);
  const sections = areNamed
    ? [...key.sections].sort((a, b) => placeOf(a) - placeOf(b))
    : key.sections;
  const answered: Line[] = [];
  const begins: number[] = [];
  let section = -1;
  let last = 0;
  let open: { answer: string | undefined; end: number } | null = null;
  let found = 0;
  let letters = 2;
  let digits = 4;
  const close = () => {
    if (open?.answer === undefined) return;
    const at = answered[open.end - 1]?.at ?? 0;
    answered.splice(open.end, 0, { at, text: `ANSWER: ${open.answer}` });
    found++;
  };
  for (const [at, line] of above.entries()) {
    const number = numberInFront(line.text)?.number;
    if ((letters >= 2 || digits >= 4) && number !== undefined) {
      close();
      if (section === -1 || number <= last) {
        section++;
        begins.push(at);
      }
      last = number;
      open = { answer: sections[section]?.answers.get(number)?.text, end: 0 };
      letters = 0;
      digits = 0;
    } else
      for (const [, digit] of line.text.matchAll(optionSign)) {
        if (digit === undefined) letters++;
        else digits++;
        if (open) open.end = answered.length + 1;
      }
    answered.push(line);
  }
  close();
  const wanted = sections.reduce((sum, { answers }) => sum + answers.size, 0);
  const isElsewhere = sections.some((each, of) => {
    const at = placeOf(each);
    return at !== -1 && (at > (begins[of] ?? 0) || at < (begins[of - 1] ?? 0));
  });
  return found === wanted && begins.length === sections.length && !isElsewhere ? answered : lines;
}

/** As the first of the letterings has it in which it is Aiken; null where it is in none. */
export function aikenLines(whole: readonly Line[]): Line[] | null {
  const typed = answeredByKey(whole.flatMap(oneByOne));
  if (!typed.some(({ text }) => beginsAnswer.test(text))) return null;
  for (const signs of letterings) {
    const lines = linesOf(typed, signs);
    if (isAiken(lines.map((line) => line.text).join('\n'))) return lines;
  }
  const romans = typed.map(fromRoman);
  const lines = romans.some((line, at) => line !== typed[at]) ? linesOf(romans, '1234') : [];
  return isAiken(lines.map((line) => line.text).join('\n')) ? lines : null;
}

/** "(iii)", "Ans. iv" as 3 and 4. Statements have such numbers, too, so options in others are looked for first. */
function fromRoman(line: Line): Line {
  if (line.text.length > mostTyped) return line;
  const digit = (roman: string) =>
    String(['i', 'ii', 'iii', 'iv'].indexOf(roman.toLowerCase()) + 1);
  const text = line.text
    .replace(
      /(^|\s)(\(?)(iv|i{1,3})(?=[).]\s?\S)/gi,
      (_, gap, sign, roman) => gap + sign + digit(roman),
    )
    .replace(
      /^(\s{0,9}(?:correct )?(?:answer|ans|option|उत्तर)[ \t:.=–—-]{0,9}[([]?)(iv|i{1,3})(?=[)\].]{0,2}\s{0,9}$)/i,
      (_, before, roman) => before + digit(roman),
    );
  return text === line.text ? line : { ...line, text };
}

function isAiken(text: string): boolean {
  return (
    /^[ \t]*(\([A-Z]\)|[A-Z][).:]|[A-Z] [-–—] )/im.test(text) &&
    /^[ \t]*(?:correct[ \t])?(?:answer|ans|option)(?:[ \t]*[:.=–—-][ \t]*\(?[A-Z](?![A-Z])|[ \t](?:is[ \t])?\(?[A-Z][).]{0,2}\s*$)/im.test(
      text,
    )
  );
}
