// The lines of typed questions as Aiken has them: numbers and letters of Indian scripts before options become A to D, and several
// options in one line stand each on its own.

import { foldDigits, looselyComparable } from './judge/clean-text.ts';
import { explanation, tell } from './judge/judge-row.ts';
import { isOptionSign, letterings, recognise } from './judge/map-header.ts';
import { isCalled, isTitle, pairsIn, readKey, type Sections } from './judge/read-key.ts';
import { type Row, textCell } from './judge/sheet.ts';
import { limits } from './question-file.ts';

/** "Answer: ____" is a gap to be filled, and part of a question. */
export const answerLine = /^\s*ANSWER\s*:(?!\s*[_.…-]{2,}\s*$)(.*)$/is;
/** What is written below an answer; as text it would open the next question. “हल करें” asks for one. */
export const asideLine =
  /^(?:(?:ans|correct answer|marks?|points?|ex|feedback|(?:detailed |short )?solution|explanation|rationale|reason|hint|topic|difficulty|level|ref(?:erence)?|source)\s*[:=]|(?:sol(?:n|ution)?|expl?(?:anation)?|व्याख्या|हल|स्पष्टीकरण|ব্যাখ্যা|விளக்கம்|వివరణ|ವಿವರಣೆ|വിശദീകരണം|સમજૂતી|ਵਿਆਖਿਆ|ବ୍ୟାଖ୍ୟା|وضاحت)\s*[:=.–—-])/i;
/** "Ex: 2, 4, 6 …" begins a question between an empty line and one that isn't; elsewhere it explains the answer above. */
export const isAsideLine = (said: string, isApart: boolean, next = '') =>
  asideLine.test(said) && !(isApart && next.trim() !== '' && /^ex\s*[:=]/i.test(said));

/** How the four options of a paper may be lettered. */
const latin = [[...'abcd'], [...'1234']];
const local = [...letterings, [...'अबकड'], [...'અબકડ']];
const placeIn = (signs: readonly string[], said = '') =>
  signs.indexOf(foldDigits(said).toLowerCase());

/** "Ans: (ख)", "Answer: (ख) Mumbai" */
const answerWord =
  /^\s*(?:correct |सही )?(?:(?:answer|ans)[ \t:.=–—-]*[([]?((?:الف|[\p{L}\p{N}]\p{M}{0,3}))(?:[)\]]\s*(?!\.\s*$)|\s[-–—]\s)(\S.*)|(?:answer|ans|option|विकल्प)[ \t:.=–—-]*[([]?((?:الف|[\p{L}\p{N}]\p{M}{0,3}))[)\].]{0,2}\s*)$/iu;
const beginsAnswer = /^\s*(?:correct |सही )?(?:answer|ans|option|विकल्प)/i;
/** "उत्तर: (ख)", "விடை - A", "উত্তর ক": words that head the column of the answers, too. North is उत्तर as well. */
const localAnswer =
  /^(\s{0,20}[[(]?)((?=[^ -~])\p{L}[\p{L}\p{M}]{0,20}(?: [\p{L}\p{M}]{1,20})?)(?=\s{0,3}[:.=–—-]{0,3}\s{0,3}[([]?(?:[iv]{1,3}|(?:الف|[^\s\p{M}]\p{M}{0,3}))(?:[)\].]{0,3}\s{0,20}$|[)\]]\s?\S|\s[-–—]\s\S))/u;
const isAnswerWord = (word: string) =>
  /^(?:ans(?:wer)?|उ)$/i.test(word) || recognise(word.replace(/ः$/, ''))?.field === 'CorrectAnswer';
