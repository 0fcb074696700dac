/** Whether this browser ever kept a form, asked without what reads them: a visitor's page carries only this. */
export const KEPT_FORMS = 'pariksha-forms';

export async function hasKeptForms(): Promise<boolean> {
  // An older Firefox can't list its databases: then whoever asks has to look.
  if (typeof indexedDB === 'undefined' || !('databases' in indexedDB)) return true;
  const databases = await indexedDB.databases();
  return databases.some(({ name }) => name === KEPT_FORMS);
}
