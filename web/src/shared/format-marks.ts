/** Marks as people read them: with a real minus, where a hyphen is easily overlooked. */
export function formatMarks(marks: number): string {
  return String(marks).replace('-', '−');
}
