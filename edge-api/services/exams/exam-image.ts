// The picture on an exam's card: as wide as a card ever is on a fine screen, and small to fetch.

import type { Deps } from '../../deps.ts';
import { acceptPublicImage } from '../files/accept-image.ts';
import { keepContent } from '../files/keep-content.ts';

const LONGEST_SIDE = 1_200;

/** @returns the row for `files`; null when no picture was sent. @throws as acceptImage */
export async function keepExamImage(deps: Deps, picture: File | null) {
  if (picture === null || picture.size === 0) return null;
  const accepted = await acceptPublicImage(
    new Uint8Array(await picture.arrayBuffer()),
    LONGEST_SIDE,
  );
  return keepContent(deps, { ...accepted, kind: 'exam-image', name: picture.name });
}
