/** The terms and conditions, with the exam policy. Figures are those of the specification, section 9. */
import { formatRupees } from '#web/shared/money.ts';
import { examFees } from '../fees.ts';
import type { LegalText } from '../legal-text.ts';

const terms: LegalText = {
  title: 'Terms and Conditions',
  description:
    'The rules for using the site, registering, sitting an exam and enrolling in a course. Includes the exam policy. Last updated May 22, 2025.',
  dated: 'Last updated: May 22, 2025',
  summary:
    'The rules between you and us, in plain words. By registering, applying or paying you accept them; the exam policy is section 4.',
  sections: ({ name, city, address, email, phone }) => [
    {
      id: 'who-we-are',
      title: 'Who we are',
      blocks: [
        `This site is run by ${name}, ${address.join(', ')}. In these terms "we" is ${name}, and "you" is whoever uses the site.`,
        'We offer recruitment and staffing to companies, and assessments, training and courses to candidates. These terms are for both.',
      ],
    },
    {
      id: 'account',
      title: 'Your registration',
      blocks: [
        'You register yourself, with details that are true and that you can prove with an ID card and marksheets. One person, one registration.',
        'You get a UID. Keep it and your password to yourself: what is done with them counts as done by you. If you think that someone else knows your password, change it at once.',
        'We may close a registration that was made with false details. A fee that was paid for it is not returned.',
      ],
    },
    {
      id: 'fees',
      title: 'Fees and payment',
      blocks: [
        `All prices on this site are in Indian rupees and include GST. Exam fees are ${formatRupees(examFees.from)} to ${formatRupees(examFees.to)}; the virtual assistant exam is ${formatRupees(examFees.virtualAssistant)}.`,
        'You pay on the page of our bank. We never see or keep your card number, PIN or UPI PIN. A payment counts once the bank has confirmed it to us; then you get a tax receipt.',
        'Refunds follow the cancellation and refund policy.',
      ],
    },
    {
      id: 'exam-policy',
      title: 'Exam policy',
      blocks: [
        'An exam is open to you once its fee is paid and its start time has come.',
        [
          'You sit the exam alone, without help from people, books, other devices or software, unless the exam says that something is allowed.',
          'The time keeps running while your phone is off or has no network. At the end the exam is submitted automatically.',
          'Your answers are kept on your phone until our server has them. Do not clear the browser’s data before you have seen the receipt.',
          'Questions are ours. You may not copy, photograph or pass them on, during the exam or afterwards.',
          'Each exam can be submitted once. Another try needs an exam that we offer again, and its fee.',
          'A person may supervise the exam, and may give you extra time for a technical failure. Each such act is recorded.',
        ],
        'Whoever breaks this policy can be refused a result. We first tell you what we have seen and hear you.',
        'We correct a question that turns out to be wrong for everyone who had it.',
      ],
    },
    {
      id: 'courses',
      title: 'Training, courses and placement',
      blocks: [
        'Who passes an assessment for a post may be offered 3 to 6 weeks of free training. There is no duty to accept.',
        'A course begins once your seat is confirmed. We may change teachers and times for a good reason and tell you in advance.',
        'Placement means that we introduce you, prepare you and stay with you in the selection. Who hires you decides about the job, its pay and its terms. Placement in a course asks you to attend, to submit your work and to take the interviews.',
        'Exams and certificates of other institutes, such as US CMA and US CPA, follow the rules of those institutes and have fees of their own.',
      ],
    },
    {
      id: 'site',
      title: 'Using the site',
      blocks: [
        'You may read and print the site for yourself. You may not copy it for sale, break into it, overload it, or collect other people’s data from it.',
        'We work to keep the site open at all times, and announce planned breaks. We are not answerable for failures of your network, your phone or your bank.',
      ],
    },
    {
      id: 'liability',
      title: 'What we answer for',
      blocks: [
        'We answer for loss that we cause on purpose or by gross carelessness. For other loss we answer up to the fee that you paid for the service in question. Rights that the law gives you as a consumer stay untouched.',
      ],
    },
    {
      id: 'law',
      title: 'Law and courts',
      blocks: [
        `These terms follow the law of India. The courts in ${city} decide disputes.`,
        'Please write to us before you go to court: most things are settled by a call.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes, and how to reach us',
      blocks: [
        'We may change these terms. What you have paid for stays under the terms of the day you paid.',
        `Write to ${email} or call ${phone}.`,
      ],
    },
  ],
};

export default terms;
