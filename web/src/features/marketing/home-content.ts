/** The words of the home page, apart from its layout. */
export const hero = {
  tag: 'Find Talent',
  /** The middle part stays on one line. */
  title: ['Find the ', 'best-fit', ' & talented professionals'],
  text: 'We test, train and place people for companies across India. Candidates sit their exam on their own phone, also where the network is poor.',
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
    text: 'We are a government-certified skill partner. Your certificate says what you can do.',
  },
  {
    title: 'Help into a job',
    text: 'We introduce you to companies that are hiring, and stay with you until you have started.',
  },
] as const;

export const examSteps = [
  {
    title: 'Register',
    text: 'Fill in one form and choose the post you want. You get a UID, a short number that is yours.',
  },
  {
    title: 'Pay the exam fee',
    text: 'By UPI, card or net banking. The price you see is the price you pay, GST included.',
  },
  {
    title: 'Open the exam on your phone',
    text: 'A countdown shows how long it is to the start. At zero the exam opens by itself.',
  },
  {
    title: 'Answer, even if the network drops',
    text: 'Every answer is saved on your phone first and sent as soon as there is a signal. Nothing is lost.',
  },
  {
    title: 'Get your receipt and your result',
    text: 'When everything has arrived you get a receipt code. Your score appears section by section.',
  },
] as const;
