/**
 * Gives the new UID and password to the phone's password manager: through the browser where it offers that. Otherwise
 * the password manager takes them when the form disappears, with the field marked as the user name.
 */
declare global {
  interface Window {
    /** Only in browsers based on Chromium. */
    PasswordCredential?: new (data: {
      id: string;
      password: string;
    }) => Credential;
  }
}

export function keepSignIn(field: HTMLInputElement | null, uid: string, password: string): void {
  if (field) field.value = uid;
  if (!window.PasswordCredential) return;
  // Not awaited: the browser asks the candidate, who may not answer.
  navigator.credentials
    .store(new window.PasswordCredential({ id: uid, password }))
    .catch((error: unknown) => console.warn('The browser keeps no password', error));
}
