/**
 * What a proctor's desk keeps of others on this phone goes with the session, on whatever page the app learns that it is over:
 * all of it once nobody or somebody else is signed in; the photographs at once when the server doesn't know the session any
 * more, though the desk waits for a new sign-in. What reads the database is fetched only where there is one.
 */
import { HALL_DB, hasDatabase } from '#web/shared/has-database.ts';
import { onSessionChange, onSessionEnded } from '#web/shared/session-watch.ts';

export function forgetHallWithSession(): void {
  const others = () => forget((hall) => hall.forgetOthers());
  others();
  onSessionChange(others);
  onSessionEnded(() => forget((hall) => hall.erasePhotos()));
}

type OutsideHall = typeof import('#web/proctor/sync/outside-hall.ts');

function forget(what: (hall: OutsideHall) => Promise<void>): void {
  const look = async () => {
    if (await hasDatabase(HALL_DB)) await what(await import('#web/proctor/sync/outside-hall.ts'));
  };
  look().catch((error: unknown) => console.error('What the hall kept could not be erased', error));
}
