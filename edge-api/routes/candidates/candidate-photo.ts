// GET candidates/{uid}/photo and POST candidates/{uid}/photo/remove: the office sees a candidate's photograph, and takes it away.
import * as z from 'zod/mini';
import { photoRemovalSchema } from '#contract/desk/candidates.ts';
import { ownPhotoSchema } from '#contract/site/photo.ts';
import { idSchema } from '#contract/wire/values.ts';
import { endpoint } from '../../middleware/endpoint.ts';
import { readOwnPhoto, refusePhoto } from '../../services/account/own-photo.ts';
import { findCandidate } from '../../services/candidates/find-candidate.ts';

const params = z.object({ uid: idSchema });

export const getCandidatePhoto = endpoint(
  {
    method: 'get',
    path: '/candidates/:uid/photo',
    who: 'admin',
    summary: 'A candidate’s photograph for the proctor at the door, and whether it can be removed.',
    params,
    reply: ownPhotoSchema,
    problems: ['not-found'],
  },
  async ({ deps, params: { uid } }) =>
    readOwnPhoto(deps, (await findCandidate(deps.db.orm, uid)).uid),
);

export const postCandidatePhotoRemoval = endpoint(
  {
    method: 'post',
    path: '/candidates/:uid/photo/remove',
    who: 'admin',
    summary:
      'Removes the photograph that was seen, with a reason; the candidate is asked for another. Not while they are checked in.',
    params,
    body: photoRemovalSchema,
    reply: ownPhotoSchema,
    problems: ['not-found', 'photo-locked', 'changed-meanwhile'],
  },
  async ({ deps, caller, params: { uid }, body }) => {
    const candidate = await findCandidate(deps.db.orm, uid);
    return refusePhoto(deps, { actor: caller.uid, ...body }, candidate.uid);
  },
);
