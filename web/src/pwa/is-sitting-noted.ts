/**
 * Whether a sitting is noted as unfinished, for the service worker and every page; sitting-note.ts writes the note and
 * reads what it says.
 */
import { inTime } from './in-time.ts';

export const NOTES = 'sitting-note';
export const NOTE = '/sitting-under-way';

/** @throws when the caches refuse, or don't answer in time */
export function findNote(): Promise<Response | undefined> {
  return inTime(caches.match(NOTE, { cacheName: NOTES }));
}

export async function isSittingNoted(): Promise<boolean> {
  return (await findNote()) !== undefined;
}
