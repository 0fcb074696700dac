/** The places of the list that was worked out last, found by the server and paged. */
import { Link } from 'react-router-dom';
import { type MeritList, type MeritPlace, meritPlaceListSchema } from '#contract/desk/merit.ts';
import { hasCutoffs } from '#machines/merit/rules-in-words.ts';
import { FoundList } from '#web/shared/desk/found-list.tsx';
import { useFound } from '#web/shared/desk/use-found.ts';
import { candidatePath } from '#web/shared/paths.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import styles from './merit-list.module.css';

const PAGE_SIZE = 50;

const none = {
  narrowed: 'Nobody on the list has this UID, name, mobile or e-mail. Try a part of it.',
  empty: 'Candidates appear here once they have a whole score.',
};

export function MeritPlaces({ merit }: { merit: MeritList }) {
  const path = `exams/${merit.examId}/merit/places`;
  const found = useFound<MeritPlace>(path, meritPlaceListSchema, PAGE_SIZE);
  return (
    <FoundList found={found} one="candidate" icon="user" none={none}>
      {(places) => (
        <DataTable
          caption={`Merit list of ${merit.examName}`}
          captionHidden
          dense
          columns={columnsOf(merit)}
          rows={places}
          rowKey={({ uid }) => uid}
        />
      )}
    </FoundList>
  );
}

function columnsOf({ sections, rules, shifts, categories }: MeritList): Column<MeritPlace>[] {
  const hasCategories = categories.some(({ category }) => category !== '');
  return [
    { key: 'rank', head: 'Rank', numeric: true, cell: ({ rank }) => rank },
    {
      key: 'name',
      head: 'Name',
      rowHead: true,
      cell: ({ uid, fullName }) => <Link to={candidatePath(uid)}>{fullName}</Link>,
    },
    { key: 'uid', head: 'UID', cell: ({ uid }) => <span className={styles.code}>{uid}</span> },
    { key: 'total', head: 'Total', numeric: true, cell: ({ total }) => <strong>{total}</strong> },
    { key: 'percentile', head: 'Percentile', numeric: true, cell: ({ percentile }) => percentile },
    ...sections.map((section) => ({
      key: `section ${section}`,
      head: section,
      numeric: true,
      cell: (place: MeritPlace) =>
        place.sections.find(({ name }) => name === section)?.marks ?? '-',
    })),
    { key: 'wrong', head: 'Wrong', numeric: true, cell: ({ wrong }) => wrong ?? '-' },
    ...(shifts.length > 0
      ? [{ key: 'exam', head: 'Shift', cell: ({ exam }: MeritPlace) => exam }]
      : []),
    ...(hasCategories
      ? [
          {
            key: 'category',
            head: 'Category',
            cell: ({ category }: MeritPlace) => category || '-',
          },
        ]
      : []),
    ...(hasCutoffs(rules)
      ? [
          {
            key: 'status',
            head: 'Status',
            cell: ({ qualified }: MeritPlace) => (qualified ? 'Qualified' : 'Not qualified'),
          },
        ]
      : []),
  ];
}
