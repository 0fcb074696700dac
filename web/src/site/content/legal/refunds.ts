/** The cancellation and refund policy: 24 hours, 7 working days, less GST and charges. */
import type { LegalText } from '../legal-text.ts';

const refunds: LegalText = {
  title: 'Cancellation and Refund Policy',
  description:
    'When you get a refund: technical failure, duplicate payment, or cancellation by us. Ask within 24 hours; we decide within 7 working days.',
  dated: 'Last updated: May 22, 2025. Reworded: November 25, 2026',
  summary:
    'We refund a fee after a technical failure or a duplicate payment, or if we cancel. Ask within 24 hours of the incident.',
  sections: ({ email, phone, name }) => [
    {
      id: 'when',
      title: 'When you get a refund',
      blocks: [
        'Only in these three cases:',
        [
          'Technical failure: our site or the payment failed, and you did not get what you paid for.',
          'Duplicate payment: you paid for the same thing twice.',
          `Cancellation by ${name}: we cancelled the exam or the course.`,
        ],
      ],
    },
    {
      id: 'when-not',
      title: 'When you do not get a refund',
      blocks: [
        'If you change your mind, miss the exam, do not pass, or are excluded for breaking the exam policy. Problems with your own phone or network are not technical failures on our side: your answers stay on your phone and count when they reach us.',
      ],
    },
    {
      id: 'how',
      title: 'How to ask for a refund',
      blocks: [
        [
          `Write to ${email} or call ${phone} within 24 hours of the incident.`,
          'Give your name, the order ID (it is on the payment page and on the receipt), and what happened.',
          'A screenshot, or the bank’s message, helps but is not required.',
        ],
      ],
    },
    {
      id: 'decision',
      title: 'When we decide',
      blocks: [
        'We check the order with the bank and decide within 7 working days. If we refuse, we tell you why.',
      ],
    },
    {
      id: 'amount',
      title: 'How much you get back',
      blocks: [
        'The amount you paid, less GST and the bank’s transaction charges. It goes back to the account or card you paid from. How soon you see it depends on your bank.',
        'Our system detects a second payment for the same order. We then refund it or review it, even if you do not ask.',
      ],
    },
    {
      id: 'courses',
      title: 'Cancelling a course',
      blocks: [
        'You may leave a course at any time by writing to us. No further instalments are due after that. What you have already paid is refunded only in the three cases above.',
      ],
    },
  ],
};

export default refunds;
