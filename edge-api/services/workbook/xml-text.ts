// A text as a workbook's XML holds it: the same text when Excel reads it back.

/** What one cell of Excel can hold. */
const LONGEST = 32_767;
const MARKS: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

/**
 * What XML has no way to say is left out. Excel reads _x0041_ inside a text as the letter A unless its
 * first sign is written as _x005F_.
 */
export function textXml(text: string): string {
  return text
    .slice(0, LONGEST)
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/(?![\t\n\r\u007f-\u009f])[\p{Cc}\ufffe\uffff]/gu, '')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"\r]/g, (mark) => MARKS[mark] ?? '');
}
