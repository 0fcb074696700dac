/**
 * The desk's table: one line per row, sorted by its headings, with columns that people can hide, and rows that they can
 * select and act on together. Pressing a row shows its cut-off text in full; the roomy view always does. On a phone, or
 * on a tablet used by touch, each row is a card with its acts.
 */
import {
  type ColumnDef,
  columnVisibilityFeature,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import { useDeskChoices } from './desk-choices.ts';
import styles from './desk-table.module.css';
import { RowAct } from './row-act.tsx';
import type { DeskColumn } from './sortable-head.tsx';
import { SortableHead } from './sortable-head.tsx';
import type { Found } from './use-found.ts';

export interface Chosen<Row> {
  rows: readonly Row[];
  clear: () => void;
}

interface DeskTableProps<Row> {
  caption: string;
  columns: readonly DeskColumn<Row>[];
  rows: readonly Row[];
  /** How many rows come on earlier pages. */
  before?: number;
  rowKey: (row: Row) => string;
  /** What the row's look says must also be said in one of its cells. */
  rowClass?: (row: Row) => string | undefined;
  /** Replaces the row's cells; null for an ordinary row. */
  spanning?: (row: Row) => ReactNode;
  found: Pick<Found<Row>, 'name' | 'sort' | 'setSort' | 'shown'>;
  /** Acts on all selected rows; without it no row can be selected. */
  bulk?: (chosen: Chosen<Row>) => ReactNode;
}

declare module 'react' {
  interface CSSProperties {
    /** Width below which a table scrolls instead of shrinking. */
    '--least'?: string;
    /** Width of a column, with a mouse. */
    '--width'?: string;
  }
}

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature });

/** In rem: a column at least this wide takes two places on a card instead of one. */
const BROAD = 10;
/** In rem: the least width of a column without a width of its own, and of the column that names its row. */
const LEAST = 7;
const LEAST_NAMING = 11;
const NONE: RowSelectionState = {};

