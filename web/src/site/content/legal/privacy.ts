/** The privacy policy: what the product really keeps, and why. */
import type { LegalText } from '../legal-text.ts';

const privacy: LegalText = {
  title: 'Privacy Policy',
  description:
    'What we keep about visitors, candidates and companies, why, for how long, who sees it, and how you get it or have it erased. Effective May 22, 2025.',
  dated: 'Effective: May 22, 2025. Photos added: November 22, 2026',
  summary:
    'We keep what an application, a payment or an exam needs, and nothing for advertising. You can ask what we have about you, have it corrected, and have it erased.',
  sections: ({ name, email, phone, address, city }) => [
    {
      id: 'who',
      title: 'Who is responsible',
      blocks: [
        `${name}, ${address.join(', ')}. For anything about your data write to ${email} or call ${phone} and ask for the grievance officer. We answer within 48 hours on working days.`,
      ],
    },
    {
      id: 'what',
      title: 'What we keep',
      blocks: [
        [
          'If you write to us or ask for the newsletter: your name, email, phone number and what you wrote.',
          'If you register: your name, email, mobile, date of birth, address, education, work experience and the post you want.',
          'If you add a photo for the check-in at the door: that photo, without the place and time that your camera wrote into it. You need not add one.',
          'If you apply for a course: your name, phone, email and the course.',
          'If you pay: the order, its amount and the bank’s number for it. Card numbers and PINs stay with the bank.',
          'If you sit an exam: your answers with their times, uploaded pages, your result, and what your browser reported about the sitting, such as lost network.',
        ],
      ],
    },
    {
      id: 'why',
      title: 'What we use it for',
      blocks: [
        'To answer you, to hold the exam and mark it, to teach and place you, to take payments and give receipts, and to keep the exams fair. The law asks us to keep accounts.',
        'We use it for nothing else without asking you first.',
      ],
    },
    {
      id: 'who-sees',
      title: 'Who sees it',
      blocks: [
        [
          'Our own staff, as far as their work needs it; what they do is recorded.',
          'Your photo: the office, and the proctors of your exam, whose phones keep it until your exam is over.',
          'Companies that are hiring, if you take part in a selection: your details and result for that post.',
          'The bank, for your payment, and the company that sends our text messages, for your number and the message.',
          'Authorities, where a law or a court demands it.',
        ],
        'We sell nothing to anyone. The lists of results that we publish hold what was announced with the exam.',
      ],
    },
    {
      id: 'phone',
      title: 'What lies on your phone',
      blocks: [
        'Your sign-in, half-filled forms, and the paper and answers of an exam, so that nothing is lost without network. They stay on your phone until they are sent or you sign out.',
        'There are no advertising cookies and no trackers of others on this site.',
      ],
    },
    {
      id: 'how-long',
      title: 'How long we keep it',
      blocks: [
        'Messages: until they are dealt with. Registrations and results: as long as you may need them as proof, or until you ask us to erase them. Invoices: as long as tax law demands. Your photo: until you remove it, or until 30 days after your last exam.',
      ],
    },
    {
      id: 'safety',
      title: 'How it is kept safe',
      blocks: [
        'Data travels encrypted. Passwords are kept in a form that nobody can read back. Rights are checked on the server for each single request.',
        'If data is ever lost or seen by someone who should not see it, we tell you and the authority without delay.',
      ],
    },
    {
      id: 'rights',
      title: 'Your rights',
      blocks: [
        [
          'To know what we have about you, and to get a copy.',
          'To have it corrected.',
          'To have it erased, unless a law makes us keep it.',
          'To withdraw a consent. What was done before stays lawful.',
          'To complain to us, and after that to the Data Protection Board of India.',
        ],
        `Write to ${email} from the address that we know you by. The courts in ${city} are competent.`,
      ],
    },
  ],
};

export default privacy;
