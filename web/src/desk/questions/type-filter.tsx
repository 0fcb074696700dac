/** Narrows the bank to one type, with how many each type has. */
import type { Filter } from '#web/shared/desk/found-list.tsx';
import { RowAct } from '#web/shared/desk/row-act.tsx';
import type { Asked } from '#web/shared/use-load.ts';
import type { TypeCounts } from './list-questions.ts';

export function typeFilter(types: Asked<TypeCounts>, value: string): Filter {
  const known = types.latest ?? [];
  const options = known.map(({ type, count }) => ({
    value: type,
    label: `${type} (${count.toLocaleString('en-IN')})`,
  }));
  // A type whose last question has just gone stays chosen until another one is.
  const gone = value !== '' && !known.some(({ type }) => type === value);
  return {
    name: 'type',
    label: 'Type',
    placeholder: 'All types',
    options: gone ? [...options, { value, label: value }] : options,
    hint: types.loaded.state === 'failed' && (
      <RowAct icon="refresh" onClick={types.retry}>
        Load the types again
      </RowAct>
    ),
  };
}
