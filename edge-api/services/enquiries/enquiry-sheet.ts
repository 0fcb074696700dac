// The enquiries as rows of a workbook, in the order and under the words of the screen.
import { type Enquiry, enquiryKindNames, enquiryStateNames } from '#contract/site/enquiries.ts';
import { indiaTime } from '../india-time.ts';
import { text, toRows } from '../workbook/columns.ts';
import type { WorkbookCell, WorkbookRows, WorkbookSheet } from '../workbook/stream-workbook.ts';

export const enquirySheet: WorkbookSheet = {
  name: 'Enquiries',
  columns: [
    text('Received (IST)', 20),
    text('Kind', 12),
    text('Name', 28),
    text('Email', 30),
    text('Phone', 16),
    text('Message', 60),
    text('State', 10),
    text('Note', 40),
  ],
};

export function toEnquiryRows(pieces: AsyncIterable<readonly Enquiry[]>): WorkbookRows {
  return toRows(pieces, toRow);
}

function toRow(enquiry: Enquiry): WorkbookCell[] {
  return [
    indiaTime(enquiry.createdAt),
    enquiryKindNames[enquiry.kind],
    enquiry.name,
    enquiry.email,
    enquiry.phone,
    enquiry.message,
    enquiryStateNames[enquiry.state],
    enquiry.note,
  ];
}
