// The enquiries as an Excel file, in the order and under the words of the screen.
import type { Enquiry, EnquiryKind } from '#contract/enquiries.ts';
import type { Database } from '#db/client.ts';
import { type Cell, type SheetColumn, streamWorkbook } from '../export/stream-workbook.ts';
import { type EnquiryFilter, readAllEnquiries } from './list-enquiries.ts';

const columns: readonly SheetColumn[] = [
  { head: 'Received (India time)', width: 20 },
  { head: 'Kind', width: 12 },
  { head: 'Name', width: 28 },
  { head: 'Email', width: 30 },
  { head: 'Phone', width: 16 },
  { head: 'Message', width: 60 },
  { head: 'State', width: 10 },
  { head: 'Note', width: 40 },
];

const kindNames: Readonly<Record<EnquiryKind, string>> = {
  contact: 'Contact',
  'hire-us': 'Hire Us',
  germany: 'Germany',
  newsletter: 'Newsletter',
};

/** As 2026-11-21 18:05, which sorts as text. */
const indiaTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'short',
  timeStyle: 'short',
});

export function writeEnquiries(db: Database, wanted: EnquiryFilter): ReadableStream<Uint8Array> {
  return streamWorkbook(columns, rowsOf(readAllEnquiries(db, wanted)));
}

async function* rowsOf(pieces: AsyncIterable<Enquiry[]>): AsyncGenerator<Cell[][]> {
  for await (const piece of pieces) yield piece.map(toRow);
}

function toRow({ createdAt, kind, name, email, phone, message, state, note }: Enquiry): Cell[] {
  const received = indiaTime.format(new Date(createdAt));
  return [received, kindNames[kind], name, email, phone, message, state, note];
}
