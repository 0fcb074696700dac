// A candidate's photograph (decision 64). The candidate can add, change and remove it until a proctor has checked them in
// with it, for an exam that isn't over.
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { type OwnPhoto, PHOTO_DAYS, type Photo } from '#contract/site/photo.ts';
import type { Orm } from '#db/client.ts';
import { instant } from '#db/instants.ts';
import { files } from '#db/schema/exams.ts';
import { enrolments, users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { acceptPortrait } from '../files/accept-image.ts';
import { eraseContents, keepContent } from '../files/contents.ts';
import { noteRow } from '../hall/changes.ts';
import { throttle } from '../throttle/throttle.ts';

type FileRow = Pick<typeof files.$inferSelect, 'id' | 'sha256'>;

export async function readOwnPhoto(deps: Deps, uid: string): Promise<OwnPhoto> {
  const [user] = await deps.db.orm
    .select({ refused: users.photoRefused })
    .from(users)
    .where(eq(users.uid, uid));
  const locked = await isLocked(deps, uid);
  return { photo: await readPhotoOf(deps, uid), locked, refused: user?.refused ?? false };
}

/** Null when the candidate has no photograph. */
export async function readPhotoOf(deps: Pick<Deps, 'db' | 'files'>, uid: string) {
  const [file] = await deps.db.orm
    .select({ id: files.id, sha256: files.sha256 })
    .from(users)
    .innerJoin(files, eq(files.id, users.photoFileId))
    .where(eq(users.uid, uid));
  return file ? toPhoto(deps, file) : null;
}

async function toPhoto(deps: Pick<Deps, 'files'>, file: FileRow): Promise<Photo | null> {
  const content = await deps.files.get(file.id);
  // The content is gone if the photograph was replaced after the row was read.
  return content && { version: photoVersion(file), jpeg: Buffer.from(content).toString('base64') };
}

/** The board's SQL in `edge-api/services/hall/read-board.ts` makes the same version. */
const photoVersion = ({ sha256 }: FileRow): string => sha256.slice(0, 12);

/** @throws Problem photo-locked, throttled, wrong-file-kind, too-large, file-refused */
export async function changePhoto(deps: Deps, uid: string, jpeg: string): Promise<OwnPhoto> {
  await throttle(deps, [{ key: `photo of ${uid}`, most: 30, seconds: 60 * 60 }]);
  await requireUnlocked(deps, uid);
  const accepted = await acceptPortrait(new Uint8Array(Buffer.from(jpeg, 'base64')));
  const row = await keepContent(deps, { ...accepted, kind: 'photo', name: 'photo', uid });
  try {
    await deps.db.transaction(async (tx) => {
      await tx.insert(files).values(row);
      await point(deps, tx, uid, { fileId: row.id });
    });
  } catch (error) {
    await deps.files.remove(row.id);
    throw error;
  }
  return finishChange(deps, uid);
}

/** @throws Problem photo-locked */
export async function removePhoto(deps: Deps, uid: string): Promise<OwnPhoto> {
  await requireUnlocked(deps, uid);
  await deps.db.transaction((tx) => point(deps, tx, uid, { fileId: null }));
  return finishChange(deps, uid);
}

/**
 * The office removes a photograph that shows no face, or another person's. The candidate is asked for another.
 * @throws Problem photo-locked; changed-meanwhile if it isn't the photograph that the office saw
 */
export async function refusePhoto(deps: Deps, office: Office, uid: string): Promise<OwnPhoto> {
  await deps.db.transaction((tx) => point(deps, tx, uid, { fileId: null, office }));
  return finishChange(deps, uid);
}

type Office = {
  actor: string;
  reason: string;
  /** The version of the photograph that the office saw. */
  version: string;
};

const CHECKED_IN =
  'A proctor has checked this candidate in, so their photo stays until the exam is over.';

/**
 * Sets or removes the user's photograph, with the user's row locked: an account that is being deleted gets none, and
 * nothing changes for a candidate who is checked in meanwhile.
 * @throws Problem signed-out, changed-meanwhile, photo-locked
 */
async function point(
  deps: Deps,
  tx: Orm,
  uid: string,
  { fileId, office }: { fileId: string | null; office?: Office },
): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.uid, uid)).for('update');
  if (!user || user.deletedAt) throw new Problem('signed-out');
  if (fileId === user.photoFileId) return;
  if (office && (await versionOf(tx, user.photoFileId)) !== office.version)
    throw new Problem('changed-meanwhile');
  const mine = await tx
    .select({ status: enrolments.status, checkedInAt: enrolments.checkedInAt })
    .from(enrolments)
    .where(eq(enrolments.uid, uid))
    .orderBy(enrolments.id)
    .for('share');
  const lockedSince = deps.now() - LOCKED_HOURS * 60 * 60_000;
  if (mine.some((n) => n.status === 'Fees Paid' && Number(n.checkedInAt) > lockedSince))
    throw new Problem('photo-locked', office && { sentence: CHECKED_IN });
  const photoRefused = office !== undefined;
  await tx.update(users).set({ photoFileId: fileId, photoRefused }).where(eq(users.uid, uid));
  const own = fileId === null ? 'account.photo-removed' : 'account.photo-changed';
  await recordAudit(tx, deps.now(), {
    actor: office?.actor ?? uid,
    action: office ? 'candidate.photo-removed' : own,
    subject: uid,
    ...(office && { detail: { reason: office.reason } }),
  });
}

