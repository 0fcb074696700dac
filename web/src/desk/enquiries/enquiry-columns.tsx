/** An enquiry as a row; the whole message stands in the window that Open shows. */
import {
  type Enquiry,
  type EnquiryState,
  enquiryKindNames,
  enquiryKinds,
  enquiryStateNames,
  enquiryStates,
} from '#contract/site/enquiries.ts';
import { DayAndTime } from '#web/shared/desk/day-and-time.tsx';
import { RowAct } from '#web/shared/desk/row-act.tsx';
import type { DeskColumn } from '#web/shared/desk/sortable-head.tsx';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import styles from './enquiry-desk.module.css';

const tones: Readonly<Record<EnquiryState, Tone>> = {
  new: 'accent',
  answered: 'success',
  closed: 'neutral',
};

export function enquiryColumns(onOpen: (enquiry: Enquiry) => void): DeskColumn<Enquiry>[] {
  return [
    {
      key: 'from',
      head: 'From',
      sort: 'from',
      width: 11,
      rowHead: true,
      wraps: true,
      cell: ({ _id, name, email }) => <bdi id={`from-${_id}`}>{name || email}</bdi>,
    },
    {
      key: 'kind',
      head: 'Kind',
      sort: 'kind',
      width: 6,
      cell: ({ kind }) => enquiryKindNames[kind],
    },
    {
      key: 'reach',
      head: 'Email and phone',
      sort: 'email',
      width: 12,
      cell: ({ email, phone }) => <Reach email={email} phone={phone} />,
    },
    { key: 'message', head: 'Message', cell: ({ message }) => message },
    {
      key: 'received',
      head: 'Received',
      sort: 'received',
      width: 8.25,
      wraps: true,
      cell: ({ createdAt }) => <DayAndTime at={createdAt} />,
    },
    {
      key: 'state',
      head: 'Status',
      sort: 'state',
      width: 6,
      cell: ({ state }) => <Badge tone={tones[state]}>{enquiryStateNames[state]}</Badge>,
    },
    {
      key: 'actions',
      head: 'Actions',
      acts: true,
      width: 5,
      cell: (enquiry) => (
        <RowAct aria-describedby={`from-${enquiry._id}`} onClick={() => onOpen(enquiry)}>
          Open
        </RowAct>
      ),
    },
  ];
}

export function Reach({ email, phone }: Pick<Enquiry, 'email' | 'phone'>) {
  return (
    <span className={styles.reach}>
      <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>{email}</a>{' '}
      {phone && <a href={`tel:${phone}`}>{phone}</a>}
    </span>
  );
}

// The kinds and states of enquiries, to choose from.

export const kindOptions = enquiryKinds.map((value) => ({ value, label: enquiryKindNames[value] }));
export const stateOptions = enquiryStates.map((value) => ({
  value,
  label: enquiryStateNames[value],
}));
