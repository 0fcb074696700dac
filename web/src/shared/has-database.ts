/** Whether this browser ever kept something, asked without what reads it: a visitor's page carries only this. */

export const LOCAL_DB = 'pariksha';
/** Of the practice exam: gone as soon as another page is opened. */
export const PRACTICE_DB = 'pariksha-practice';
export const KEPT_FORMS = 'pariksha-forms';
export const HALL_DB = 'pariksha-proctor';

/** True also where the list can't be had, as in an older Firefox or with a full disk: then the caller has to look. */
export async function hasDatabase(name: string): Promise<boolean> {
  try {
    const databases = await indexedDB.databases();
    return databases.some((database) => database.name === name);
  } catch (error) {
    // A browser that refuses storage refuses the list, too, and keeps nothing.
    return !/denied|Security/.test(String(error));
  }
}
