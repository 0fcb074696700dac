/** How an exam goes, from the first form to the result; shared by the pages that lead to one. */
import type { ReactNode } from 'react';
import { Band } from '#web/site/parts/band.tsx';
import { Steps } from '#web/site/parts/steps.tsx';

export function ExamSteps({ children }: { children?: ReactNode }) {
  return (
    <Band
      id="steps"
      title="How an exam works"
      intro="Five steps, all on your phone. No app store, no computer."
      ground="sunken"
      heading="beside"
      act={children}
    >
      <Steps steps={examSteps} />
    </Band>
  );
}

const examSteps = [
  {
    title: 'Register',
    text: 'Fill in one form and choose the post you want. You’ll get a UID: 7 letters and digits to sign in with.',
  },
  {
    title: 'Pay the exam fee',
    text: 'By UPI, card or net banking. The price you see is the price you pay, GST included.',
  },
  {
    title: 'Open the exam on your phone',
    text: 'A countdown shows how long to go. At zero, the exam opens automatically.',
  },
  {
    title: 'Answer, even if the network drops',
    text: 'Every answer is saved on your phone first, then sent as soon as there’s a signal. Nothing is lost.',
  },
  {
    title: 'Get your receipt and your result',
    text: 'Once we have all your answers, you get a receipt code. Your result shows your score in each section.',
  },
] as const;
