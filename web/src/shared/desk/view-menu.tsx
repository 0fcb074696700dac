/**
 * How a list is shown, in one menu: its order, the height of its rows, how many rows a page has, which columns are
 * hidden.
 */
import { Select } from '#web/ui/field.tsx';
import { changeListChoice, chooseMeasure, useDeskChoices } from './desk-choices.ts';
import { PopOver } from './pop-over.tsx';
import type { DeskColumn } from './sortable-head.tsx';
import { type Found, pageSizes } from './use-found.ts';
import styles from './view-menu.module.css';

interface ViewMenuProps<Row> {
  found: Pick<Found<Row>, 'name' | 'sort' | 'setSort' | 'pageSize' | 'setPageSize'>;
  /** The order of the rows while nobody sorts them. */
  order: string;
  columns: readonly Pick<DeskColumn<Row>, 'key' | 'head' | 'sort' | 'rowHead' | 'acts'>[];
}

export function ViewMenu<Row>({ found, order, columns }: ViewMenuProps<Row>) {
  const { measure, lists } = useDeskChoices();
  const hidden = lists[found.name]?.hidden ?? [];
  const { sort } = found;
  const sortable = columns.flatMap(({ sort: value, head: label }) =>
    value ? [{ value, label }] : [],
  );
  return (
    <PopOver label="View" className={styles.menu}>
      {sortable.length > 0 && (
        <div className={styles.set}>
          <Select
            label="Sort by"
            required={false}
            placeholder={order}
            options={sortable}
            value={sort?.key ?? ''}
            onChange={({ target: { value } }) =>
              found.setSort(value ? { key: value, order: 'asc' } : null)
            }
          />
          {sort && (
            <label>
              <input
                type="checkbox"
                checked={sort.order === 'desc'}
                onChange={({ target }) =>
                  found.setSort({ ...sort, order: target.checked ? 'desc' : 'asc' })
                }
              />
              In reverse: Z to A, largest or latest first
            </label>
          )}
        </div>
      )}
      <fieldset className={styles.set}>
        <legend>Rows</legend>
        <div className={styles.side}>
          {(['compact', 'cosy'] as const).map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="measure"
                checked={measure === each}
                onChange={() => chooseMeasure(each)}
              />
              {each === 'compact' ? 'Compact' : 'Roomy, with full text'}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className={styles.set}>
        <legend>Rows on a page</legend>
        <div className={styles.side}>
          {pageSizes.map((size) => (
            <label key={size}>
              <input
                type="radio"
                name="page-size"
                checked={found.pageSize === size}
                onChange={() => found.setPageSize(size)}
              />
              {size}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className={styles.set}>
        <legend>Columns</legend>
        <div className={styles.columns}>
          {columns
            .filter(({ rowHead, acts }) => !rowHead && !acts)
            .map(({ key, head }) => (
              <label key={key}>
                <input
                  type="checkbox"
                  checked={!hidden.includes(key)}
                  onChange={({ target }) =>
                    changeListChoice(found.name, {
                      hidden: target.checked
                        ? hidden.filter((each) => each !== key)
                        : [...hidden, key],
                    })
                  }
                />
                <span>{head}</span>
              </label>
            ))}
        </div>
      </fieldset>
    </PopOver>
  );
}
