/**
 * Finds out whether this browser has ever stored something, without the code that reads it: a visitor's page loads only
 * this.
 */

export const LOCAL_DB = 'pariksha';
/** The database of the practice exam: deleted as soon as another page is opened. */
export const PRACTICE_DB = 'pariksha-practice';
export const KEPT_FORMS = 'pariksha-forms';
export const HALL_DB = 'pariksha-proctor';

/**
 * True also when the browser can't list its databases, as in an older Firefox or with a full disk: then the caller has
 * to look.
 */
export async function hasDatabase(name: string): Promise<boolean> {
  try {
    const databases = await indexedDB.databases();
    return databases.some((database) => database.name === name);
  } catch (error) {
    // A browser that refuses storage also refuses the list, and has stored nothing.
    return !/denied|Security/.test(String(error));
  }
}
