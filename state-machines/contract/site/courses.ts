// The courses that can be applied for, and the price of an application: defined here only. Advertising pages import
// this, so it imports no schema library.

/** Rupees to pay with an application: the seat confirmation, or Germany's whole fee. */
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
