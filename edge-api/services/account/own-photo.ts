// A candidate's photograph (decision 64): theirs to add, change and take away, until a proctor has compared them with it
// for an exam that isn't over.
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { OwnPhoto, Photo } from '#contract/site/photo.ts';
import type { Orm } from '#db/client.ts';
import { instant } from '#db/instants.ts';
import { files } from '#db/schema/exams.ts';
import { enrolments, users } from '#db/schema/people.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../problem.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { acceptPortrait } from '../files/accept-image.ts';
import { keepContent } from '../files/keep-content.ts';
import { noteRow } from '../hall/changes.ts';
import { throttle } from '../throttle/throttle.ts';
import { sweepPhotos } from './sweep-photos.ts';

type FileRow = Pick<typeof files.$inferSelect, 'id' | 'sha256'>;

export async function readOwnPhoto(deps: Deps, uid: string): Promise<OwnPhoto> {
  const [user] = await deps.db.orm
    .select({ refused: users.photoRefused })
    .from(users)
    .where(eq(users.uid, uid));
  const locked = await isLocked(deps, uid);
  return { photo: await readPhotoOf(deps, uid), locked, refused: user?.refused ?? false };
}

/** Null where there is none. */
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
  // It may have been replaced since the row was read.
  return content && { version: photoVersion(file), jpeg: Buffer.from(content).toString('base64') };
}

/** The same in `db/queries/board.ts`. */
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
  return settled(deps, uid);
}

/** @throws Problem photo-locked */
export async function removePhoto(deps: Deps, uid: string): Promise<OwnPhoto> {
  await requireUnlocked(deps, uid);
  await deps.db.transaction((tx) => point(deps, tx, uid, { fileId: null }));
  return settled(deps, uid);
}

/**
 * The office takes away what shows no face, or somebody else's; the candidate is asked for another.
 * @throws Problem photo-locked, changed-meanwhile where it isn't the one that the office saw
 */
export async function refusePhoto(deps: Deps, office: Office, uid: string): Promise<OwnPhoto> {
  await deps.db.transaction((tx) => point(deps, tx, uid, { fileId: null, office }));
  return settled(deps, uid);
}

type Office = {
  actor: string;
  reason: string;
  /** Of the photograph that was seen. */
  version: string;
};

const CHECKED_IN =
  'A proctor has checked this candidate in: their photo stays until the exam is over.';

/** Under the person's lock: an account that is being deleted gets no photograph; nor does one who is checked in meanwhile. */
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

/** What was done stands already: whatever becomes of the rest. */
async function settled(deps: Deps, uid: string): Promise<OwnPhoto> {
  const seats = seatsSchema.parse(await deps.db.rows(SEATS, [uid]));
  for (const seat of seats) noteRow(deps.db, seat);
  deps.background.start('erase a photograph', () => sweepPhotos(deps, uid));
  return readOwnPhoto(deps, uid);
}

const SEATS = `select id as enrolment_id, exam_id from enrolments where uid = $1 and status = 'Fees Paid'`;
const seatsSchema = z.array(z.object({ enrolment_id: z.string(), exam_id: z.string() }));

/** Longer than any day in a hall: whoever was checked in and never began is not held for good. */
const LOCKED_HOURS = 24;
const LOCKED = `select 1 from enrolments where uid = $1 and status = 'Fees Paid'
  and checked_in_at > ${instant('$2')} - interval '${LOCKED_HOURS} hours'`;

async function isLocked(deps: Pick<Deps, 'db' | 'now'>, uid: string): Promise<boolean> {
  return (await deps.db.rows(LOCKED, [uid, deps.now()])).length > 0;
}

async function requireUnlocked(deps: Pick<Deps, 'db' | 'now'>, uid: string): Promise<void> {
  if (await isLocked(deps, uid)) throw new Problem('photo-locked');
}
