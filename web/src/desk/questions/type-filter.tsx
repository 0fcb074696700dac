/** Narrows the bank to one type, with how many each type has. */
import { RowAct } from '#web/shared/desk/row-act.tsx';
import type { Asked } from '#web/shared/use-load.ts';
import { Select } from '#web/ui/select.tsx';
import type { TypeCounts } from './list-questions.ts';

interface TypeFilterProps {
  types: Asked<TypeCounts>;
  value: string;
  onChange: (type: string) => void;
}

export function TypeFilter({ types, value, onChange }: TypeFilterProps) {
  const known = types.latest ?? [];
  const options = known.map(({ type, count }) => ({
    value: type,
    label: `${type} (${count.toLocaleString('en-IN')})`,
  }));
  // A type whose last question has just gone stays chosen until another one is.
  const gone = value !== '' && !known.some(({ type }) => type === value);
  return (
    <Select
      label="Type"
      placeholder="All types"
      options={gone ? [...options, { value, label: value }] : options}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      hint={
        types.loaded.state === 'failed' && (
          <RowAct icon="refresh" onClick={types.retry}>
            Load the types again
          </RowAct>
        )
      }
    />
  );
}
