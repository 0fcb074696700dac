/** The house's mark: an N filled in on an answer sheet, with the provider's name beside it. */
import { useBrand } from '#web/shared/use-brand.ts';
import styles from './brand-mark.module.css';

/** Four rows of four circles; the filled ones (x, and the bright *) read as an N. */
const sheet = ['x··x', 'xx·x', 'x·x*', 'x··x'];
const looks: Record<string, string | undefined> = {
  x: styles.filled,
  '*': styles.spark,
  '·': styles.open,
};

export function BrandMark() {
  const brand = useBrand();
  return (
    <span className={styles.mark}>
      <svg className={styles.sign} viewBox="0 0 40 40" aria-hidden="true" focusable="false">
        {sheet.flatMap((row, y) =>
          [...row].map((cell, x) => (
            <circle
              // biome-ignore lint/suspicious/noArrayIndexKey: a fixed picture.
              key={`${x}${y}`}
              className={looks[cell]}
              cx={5 + x * 10}
              cy={5 + y * 10}
              r={4}
            />
          )),
        )}
      </svg>
      <span className={styles.name}>{brand.name}</span>
    </span>
  );
}
