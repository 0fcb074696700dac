// What people type, cleaned and bounded: by itself, because a page without a form needs none of it.
import * as z from 'zod/mini';
import { bounded } from './values.ts';

/** A person may type more than what remains of it: spaces, line ends, the signs in a number. */
const typed = (longest: number, kind = 'Please fill this in.') =>
  bounded(2 * longest + 100, kind, `At most ${longest} characters.`);

/**
 * Characters that no reader sees, or that make text read as what it isn't: control characters, halves of a surrogate pair, and all
 * that Unicode lets a font leave out. Joiners and variation selectors stay, because scripts and emoji need them.
 */
const unseen = /(?!\u200c|\u200d|[\ufe00-\ufe0f])[\p{Cc}\p{Cs}\p{DI}\u2028\u2029]/gu;

/** More marks on one letter than any script writes: they would be painted over the lines around it. */
const towers = /([\p{M}\u200c\u200d]{8})[\p{M}\u200c\u200d]+/gu;
/**
 * Without such marks, and in canonical form: one keyboard types ज़ as one character and the next as two, and a search finds either.
 * What is made of two is cut again.
 */
export const inOneForm = (text: string): string =>
  text.replace(towers, '$1').normalize().replace(towers, '$1');

/** Joins nothing when alone, as a Braille blank shows nothing: a text of nothing else is empty. */
const blank = /^[\s\u2800\p{DI}]*$/u;
const orEmpty = (text: string): string => (blank.test(text) ? '' : text);

/** Every run of white space becomes one space. */
const toOneLine = (line: string): string =>
  orEmpty(inOneForm(line.replace(/\s+/g, ' ').replace(unseen, '')));

/** As typed, in lines that end with a line feed. */
export const toPlainText = (text: string): string =>
  orEmpty(
    inOneForm(
      text.replace(/\r\n?/g, '\n').replace(unseen, (found) => (/[\n\t]/.test(found) ? found : '')),
    ),
  );

const filledIn = (longest: number, clean: (text: string) => string) =>
  typed(longest).check(
    z.overwrite(clean),
    z.trim(),
    z.minLength(1, 'Please fill this in.'),
    z.maxLength(longest, `At most ${longest} characters.`),
  );

/** A line of text a person typed: plain, trimmed, never empty. */
export const lineSchema = (longest: number) => filledIn(longest, toOneLine);

/** Some lines of text a person typed: plain, trimmed, never empty. */
export const textSchema = (longest: number) => filledIn(longest, toPlainText);

export const emailSchema = typed(254).check(
  z.overwrite((address) => address.replace(/\p{Cf}/gu, '')),
  z.trim(),
  z.maxLength(254, { abort: true, error: 'At most 254 characters.' }),
  z.regex(
    // Linear: the first character of each part tells it from the part before the dot.
    /^[^\s@\p{C}]+@(?:[^\s@.\p{C}]+\.)+[^\s@.\p{C}]+$/u,
    'Please type an email address like name@example.com.',
  ),
);

/** As a message or a list of contacts gives it: with any dash, signs that don't show, and the digits of the phone's language. */
const toNumber = (number: string): string =>
  number
    .replace(/[\s\p{Cf}\p{Pd}().]/gu, '')
    // Unicode has the digits of a script in a row: these from the seventh of sixteen places on, those below from the first.
    .replace(/[०-९০-৯੦-੯૦-૯୦-୯௦-௯౦-౯೦-೯൦-൯]/g, (digit) => String((digit.charCodeAt(0) % 16) - 6))
    .replace(/[٠-٩۰-۹０-９]/g, (digit) => String(digit.charCodeAt(0) % 16));

/** Indian mobile number: ten digits, with or without +91, 0 or both before it is normalised. */
export const mobileSchema = z.pipe(
  z.pipe(
    typed(30),
    z.transform((number: string) => toNumber(number).replace(/^(?:\+?0{0,2}91)?0?(?=\d{10}$)/, '')),
  ),
  z.string().check(z.regex(/^[6-9]\d{9}$/, 'Please type a ten-digit Indian mobile number.')),
);

/** Any telephone number, also a landline or one abroad: 7 to 15 digits, stored without spaces and dashes. */
export const phoneSchema = z.pipe(
  z.pipe(typed(30), z.transform(toNumber)),
  z.string().check(z.regex(/^\+?\d{7,15}$/, 'Please type a telephone number.')),
);

export const passwordSchema = bounded(
  200,
  'Please choose a password.',
  'At most 200 characters.',
).check(z.minLength(8, 'At least 8 characters.'));
