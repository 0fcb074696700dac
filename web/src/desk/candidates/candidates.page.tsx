/** Candidates: anyone who registered or was added, found by UID, name, mobile or e-mail. */
import { useState } from 'react';
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
import { candidateColumns } from './candidate-columns.tsx';

const listing = { filters: ['state'] };

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
  const found = useFound<CandidateRow>('candidates', candidateListSchema, listing);
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
        caption="Candidates"
        columns={candidateColumns}
        rowKey={({ uid }) => uid}
      />
      <AddCandidateDialog open={open === 'one'} onClose={() => setOpen(null)} onDone={finish} />
      <AddListDialog open={open === 'list'} onClose={() => setOpen(null)} onDone={finish} />
    </DeskPage>
  );
}
