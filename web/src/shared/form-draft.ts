/**
 * Keeps a half-filled form as long as the tab lives, so that a reload or a killed browser on a small phone doesn't lose
 * the form. It never keeps a password or a field that no person can type in, such as a trap for robots.
 */
export type FormDraft = Record<string, string>;

const keyOf = (form: string) => `${form}-draft`;

/** @param form names the form, such as `register` */
export function saveDraft(form: string, element: HTMLFormElement) {
  const controls = element.querySelectorAll<HTMLInputElement>(
    'input[name]:not([tabindex="-1"]), select[name], textarea[name]',
  );
  const typed = [...controls].map(({ name, value }) => [name, value]);
  storeDraft(
    form,
    Object.fromEntries(typed.filter(([name, value]) => name !== 'password' && value)),
  );
}

function storeDraft(form: string, draft: FormDraft) {
  try {
    sessionStorage.setItem(keyOf(form), JSON.stringify(draft));
  } catch {
    // The storage is full or blocked: the form still works, but its values aren't kept.
  }
}

export function readDraft(form: string): FormDraft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? '{}');
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

export function dropDraft(form: string) {
  try {
    sessionStorage.removeItem(keyOf(form));
  } catch {
    // The storage is blocked, so nothing was kept.
  }
}
