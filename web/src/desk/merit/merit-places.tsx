/** The places of the list that was worked out last, found by the server and paged. */
import { Link } from 'react-router-dom';
import { type MeritList, type MeritPlace, meritPlaceListSchema } from '#contract/desk/merit.ts';
import { hasCutoffs } from '#machines/merit/rules-in-words.ts';
import { FoundList } from '#web/shared/desk/found-list.tsx';
import type { DeskColumn } from '#web/shared/desk/sortable-head.tsx';
import { useFound } from '#web/shared/desk/use-found.ts';
import { candidatePath } from '#web/shared/paths.ts';

const listing = { name: 'merit', pageSize: 50 };

const none = {
  narrowed: 'Nobody on the list has this UID, name, mobile or e-mail. Try a part of it.',
  empty: 'Candidates appear here once they have a complete score.',
};

export function MeritPlaces({ merit }: { merit: MeritList }) {
  const path = `exams/${merit.examId}/merit/places`;
  const found = useFound<MeritPlace>(path, meritPlaceListSchema, listing);
  return (
    <FoundList
      found={found}
      one="candidate"
      icon="user"
      none={none}
      order="By rank"
      caption={`Merit list of ${merit.examName}`}
      columns={columnsOf(merit)}
      rowKey={({ uid }) => uid}
    />
  );
}

function columnsOf({ sections, rules, shifts, categories }: MeritList): DeskColumn<MeritPlace>[] {
  const hasCategories = categories.some(({ category }) => category !== '');
  return [
    { key: 'rank', head: 'Rank', numeric: true, width: 4.5, cell: ({ rank }) => rank },
    {
      key: 'name',
      head: 'Name',
      rowHead: true,
      wraps: true,
      cell: ({ uid, fullName }) => (
        <Link to={candidatePath(uid)}>
          <bdi>{fullName}</bdi>
        </Link>
      ),
    },
    { key: 'uid', head: 'UID', width: 6, cell: ({ uid }) => <code>{uid}</code> },
    {
      key: 'total',
      head: 'Total',
      numeric: true,
      width: 5,
      cell: ({ total }) => <strong>{total}</strong>,
    },
    {
      key: 'percentile',
      head: 'Percentile',
      numeric: true,
      width: 7,
      cell: ({ percentile }) => percentile,
    },
    ...sections.map((section) => ({
      key: `section ${section}`,
      head: section,
      numeric: true,
      width: 7,
      cell: (place: MeritPlace) =>
        place.sections.find(({ name }) => name === section)?.marks ?? '-',
    })),
    { key: 'wrong', head: 'Wrong', numeric: true, width: 4.5, cell: ({ wrong }) => wrong ?? '-' },
    ...(shifts.length > 0
      ? [{ key: 'exam', head: 'Shift', width: 9, cell: ({ exam }: MeritPlace) => exam }]
      : []),
    ...(hasCategories
      ? [
          {
            key: 'category',
            head: 'Category',
            width: 7,
            cell: ({ category }: MeritPlace) => category || '-',
          },
        ]
      : []),
    ...(hasCutoffs(rules)
      ? [
          {
            key: 'status',
            head: 'Status',
            width: 7.5,
            cell: ({ qualified }: MeritPlace) => (qualified ? 'Qualified' : 'Not qualified'),
          },
        ]
      : []),
  ];
}
