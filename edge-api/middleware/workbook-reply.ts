// A workbook as an answer: streamed, never kept, saved by the browser under its name.
import type { Deps } from '../deps.ts';
import {
  streamWorkbook,
  type WorkbookRows,
  type WorkbookSheet,
} from '../services/workbook/stream-workbook.ts';
import { disposition } from './disposition.ts';

export type Workbook = {
  /** With its ending, .xlsx. */
  fileName: string;
  sheet: WorkbookSheet;
  rows: WorkbookRows;
  /** Further sheets, in the order of their tabs. */
  more?: readonly { sheet: WorkbookSheet; rows: WorkbookRows }[];
};

/** Refusals must be thrown before; what fails later is logged and breaks the download off, so that it is not taken for whole. */
export function workbookReply(
  { log }: Pick<Deps, 'log'>,
  { fileName, sheet, rows, more }: Workbook,
): Response {
  const bytes = streamWorkbook(sheet, rows, more);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await bytes.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        log.error({ err: error, fileName }, 'export failed');
        controller.error(error);
      }
    },
    cancel: async () => {
      await bytes.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': disposition('attachment', fileName),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}
