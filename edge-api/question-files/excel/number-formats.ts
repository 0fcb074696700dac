// Numbers as Excel shows them. The library knows Excel's formats and how each is written out; dates are in the short
// form of India.
import { SSF } from 'xlsx';
import { readXml } from './read-xml.ts';

export type NumberFormat = {
  isDate: boolean;
  isGeneral: boolean;
  /** What Excel shows of a number. */
  show(value: number): string;
};

export const shortDate = 'dd-mm-yyyy';
const SHORT_DATE_ID = 14;

/** Dates of Excel in East Asia and Thailand, whose codes the library's table lacks. */
const isFarDate = (id: number) =>
  (id >= 27 && id <= 36) || (id >= 50 && id <= 58) || id === 71 || id === 72;

export function isDateFormat(code: unknown): boolean {
  const answer: unknown = typeof code === 'string' && SSF.is_date(code);
  return answer === true;
}

/** The code of a format, or its number where only the library knows what stands for it. */
function codeOf(id: number, own: ReadonlyMap<number, string>): string | number {
  const table: Readonly<Record<number, unknown>> = SSF.get_table();
  const code = id === SHORT_DATE_ID ? shortDate : (own.get(id) ?? table[id]);
  if (typeof code === 'string') return code;
  return isFarDate(id) ? shortDate : id;
}

function toFormat(code: string | number, date1904: boolean): NumberFormat {
  return {
    isDate: isDateFormat(code),
    isGeneral: code === 'General',
    show(value) {
      try {
        return String(SSF.format(code, value, { date1904, dateNF: shortDate }));
      } catch {
        return String(value); // a format that is none
      }
    },
  };
}

export const general = toFormat('General', false);

/**
 * The formats that cells name by number, in order.
 * @throws FileRefusal
 */
export function readNumberFormats(
  part: string,
  bytes: Uint8Array,
  date1904: boolean,
): NumberFormat[] {
  const own = new Map<number, string>();
  const ids: number[] = [];
  readXml(part, bytes, {
    open(name, { numFmtId, formatCode }, parent) {
      if (name === 'numFmt' && parent === 'numFmts') own.set(Number(numFmtId), formatCode ?? '');
      if (name === 'xf' && parent === 'cellXfs') ids.push(Number(numFmtId ?? 0));
    },
  });
  return ids.map((id) => toFormat(codeOf(id, own), date1904));
}
