/** How far everybody got who applied, and what still waits for a person. */
import type { ParticipantStates } from '#contract/desk/analysis.ts';
import { BarRows } from '#web/ui/charts/bar-rows.tsx';
import { ChartFigure } from '#web/ui/charts/chart-figure.tsx';
import { percent, whole } from './figures.ts';

interface ParticipantsChartProps {
  participants: ParticipantStates;
  enrolled: number;
}

export function ParticipantsChart({ participants, enrolled }: ParticipantsChartProps) {
  const states = [
    { label: 'Completed', count: participants.completed },
    { label: 'Completed provisionally (closed by the server)', count: participants.provisional },
    { label: 'Under way', count: participants.underWay },
    { label: 'Fees Paid, not started', count: participants.notStarted },
    { label: 'Registered, fee not paid', count: participants.registered },
  ].map((state) => ({ ...state, share: percent(state.count, enrolled) }));
  const { documentsUnmarked, withHeldActs, heldActs } = participants;
  const waiting = [
    documentsUnmarked > 0 &&
      `${whole(documentsUnmarked)} ${documentsUnmarked === 1 ? 'waits' : 'wait'} for their documents to be marked.`,
    withHeldActs > 0 &&
      `${whole(withHeldActs)} ${withHeldActs === 1 ? 'has' : 'have'} ${heldActs === 1 ? 'an act' : `${whole(heldActs)} acts`} that came late and ${heldActs === 1 ? 'waits' : 'wait'} for a decision.`,
  ].filter((sentence) => sentence !== false);
  return (
    <ChartFigure
      title="Participants"
      summary={[
        `${whole(participants.completed + participants.provisional)} of ${whole(enrolled)} have completed the exam.`,
        ...waiting,
      ].join(' ')}
      heads={['State', 'Participants', 'Share']}
      rows={[
        ...states.map(({ label, count, share }) => ({ label, values: [whole(count), share] })),
        {
          label: 'Of those: documents not marked',
          values: [whole(documentsUnmarked), percent(documentsUnmarked, enrolled)],
        },
        {
          label: 'Of those: with acts held for a decision',
          values: [whole(withHeldActs), percent(withHeldActs, enrolled)],
        },
      ]}
    >
      <BarRows
        whole={enrolled}
        rows={states.map(({ label, count, share }) => ({
          label,
          note: `${whole(count)} (${share})`,
          parts: [{ look: 'solid', value: count }],
        }))}
      />
    </ChartFigure>
  );
}
