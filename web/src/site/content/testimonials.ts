/**
 * Sample content: these people are fictitious. A provider puts the words of real people here, with their
 * consent, before the site opens.
 */
export interface Testimonial {
  /** One of the drawn portraits; see portrait.tsx. */
  image: 'plait' | 'short' | 'bun' | 'glasses';
  name: string;
  text: string;
  role?: string;
}

export const testimonials: readonly Testimonial[] = [
  {
    image: 'plait',
    name: 'Lavanya Boddu',
    text: 'The signal went in the middle of my paper. I went on writing, and at the end it still said received. I cried a little.',
    role: 'Accounts assistant, Warangal',
  },
  {
    image: 'short',
    name: 'Imran Qureshi',
    text: 'I knew my typing was good. The score sheet said so to a company that had never heard of my college.',
    role: 'Virtual assistant, Nizamabad',
  },
  {
    image: 'bun',
    name: 'Saraswathi Venkataramanan',
    text: 'We needed nine people for night support. We interviewed twelve and took nine. All twelve could do the work.',
    role: 'Operations manager at a clinic group',
  },
  {
    image: 'glasses',
    name: 'Joseph Minz',
    text: 'Five weeks of training, every evening on my phone after work. The exam at the end felt like one more lesson.',
  },
];
