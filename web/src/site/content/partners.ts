/** With whom the provider works, by what number it is known there, and what that means. Of the sample brand, all but the links. */
export const alliances = [
  {
    title: 'Apprenticeship scheme',
    text: 'Companies take on learners for a fixed time and pay them a stipend; we teach the classroom part.',
    proof: 'National Apprenticeship Promotion Scheme, third party aggregator no. TPA-36-0417',
    link: { to: 'https://www.apprenticeshipindia.gov.in', label: 'apprenticeshipindia.gov.in' },
  },
  {
    title: 'Industry association',
    text: 'Its member companies tell us which skills they look for, and we keep our exams up to date.',
    proof: 'Deccan Staffing Forum, member no. 214 since 2019',
  },
  {
    title: 'Quality certification',
    text: 'We set, run and mark exams by a certified system, and record every change to an exam.',
    proof: 'ISO 9001:2015, certificate no. QM-40217',
  },
];

export const becomePartner = [
  {
    title: 'Colleges',
    text: 'Hold an assessment day for your final-year students. Students sit the exam on their own phones in your hall.',
  },
  {
    title: 'Training centres',
    text: 'Teach a part of our training near where candidates live.',
  },
  {
    title: 'Companies',
    text: 'Take apprentices, give a real example of your work as homework, or hold interview days with us.',
  },
] as const;
