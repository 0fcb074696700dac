// What the lines of typed questions are known by: the letters of options, the words before answers, the numbers of questions.

import { foldDigits } from '../judge/clean-text.ts';
import { letterings } from '../judge/column-names.ts';

/**
 * @param at its place in the file, from 0: several may have been in one line there
 * @param isStatement lettered like an option, but part of the question
 * @param marked on an answer, the option that has a mark, as it is typed
 * @param sign on an answer, the number that it is in the file, though the options have letters
 */
export type Line = { at: number; text: string; isStatement?: true; marked?: string; sign?: string };

export const splitLines = (text: string) =>
  text.split(/\r\n?|\n/).map((line, at): Line => ({ at, text: line }));

/** A longer line has no options behind a question. */
export const mostTyped = 2_000;

/** So many lines above its options belong to a question. */
export const mostStatements = 40;

/** "Answer: ____" is a gap to be filled, and part of a question. */
export const answerLine = /^\s*ANSWER\s*:(?!\s*[_.…-]{2,}\s*$)(.*)$/is;
/** What is written below an answer; as text it would open the next question. “हल करें” asks for one. */
export const asideLine =
  /^(?:(?:ans|correct answer|marks?|points?|ex|feedback|(?:detailed |short )?solution|explanation|rationale|reason|hint|topic|difficulty|level|ref(?:erence)?|source)\s*[:=]|(?:sol(?:n|ution)?|expl?(?:anation)?|व्याख्या|हल|स्पष्टीकरण|ব্যাখ্যা|விளக்கம்|వివరణ|ವಿವರಣೆ|വിശദീകരണം|સમજૂતી|ਵਿਆਖਿਆ|ବ୍ୟାଖ୍ୟା|وضاحت)\s*[:=.–—-])/i;
/** "Ex: 2, 4, 6 …" begins a question between an empty line and one that isn't; elsewhere it explains the answer above. */
export const isAsideLine = (said: string, isApart: boolean, next = '') =>
  asideLine.test(said) && !(isApart && next.trim() !== '' && /^ex\s*[:=]/i.test(said));

export const beginsAnswer = /^\s*(?:correct |सही )?(?:answer|ans|option|विकल्प)/i;

/** How the four options of a paper may be lettered. */
export const latin = [[...'abcd'], [...'1234']];
export const local = [...letterings, [...'अबकड'], [...'અબકડ']];
export const placeIn = (signs: readonly string[], said = '') =>
  signs.indexOf(foldDigits(said).toLowerCase());

/** Where options may begin behind their question. */
const firsts = new Set(['a', '1', '१', ...letterings.map(([first = '']) => first)]);
export const isFirst = (sign = '') => firsts.has(sign.toLowerCase());

/** "(a) ", "b)", "c. ": where it isn't so, a line is neither an option nor several. */
export const beginsOption =
  /^\s*(?:\(?(?:الف|[^\s\p{M}]\p{M}{0,3})\)|(?:الف|[^\s\p{M}]\p{M}{0,3})\.\s)/u;
export const labelsOf =
  /(?:^|(?<!\s)(\s+))(\(?)((?:الف|[^\s\p{M}]\p{M}{0,3}))(\)|(?<!\((?:الف|[^\s\p{M}]\p{M}{0,3}))\.(?=\s))/gu;

export const styleOf = (text: string) => {
  const [, before, sign = '', behind] = optionStyle.exec(text) ?? [];
  return sign === '' ? null : { sign, style: `${before}${behind}` };
};
const optionStyle = /^\s*(\(?)((?:الف|[\p{L}\p{N}]\p{M}{0,3}))(\)|\.(?=\s))\s*\S/u;

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
