/** Candidates: anyone who registered or was added, found by UID, name, mobile or e-mail. */
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  type CandidateRow,
  candidateListSchema,
  candidateStates,
} from '#contract/desk/candidates.ts';
import { DeskPage } from '#web/shared/desk/desk-page.tsx';
import { FoundList } from '#web/shared/desk/found-list.tsx';
import { useFound } from '#web/shared/desk/use-found.ts';
import { Button } from '#web/ui/button.tsx';
import { AddCandidateDialog } from './add-candidate-dialog.tsx';
import { AddListDialog } from './add-list-dialog.tsx';
import { CandidateTable } from './candidate-table.tsx';

const PAGE_SIZE = 20;

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
  const [address, setAddress] = useSearchParams();
  const found = useFound<CandidateRow>('candidates', candidateListSchema, PAGE_SIZE, address);
  const { query } = found;
  // Whoever comes back from a candidate finds what they had found.
  useEffect(() => setAddress(query, { replace: true }), [query, setAddress]);
  const [open, setOpen] = useState<'one' | 'list' | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const finish = (said: string) => {
    setOpen(null);
    setDone(said);
    found.asked.retry();
  };
  return (
    <DeskPage
      title="Candidates"
      acts={
        <>
          <Button onClick={() => setOpen('list')}>Add a list</Button>
          <Button variant="primary" onClick={() => setOpen('one')}>
            Add candidate
          </Button>
        </>
      }
    >
      <FoundList
        found={found}
        one="candidate"
        icon="user"
        filters={filters}
        done={done}
        none={none}
      >
        {(candidates) => <CandidateTable candidates={candidates} />}
      </FoundList>
      <AddCandidateDialog open={open === 'one'} onClose={() => setOpen(null)} onDone={finish} />
      <AddListDialog open={open === 'list'} onClose={() => setOpen(null)} onDone={finish} />
    </DeskPage>
  );
}
