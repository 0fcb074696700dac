/** The states of an application in words, each with its look. */
import { type ApplicationState, applicationStates } from '#contract/applications.ts';
import { Badge, type Tone } from '#web/components/ui/badge.tsx';

const looks: Record<ApplicationState, { label: string; tone: Tone }> = {
  new: { label: 'New', tone: 'accent' },
  contacted: { label: 'Contacted', tone: 'warn' },
  enrolled: { label: 'Enrolled', tone: 'success' },
  closed: { label: 'Closed', tone: 'neutral' },
};

/** As the list shows it. */
export const nameOfState = (state: ApplicationState) => looks[state].label;

export const applicationStateOptions = applicationStates.map((value) => ({
  value,
  label: looks[value].label,
}));

export function ApplicationStateBadge({ state }: { state: ApplicationState }) {
  return <Badge tone={looks[state].tone}>{looks[state].label}</Badge>;
}
