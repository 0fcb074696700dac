/** The participants of one exam, with all columns or marks only; the server searches, sorts, pages and exports them. */
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ExamName } from '#contract/desk/exam-draft.ts';
import { listSorts } from '#contract/desk/list-sorts.ts';
import {
  exportFileName,
  type Participant,
  participantListSchema,
  roomsFileName,
} from '#contract/desk/participants.ts';
import { examSchema } from '#contract/wire/exams.ts';
import { statuses } from '#contract/wire/users.ts';
import { scoredSections } from '#machines/sitting/scoring.ts';
import { ordersOfExam, type Wanted } from '#web/desk/payments/refund-in-turn.ts';
import { useRefunds } from '#web/desk/payments/refund-many-dialog.tsx';
import { DownloadButton } from '#web/shared/desk/download-button.tsx';
import { FoundList } from '#web/shared/desk/found-list.tsx';
import { RowAct } from '#web/shared/desk/row-act.tsx';
import { useOutcome } from '#web/shared/desk/undoable.tsx';
import { useFound } from '#web/shared/desk/use-found.ts';
import { useLoad } from '#web/shared/use-load.ts';
import { Loading } from '#web/ui/loading.tsx';
import { EmptyState, FailedState } from '#web/ui/state-panel.tsx';
import { AccommodationsDialog, RoomDialog } from './accommodations-dialog.tsx';
import { CellsDialog } from './cells-dialog.tsx';
import { MoveManyDialog } from './move-many-dialog.tsx';
import { participantColumns } from './participant-columns.tsx';

const filters = [
  {
    name: 'status',
    label: 'Status',
    placeholder: 'All',
    options: statuses.map((value) => ({ value, label: value })),
  },
];
const listing = { name: 'participants', pageSize: 50, filters, sorts: listSorts.participants };

const none = {
  narrowed: 'No participant with this status matches by name, email, mobile, UID, city or TxnID.',
  empty: 'Candidates who apply for this exam will appear here.',
};

interface ExamParticipantsProps {
  exam: ExamName;
  /** Shows rooms and accommodations, and the acts that change them. */
  showsHall: boolean;
}

export function ExamParticipants({ exam, showsHall }: ExamParticipantsProps) {
  const found = useFound<Participant>(`exams/by-exam/${exam._id}`, participantListSchema, listing);
  const [whole, askAgain] = useLoad(`exams/${exam._id}`, examSchema);
  const [short, turnShort] = useSwitch('marks');
  const [showsCells, setShowsCells] = useState(false);
  const [seating, setSeating] = useState<readonly Participant[]>([]);
  const [moving, setMoving] = useState<readonly Participant[]>([]);
  const [told, tell] = useOutcome(found.asked);
  const [refund, refundWindow] = useRefunds(tell);
  const [changing, setChanging] = useState<Participant | null>(null);
  if (whole.state === 'loading')
    return <Loading label="Loading the participants…" onRetry={askAgain} />;
  if (whole.state === 'failed')
    return (
      <FailedState
        title="We couldn’t load the participants"
        message={whole.message}
        onRetry={askAgain}
      />
    );
  const { format, fields = [] } = whole.data;
  return (
    <>
      <FoundList
        found={found}
        one="participant"
        icon="user"
        filters={filters}
        workbook={exportFileName(exam.name)}
        none={none}
        blank={<EmptyState icon="user" title="No users found for the selected exam." />}
        order="Oldest application first"
        caption={`Participants of ${exam.name}`}
        acts={
          <>
            {showsHall && (
              <DownloadButton
                small
                path={`exams/by-exam/${exam._id}/rooms`}
                fileName={roomsFileName(exam.name)}
              >
                Room list
              </DownloadButton>
            )}
            <RowAct aria-pressed={short} onClick={turnShort}>
              Marks only
            </RowAct>
            <RowAct icon="send" onClick={() => setShowsCells(true)}>
              Cells
            </RowAct>
          </>
        }
        columns={participantColumns({
          sections: scoredSections({ format, sections: fields }),
          short,
          onHall: showsHall ? setChanging : null,
        })}
        rowKey={({ _id }) => _id}
        bulk={({ rows }) => (
          <>
            {showsHall && (
              <RowAct icon="user" onClick={() => setSeating(rows)}>
                Set the room
              </RowAct>
            )}
            <RowAct onClick={() => setMoving(rows)}>Move to another exam</RowAct>
            <RowAct onClick={() => refund(ordersOf(exam._id, rows))}>Refund</RowAct>
          </>
        )}
        {...told}
      />
      <CellsDialog
        exam={exam}
        open={showsCells}
        onClose={() => setShowsCells(false)}
        onChanged={found.asked.retry}
      />
      <MoveManyDialog
        exam={exam}
        chosen={moving}
        onClose={() => setMoving([])}
        onDone={(what) => {
          setMoving([]);
          tell(what);
        }}
      />
      {refundWindow}
      <RoomDialog
        examId={exam._id}
        chosen={seating}
        onClose={() => setSeating([])}
        onChanged={found.asked.retry}
      />
      <AccommodationsDialog
        examId={exam._id}
        participant={changing}
        onClose={() => setChanging(null)}
        onChanged={found.asked.retry}
        onTakeTheirs={setChanging}
      />
    </>
  );
}

function ordersOf(examId: string, chosen: readonly Participant[]) {
  return async (signal: AbortSignal): Promise<Wanted> => {
    const uids = new Set(chosen.map(({ _id }) => _id));
    const orders = (await ordersOfExam(examId, signal)).filter(({ uid }) => uids.has(uid ?? ''));
    const paying = new Set(orders.map(({ uid }) => uid));
    const others = chosen.filter(({ _id }) => !paying.has(_id));
    return { orders, without: others.map(({ fullName, _id }) => `${fullName} (${_id})`) };
  };
}

/** An on/off setting of a list, kept in the address so that it is still set after going back. */
export function useSwitch(name: string): [boolean, () => void] {
  const [address, setAddress] = useSearchParams();
  const on = address.has(name);
  const turn = () => {
    const next = new URLSearchParams(address);
    if (on) next.delete(name);
    else next.set(name, '1');
    setAddress(next, { replace: true, preventScrollReset: true });
  };
  return [on, turn];
}
