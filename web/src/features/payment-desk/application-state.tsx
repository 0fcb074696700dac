/** The states of an application, each with its look. */
import { applicationStateNames } from '#contract/application-desk.ts';
import { type ApplicationState, applicationStates } from '#contract/applications.ts';
import { Badge, type Tone } from '#web/components/ui/badge.tsx';

const tones: Record<ApplicationState, Tone> = {
  new: 'accent',
  contacted: 'warn',
  enrolled: 'success',
  closed: 'neutral',
};

export const applicationStateOptions = applicationStates.map((value) => ({
  value,
  label: applicationStateNames[value],
}));

export function ApplicationStateBadge({ state }: { state: ApplicationState }) {
  return <Badge tone={tones[state]}>{applicationStateNames[state]}</Badge>;
}
