/** The product pricing policy; its price list comes from content/course-list.ts. */
import { courseAmounts } from '#contract/site/courses.ts';
import { formatRupees, formatRupeesInFull } from '#web/shared/money.ts';
import { courseList, examFees, type Fee, fees } from '../course-list.ts';
import type { LegalText } from '../legal-text.ts';

const coursePrices = courseList.map(({ course, name }) => {
  const { full, monthlyFrom }: Fee = fees[course];
  return `${name}: ${formatRupees(full)}${monthlyFrom === undefined ? '' : `, or by EMI from ${formatRupees(monthlyFrom)} a month`}.`;
});

const pricing: LegalText = {
  title: 'Product Pricing Policy',
  description:
    'Every price on the site in one list: exams, courses, seat confirmation and monthly instalments. All prices are in rupees and include GST.',
  dated: 'Last updated: May 22, 2025. Reworded: November 25, 2026',
  summary:
    'All prices are in Indian rupees and include GST. The price you see before you pay is the price you pay.',
  sections: ({ email, phone, gstin }) => [
    {
      id: 'exams',
      title: 'Exams',
      blocks: [
        [
          `Virtual assistant exam: ${formatRupees(examFees.virtualAssistant)}.`,
          `Other exams: ${formatRupees(examFees.from)} to ${formatRupees(examFees.to)}. Each exam names its fee.`,
        ],
        'The fee covers one attempt. If you pass, the training of 3 to 6 weeks is free.',
      ],
    },
    {
      id: 'courses',
      title: 'Courses',
      blocks: [
        coursePrices,
        `You confirm your seat with ${formatRupeesInFull(courseAmounts['US CMA'])}, which is part of the course fee. The Germany program has no seat confirmation.`,
      ],
    },
    {
      id: 'instalments',
      title: 'Instalments',
      blocks: [
        'Where EMI is offered, you get the plan in writing before you start: how many payments, how much and on which dates.',
      ],
    },
    {
      id: 'included',
      title: 'What is included',
      blocks: [
        `All prices include GST; your tax receipt shows it separately, with our GSTIN ${gstin}. There is no extra charge for paying by UPI, card or net banking.`,
        'Fees of other institutes, boards and embassies, travel, and your own phone or computer are not included.',
      ],
    },
    {
      id: 'companies',
      title: 'Services for companies',
      blocks: [
        'The Services page says what recruitment, staffing and other services for companies cost, or from what price they begin. You get a written quotation, GST included, before we begin.',
      ],
    },
    {
      id: 'changes',
      title: 'When prices change',
      blocks: [
        'A new price applies only to payments after the change. What you have already paid, and an instalment plan that has already begun, do not change.',
        `If a price looks wrong, write to ${email} or call ${phone}.`,
      ],
    },
  ],
};

export default pricing;
