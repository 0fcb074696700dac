// Cleans and bounds what people type. A file of its own, because pages without a form don't need it.
import * as z from 'zod/mini';
import { bounded } from './values.ts';

/** What a person types may be longer than what is kept: cleaning removes spaces, line ends, the signs in a number. */
const typed = (longest: number, kind = 'Please fill this in.') =>
  bounded(2 * longest + 100, kind, `At most ${longest} characters.`);

/**
 * Characters that nobody sees, or that make a text look like another: control characters, halves of a surrogate pair,
 * and all that Unicode lets a font leave out. Joiners and variation selectors stay, because scripts and emoji need
 * them.
 */
const unseen = /(?!\u200c|\u200d|[\ufe00-\ufe0f])[\p{Cc}\p{Cs}\p{DI}\u2028\u2029]/gu;

/** More combining marks on one letter than any script uses: they would be painted over the lines around it. */
const towers = /([\p{M}\u200c\u200d]{8})[\p{M}\u200c\u200d]+/gu;
/**
 * Removes such marks and puts the text into canonical form: one keyboard types ज़ as one character, another as two, and
 * a search must find both. Marks are removed again at the end, because normalising turns some characters into two.
 */
export const inOneForm = (text: string): string =>
  text.replace(towers, '$1').normalize().replace(towers, '$1');

/** A text of nothing but white space, Braille blanks and joiners shows nothing, so it counts as empty. */
const blank = /^[\s\u2800\p{DI}]*$/u;
const orEmpty = (text: string): string => (blank.test(text) ? '' : text);

/** Every run of white space becomes one space. */
const toOneLine = (line: string): string =>
  orEmpty(inOneForm(line.replace(/\s+/g, ' ').replace(unseen, '')));

/** Keeps the lines as typed, separated by line feeds. */
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
    // Linear time: no part can contain the `@` or the dot that ends it.
    /^[^\s@\p{C}]+@(?:[^\s@.\p{C}]+\.)+[^\s@.\p{C}]+$/u,
    'Please type an email address like name@example.com.',
  ),
);

/**
 * Cleans a number pasted from a message or a contact list: any dash, invisible characters, digits of the phone's
 * language.
 */
const toNumber = (number: string): string =>
  number
    .replace(/[\s\p{Cf}\p{Pd}().]/gu, '')
    // Unicode keeps a script's digits in a row. In these scripts, the code of zero ends in hex 6; in the next, in hex
    // 0.
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
