/** Makes one exam Active or Inactive and leaves everything else of it as it was seen; somebody else's change meanwhile is refused. */
import { type Exam, examSchema } from '#contract/wire/exams.ts';
import { api } from '#web/shared/http.ts';
import { padSections } from './exam-form-values.ts';

export function setStatus(exam: Exam, status: Exam['status']): Promise<Exam> {
  const { name, price, description, startDate, duration, format, start, version } = exam;
  const { anotherDevice = 'self', lateMinutes = null } = exam;
  const when = { duration, startDate, start, anotherDevice, lateMinutes };
  const fields = padSections(exam.fields ?? []);
  const body = new FormData();
  const facts = { name, price, description, ...when, format, status, fields, version };
  body.set('data', JSON.stringify(facts));
  return api.put(`exams/${exam._id}`, body, examSchema);
}

/** Past exams are greyed. */
export function isPast(exam: Pick<Exam, 'startDate'>, now: number): boolean {
  return Date.parse(exam.startDate) < now;
}