function withAnswerWord(text: string): string {
  const [whole = '', before = '', word = ''] = localAnswer.exec(text) ?? [];
  if (!isAnswerWord(word)) return text;
  const rest = text.slice(whole.length);
  return `Answer:${/[[(]/.test(before) ? rest.replace(/[)\]]$/, '') : rest}`;
}
/** "(a) ", "b)", "c. ": where it isn't so, a line is neither an option nor several. */
const beginsOption = /^\s*(?:\(?(?:الف|[^\s\p{M}]\p{M}{0,3})\)|(?:الف|[^\s\p{M}]\p{M}{0,3})\.\s)/u;
const labelsOf =
  /(?:^|(?<!\s)(\s+))(\(?)((?:الف|[^\s\p{M}]\p{M}{0,3}))(\)|(?<!\((?:الف|[^\s\p{M}]\p{M}{0,3}))\.(?=\s))/gu;
const bareLabel = /^\(?(?:الف|[^\s\p{M}]\p{M}{0,3})[).]$/u;
const optionApart = /^\s*\(?((?:الف|[^\s\p{M}]\p{M}{0,3}))(?:\)|\.\s)\s*(\S.*)$/u;

/**
 * @param at its place in the file, from 0: several may have been in one line there
 * @param isStatement lettered like an option, but part of the question
 * @param marked on an answer, the option that has a mark, as it is typed
 * @param sign on an answer, the number that it is in the file, though the options have letters
 */
export type Line = { at: number; text: string; isStatement?: true; marked?: string; sign?: string };

/** "(a) one (b) two (c) three (d) four" in as many lines; fewer need a wider space between them, for an option may say "(a) and (b)". */
function apart(line: string, signs: readonly string[]): string[] {
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

/** "(a) one (b) two" or "(c) three (d) four" as two, where it is nothing more. */
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

/** What is needed for it, so that the lines of other papers cost no time. */
const beginsPair = /^\s{0,20}\(?[^\s()]{1,4}\)[^()]{1,1000}\(?[^\s()]{1,4}\)/u;

/** Options two by two with a single space between, as in text that was copied from a printed page: the second line tells it. */
function twoByTwo(lines: readonly Line[]): Line[] {
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

/** "[Ans:- (b)]", "Key: B", "Right answer: option B", "Ans (b)", in a line of its own. */
const ownAnswer =
  /^\s{0,20}[[(]?(?:the )?(?:(?:(?:correct|right) )?(?:answer|ans|option|key)(?: key)?|correct|right)(?:(?: is)?\s{0,3}[:.=→–—-]{1,3}| is|(?<=answer|ans|correct option)(?=[\s([]))\s{0,3}(?:option\s{0,3})?[([]?\s?([a-d])\s?[)\].]{0,3}\s{0,20}$/i;
/** "Ans. (b) Mumbai", where an option above it says "Mumbai": "Answer (a) if both are true" is an instruction. */
const ownAnswerWithText =
  /^\s{0,20}(?:the )?(?:correct |right )?(?:answer|ans)(?: is)?[\s:.=→–—-]{0,3}(?:option\s{1,3})?(?:\(([a-d])\)|([a-d])[).:])\s{0,3}(\S.*)$/i;
/** "(d) Goa   Ans: (a)" */
const answerBehind =
  /(?<=\S)\s{1,20}[[(]?([\p{L}\p{M}]{1,20})\s{0,3}[:.=–—-]{1,3}\s{0,3}[([]?([a-d1-4]|(?=[^ -~])(?:الف|[^\s\p{M}]\p{M}{0,3}))[)\].]{0,3}\s{0,20}$/iu;
/** "**Answer:** **B**", "- **A)** Delhi", as chat programs write bold letters and lists; 2**3, (a)**(2) and "**" are none. */
const bold =
  /(?<![^\s([{"'“‘.:\p{So}])(\*{2,3})(?=[\p{L}\p{N}\p{So}\p{Sc}([])([^*]{1,1000})(?<=\S)\1(?![^\s.,:;!?)\]}"'”’।|])/gu;
const listed =
  /^\s{0,9}[-*•>]\s{1,3}(?=\(?[a-d1-4][).]|(?:the |correct |right |सही )?(?:answer|ans|option|explanation|solution|उत्तर|विकल्प|व्याख्या)(?: option)?\s?[:=]|q(?:ue(?:s(?:tion)?)?)?[. ]{0,2}\d{0,4}\s?:)/i;
/** "### Question 1", "## 2. Which …"; a single # begins what a program says of itself. */
const asHeading =
  /^\s{0,3}#{2,6}\s{1,3}(?=(?:q(?:ue(?:s(?:tion)?)?)?|प्रश्न|section|part|answer|ans)(?![\p{L}\p{M}])|\p{Nd}{1,4}[.):])/iu;

/** A line across the page. */
const ruled = /^\s{0,9}(?:-{3,}|={3,}|\*{3,})\s{0,9}$/;

/** "Option A: Delhi", "[A] Delhi" */
const calledOption = /^\s{0,9}(?:option\s{1,3}(?=[a-d]\s?[:.)])|\[([a-d])\](?=\s?\S))/i;

/** "✅ Answer: B", "→ Answer: B", "💡 Explanation: …" */
const symbolsInFront =
  /^\s{0,9}(?:(?:\p{So}\ufe0f?|[→⇒]|[-=]{1,2}>)\s{0,3}){1,4}(?=[[(]?(?:the |correct |right |सही |सटीक )?(?:answer|ans|correct|key|explanation|solution|hint|उत्तर|व्याख्या|हल)(?![\p{L}\p{M}]))/iu;

/** "*Answer: B*" */
const slanted =
  /^\s{0,9}([*_])(?=(?:correct )?(?:answer|ans)(?![\p{L}\p{M}]))([^*_]{1,200})\1\s{0,9}$/iu;

/** "S12. Ans.(b)" */
const ofSolution = /^\s{0,9}s\d{1,3}[.)]\s{0,3}(?=ans)/i;

const withoutMarkdown = (text: string) =>
  ruled.test(text)
    ? ''
    : text
        .replace(bold, '$2')
        .replace(asHeading, '')
        .replace(symbolsInFront, '')
        .replace(slanted, '$2')
        .replace(ofSolution, '')
        .replace(listed, '')
        .replace(calledOption, (_, letter?: string) => (letter === undefined ? '' : `(${letter})`));

/** Where options may begin behind their question. */
const firsts = new Set(['a', '1', '१', ...letterings.map(([first = '']) => first)]);
const isFirst = (sign = '') => firsts.has(sign.toLowerCase());
const behindQuestion = /(?<=\S)\s\(?(الف|[^\s\p{M}]\p{M}{0,3})(?:\)\s?|\.\s)(?=\S)/gu;
const labelInFront = /^\s*\(?(الف|[^\s\p{M}]\p{M}{0,3})\)/u;
const bracketed = (text: string) => labelInFront.exec(text)?.[1];
/** A longer line has no options behind a question. */
const mostTyped = 2_000;

/** What is typed in one line though it is several: options behind their question, an answer behind an option. */
function oneByOne(line: Line, place: number, lines: readonly Line[]): Line[] {
  const { at } = line;
  if (line.text.length > mostTyped || line.text.trim() === '') return [line];
  const text = withAnswerWord(withoutMarkdown(line.text));
  const [, own] = ownAnswer.exec(text) ?? [];
  const [, inBrackets, before, said = ''] = ownAnswerWithText.exec(text) ?? [];
  const letter = (own ?? inBrackets ?? before)?.toUpperCase();
  if (letter !== undefined) {
    const above = lines
      .slice(Math.max(0, place - 8), place)
      .flatMap((each) => (each.text.trim() === '' ? [] : each.text));
    const isAbove = (option: string) =>
      above.some((each) => looselyComparable(each).includes(looselyComparable(option)));
    // Below an answer it is another's, and left as it is to be named.
    const meant = isAbove(said) ? said : said.replace(/\.$/, '');
    if (!answerLine.test(above.at(-1) ?? '') && (own !== undefined || isAbove(meant)))
      return [{ at, text: `ANSWER: ${letter}${meant && `) ${meant}`}` }];
  }
  const found = answerBehind.exec(text);
  const behind = found && isAnswerWord(found[1] ?? '') ? found : null;
  const bare = behind ? text.slice(0, behind.index) : text;
  const below = lines.slice(place + 1, place + 9).find((each) => each.text.trim() !== '');
  const isWhole =
    isOptionSign(bracketed(bare) ?? '') || isFirst(bracketed(withoutMarkdown(below?.text ?? '')));
  const first = isWhole
    ? -1
    : ([...bare.matchAll(behindQuestion)].find(([, sign]) => isFirst(sign))?.index ?? -1);
  const options =
    first === -1
      ? undefined
      : [...latin, ...local]
          .map((signs) => apart(bare.slice(first), signs))
          .find((pieces) => pieces.length === 4);
  if (!options && !(behind && beginsOption.test(bare))) return [{ at, text }];
  const pieces = options ? [bare.slice(0, first), ...options] : [bare];
  if (behind) pieces.push(`ANSWER: ${behind[2]?.toUpperCase()}`);
  return pieces.map((piece) => ({ at, text: piece }));
}

export const splitLines = (text: string) =>
  text.split(/\r\n?|\n/).map((line, at): Line => ({ at, text: line }));

/** So many lines above its options belong to a question. */
export const mostStatements = 40;

const styleOf = (text: string) => {
  const [, before, sign = '', behind] = optionStyle.exec(text) ?? [];
  return sign === '' ? null : { sign, style: `${before}${behind}` };
};
const optionStyle = /^\s*(\(?)((?:الف|[\p{L}\p{N}]\p{M}{0,3}))(\)|\.(?=\s))\s*\S/u;

/** A list that belongs to the question, such as "A. Rose" or "1. The sun is a star.", above options labelled differently: "(1) …". */
function isListed(place: number, lines: readonly Line[], signs: readonly string[]): boolean {
  const own = styleOf(lines[place]?.text ?? '');
  if (!own || (placeIn(signs, own.sign) === -1 && !/^[a-z]$/i.test(own.sign))) return false;
  for (const { text } of lines.slice(place + 1, place + 1 + mostStatements)) {
    if (text.trim() === '' || beginsAnswer.test(text)) return false;
    const other = styleOf(text);
    if (other && placeIn(signs, other.sign) === 0 && other.style !== own.style) return true;
  }
  return false;
}

/** Lines with their options and answers lettered A to D. What begins a question is never an option. */
function linesOf(typed: readonly Line[], signs: readonly string[]): Line[] {
  const letterOf = (said?: string) =>
    said === undefined ? undefined : 'ABCD'[placeIn(signs, said)];
  let begins = true;
  let areLettered = true;
  return typed.flatMap((whole, place) => {
    const { at, text: line } = whole;
    const own = begins;
    const isApart = (typed[place - 1]?.text ?? '').trim() === '';
    if (begins && line.trim() !== '' && !isAsideLine(line.trim(), isApart, typed[place + 1]?.text))
      begins = false;
    const [said, behind, rest, alone = behind] = beginsAnswer.test(line)
      ? (answerWord.exec(line) ?? [])
      : [];
    if (said !== undefined || answerLine.test(line)) begins = true;
    if (own) areLettered = true;
    // Those in Latin letters are Aiken's own to read.
    const answer = signs[0] === 'a' ? undefined : letterOf(alone);
    if (own || (answer === undefined && !beginsOption.test(line))) return whole;
    if (isListed(place, typed, signs)) return { ...whole, isStatement: true };
    if (answer !== undefined)
      return {
        ...{ at, text: `ANSWER: ${answer}${rest === undefined ? '' : `) ${rest}`}` },
        ...(whole.marked !== undefined && { marked: whole.marked }),
        ...(areLettered && alone !== undefined && { sign: whole.sign ?? alone }),
      };
    return apart(line, signs).map((piece) => {
      const [, label, text] = optionApart.exec(piece) ?? [];
      const letter = letterOf(label);
      if (letter !== undefined) areLettered = false;
      return { at, text: letter === undefined ? piece : `${letter}) ${text}` };
    });
  });
}

// Answers of a typed paper that stand below all its questions.

/** "12. ", "Q.3) ", "Question No. 4", "प्रश्न १:", "২।"; 1.5 and q1 are none. */
const inFront =
  /^\s{0,20}(?:(?:q(?:ue(?:s(?:tion)?)?)?|प्र(?:श्न)?|প্রশ্ন|প্ৰশ্ন|પ્રશ્ન|ਪ੍ਰਸ਼ਨ|ପ୍ରଶ୍ନ|வினா|கேள்வி|ప్రశ్న|ಪ್ರಶ್ನೆ|ചോദ്യം|سوال)(?:[. -]{0,2}(?:(?:no|सं(?:ख्या)?)[. ]{0,2})?(?=\p{Nd}{1,4}\s{0,3}[.):।-])|[. -]{1,2}(?:(?:no|सं(?:ख्या)?)[. ]{0,2})?(?=\p{Nd}{1,4}(?:\s|$)))|(?=\p{Nd}{1,4}\s{0,3}[.):।]))(\p{Nd}{1,4})(?!\p{Nd}|\s{0,3}[.:]\p{Nd})\s{0,3}[.):।-]{0,2}/iu;

/** The number in front of a question, and what stands behind it. */
export function numberInFront(line: string): { number: number; rest: string } | null {
  const [whole, digits] = inFront.exec(line) ?? [];
  return whole === undefined || digits === undefined
    ? null
    : { number: Number(foldDigits(digits)), rest: line.slice(whole.length).trim() };
}

const optionLabel = /(?:^|\s)\(?(الف|[^\s\p{M}]\p{M}{0,3})[).](?=\s?\S)/gu;

/** Where a key at the end begins, and what it says. */
function keyBelow(lines: readonly Line[]): { first: number; sections: Sections } | null {
  const title = lines.findLastIndex(({ text }) => isTitle(text.trim()));
  const other = lines.findLastIndex(
    ({ text }) => text.trim() !== '' && !isTitle(text.trim()) && pairsIn(text).length === 0,
  );
  for (const first of new Set(title === -1 ? [other + 1] : [title, other + 1])) {
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
      for (const [, sign = ''] of line.text.matchAll(optionLabel)) {
        if (isOptionSign(sign)) letters++;
        else if (placeIn([...'1234'], sign) !== -1) digits++;
        else continue;
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

/** Those of Indian scripts that are found: first the one whose fourth sign there is most of, since क is the third after अ and ब. */
function localIn(typed: readonly Line[]): (readonly string[])[] {
  const times = new Map<string, number>();
  for (const { text } of typed)
    for (const [, , , said = ''] of text.matchAll(labelsOf))
      times.set(said, (times.get(said) ?? 0) + 1);
  const countOf = (said = '') => times.get(said) ?? 0;
  return local
    .filter(([first]) => countOf(first) > 0)
    .sort((one, other) => countOf(other[3]) - countOf(one[3]));
}

// Answers that are marks: "*b) Delhi" of Respondus and text2qti, "B) Delhi ✅", and "✅ Delhi" among lines without letters.

const starInFront = /^(\s{0,9})\*(?=\(?(?:الف|[^\s\p{M}*]\p{M}{0,3})[).])/u;
const markInFront =
  /^(\s{0,9}(?:\(?(?:الف|[^\s\p{M}*]\p{M}{0,3})[).]\s{0,3})?)[✅✔☑✓]\ufe0f?\s{0,3}/u;
/** And what stands at the others then. */
const crossInFront =
  /^(\s{0,9}(?:\(?(?:الف|[^\s\p{M}*]\p{M}{0,3})[).]\s{0,3})?)[❌✖✗✘]\ufe0f?\s{0,3}/u;
const crossBehind = /[❌✖✗✘]\ufe0f?$/u;

/** Some sign of those, or the end of a word in brackets, without which nothing need be looked for. */
const maybeMarked = /[*✅✔☑✓❌✖✗✘)\]←⇐]|(?:correct|right|answer|option|choice|ans)[.!]?\s*$/i;

type Marked = { text: string; isRight: boolean };

/** Without its mark, where it is something else, too. */
function readMark({ text }: Line): Marked {
  if (text.length > mostTyped || !maybeMarked.test(text)) return { text, isRight: false };
  const whole = text.trimEnd();
  const bare = whole.replace(starInFront, '$1').replace(markInFront, '$1').replace(tell, '');
  const isRight = bare !== whole && /[\p{L}\p{N}]/u.test(bare);
  if (isRight) return { text: bare.trimEnd(), isRight };
  const rest = whole.replace(crossInFront, '$1').replace(crossBehind, '').trimEnd();
  return { text: rest, isRight: false };
}

const alphabets: readonly (readonly string[])[] = [...latin, ...local];

type Placed = Marked & { place: number; sign: string; style: string };

/** Options in a row from the first on, each in its own line, empty lines between them perhaps. */
function optionsFrom(lines: readonly Line[], from: number): Placed[] {
  const found: Placed[] = [];
  let signs = alphabets;
  let style: string | undefined;
  for (let at = 0; at < 8; at++) {
    const line = lines[from + at];
    if (!line) break;
    if (at > 0 && line.text.trim() === '') continue;
    const read = readMark(line);
    const own = styleOf(read.text);
    if (at === 0 && !isFirst(own?.sign)) break; // nearly all lines end here
    const fitting = signs.filter((each) => placeIn(each, own?.sign) === found.length);
    if (!own || fitting.length === 0 || own.style !== (style ?? own.style)) break;
    signs = fitting;
    style = own.style;
    found.push({ ...read, ...own, place: from + at });
  }
  return found;
}

/** Whether options lettered otherwise follow before the next number or an answer: what is marked are statements of their question. */
function areStatements(lines: readonly Line[], group: readonly Placed[]): boolean {
  const [first] = group;
  const from = (group.at(-1)?.place ?? -1) + 1;
  for (let at = from; at < Math.min(lines.length, from + mostStatements); at++) {
    const { text = '' } = lines[at] ?? {};
    const [other, next] = text.trim() === '' ? [] : optionsFrom(lines, at);
    if (other && next) return other.style !== first?.style || other.sign !== first.sign;
    if (numberInFront(text) || beginsAnswer.test(text)) return false;
  }
  return false;
}

/** Nothing but an empty line, the next number or what explains the answer may follow options that a mark answers. */
function endsBehind(lines: readonly Line[], group: readonly Placed[], next: string): boolean {
  const last = group.at(-1);
  const fifth = styleOf(next);
  const isFurther =
    fifth?.style === last?.style && fifth?.sign.toLowerCase() === (last?.sign === '4' ? '5' : 'e');
  const isApart = (lines[(last?.place ?? -1) + 1]?.text.trim() ?? '') === '';
  return (
    !isFurther &&
    (isApart || numberInFront(next) !== null || asideLine.test(next)) &&
    !areStatements(lines, group)
  );
}

/** Of a line that begins as an answer does, the letter that it names. */
const letterSaid = (text: string) =>
  /[\s:.=–—-][([]?\s?(الف|[\p{L}\p{N}]\p{M}{0,3})(?![\p{L}\p{M}\p{N}])/u.exec(text)?.[1] ?? '';

/** Groups of options without their marks: with the answer below where one is marked, as it is where an answer says another. */
function lettered(lines: readonly Line[]): Line[] {
  const read: Line[] = [];
  let done = 0;
  /** The answer that says the same as a mark, and the marked option. */
  let agreed: { answer: Line; marked: string } | null = null;
  for (const [at, line] of lines.entries()) {
    if (at < done) continue;
    const group = line.text === '' ? [] : optionsFrom(lines, at);
    const [mark, other] = group.filter(({ isRight }) => isRight);
    const last = group.at(-1)?.place ?? at;
    const below = lines.slice(last + 1, last + 4).find(({ text }) => text.trim() !== '');
    const next = below?.text.trim() ?? '';
    const answer = beginsAnswer.test(next) ? below : undefined;
    const isSame = !other && letterSaid(next).toLowerCase() === mark?.sign.toLowerCase();
    // Alone, it is the first question of a paper, which may ask what a sign means.
    if (!mark || group.length < 2 || (answer && !isSame)) {
      read.push(agreed?.answer === line ? { ...line, marked: agreed.marked } : line);
      continue;
    }
    done = last + 1;
    const isTold = answer !== undefined || (!other && endsBehind(lines, group, next));
    for (const { place, text } of group) {
      const typed = lines[place] ?? line;
      read.push(!isTold && styleOf(typed.text) ? typed : { at: typed.at, text });
    }
    const marked = lines[mark.place]?.text.trim() ?? '';
    if (answer) agreed = { answer, marked };
    // Without an answer they are named, marks and all: nothing tells which one was meant, or what else belongs to them.
    if (answer || !isTold) continue;
    const text = `ANSWER: ${mark.sign.toUpperCase()}`;
    read.push({ ...{ at: lines[last]?.at ?? at, text }, marked });
  }
  return read;
}

// Notes within a question, which other systems show when it is answered.

/** Respondus: "~ …" below a question; "~ p" is logic, "~ 20 kg" about so much. */
const feedback = /^\s{0,20}~\s{1,5}\p{L}\p{M}?[\p{L}\p{M}\p{N}]/u;
/** And "@ …" below an option, which has a letter; "@ 5 % a year" belongs to a question. */
const optionFeedback = /^\s{0,20}@\s{1,5}\S/;
const letteredOption = /^\s{0,9}\*?\(?[a-h][).]/i;
/** And text2qti's; "+ …" and "- …" follow below. Such lines are only believed where stars mark the right options, or where a type is told. */
const dotted = /^\s{0,20}(?:\.{3}|…)\s{1,5}\S/;
const signed = /^\s{0,20}[+-]\s{1,5}\S/;
const typeLine = /^\s{0,20}type\s?:\s{0,3}(?:mc|mr|ma|tf|e|fb|f|mt)\s{0,20}$/i;
/** What both write above a question. */
const headLine =
  /^\s{0,20}(?:type|(?:quiz |text )?title|(?:quiz )?description|points?|id)\s?:\s{0,3}\S/i;
const furtherOption = /^\s{0,9}\*?\(?[b-h][).]\s/i;
/** "*b. Delhi"; "*p.next" is C. */
const starredOption = /^\s{0,9}\*\(?[a-z\d][).]\s/i;

const isNamed = (text: string) =>
  text.length <= mostTyped &&
  asideLine.test(text.trim()) &&
  !beginsAnswer.test(withoutMarkdown(text));

/** Below an answer, where marks and the like are named, as they count for something. */
const explains = (text: string) =>
  isNamed(text) && (explanation.test(text.trim()) || /^\s*hint\s*:/i.test(text));

/** Whether a note has one line: what goes on below may be the next question. */
const endsAt = (next = '') => next.trim() === '' || explains(next);

/** Without such notes; words such as "Hint:" begin one only below an option, and above another or the answer. */
export function withoutFeedback(lines: readonly Line[]): {
  kept: readonly Line[];
  first: Line | null;
} {
  const isExport = lines.some(({ text }) => starredOption.test(text) || typeLine.test(text));
  const kept: Line[] = [];
  let first: Line | null = null;
  let above = '';
  let isBelowNote = false;
  let isBelowHead = true;
  for (const [at, line] of lines.entries()) {
    const { text } = line;
    const isBelow = (lines[at - 1]?.text ?? '').trim() !== '';
    const isSigned: boolean =
      isBelow &&
      (feedback.test(text) ||
        ((isBelowNote || letteredOption.test(above)) && optionFeedback.test(text)) ||
        (isExport && (dotted.test(text) || (isBelowNote && signed.test(text)))));
    const isHead: boolean = isExport && isBelowHead && headLine.test(text);
    isBelowHead = isHead || text.trim() === '';
    const next =
      beginsOption.test(above) && isNamed(text)
        ? lines.slice(at + 1, at + 9).find((each) => each.text.trim() !== '' && !isNamed(each.text))
        : undefined;
    const isBelowAnswer =
      isBelow && answerLine.test(above) && explains(text) && endsAt(lines[at + 1]?.text);
    const isAmong =
      next !== undefined &&
      (furtherOption.test(next.text) ||
        beginsAnswer.test(withoutMarkdown(next.text.slice(0, mostTyped))));
    isBelowNote = isSigned;
    if (isSigned || isHead || isAmong || isBelowAnswer) first ??= line;
    else {
      kept.push(line);
      if (text.trim() !== '') above = text;
    }
  }
  return { kept, first };
}

/** A question and four options, one of them marked, each in a line of their own between empty ones. */
function unlettered(lines: readonly Line[]): Line[] {
  const blocks: Line[][] = [[]];
  for (const line of lines)
    if (line.text.trim() === '') blocks.push([line], []);
    else blocks.at(-1)?.push(line);
  return blocks.flatMap((block) => {
    const end = block.findIndex(({ text }) => asideLine.test(text.trim()));
    const own = end === -1 ? block : block.slice(0, end);
    const marks = own.map(readMark);
    const rights = marks.flatMap(({ isRight }, at) => (isRight ? [at] : []));
    const [right] = rights;
    const last = own.at(-1);
    if (!last || (own.length !== 5 && right === undefined)) return block;
    const isOne =
      own.length === 5 &&
      rights.length < 2 &&
      right !== 0 &&
      marks.every(({ text }, at) => at === 0 || styleOf(text) === null);
    // What can't be told apart is closed: it is named then, and no part of the next question.
    if (!isOne) return [...own, { at: last.at, text: 'ANSWER: ✅' }];
    const [question = last, ...options] = own;
    const letters = options.map(({ at }, place) => ({
      ...{ at, text: `${'ABCD'[place]}) ${marks[place + 1]?.text.trim()}` },
    }));
    const marked = own[right ?? 0]?.text.trim() ?? '';
    const answer = { at: last.at, text: `ANSWER: ${'ABCD'[(right ?? 0) - 1]}`, marked };
    return [
      question,
      ...letters,
      ...(right === undefined ? [] : [answer]),
      ...block.slice(own.length),
    ];
  });
}

/** With the answers that stand in it as marks; where others do, options without letters are none. */
function withMarked(lines: readonly Line[]): readonly Line[] {
  if (!lines.some((line) => readMark(line).isRight)) return lines;
  const read = lettered(lines);
  return read.some(({ text }) => beginsAnswer.test(text)) ? read : unlettered(read);
}

/** As many questions as may be, of twenty lines each. */
export const mostLines = 20 * limits.rows;

/** As the first of the letterings has it in which it is Aiken; null where it is in none. */
export function aikenLines(whole: readonly Line[]): Line[] | null {
  const plain = whole.flatMap(oneByOne);
  const marked = withMarked(plain);
  const apart = twoByTwo(plain);
  const keyed = answeredByKey(apart);
  // Where a key answers, marks tell nothing: they would take its place, and some question may be about such signs.
  const typed = marked === plain || keyed !== apart ? keyed : answeredByKey(twoByTwo(marked));
  if (!typed.some(({ text }) => beginsAnswer.test(text))) return null;
  for (const signs of [...latin, ...localIn(typed)]) {
    const lines = linesOf(typed, signs);
    if (isAiken(lines.map((line) => line.text).join('\n'))) return lines;
  }
  const romans = typed.map(fromRoman);
  const lines = romans.some((line, at) => line !== typed[at]) ? linesOf(romans, [...'1234']) : [];
  if (isAiken(lines.map((line) => line.text).join('\n'))) return lines;
  const inWords = linesOf(typed, [...'abcd']);
  return answersInWords(inWords) ? inWords : null;
}

/** Whether an answer below options says the text of one: "Answer: Delhi". */
function answersInWords(lines: readonly Line[]): boolean {
  const options = new Set<string>();
  return lines.some(({ text }) => {
    if (text.length > mostTyped) return false;
    const [, option] = /^\s{0,20}(?:\([a-d]\)|[a-d][).])\s{0,9}(\S.*)$/i.exec(text) ?? [];
    if (option !== undefined) options.add(looselyComparable(option));
    const [, said] =
      /^\s{0,20}(?:correct |right )?(?:answer|ans)\s{0,3}[:=]\s{0,9}(\S.*)$/i.exec(text) ?? [];
    return said !== undefined && options.has(looselyComparable(said.replace(/\.$/, '')));
  });
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
    .replace(romanAnswer, (_, before, roman) => before + digit(roman));
  const sign = romanAnswer.exec(line.text)?.[2];
  return text === line.text ? line : { ...line, text, ...(sign !== undefined && { sign }) };
}
const romanAnswer =
  /^(\s{0,9}(?:correct )?(?:answer|ans|option)[ \t:.=–—-]{0,9}[([]?)(iv|i{1,3})(?=[)\].]{0,2}\s{0,9}$)/i;

function isAiken(text: string): boolean {
  return (
    /^[ \t]*(\([A-Z]\)|[A-Z][).:]|[A-Z] [-–—] )/im.test(text) &&
    /^[ \t]*(?:correct[ \t])?(?:answer|ans|option)(?:[ \t]*[:.=–—-][ \t]*\(?[A-Z](?![A-Z])|[ \t](?:is[ \t])?\(?[A-Z][).]{0,2}\s*$)/im.test(
      text,
    )
  );
}
