// A check character that detects any one wrong character of a code and any two swapped neighbours.

/** Damm's check over the field of 32 elements (x⁵ + x² + 1): zero over a whole code. */
export function checkOf(values: readonly number[]): number {
  return values.reduce((check, value) => {
    const doubled = (check ^ value) << 1;
    return doubled > 31 ? doubled ^ 0b100101 : doubled;
  }, 0);
}
