// The courses that can be applied for, and what is paid with an application: said here and nowhere else. Pages
// that advertise import it, so it brings no schema library along.

/** Rupees to pay with an application: the confirmation of a seat, or Germany's whole fee. */
export const courseAmounts = {
  'US CMA': 1_000,
  'US CPA': 1_000,
  'CRM & AI Mastery': 1_000,
  'Data Mastery': 1_000,
  'Germany Job Placement': 50_000,
} as const;
export type Course = keyof typeof courseAmounts;

export function isCourse(name: string): name is Course {
  return Object.hasOwn(courseAmounts, name);
}
