/** The terms and conditions, with the exam policy. */
import { formatRupees } from '#web/shared/money.ts';
import { examFees } from '../course-list.ts';
import type { LegalText } from '../legal-text.ts';

const terms: LegalText = {
  title: 'Terms and Conditions',
  description:
    'The rules for using this site, registering, sitting an exam and enrolling in a course. Includes the exam policy. Last updated May 22, 2025.',
  dated: 'Last updated: May 22, 2025. Reworded: November 25, 2026',
  summary:
    'What you and we agree to, in plain words. When you register, apply or pay, you accept these terms. The exam policy is section 4.',
  sections: ({ name, city, address, email, phone }) => [
    {
      id: 'who-we-are',
      title: 'Who we are',
      blocks: [
        `This site is run by ${name}, ${address.join(', ')}. In these terms, "we" means ${name} and "you" means anyone who uses the site.`,
        'We offer recruitment and staffing to companies, and assessments, training and courses to candidates. These terms apply to both.',
      ],
    },
    {
      id: 'account',
      title: 'Your registration',
      blocks: [
        'You must register yourself, with true details that your ID card and marksheets can prove. Each person may register only once.',
        'You get a UID. Keep your UID and password to yourself: you are responsible for whatever is done with them. If you think someone else knows your password, change it at once.',
        'We may cancel a registration made with false details. We do not refund any fee paid for it.',
      ],
    },
    {
      id: 'fees',
      title: 'Fees and payment',
      blocks: [
        `All prices on this site are in Indian rupees and include GST. Exam fees range from ${formatRupees(examFees.from)} to ${formatRupees(examFees.to)}; the virtual assistant exam costs ${formatRupees(examFees.virtualAssistant)}.`,
        'You pay on our bank’s page. We never see or store your card number, PIN or UPI PIN. Your payment is complete when the bank confirms it to us; you then get a tax receipt.',
        'Refunds are covered by our Cancellation and Refund Policy.',
      ],
    },
    {
      id: 'exam-policy',
      title: 'Exam policy',
      blocks: [
        'You can start an exam once you have paid its fee and its start time has come.',
        [
          'You must sit the exam on your own, without help from other people, books, other devices or software, unless the exam says that something is allowed.',
          'Your time keeps running even if your phone is off or has no network. When the time is up, the exam is submitted automatically.',
          'Your answers stay on your phone until our server has received them. Do not clear your browser’s data until you have seen your receipt.',
          'The questions belong to us. You may not copy, photograph or share them, during the exam or afterwards.',
          'You can submit each exam only once. To try again, you need to pay the fee for an exam that we offer again.',
          'A proctor may supervise the exam, and may give you extra time for a technical failure. Everything a proctor does is recorded.',
        ],
        'If you break this policy, we may refuse to give you a result. Before we decide, we will tell you what we have found and listen to you.',
        'If a question turns out to be wrong, we correct the marks of everyone who had it.',
      ],
    },
    {
      id: 'courses',
      title: 'Training, courses and placement',
      blocks: [
        'If you pass an assessment for a post, we may offer you 3 to 6 weeks of free training. You do not have to accept it.',
        'Your course begins once your seat is confirmed. We may change teachers or timings for a good reason, and will tell you in advance.',
        'Placement means that we introduce you to employers, prepare you and support you through the selection. The employer decides on the job, the pay and the terms. For placement in a course, you must attend classes, submit your work and go to the interviews.',
        'Exams and certificates of other institutes, such as US CMA and US CPA, follow those institutes’ rules and have their own fees.',
      ],
    },
    {
      id: 'site',
      title: 'Using the site',
      blocks: [
        'You may read and print pages of this site for your own use. You may not copy it for sale, break into it, overload it, or collect other people’s data from it.',
        'We do our best to keep the site running at all times, and announce planned maintenance. We are not responsible for problems with your network, your phone or your bank.',
      ],
    },
    {
      id: 'liability',
      title: 'Our liability',
      blocks: [
        'We are liable for loss that we cause deliberately or through gross negligence. For any other loss, our liability is limited to the fee you paid for the service concerned. Your legal rights as a consumer are not affected.',
      ],
    },
    {
      id: 'law',
      title: 'Law and jurisdiction',
      blocks: [
        `These terms are governed by the laws of India. Any dispute is subject to the jurisdiction of the courts in ${city}.`,
        'Please contact us before you go to court: a phone call settles most matters.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes and contact',
      blocks: [
        'We may change these terms. The terms in force on the day you paid continue to apply to what you paid for.',
        `Write to ${email} or call ${phone}.`,
      ],
    },
  ],
};

export default terms;
