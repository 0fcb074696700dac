/** With whom the provider works, and what that means for those who come to it. */
export const alliances = [
  {
    seal: 'Apprenticeship scheme',
    title: 'Learn on the job, with a stipend',
    text: 'Under the national apprenticeship scheme a company takes in learners for a fixed time and pays them a stipend. We bring both together and teach the classroom part.',
    forWhom:
      'For companies with room for learners, and for candidates who want to earn while they learn.',
  },
  {
    seal: 'Industry association',
    title: 'Close to what companies look for',
    text: 'In an industry association we hear which skills companies look for. That is how our exams keep up with the work.',
    forWhom: 'For companies that want their needs in the next paper.',
  },
  {
    seal: 'Quality certification',
    title: 'Written down, checked, improved',
    text: 'Setting, running and marking exams follows a certified quality system, and each change to an exam is recorded.',
    forWhom: 'For everybody who must be able to rely on a score.',
  },
] as const;

export const becomePartner = [
  {
    title: 'Colleges',
    text: 'Hold an assessment day for your final year. Students sit the exam on their own phones in your hall.',
  },
  {
    title: 'Training centres',
    text: 'Teach a part of our training near the place where candidates live.',
  },
  {
    title: 'Companies',
    text: 'Take apprentices, give a real example of your work as homework, or keep interview days with us.',
  },
] as const;
