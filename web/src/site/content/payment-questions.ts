/** What everyone asks before paying; the same under every course. */
import { courseAmounts } from '#contract/site/courses.ts';
import { formatRupeesInFull } from '#web/shared/money.ts';
import type { QuestionAnswer } from '#web/site/parts/accordion.tsx';

/** The same for every course that has one. */
const seat = formatRupeesInFull(courseAmounts['US CMA']);

export const paymentQuestions: readonly QuestionAnswer[] = [
  {
    question: 'What is the seat confirmation?',
    answer: `A payment of ${seat} that keeps your seat. It is part of the course fee. You pay it online after you have applied, and get a tax receipt.`,
  },
  {
    question: 'Can I get my money back?',
    answer:
      'Yes, after a technical failure or a duplicate payment, or if we cancel. Ask within 24 hours; we decide within 7 working days and refund the amount less GST and transaction charges. The refund policy has the details.',
  },
];
