// Reads dates of birth as people write them. An ambiguous date is never guessed: either the rest of the column shows
// whether the day or the month comes first, or the row is refused.
import { foldDigits } from '../../question-files/judge/clean-text.ts';

type Cell = {
  text: string;
  /** YYYY-MM-DD if the cell holds a date, otherwise undefined. */
  day: string | undefined;
};
export type BirthDates = {
  /** Whether the day or the month comes first when both are numbers; null when the column doesn't show it. */
  order: 'day' | 'month' | null;
  /** True if Excel may have read some dates with day and month exchanged, and left the others as text. */
  exchanged: boolean;
  /** Today in India, YYYY-MM-DD. */
  today: string;
  minimumAge: number;
};

const MONTHS =
  'january february march april may june july august september october november december'.split(
    ' ',
  );
const OLDEST = 100;
const TWO_NUMBERS = /^(\d{1,2})[-/. ]{1,3}(\d{1,2})[-/. ]{1,3}(\d{4}|\d{2})$/;
const HOW = 'Please write the month as a word, as in 2-Mar-2001.';

const plain = (text: string) =>
  foldDigits(text)
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/^'/, '')
    .replace(/[ T]0{1,2}:00(?::00(?:\.0+)?)?Z?$/, '')
    .toLowerCase();

/** @param head the column's heading, which may say DD/MM/YYYY */
export function orderOf(
  cells: readonly Cell[],
  head: string,
): Pick<BirthDates, 'order' | 'exchanged'> {
  const numbers = cells.flatMap(({ text, day }) => {
    const [, first, second] = (day === undefined && TWO_NUMBERS.exec(plain(text))) || [];
    return first && second ? [[Number(first), Number(second)] as const] : [];
  });
  const dayFirst = /dd?\W*mm/i.test(head) || numbers.some(([first]) => first > 12);
  const monthFirst = /mm\W*dd?/i.test(head) || numbers.some(([, second]) => second > 12);
  const days = cells.flatMap(({ day }) => (day === undefined ? [] : Number(day.slice(8))));
  return {
    order: dayFirst === monthFirst ? null : dayFirst ? 'day' : 'month',
    exchanged: numbers.some(([first]) => first > 12) && days.every((day) => day <= 12),
  };
}

/** @returns the day, YYYY-MM-DD, or a sentence that says why it can't be read */
export function readBirthDate({ text, day }: Cell, dates: BirthDates): { day: string } | string {
  const read = day === undefined ? readText(plain(text), dates) : readDay(day, dates);
  if (typeof read === 'string') return read;
  const [year, month, date] = read;
  const made = new Date(Date.UTC(year, month - 1, date));
  if (made.getUTCMonth() !== month - 1 || made.getUTCDate() !== date)
    return `There is no such day. ${HOW}`;
  const said = made.toISOString().slice(0, 10);
  const age = ageOn(dates.today, said);
  if (said >= dates.today || age > OLDEST)
    return 'This can’t be a date of birth. Please check the year.';
  if (age < dates.minimumAge)
    return `This candidate would be younger than ${dates.minimumAge}. Please check the year.`;
  return { day: said };
}

type Parts = readonly [year: number, month: number, date: number];

function readDay(day: string, { exchanged }: BirthDates): Parts | string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  if (exchanged && month !== date)
    return `Excel may have exchanged day and month here, as other dates of this column are text. ${HOW}`;
  return [year, month, date];
}

function readText(text: string, { order, today, minimumAge }: BirthDates): Parts | string {
  const yearOf = (typed: string) => {
    if (typed.length === 4) return Number(typed);
    const late = 2000 + Number(typed);
    return late + minimumAge <= Number(today.slice(0, 4)) ? late : late - 100;
  };
  const iso = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/.exec(text);
  if (iso) return [Number(iso[1]), Number(iso[2]), Number(iso[3])];
  const [, first = '', second = '', year = ''] = TWO_NUMBERS.exec(text) ?? [];
  if (first !== '') {
    const own = Number(first) > 12 ? 'day' : Number(second) > 12 ? 'month' : order;
    if (own === null && first.padStart(2, '0') !== second.padStart(2, '0'))
      return `${text} can be two different days. ${HOW}`;
    const [date, month] = own === 'month' ? [second, first] : [first, second];
    return [yearOf(year), Number(month), Number(date)];
  }
  const worded =
    /^(?<date>\d{1,2})(?:st|nd|rd|th)?[-/., ]{0,3}(?<month>[a-z]{3,9})[-/.,' ]{0,3}(?<year>\d{4}|\d{2})$/.exec(
      text,
    ) ??
    /^(?<month>[a-z]{3,9})[-/., ]{0,3}(?<date>\d{1,2})(?:st|nd|rd|th)?[-/., ]{1,3}(?<year>\d{4}|\d{2})$/.exec(
      text,
    );
  const { date = '', month = '', year: typed = '' } = worded?.groups ?? {};
  const at = MONTHS.findIndex((name) => name.startsWith(month));
  if (/^\d{5}$/.test(text))
    return `${text} is a day as Excel counts it. Please format the column as dates in Excel, and save the file again.`;
  if (!worded || at < 0) return `This can’t be read as a date. ${HOW}`;
  return [yearOf(typed), at + 1, Number(date)];
}

const ageOn = (today: string, born: string) =>
  Number(today.slice(0, 4)) - Number(born.slice(0, 4)) - (today.slice(5) < born.slice(5) ? 1 : 0);
