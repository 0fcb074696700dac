/** The product pricing policy; its price list comes from content/fees.ts. */
import { courseAmounts } from '#contract/site/courses.ts';
import { formatRupees, formatRupeesInFull } from '#web/shared/money.ts';
import { courseList } from '../course-list.ts';
import { examFees, type Fee, fees } from '../fees.ts';
import type { LegalText } from '../legal-text.ts';

const coursePrices = courseList.map(({ course, name }) => {
  const { full, monthlyFrom }: Fee = fees[course];
  return `${name}: ${formatRupees(full)}${monthlyFrom === undefined ? '' : `, or by EMI from ${formatRupees(monthlyFrom)} a month`}.`;
});

const pricing: LegalText = {
  title: 'Product Pricing Policy',
  description:
    'Every price on the site in one list: exams, courses, seat confirmation and monthly instalments. All prices are in rupees and include GST.',
  dated: 'Last updated: May 22, 2025',
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
        'The fee is for one sitting. The training of 3 to 6 weeks for those who pass is free.',
      ],
    },
    {
      id: 'courses',
      title: 'Courses',
      blocks: [
        coursePrices,
        `A seat is confirmed with ${formatRupeesInFull(courseAmounts['US CMA'])}, which is part of the course fee. The Germany program has no seat confirmation.`,
      ],
    },
    {
      id: 'instalments',
      title: 'Instalments',
      blocks: [
        'Where EMI is offered, the plan is put in writing before you start: how many payments, how much, and on which days.',
      ],
    },
    {
      id: 'included',
      title: 'What is included',
      blocks: [
        `GST is included everywhere; the tax receipt shows it separately, under our GSTIN ${gstin}. We add nothing for paying by UPI, card or net banking.`,
        'Not included are fees of other institutes, boards and embassies, travel, and your own phone or computer.',
      ],
    },
    {
      id: 'companies',
      title: 'Services for companies',
      blocks: [
        'Recruitment, staffing and other services for companies are priced by the task. You get a written offer, GST included, before anything begins.',
      ],
    },
    {
      id: 'changes',
      title: 'When prices change',
      blocks: [
        'A new price applies only to payments after the change. What you have paid, and a plan of instalments that has begun, stay as they are.',
        `A price looks wrong? Write to ${email} or call ${phone}.`,
      ],
    },
  ],
};

export default pricing;
