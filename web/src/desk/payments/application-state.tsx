/** The states of an application, each with its look. */
import { applicationStateNames } from '#contract/desk/application-desk.ts';
import { type ApplicationState, applicationStates } from '#contract/site/applications.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';

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
