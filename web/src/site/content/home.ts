/** The words of the home page, apart from its layout. */
export const hero = {
  tag: 'Find Talent',
  /** The middle part stays on one line. */
  title: ['Find the ', 'best-fit', ' & talented professionals'],
  text: 'We test, train and place people for companies across India. Candidates sit the exam on their own phone, even on a weak network.',
};

/** Of the sample brand; the page it leads to says where the number can be looked up. */
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
    text: 'Everyone sits the same kind of paper, drawn from the same bank and marked by the same rules.',
  },
  {
    title: '3–6 weeks of free training',
    text: 'Pass the assessment, and the training after it is free.',
  },
  {
    title: 'A certificate you can show',
    text: 'We are a government-certified skill partner, no. TPA-36-0417. Your certificate says what you can do.',
  },
  {
    title: 'Help into a job',
    text: 'We introduce you to companies that are hiring, and help you until your first day at work.',
  },
] as const;

export const reasons = [
  {
    title: 'For businesses',
    points: [
      'You meet people whose skills have been tested.',
      'You see their score in each section before the first interview.',
      'One team for hiring, staffing, back office and maintenance.',
      'A person answers your message within 24 hours.',
    ],
    act: { to: '/starthiring', label: 'Start hiring' },
  },
  {
    title: 'For job seekers',
    points: [
      'One exam on your own phone. No travel and no test centre.',
      'A dropped call or a flat battery does not cost you an answer.',
      '3 to 6 weeks of free training if you pass, and a certificate after it.',
      'All fees are shown with GST before you pay.',
    ],
    act: { to: '/forjobseekers', label: 'See your options' },
  },
] as const;

export const about = {
  title: 'About us',
  mission: {
    title: 'Our mission',
    text: 'Skill should open the door, not an address or an accent. We measure what people can do, help them learn what is missing, and bring them to companies that need it.',
  },
  approach: {
    title: 'Our approach',
    text: 'First we assess, then we train, then we place. So nobody sits through lessons they do not need, and no company meets a candidate who was never tested.',
  },
  vision: {
    title: 'Our vision',
    text: 'A country where a first job depends on a fair test that anybody with a phone can sit, in a city or in a village with one bar of signal.',
  },
} as const;
