/** One page of enquiries; the whole message stands in the window that Open shows. */
import {
  type Enquiry,
  type EnquiryState,
  enquiryKindNames,
  enquiryStateNames,
} from '#contract/site/enquiries.ts';
import { RowAct } from '#web/shared/desk/row-act.tsx';
import { formatDateTime } from '#web/shared/format.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import styles from './enquiry-desk.module.css';

const tones: Readonly<Record<EnquiryState, Tone>> = {
  new: 'accent',
  answered: 'success',
  closed: 'neutral',
};

interface EnquiryTableProps {
  enquiries: readonly Enquiry[];
  onOpen: (enquiry: Enquiry) => void;
}

export function EnquiryTable({ enquiries, onOpen }: EnquiryTableProps) {
  const columns: Column<Enquiry>[] = [
    {
      key: 'from',
      head: 'From',
      rowHead: true,
      cell: ({ _id, name, email }) => (
        <span id={`from-${_id}`} className={styles.from}>
          {name || email}
        </span>
      ),
    },
    { key: 'kind', head: 'Kind', cell: ({ kind }) => enquiryKindNames[kind] },
    {
      key: 'reach',
      head: 'Email and phone',
      cell: ({ email, phone }) => <Reach email={email} phone={phone} />,
    },
    {
      key: 'message',
      head: 'Message',
      cell: ({ message }) => <span className={styles.short}>{message}</span>,
    },
    {
      key: 'received',
      head: 'Received',
      cell: ({ createdAt }) => <span className={styles.time}>{formatDateTime(createdAt)}</span>,
    },
    {
      key: 'state',
      head: 'State',
      cell: ({ state }) => <Badge tone={tones[state]}>{enquiryStateNames[state]}</Badge>,
    },
    {
      key: 'actions',
      head: 'Actions',
      pinned: true,
      cell: (enquiry) => (
        <RowAct aria-describedby={`from-${enquiry._id}`} onClick={() => onOpen(enquiry)}>
          Open
        </RowAct>
      ),
    },
  ];
  return (
    <DataTable
      caption="Enquiries"
      captionHidden
      dense
      columns={columns}
      rows={enquiries}
      rowKey={({ _id }) => _id}
    />
  );
}

export function Reach({ email, phone }: Pick<Enquiry, 'email' | 'phone'>) {
  return (
    <span className={styles.reach}>
      <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>{email}</a>
      {phone && <a href={`tel:${phone}`}>{phone}</a>}
    </span>
  );
}
