/** From how much on somebody qualifies: in total, for a category in its place, and in each section. Empty: no cut-off. */
import type { MeritList, MeritRules } from '#contract/desk/merit.ts';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './merit-list.module.css';

type Cutoffs = MeritRules['cutoffs'];

interface CutoffFieldsProps {
  merit: MeritList;
  unit: 'marks' | 'percentile';
  value: Cutoffs;
  onChange: (value: Cutoffs) => void;
}

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
