// Numbers as Excel shows them. The library knows Excel's formats and how each is written out; dates are in the short
// form of India.
import { SSF } from 'xlsx';

export type NumberFormat = {
  isDate: boolean;
  isGeneral: boolean;
  /** What Excel shows of a number; null where the format is none that is known. */
  show(value: number): string | null;
  /** YYYY-MM-DD; null for a time of day. */
  dayOf(value: number): string | null;
};

export const shortDate = 'dd-mm-yyyy';
const SHORT_DATE_ID = 14;

/** Dates of Excel in East Asia and Thailand, whose codes the library's table lacks. */
const isFarDate = (id: number) =>
  (id >= 27 && id <= 36) || (id >= 50 && id <= 58) || id === 71 || id === 72;

function isDateFormat(code: unknown): boolean {
  const answer: unknown = typeof code === 'string' && SSF.is_date(code);
  return answer === true;
}

/** The code of a format, by its number, or its number where only the library knows what stands for it. */
export function codeOf(id: number, own: ReadonlyMap<number, string>): string | number {
  const table: Readonly<Record<number, unknown>> = SSF.get_table();
  const code = id === SHORT_DATE_ID ? shortDate : (own.get(id) ?? table[id]);
  if (typeof code === 'string') return code;
  return isFarDate(id) ? shortDate : id;
}

/** A language without a currency, as in [$-4009]: the library would show a dollar sign for it. */
const language = /\[\$-[^[\]]*\]/g;
/** Lakhs and crores, as in #,##,##0; the library groups by thousands only. */
const lakhs = /,[#0]{2}(?=,[#0]{2,3})/g;
const hasCondition = /\[[<>=]/;

const groupedInLakhs = (shown: string) =>
  shown.replace(/\d{1,3}(?:,\d{3})+/, (digits) =>
    BigInt(digits.replaceAll(',', '')).toLocaleString('en-IN'),
  );

/** @param date1904 whether days count from 1904, as in books of old Macs */
function dayFrom(value: number, date1904: boolean): string | null {
  const { y = 0, m = 0, d = 0 } = SSF.parse_date_code(value, { date1904 }) ?? {};
  const two = (part: number) => String(part).padStart(2, '0');
  return value < 1 || d === 0 ? null : `${y}-${two(m)}-${two(d)}`;
}

export function toFormat(said: string | number, date1904: boolean): NumberFormat {
  const code = typeof said === 'string' ? said.replace(language, '').replace(lakhs, '') : said;
  const inLakhs = typeof said === 'string' && said.search(lakhs) !== -1;
  return {
    isDate: isDateFormat(code),
    isGeneral: code === 'General',
    dayOf: (value) => dayFrom(value, date1904),
    show(value) {
      try {
        const shown = String(SSF.format(code, value, { date1904, dateNF: shortDate }));
        // Of two parts with a condition the library takes the second for the one without a sign.
        const lostSign = value < 0 && hasCondition.test(String(code)) && /^\d/.test(shown);
        return `${lostSign ? '-' : ''}${inLakhs ? groupedInLakhs(shown) : shown}`;
      } catch {
        return null;
      }
    },
  };
}

export const general = toFormat('General', false);
