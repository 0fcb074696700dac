/** An entry of the audit log for people: its details as a line, and where the thing can be seen. */
import { paths } from '#web/lib/paths.ts';

const LONGEST = 240;

/** `name: Clerk Assessment · price: 500 → 600`; cut where it is very long, for the export has all of it. */
export function describeDetail(detail: Record<string, unknown>): string {
  const parts = Object.entries(detail).map(([name, value]) => `${name}: ${describeValue(value)}`);
  const letters = [...parts.join(' · ')];
  return letters.length <= LONGEST ? letters.join('') : `${letters.slice(0, LONGEST).join('')}…`;
}

function describeValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'object') return String(value);
  if ('from' in value && 'to' in value)
    return `${describeValue(value.from)} → ${describeValue(value.to)}`;
  if (Array.isArray(value)) return value.map(describeValue).join(', ') || 'none';
  return JSON.stringify(value);
}

const screens: Readonly<Record<string, string>> = {
  application: paths.paymentDesk,
  enquiry: paths.enquiries,
  order: paths.paymentDesk,
  proctor: paths.staff,
  question: paths.questionManager,
  questions: paths.questionManager,
  refund: paths.paymentDesk,
  result: paths.resultManager,
  setting: paths.settings,
};

/** Null where there is no screen to see it on. */
export function subjectPath(action: string, subject: string): string | null {
  const [noun = ''] = action.split('.');
  if (noun === 'exam' && action !== 'exam.deleted')
    return paths.examAnalysis.replace(':examId', encodeURIComponent(subject));
  return screens[noun] ?? null;
}
