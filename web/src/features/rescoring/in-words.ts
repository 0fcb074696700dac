/** A number with its noun, grouped as in India: `1 score`, `1,00,000 scores`. */
export function inWords(count: number, noun: string): string {
  return `${count.toLocaleString('en-IN')} ${noun}${count === 1 ? '' : 's'}`;
}
