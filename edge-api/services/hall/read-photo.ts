// A candidate's photograph for whoever watches over their room, to be compared with who stands at the door.
import { and, eq, ne } from 'drizzle-orm';
import type { Caller } from '#api/services/auth/sessions.ts';
import type { Photo } from '#contract/site/photo.ts';
import { enrolments } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { readPhotoOf } from '../account/own-photo.ts';
import { coversRoom, requireWatch } from '../staff/may-watch.ts';

/** @param row the enrolment's id. @throws Problem forbidden, not-found: also where it is another room's */
export async function readPhoto(
  deps: Deps,
  caller: Caller,
  { exam, row }: { exam: string; row: string },
): Promise<Photo> {
  const watched = await requireWatch(deps.db.orm, caller, exam);
  const [seat] = await deps.db.orm
    .select({ uid: enrolments.uid, room: enrolments.room })
    .from(enrolments)
    .where(
      and(eq(enrolments.id, row), eq(enrolments.examId, exam), ne(enrolments.status, 'Registered')),
    );
  const photo = seat && coversRoom(watched, seat.room) ? await readPhotoOf(deps, seat.uid) : null;
  if (!photo) throw new Problem('not-found');
  return photo;
}
