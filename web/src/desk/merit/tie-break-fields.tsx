/** What decides between candidates with the same score, one after another. */

import type { TieBreak } from '#contract/desk/merit.ts';
import { Button } from '#web/ui/button.tsx';
import { useFieldError } from '#web/ui/field.tsx';
import styles from './merit-list.module.css';

interface TieBreakFieldsProps {
  sections: readonly string[];
  value: readonly TieBreak[];
  onChange: (value: TieBreak[]) => void;
}

function inWords(tieBreak: TieBreak): string {
  if (tieBreak.by === 'section') return `More in ${tieBreak.section}`;
  return tieBreak.by === 'wrong' ? 'Fewer wrong answers' : 'Earlier date of birth';
}

export function TieBreakFields({ sections, value, onChange }: TieBreakFieldsProps) {
  const error = useFieldError('rules.tieBreaks');
  const all: TieBreak[] = [
    ...sections.map((section) => ({ by: 'section' as const, section })),
    { by: 'wrong' },
    { by: 'birth' },
  ];
  const chosen = new Set(value.map(inWords));
  const others = all.filter((each) => !chosen.has(inWords(each)));
  const swap = (at: number, to: number) => {
    const moved = [...value];
    const [one, other] = [moved[at], moved[to]];
    if (!one || !other) return;
    moved[at] = other;
    moved[to] = one;
    onChange(moved);
  };
  return (
    <fieldset className={styles.group}>
      <legend>Ties are broken by</legend>
      {value.length === 0 && <p>Nothing: candidates with the same score share a rank.</p>}
      <ol className={styles.ordered}>
        {value.map((tieBreak, at) => {
          const words = inWords(tieBreak);
          return (
            <li key={words}>
              <span className={styles.grow}>
                {at + 1}. {words}
              </span>
              <Button
                icon="arrow-up"
                disabled={at === 0}
                aria-label={`${words}: earlier`}
                onClick={() => swap(at, at - 1)}
              >
                Up
              </Button>
              <Button
                aria-label={`${words}: leave out`}
                onClick={() => onChange(value.filter((each) => each !== tieBreak))}
              >
                Leave out
              </Button>
            </li>
          );
        })}
      </ol>
      {others.length > 0 && (
        <p className={styles.acts}>
          {others.map((each) => (
            <Button key={inWords(each)} onClick={() => onChange([...value, each])}>
              Add: {inWords(each)}
            </Button>
          ))}
        </p>
      )}
      {error && <p className={styles.error}>{error}</p>}
    </fieldset>
  );
}
