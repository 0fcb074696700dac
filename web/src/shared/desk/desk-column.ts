/** One column of a list of the desk. */
import type { ReactNode } from 'react';

export interface DeskColumn<Row> {
  key: string;
  head: string;
  cell: (row: Row, index: number) => ReactNode;
  /** As the server's query calls it; without one the column can't be sorted by. */
  sort?: string;
  /** In rem. The columns without one share what is left. */
  width?: number;
  /** Numbers stand at the right, in tabular figures. */
  numeric?: boolean;
  /** The cell that names its row. */
  rowHead?: boolean;
  /** Acts on the row: never cut, always in sight, at the foot of a card. */
  acts?: boolean;
  /** On a phone only in a card that was opened. */
  aside?: boolean;
}
