/** The cancellation and refund policy, in the specification's terms: 24 hours, 7 working days, less GST and charges. */
import type { LegalText } from '../legal-text.ts';

const refunds: LegalText = {
  title: 'Cancellation and Refund Policy',
  description:
    'When a fee is returned: technical failure, double payment, or cancellation by us. Ask within 24 hours; decided within 7 working days.',
  dated: 'Last updated: May 22, 2025',
  summary:
    'A fee is returned after a technical failure, a double payment, or if we cancel. Ask within 24 hours of the incident.',
  sections: ({ email, phone, name }) => [
    {
      id: 'when',
      title: 'When a fee is returned',
      blocks: [
        'In these three cases, and in no other:',
        [
          'Technical failure: our site or the payment failed, so that you could not get what you paid for.',
          'Duplicate payment: the same thing was paid for twice.',
          `Cancellation by ${name}: we called off the exam or the course.`,
        ],
      ],
    },
    {
      id: 'when-not',
      title: 'When it is not',
      blocks: [
        'If you change your mind, miss the exam, do not pass, or were shut out for breaking the exam policy. Failures of your own phone or network do not count as technical failures of ours; your answers are kept on your phone and counted when they arrive.',
      ],
    },
    {
      id: 'how',
      title: 'How to ask',
      blocks: [
        [
          `Write to ${email} or call ${phone} within 24 hours of the incident.`,
          'Give your name, the order ID (it is on the payment page and on the receipt), and what happened.',
          'A picture of the screen or of the bank’s message helps, but is not needed.',
        ],
      ],
    },
    {
      id: 'decision',
      title: 'When you hear from us',
      blocks: [
        'We look at the order together with the bank and decide within 7 working days. If we refuse, we tell you why.',
      ],
    },
    {
      id: 'amount',
      title: 'How much comes back',
      blocks: [
        'The amount that you paid, less GST and the transaction charges of the bank. It goes back to the account or card that you paid from; how fast it shows there depends on your bank.',
        'A second payment for the same order is found by our own system, and returned or looked at by a person, even if you do not ask.',
      ],
    },
    {
      id: 'courses',
      title: 'Cancelling a course',
      blocks: [
        'You may leave a course at any time by writing to us; no further instalments are due for the time after that. What was paid before is returned in the three cases above only.',
      ],
    },
  ],
};

export default refunds;
