/** What is said after an application; the office answers within 48 hours on working days. */
import { paths } from '#web/shared/paths.ts';

export interface ThanksContent {
  title: string;
  lead: string;
  next: readonly string[];
  back: { to: string; label: string };
  /** Whose seat can be paid now. */
  seatIn?: 'US CMA' | 'US CPA' | 'CRM & AI Mastery';
}

const CALL = 'We call or write to you within 48 hours on working days.';
const SEAT = 'Confirm your seat now, or later from this phone.';

/** By the address that says it. */
export const thanks: Readonly<Record<string, ThanksContent>> = {
  [paths.cmaThanks]: {
    title: 'Thank you. Your US CMA application is with us',
    lead: 'You have taken the first of five steps. Pay the seat confirmation to keep your place.',
    next: [SEAT, CALL, 'Together we choose your first exam window and make your study plan.'],
    back: { to: paths.cma, label: 'Back to US CMA' },
    seatIn: 'US CMA',
  },
  [paths.cpaThanks]: {
    title: 'Thank you. Your US CPA application is with us',
    lead: 'Pay the seat confirmation to keep your place. Then we look at your marksheets.',
    next: [
      SEAT,
      CALL,
      'Have your marksheets ready: we check which American state fits your degree.',
    ],
    back: { to: paths.cpa, label: 'Back to US CPA' },
    seatIn: 'US CPA',
  },
  [paths.womenThanks]: {
    title: 'Thank you. Your hundred days can begin',
    lead: 'Your application for CRM & AI Mastery is with us. Pay the seat confirmation to keep your place.',
    next: [SEAT, CALL, 'We agree with you when your hundred days begin.'],
    back: { to: paths.remoteReadyWomen, label: 'Back to Remote Ready Women' },
    seatIn: 'CRM & AI Mastery',
  },
  [paths.germanyThanks]: {
    title: 'Thank you for your enquiry about Germany',
    lead: 'It is with our regional office. You have nothing to pay now.',
    next: [
      CALL,
      'Have your passport, school certificates and proof of work ready, if you have them.',
      'We tell you whether you fit, and what the program costs you by EMI.',
    ],
    back: { to: paths.germany, label: 'Back to the Germany program' },
  },
};
