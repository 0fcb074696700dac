/**
 * Hands the new UID and password to the phone's password manager: through the browser where it offers that, and
 * otherwise as the form is left, by the field marked as the user name.
 */
declare global {
  interface Window {
    /** In Chromium's browsers alone. */
    PasswordCredential?: new (data: {
      id: string;
      password: string;
    }) => Credential;
  }
}

export function keepSignIn(field: HTMLInputElement | null, uid: string, password: string): void {
  if (field) field.value = uid;
  if (!window.PasswordCredential) return;
  // Nobody waits for it: it asks the person, who may not answer.
  navigator.credentials
    .store(new window.PasswordCredential({ id: uid, password }))
    .catch((error: unknown) => console.warn('The browser keeps no password', error));
}
