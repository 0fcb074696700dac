/**
 * Hands the new UID, with the password, to what keeps passwords on this phone: the browser where it lets itself be asked, and
 * otherwise whoever looks at the form as it is left, by the field that says it is the user name.
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
