/** The words of the home page, apart from its layout. */
export const hero = {
  tag: 'Find Talent',
  /** The middle part stays on one line. */
  title: ['Find the ', 'best-fit', ' & talented professionals'],
  text: 'We test, train and place people for companies across India. Candidates sit their exam on their own phone, also where the network is poor.',
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
  steps: ['The network goes', 'Your answer is saved on this phone', 'It is back: received'],
};

export const benefits = [
  {
    title: 'One fair assessment',
    text: 'Everyone sits the same kind of paper, drawn from the same bank and marked by the same rules.',
  },
  {
    title: '3–6 weeks of free training',
    text: 'Pass the first assessment and the training that follows costs you nothing.',
  },
  {
    title: 'A certificate you can show',
    text: 'We are a government-certified skill partner, no. TPA-36-0417. Your certificate says what you can do.',
  },
  {
    title: 'Help into a job',
    text: 'We introduce you to companies that are hiring, and stay with you until you have started.',
  },
] as const;

export const reasons = [
  {
    title: 'For businesses',
    points: [
      'You meet people whose skill has been measured, not only described.',
      'You see the score section by section before the first interview.',
      'One team for hiring, staffing, back office and upkeep.',
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
    act: { to: '/forjobseekers', label: 'Find your way in' },
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
    text: 'First we assess, then we train, then we place. Each step uses what the step before has shown, so nobody sits through lessons they do not need and no company meets a candidate who was never tested.',
  },
  vision: {
    title: 'Our vision',
    text: 'A country where a first job depends on a fair test that anybody with a phone can sit, in a city or in a village with one bar of signal.',
  },
} as const;
