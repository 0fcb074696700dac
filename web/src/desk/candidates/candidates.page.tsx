/** Candidates: everyone who registered or was added; searched by UID, name, mobile, email or city. */
import { useState } from 'react';
import {
  type CandidateRow,
  candidateListSchema,
  candidateStates,
  officeActSchema,
  passwordSentSchema,
} from '#contract/desk/candidates.ts';
import { listSorts } from '#contract/desk/list-sorts.ts';
import { DeskPage } from '#web/shared/desk/desk-page.tsx';
import { FoundList } from '#web/shared/desk/found-list.tsx';
import { RowAct } from '#web/shared/desk/row-act.tsx';
import { type ActOutcome, doToAll } from '#web/shared/desk/undoable.tsx';
import { useFound } from '#web/shared/desk/use-found.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { api } from '#web/shared/http.ts';
import { Button } from '#web/ui/button.tsx';
import { AddCandidateDialog } from './add-candidate-dialog.tsx';
import { AddListDialog } from './add-list-dialog.tsx';
import { AddedLists, useAddedLists } from './added-lists.tsx';
import { candidateColumns } from './candidate-columns.tsx';
import { OfficeDialog } from './office-dialog.tsx';

const filters = [
  {
    name: 'state',
    label: 'Status',
    placeholder: 'All',
    options: candidateStates.map((value) => ({ value, label: value })),
  },
];

const listing = { filters, sorts: listSorts.candidates };

const none = {
  narrowed: 'Nobody has this UID, name, mobile, email or city. Try part of it.',
  empty: 'Candidates who register, and those you add, will appear here.',
};

export default function Candidates() {
  const found = useFound<CandidateRow>('candidates', candidateListSchema, listing);
  const [open, setOpen] = useState<'one' | 'list' | null>(null);
  const [told, setTold] = useState<Partial<ActOutcome>>({});
  /** The candidates that a one-time password will be sent to. */
  const [chosen, setChosen] = useState<readonly CandidateRow[]>([]);
  const tell = (what: ActOutcome) => {
    setOpen(null);
    setChosen([]);
    setTold(what);
    found.asked.retry();
  };
  const lists = useAddedLists();
  const finish = (done: string) => {
    tell({ done, tone: 'success' });
    lists.retry();
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
      <AddedLists {...lists} />
      <FoundList
        found={found}
        one="candidate"
        icon="user"
        filters={filters}
        workbook="Candidates.xlsx"
        {...told}
        none={none}
        caption="Candidates"
        columns={candidateColumns}
        rowKey={({ uid }) => uid}
        bulk={({ rows }) => (
          <RowAct icon="send" onClick={() => setChosen(rows)}>
            Send one-time passwords
          </RowAct>
        )}
      />
      <OfficeDialog
        open={chosen.length > 0}
        onClose={() => setChosen([])}
        title={`Send a one-time password to ${formatCount(chosen.length, 'candidate')}?`}
        action="Send"
        pendingLabel="Sending…"
        problemTitle="Nothing was sent"
        schema={officeActSchema}
        send={(body) =>
          doToAll(
            chosen,
            ({ uid }) => api.post(`candidates/${uid}/password`, body, passwordSentSchema),
            'candidate',
            'sent a one-time password',
          )
        }
        onDone={tell}
        fallback="We couldn’t send the one-time passwords. Please try again."
      >
        <p>
          {chosen.length === 1 ? 'It goes' : 'Each gets their own'} by SMS to the mobile in this
          list, and nobody else sees it. The current password works until the new one is used.
        </p>
      </OfficeDialog>
      <AddCandidateDialog open={open === 'one'} onClose={() => setOpen(null)} onDone={finish} />
      <AddListDialog open={open === 'list'} onClose={() => setOpen(null)} onDone={finish} />
    </DeskPage>
  );
}
