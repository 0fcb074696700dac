/** Round numbers for an axis from nothing up to at least the greatest value. */

/** @returns from 0, evenly spaced by 1, 2 or 5 times a power of ten, some `wanted` steps */
export function ticksUpTo(most: number, wanted = 4): number[] {
  const rough = Math.max(1, most) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((times) => times * power).find((each) => each >= rough) ?? 1,
  );
  const steps = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

/** Every how many labels one may stand, so that none touches the next. */
export function everyNth(labels: number, widthEach: number, widest: number): number {
  return Math.max(1, Math.ceil(widest / Math.max(1, widthEach)), Math.ceil(labels / 24));
}
