// An instant as people in the office read it in a workbook, which knows no time zones.
const india = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** `2026-11-21 10:30`, India time; empty for none. */
export function indiaTime(instant: string | null): string {
  return instant === null ? '' : india.format(new Date(instant));
}
