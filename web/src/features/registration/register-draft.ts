/**
 * Keeps a half-filled registration for the life of the tab, so that a reload or a killed browser on a
 * small phone doesn't cost it. The password is never kept.
 */
const key = 'register-draft';

export function saveDraft(form: HTMLFormElement) {
  const typed = [...new FormData(form)].filter(
    ([name, value]) => name !== 'password' && typeof value === 'string' && value !== '',
  );
  try {
    sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(typed)));
  } catch {
    // A full or forbidden storage only costs the convenience.
  }
}

export function readDraft(): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    );
  } catch {
    return {};
  }
}

export function dropDraft() {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing kept, nothing to drop.
  }
}
