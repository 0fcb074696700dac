/** A drawn person, in the house's few colours: nobody's photograph. Decoration beside the name. */
import type { Testimonial } from './content/testimonials.ts';
import styles from './portrait.module.css';

const hair: Record<Testimonial['image'], string> = {
  plait:
    'M35 45c0-13 6-20 15-20s15 7 15 20c0 7 6 12 5 26-1 6-7 6-8 0-1-9 0-18-2-24-6-2-9-5-10-9-2 4-6 7-13 8Z',
  short: 'M35 45c-1-14 5-20 15-20s16 6 15 20c-2-5-3-8-5-10-6 2-14 2-20 0-2 2-3 5-5 10Z',
  bun: 'M50 12a7 7 0 1 1 0 14 7 7 0 0 1 0-14ZM34 47c0-15 6-23 16-23s16 8 16 23c-4-4-6-8-7-12-5 3-13 3-18 0-1 4-3 8-7 12Z',
  glasses: 'M36 42c-1-12 5-17 14-17s15 5 14 17c-3-3-4-5-5-8-6 2-12 2-18 0-1 3-2 5-5 8Z',
};

export function Portrait({ look }: { look: Testimonial['image'] }) {
  return (
    <svg className={styles.portrait} viewBox="0 0 100 100" aria-hidden="true" focusable="false">
      <circle className={styles.ground} cx="50" cy="50" r="49" />
      <path className={styles.clothes} d="M17 86c4-16 17-23 33-23s29 7 33 23a49 49 0 0 1-66 0Z" />
      <path className={styles.skin} d="M43 56h14v11c-4 4-10 4-14 0Z" />
      <ellipse className={styles.skin} cx="50" cy="46" rx="13.5" ry="16" />
      <path className={styles.hair} d={hair[look]} />
      {look === 'glasses' && (
        <path className={styles.glasses} d="M38 46h9v6h-9Zm15 0h9v6h-9Zm-6 2h6" />
      )}
    </svg>
  );
}