export function DeskTable<Row extends object>(props: DeskTableProps<Row>) {
  const { caption, columns, rows, before = 0, rowKey, found, bulk } = props;
  const hidden = useDeskChoices().lists[found.name]?.hidden ?? [];
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [choice, setChoice] = useState({ shown: found.shown, rows: NONE });
  const frame = useRef<HTMLElement>(null);
  useScrollPlace(frame.current, found.shown, before);
  const base = useId();

  const table = useTable({
    features,
    columns: columns.map(({ key }): ColumnDef<typeof features, Row> => ({ id: key })),
    data: [...rows],
    getRowId: rowKey,
    enableRowSelection: bulk !== undefined,
    state: {
      columnVisibility: Object.fromEntries(hidden.map((key) => [key, false])),
      // Rows selected on another page aren't in sight, and nobody should act on what they don't see.
      rowSelection: choice.shown === found.shown ? choice.rows : NONE,
    },
    onRowSelectionChange: (next) =>
      setChoice((was) => {
        const now = was.shown === found.shown ? was.rows : NONE;
        return { shown: found.shown, rows: typeof next === 'function' ? next(now) : next };
      }),
  });
  const visible = table
    .getVisibleLeafColumns()
    .flatMap(({ id }) => columns.find(({ key }) => key === id) ?? []);
  const chosen = table.getSelectedRowModel().rows;
  const [lead] = visible;
  const hasAsides = visible.some(({ aside }) => aside);
  const naming = visible.find(({ rowHead }) => rowHead)?.key ?? lead?.key;

  function toggle(id: string) {
    setOpened((was) => {
      const now = new Set(was);
      if (!now.delete(id)) now.add(id);
      return now;
    });
  }

  return (
    <>
      <section
        ref={frame}
        className={styles.frame}
        aria-label={caption}
        data-desk-table=""
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
      >
        <table className={styles.table} style={{ '--least': `${widthOf(visible)}rem` }}>
          <caption className={styles.caption}>{caption}</caption>
          <colgroup>
            {visible.map(({ key, width }) => (
              <col
                key={key}
                style={width === undefined ? undefined : { '--width': `${width}rem` }}
              />
            ))}
          </colgroup>
          <thead>
            <tr>
              {visible.map((column) => (
                <SortableHead
                  key={column.key}
                  id={`${base}-${column.key}`}
                  column={column}
                  className={lookOf(column)}
                  sort={found.sort}
                  onSort={found.setSort}
                >
                  {bulk && column === lead && (
                    <Choose
                      label="Select all on this page"
                      checked={table.getIsAllRowsSelected()}
                      some={table.getIsSomeRowsSelected()}
                      onChange={table.getToggleAllRowsSelectedHandler()}
                    />
                  )}
                </SortableHead>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.getRowModel().rows.map((row, index) => {
              const data = row.original;
              const span = props.spanning?.(data);
              if (span)
                return (
                  <tr key={row.id} className={styles.spanning}>
                    <td colSpan={visible.length}>
                      <div>{span}</div>
                    </td>
                  </tr>
                );
              const isOpen = opened.has(row.id);
              return (
                <tr
                  key={row.id}
                  className={classNames(
                    isOpen && styles.opened,
                    row.getIsSelected() && styles.chosen,
                    props.rowClass?.(data),
                  )}
                  onClick={(press) => isOnText(press) && toggle(row.id)}
                >
                  {visible.map((column) => {
                    const Cell = column.rowHead ? 'th' : 'td';
                    const chooses = bulk !== undefined && column === lead;
                    const named = chooses || (hasAsides && column.key === naming);
                    const textId = (key: string) => `${base}-${row.id}-${key}`;
                    return (
                      <Cell
                        key={column.key}
                        scope={column.rowHead ? 'row' : undefined}
                        className={classNames(lookOf(column), chooses && styles.choosing)}
                        data-head={column.head}
                        // The names of the checkbox and the button are not part of what the cell says.
                        aria-labelledby={
                          named
                            ? `${textId(column.key)}${column.beside ? ` ${textId('beside')}` : ''}`
                            : undefined
                        }
                      >
                        {chooses && (
                          <Choose
                            label="Select"
                            describedBy={textId(naming ?? column.key)}
                            checked={row.getIsSelected()}
                            onChange={row.getToggleSelectedHandler()}
                          />
                        )}
                        {column.beside && (
                          <div id={textId('beside')} className={styles.beside}>
                            {column.beside(data).map((said) => (
                              <span key={said} data-said={said} />
                            ))}
                          </div>
                        )}
                        <div
                          id={named || bulk ? textId(column.key) : undefined}
                          className={styles.text}
                        >
                          {column.cell(data, before + index)}
                        </div>
                        {hasAsides && column.key === naming && (
                          <button
                            type="button"
                            className={styles.more}
                            aria-label="All details"
                            aria-expanded={isOpen}
                            onClick={() => toggle(row.id)}
                          >
                            <Icon name="chevron-down" />
                          </button>
                        )}
                      </Cell>
                    );
                  })}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      {bulk && chosen.length > 0 && (
        <div className={styles.bulk}>
          <p role="status">
            <strong>{chosen.length} selected</strong>
          </p>
          {bulk({
            rows: chosen.map(({ original }) => original),
            clear: () => table.resetRowSelection(true),
          })}
          <RowAct onClick={() => table.resetRowSelection(true)}>Select none</RowAct>
        </div>
      )}
    </>
  );
}

/** A new page of rows starts at its top; a page that the reader comes back to is where they left it. */
function useScrollPlace(frame: HTMLElement | null, shown: string, before: number) {
  const { key } = useLocation();
  const last = useRef({ shown, key });
  const left = useRef(new Map<string, number>());
  const place = useRef<number | null>(null);
  useEffect(() => {
    const was = last.current;
    last.current = { shown, key };
    if (was.shown === shown) return;
    left.current.set(was.key, frame?.scrollTop ?? 0);
    place.current = key === was.key ? null : (left.current.get(key) ?? null);
    frame?.scrollTo({ top: place.current ?? 0 });
    // When the page scrolls and not the frame, scroll only up to the head of the list. For going back, the browser does
    // it itself.
    if (place.current === null && frame && frame.getBoundingClientRect().top < 0)
      frame.scrollIntoView({ block: 'start' });
  }, [frame, shown, key]);
  // The rows come later than the address, and the rows that stood there until then may be fewer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once another page's rows are there.
  useEffect(() => {
    if (place.current !== null) frame?.scrollTo({ top: place.current });
    place.current = null;
  }, [frame, before]);
}

interface ChooseProps {
  label: string;
  /** The id of the element that names the row. */
  describedBy?: string;
  checked: boolean;
  some?: boolean;
  onChange: (event: unknown) => void;
}

function Choose({ label, describedBy, checked, some = false, onChange }: ChooseProps) {
  return (
    <input
      type="checkbox"
      className={styles.choose}
      aria-label={label}
      aria-describedby={describedBy}
      checked={checked}
      ref={(box) => {
        if (box) box.indeterminate = some && !checked;
      }}
      onChange={onChange}
    />
  );
}

/**
 * False for a press on something that acts by itself, and for one that ended a text selection: neither opens the row.
 */
function isOnText({ target }: MouseEvent): boolean {
  const acts =
    target instanceof Element && target.closest('a, button, input, label, select, summary');
  return !acts && (getSelection()?.isCollapsed ?? true);
}

function widthOf<Row>(columns: readonly DeskColumn<Row>[]): number {
  return columns.reduce(
    (sum, { rowHead, least = rowHead ? LEAST_NAMING : LEAST, width = least }) => sum + width,
    0,
  );
}

function lookOf<Row>({
  numeric,
  rowHead,
  wraps,
  acts,
  aside,
  width = BROAD,
  broad = width >= BROAD,
}: DeskColumn<Row>): string | undefined {
  const looks = [
    numeric && styles.numeric,
    rowHead && styles.naming,
    wraps && styles.wraps,
    acts && styles.acts,
    aside && styles.aside,
    broad && styles.broad,
  ];
  return classNames(...looks) || undefined;
}
