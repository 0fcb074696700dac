/** How an exam goes, from the first form to the result; shared by the pages that lead to one. */
import type { ReactNode } from 'react';
import { Band } from '#web/site/parts/band.tsx';
import { Steps } from '#web/site/parts/steps.tsx';
import { examSteps } from './content/exam-steps.ts';

export function ExamSteps({ children }: { children?: ReactNode }) {
  return (
    <Band
      id="steps"
      title="How an exam works"
      intro="Five steps, all on your phone. You need no app store and no computer."
      ground="sunken"
      heading="beside"
      act={children}
    >
      <Steps steps={examSteps} />
    </Band>
  );
}
