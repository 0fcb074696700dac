/** Candidates: anyone who registered or was added, found by UID, name, mobile or e-mail. */
import {
  type CandidateRow,
  candidateListSchema,
  candidateStates,
} from '#contract/desk/candidates.ts';
import { DeskPage } from '#web/shared/desk/desk-page.tsx';
import { FoundList } from '#web/shared/desk/found-list.tsx';
import { useFound } from '#web/shared/desk/use-found.ts';
import { CandidateTable } from './candidate-table.tsx';

const filters = [
  {
    name: 'state',
    label: 'Status',
    placeholder: 'All',
    options: candidateStates.map((value) => ({ value, label: value })),
  },
];

const none = {
  narrowed: 'Nobody has this UID, name, mobile, e-mail or city. Try a part of it.',
  empty: 'Candidates who register, and those you add, appear here.',
};

export default function Candidates() {
  const found = useFound<CandidateRow>('candidates', candidateListSchema);
  return (
    <DeskPage title="Candidates">
      <FoundList found={found} one="candidate" icon="user" filters={filters} none={none}>
        {(candidates) => <CandidateTable candidates={candidates} />}
      </FoundList>
    </DeskPage>
  );
}
