/** A count with its noun, in Indian grouping: `1 exam`, `1,00,000 exams`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`;
}
