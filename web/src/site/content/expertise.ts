/** The fields the provider knows, the posts it fills in each, and what it tests. */
export const fields = {
  caption: 'Fields, posts and what we test',
  columns: ['Field', 'Posts we fill', 'What we test'],
  rows: [
    [
      'Accounting and finance',
      'Accounts executive, payroll executive, US CMA and US CPA candidates',
      'Bookkeeping entries, GST basics, arithmetic, spreadsheets',
    ],
    [
      'Back office and BPO',
      'Customer support, data entry, document handling',
      'Reading and writing, accuracy at speed, politeness',
    ],
    [
      'Virtual assistance',
      'Executive assistant, research assistant, social media assistant',
      'English, calendar and email, search, tools',
    ],
    [
      'Information technology',
      'Web developer, tester, help desk technician',
      'Reasoning, code reading, a small task on paper',
    ],
    [
      'Automation, CRM and AI',
      'CRM executive, reporting analyst, automation associate',
      'Logic, data handling, describing a process',
    ],
    [
      'Work in Germany',
      'Forklift operators and care takers',
      'Aptitude first, then German A1, A2 and B1',
    ],
  ],
} as const;

export const habits = [
  {
    title: 'We test before we talk',
    text: 'A CV says where somebody has been. A score says what they can do this week. We start with the score.',
  },
  {
    title: 'We write our own questions',
    text: 'Each post has its own mix of up to ten sections. Each paper is drawn fresh from the bank, so no two need be the same.',
  },
  {
    title: 'We teach what is missing',
    text: 'Candidates who pass get 3 to 6 weeks of free training, where their score was lowest.',
  },
] as const;
