// The demonstration: exams in every format and state, and one candidate in each status. Times are minutes after
// seeding.
import type { ExamFormat, Section } from '#contract/wire/exams.ts';
import type { UserStatus } from '#contract/wire/users.ts';

export type DemoExam = {
  key: string;
  name: string;
  rupees: number;
  description: string;
  startsInMinutes: number;
  durationMinutes: number;
  format: ExamFormat;
  status: 'Active' | 'Inactive';
  sections: Section[];
};

const MINUTES_PER_DAY = 24 * 60;

export const demoExams: readonly DemoExam[] = [
  {
    key: 'open',
    name: 'Virtual Assistant Assessment',
    rupees: 500,
    description:
      '<p>For those who want to work from home as a <strong>virtual assistant</strong>: English, computer skills and aptitude, thirty questions in thirty minutes.</p><ul><li>One mark for a right answer, a quarter off for a wrong one</li><li>Aptitude counts double</li></ul>',
    startsInMinutes: -MINUTES_PER_DAY,
    durationMinutes: 30,
    format: 'MCQ',
    status: 'Active',
    sections: [
      { fieldType: 'English', fieldCount: 10 },
      { fieldType: 'Computer', fieldCount: 10 },
      { fieldType: 'Aptitude', fieldCount: 10 },
    ],
  },
  {
    key: 'soon',
    name: 'Customer Support Assessment',
    rupees: 300,
    description:
      '<p>Voice and chat support. English and general science, twenty questions in twenty minutes.</p>',
    startsInMinutes: 10,
    durationMinutes: 20,
    format: 'MCQ',
    status: 'Active',
    sections: [
      { fieldType: 'English', fieldCount: 10 },
      { fieldType: 'Science', fieldCount: 10 },
    ],
  },
  {
    key: 'documents',
    name: 'Back Office Writing Assessment',
    rupees: 400,
    description:
      '<p>Write the answers by hand and send photos of the pages. Marked by our examiners.</p>',
    startsInMinutes: -MINUTES_PER_DAY,
    durationMinutes: 60,
    format: 'DOC Upload',
    status: 'Active',
    sections: [],
  },
  {
    key: 'mix',
    name: 'Accounts Assistant Assessment',
    rupees: 450,
    description:
      '<p>Ten questions of aptitude, and a balance sheet worked out on paper and photographed.</p>',
    startsInMinutes: -MINUTES_PER_DAY,
    durationMinutes: 45,
    format: 'MIX',
    status: 'Active',
    sections: [{ fieldType: 'Aptitude', fieldCount: 10 }],
  },
  {
    key: 'inactive',
    name: 'Technical Support Assessment',
    rupees: 350,
    description: '<p>Not open for applications at present.</p>',
    startsInMinutes: 7 * MINUTES_PER_DAY,
    durationMinutes: 60,
    format: 'MCQ',
    status: 'Inactive',
    sections: [{ fieldType: 'Computer', fieldCount: 20 }],
  },
];

export const DEMO_PASSWORD = 'demo password';

export type DemoAccount = {
  uid: string;
  fullName: string;
  status: UserStatus;
  exam: DemoExam['key'];
};

/** The order in which they are shown at the start. */
export const demoAccounts: readonly DemoAccount[] = [
  { uid: 'DEMREG2', fullName: 'Asha Reddy', status: 'Registered', exam: 'open' },
  { uid: 'DEMPAY2', fullName: 'Ravi Kumar', status: 'Fees Paid', exam: 'open' },
  { uid: 'DEMTEN2', fullName: 'Meena Iyer', status: 'Fees Paid', exam: 'soon' },
  { uid: 'DEMDUC2', fullName: 'Imran Shaikh', status: 'Fees Paid', exam: 'documents' },
  { uid: 'DEMDNE2', fullName: 'Lakshmi Nair', status: 'Completed', exam: 'open' },
];
