/** Stands in a cell, or beside a name, where there is nothing to show. */
export const NO_VALUE = '—';