async function versionOf(tx: Orm, fileId: string | null): Promise<string | null> {
  if (fileId === null) return null;
  const [file] = await tx
    .select({ id: files.id, sha256: files.sha256 })
    .from(files)
    .where(eq(files.id, fileId));
  return file ? photoVersion(file) : null;
}

/** Follow-ups of a change that is already committed: updates the boards and erases the old photograph. */
async function finishChange(deps: Deps, uid: string): Promise<OwnPhoto> {
  const seats = seatsSchema.parse(await deps.db.rows(SEATS, [uid]));
  for (const seat of seats) noteRow(deps.db, seat);
  deps.background.start('erase a photograph', () => sweepPhotos(deps, uid));
  return readOwnPhoto(deps, uid);
}

const SEATS = `select id as enrolment_id, exam_id from enrolments where uid = $1 and status = 'Fees Paid'`;
const seatsSchema = z.array(z.object({ enrolment_id: z.string(), exam_id: z.string() }));

/** Longer than any exam day. Without a limit, a candidate who was checked in but never began would stay locked for good. */
const LOCKED_HOURS = 24;
const LOCKED = `select 1 from enrolments where uid = $1 and status = 'Fees Paid'
  and checked_in_at > ${instant('$2')} - interval '${LOCKED_HOURS} hours'`;

async function isLocked(deps: Pick<Deps, 'db' | 'now'>, uid: string): Promise<boolean> {
  return (await deps.db.rows(LOCKED, [uid, deps.now()])).length > 0;
}

async function requireUnlocked(deps: Pick<Deps, 'db' | 'now'>, uid: string): Promise<void> {
  if (await isLocked(deps, uid)) throw new Problem('photo-locked');
}

// Erases photographs that nobody needs any more (decision 64): replaced ones, those of deleted accounts, and thirty days
// after the candidate's last exam. The content goes before the row, so that a row that is left shows what is still to do.

/**
 * A photograph stays while its candidate has paid for an exam that can still be sat. One that no exam needed is erased
 * PHOTO_DAYS after it was added.
 */
const RETIRE = `with retired as (
  update users u set photo_file_id = null from files f
  where f.id = u.photo_file_id and f.uid = u.uid and f.created_at < ${instant('$1')} - interval '${PHOTO_DAYS} days'
    and not exists (select from enrolments n join exams e on e.id = n.exam_id where n.uid = u.uid
      and (n.status = 'Fees Paid' and e.status = 'Active' and e.hidden_at is null
        or greatest(n.completed_at, e.starts_at) > ${instant('$1')} - interval '${PHOTO_DAYS} days'))
  returning u.uid
)
insert into audit_log (at, actor, action, subject)
select ${instant('$1')}, 'server', 'account.photo-erased', uid from retired`;

const UNUSED = `select f.id from files f left join users u on u.uid = f.uid and u.photo_file_id = f.id
  where f.kind = 'photo' and u.uid is null and ($3::text is null or f.uid = $3) and f.id > $1
  order by f.id limit $2::int`;

/**
 * Any number of processes may run this at once.
 * @param uid erases this person's replaced photographs only; null for everybody's, and for those whose time is over
 */
export async function sweepPhotos(
  deps: Pick<Deps, 'db' | 'now' | 'files' | 'log'>,
  uid: string | null = null,
): Promise<void> {
  const { db } = deps;
  if (uid === null) await db.rows(RETIRE, [deps.now()]);
  await eraseContents(deps, {
    find: UNUSED,
    params: [uid],
    forget: `delete from files where id = $1 and kind = 'photo' returning id`,
  });
}
