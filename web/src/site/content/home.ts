/** The words of the home page, apart from its layout. */
export const hero = {
  tag: 'Find Talent',
  /** The middle part stays on one line. */
  title: ['Find the ', 'best-fit', ' & talented professionals'],
  text: 'We test, train and place people for companies across India. Candidates take the exam on their own phone, even on a weak network.',
};

/** A claim of the sample brand. The page that it leads to says where the number can be looked up. */
export const proof = {
  to: '/partners',
  label: 'Government-certified skill partner no. TPA-36-0417',
};

/** What the phone in the hero shows: a question of the practice exam, and what happens to its answer. */
export const shown = {
  time: '10:42',
  clock: '24:18',
  heading: 'Question 7 of 40',
  question: {
    qid: 'shown',
    text: 'A pen costs ₹12 and a notebook ₹35. How much are two pens and one notebook?',
    options: ['₹59', '₹47', '₹82', '₹94'],
  },
  steps: ['The network drops', 'Your answer is saved on this phone', 'Network back: received'],
};

export const benefits = [
  {
    title: 'One fair assessment',
    text: 'Everyone takes the same kind of paper, drawn from the same question bank and marked by the same rules.',
  },
  {
    title: '3–6 weeks of free training',
    text: 'Pass the assessment, and your training is free.',
  },
  {
    title: 'A certificate you can show',
    text: 'We’re a government-certified skill partner, no. TPA-36-0417. Your certificate shows what you can do.',
  },
  {
    title: 'Help finding a job',
    text: 'We introduce you to companies that are hiring, and support you right up to your first day at work.',
  },
] as const;

export const reasons = [
  {
    title: 'For businesses',
    points: [
      'Meet people whose skills have been tested.',
      'See their score in every section before the first interview.',
      'One team for hiring, staffing, back office and maintenance.',
      'A real person replies to your message within 24 hours.',
    ],
    act: { to: '/starthiring', label: 'Start hiring' },
  },
  {
    title: 'For job seekers',
    points: [
      'One exam on your own phone. No travel, no test centre.',
      'A dropped call or a dead battery won’t cost you an answer.',
      'Pass, and get 3 to 6 weeks of free training and a certificate.',
      'You see every fee, GST included, before you pay.',
    ],
    act: { to: '/forjobseekers', label: 'See your options' },
  },
] as const;

export const about = {
  title: 'About us',
  mission: {
    title: 'Our mission',
    text: 'Skill should open doors, not an address or an accent. We measure what people can do, teach them what they’re missing, and introduce them to companies that need them.',
  },
  approach: {
    title: 'Our approach',
    text: 'First we assess, then we train, then we place. Nobody sits through lessons they don’t need, and no company meets a candidate who hasn’t been tested.',
  },
  vision: {
    title: 'Our vision',
    text: 'A country where a first job depends on a fair test that anyone with a phone can take, in a big city or in a village with one bar of signal.',
  },
} as const;
