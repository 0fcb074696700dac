// Stores an application for a course; the amount is the course's.
import {
  type ApplicationReply,
  type ApplicationRequest,
  courseAmounts,
  isCourse,
} from '#contract/applications.ts';
import { applications } from '#db/schema/money.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { newId } from '../new-id.ts';
import { throttle } from '../throttle/throttle.ts';

/** @throws Problem throttled */
export async function createApplication(
  deps: Deps,
  form: ApplicationRequest,
  address: string,
): Promise<ApplicationReply> {
  const { name, email, phone, course } = form;
  if (!isCourse(course))
    throw new Problem('invalid', { fields: { course: 'Please choose one of our courses.' } });
  await throttle(deps, [{ key: `application from ${address}`, most: 200, seconds: 3_600 }]);
  const _id = newId();
  const amount = courseAmounts[course];
  await deps.db.orm.insert(applications).values({
    id: _id,
    name,
    email,
    phone,
    course,
    amountPaise: amount * 100,
    createdAt: new Date(deps.now()),
  });
  return { application: { _id, name, email, phone, course, amount, txnId: null } };
}
