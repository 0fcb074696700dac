// The enquiries as rows of a workbook, in the order and under the words of the screen.
import type { Enquiry, EnquiryKind } from '#contract/enquiries.ts';
import { indiaTime } from '../india-time.ts';
import type { WorkbookCell, WorkbookSheet } from '../workbook/stream-workbook.ts';

const text = (head: string, width: number) => ({ head, width, of: 'text' }) as const;

export const enquirySheet: WorkbookSheet = {
  name: 'Enquiries',
  columns: [
    text('Received (India time)', 20),
    text('Kind', 12),
    text('Name', 28),
    text('Email', 30),
    text('Phone', 16),
    text('Message', 60),
    text('State', 10),
    text('Note', 40),
  ],
};

const kindNames: Readonly<Record<EnquiryKind, string>> = {
  contact: 'Contact',
  'hire-us': 'Hire Us',
  germany: 'Germany',
  newsletter: 'Newsletter',
};

export async function* toEnquiryRows(
  pieces: AsyncIterable<readonly Enquiry[]>,
): AsyncGenerator<WorkbookCell[][]> {
  for await (const piece of pieces) yield piece.map(toRow);
}

function toRow({ createdAt, kind, name, email, phone, message, state, note }: Enquiry) {
  return [indiaTime(createdAt), kindNames[kind], name, email, phone, message, state, note];
}
