/** The privacy policy: what the product really keeps, and why. */
import type { LegalText } from '../legal-text.ts';

const privacy: LegalText = {
  title: 'Privacy Policy',
  description:
    'What data we keep about visitors, candidates and companies, why, for how long, who sees it, and how you can get a copy or have it erased. Effective May 22, 2025.',
  dated: 'Effective: May 22, 2025. Photos added: November 22, 2026. Reworded: November 25, 2026',
  summary:
    'We keep only what we need for applications, payments and exams, and nothing for advertising. You can ask what data we have about you, and have it corrected or erased.',
  sections: ({ name, email, phone, address, city }) => [
    {
      id: 'who',
      title: 'Who is responsible',
      blocks: [
        `${name}, ${address.join(', ')}. For any question about your data, write to ${email} or call ${phone} and ask for the Grievance Officer. We reply within 48 hours on working days.`,
      ],
    },
    {
      id: 'what',
      title: 'What we keep',
      blocks: [
        [
          'If you write to us or sign up for the newsletter: your name, email, phone number and message.',
          'If you register: your name, email, mobile, date of birth, address, education, work experience and the post you apply for.',
          'If you add a photo for check-in at the exam: that photo, without the location and time that your camera stores in it. Adding a photo is optional.',
          'If you apply for a course: your name, phone, email and the course.',
          'If you pay: the order, the amount and the bank’s transaction number. We never get your card number or PIN: only the bank does.',
          'If you sit an exam: your answers and when you gave them, the pages you uploaded, your result, and what your browser reported during the exam, such as a lost network.',
        ],
      ],
    },
    {
      id: 'why',
      title: 'What we use it for',
      blocks: [
        'To reply to you, to conduct and mark exams, to train and place you, to take payments and give receipts, and to keep exams fair. We also keep accounts, as the law requires.',
        'We do not use your data for anything else without asking you first.',
      ],
    },
    {
      id: 'who-sees',
      title: 'Who sees it',
      blocks: [
        [
          'Our own staff, only as far as their work requires. What they do is recorded.',
          'Your photo is seen by our office and by the proctors of your exam. Their phones keep it until your exam is over.',
          'Companies that are hiring see your details and your result for a post, if you take part in the selection for it.',
          'The bank sees your payment. The company that sends our text messages sees your number and the message.',
          'Government authorities, if a law or a court requires it.',
        ],
        'We do not sell your data to anyone. The result lists we publish show only what was announced with the exam.',
      ],
    },
    {
      id: 'phone',
      title: 'What is stored on your phone',
      blocks: [
        'Your sign-in, forms you have started to fill in, and your exam paper and answers, so that nothing is lost when there is no network. They stay on your phone until they are sent or you sign out.',
        'This site has no advertising cookies and no third-party trackers.',
      ],
    },
    {
      id: 'how-long',
      title: 'How long we keep it',
      blocks: [
        'Messages: until we have dealt with them. Registrations and results: as long as you may need them as proof, or until you ask us to erase them. Invoices: as long as tax law requires. Your photo: until you remove it, or for 30 days after your last exam.',
      ],
    },
    {
      id: 'safety',
      title: 'How we keep it safe',
      blocks: [
        'Your data is encrypted on its way to us. Passwords are stored in a form that nobody can read. Our server checks at every request whether the person asking has the right to it.',
        'If data is ever lost, or seen by someone who should not have seen it, we will inform you and the authorities without delay.',
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      blocks: [
        [
          'To know what data we have about you, and to get a copy.',
          'To have it corrected.',
          'To have it erased, unless the law requires us to keep it.',
          'To withdraw your consent. What we did before that remains lawful.',
          'To complain to us, and then to the Data Protection Board of India.',
        ],
        `Write to ${email} from the email address we have for you. Any dispute is subject to the jurisdiction of the courts in ${city}.`,
      ],
    },
  ],
};

export default privacy;
