/** Two parts of a merit list's rules: who qualifies, and what breaks ties. */
import type { MeritList, MeritRules, TieBreak } from '#contract/desk/merit.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField, useFieldError } from '#web/ui/field.tsx';
import styles from './merit-list.module.css';

type Cutoffs = MeritRules['cutoffs'];

interface CutoffFieldsProps {
  merit: MeritList;
  unit: 'marks' | 'percentile';
  value: Cutoffs;
  onChange: (value: Cutoffs) => void;
}

/**
 * The lowest marks or percentile that qualify: in total, in total for a category (in place of the general one), and in each
 * section. Empty means no cut-off.
 */
export function CutoffFields({ merit, unit, value, onChange }: CutoffFieldsProps) {
  const known = merit.categories.map(({ category }) => category).filter((name) => name !== '');
  const categories = [...new Set([...known, ...value.categories.map(({ category }) => category)])];
  const leastOfCategory = (name: string) =>
    value.categories.find(({ category }) => category === name)?.least ?? null;
  const leastIn = (name: string) =>
    value.sections.find(({ section }) => section === name)?.least ?? null;
  return (
    <fieldset className={styles.group}>
      <legend>Cut-offs, in {unit}</legend>
      <Least
        label="Total"
        value={value.total}
        onChange={(total) => onChange({ ...value, total })}
      />
      {categories.map((category) => (
        <Least
          key={`category ${category}`}
          label={`Total for ${category}`}
          value={leastOfCategory(category)}
          onChange={(least) => {
            const others = value.categories.filter((each) => each.category !== category);
            const own = least === null ? [] : [{ category, least }];
            onChange({ ...value, categories: [...others, ...own] });
          }}
        />
      ))}
      {merit.sections.map((section) => (
        <Least
          key={`section ${section}`}
          label={`In ${section}`}
          value={leastIn(section)}
          onChange={(least) => {
            const others = value.sections.filter((each) => each.section !== section);
            const own = least === null ? [] : [{ section, least }];
            onChange({ ...value, sections: [...others, ...own] });
          }}
        />
      ))}
    </fieldset>
  );
}

interface LeastProps {
  label: string;
  value: number | null;
  onChange: (least: number | null) => void;
}

function Least({ label, value, onChange }: LeastProps) {
  return (
    <TextField
      label={label}
      type="number"
      step="any"
      optional
      defaultValue={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : target.valueAsNumber)}
    />
  );
}

interface TieBreakFieldsProps {
  sections: readonly string[];
  value: readonly TieBreak[];
  onChange: (value: TieBreak[]) => void;
}

function inWords(tieBreak: TieBreak): string {
  if (tieBreak.by === 'section') return `More in ${tieBreak.section}`;
  return tieBreak.by === 'wrong' ? 'Fewer wrong answers' : 'Earlier date of birth';
}

/** What decides between candidates with the same score, in the order in which it is applied. */
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
                // `disabled` would lose the focus of a keyboard user who has just moved the rule to the top.
                aria-disabled={at === 0}
                aria-label={`${words}: up`}
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
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
