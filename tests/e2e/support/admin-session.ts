/** Sessions of the administrator and of staff, made over the API, for tests that aren't about signing in. */
import type { BrowserContext, Page } from '@playwright/test';
import { staffPasswordSchema } from '#contract/desk/staff.ts';
import { sessionReplySchema } from '#contract/wire/users.ts';
import { ADMIN_PASSWORD, type RunningServer } from './running-server.ts';

/** Sends JSON and returns JSON. @throws for any reply but success */
export async function callApi(
  { url }: Pick<RunningServer, 'url'>,
  path: string,
  { token, method, body }: { token?: string; method?: string; body?: unknown } = {},
): Promise<unknown> {
  const response = await fetch(`${url}/api/v1/${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

export interface Session {
  uid: string;
  token: string;
  /** What localStorage holds after a sign-in. */
  stored: string;
}

export async function openSession(
  server: Pick<RunningServer, 'url'>,
  uid: string,
  password: string,
): Promise<Session> {
  const { user, token } = sessionReplySchema.parse(
    await callApi(server, 'auth/signin', { body: { uid, password } }),
  );
  return { uid: user.uid, token, stored: JSON.stringify({ ...user, token }) };
}

export const openAdminSession = (server: Pick<RunningServer, 'url'>): Promise<Session> =>
  openSession(server, 'SuperAdmin', ADMIN_PASSWORD);

let proctors = 0;

/** Adds a proctor who has not chosen a password yet. */
export async function addProctor(
  server: Pick<RunningServer, 'url'>,
  admin: Session,
  fullName: string,
): Promise<{ uid: string; password: string }> {
  proctors += 1;
  const body = { fullName, mobile: String(9_848_000_000 + proctors) };
  return staffPasswordSchema.parse(await callApi(server, 'staff', { token: admin.token, body }));
}

/** Adds a proctor who watches an exam and has chosen their own password. */
export async function openProctorSession(
  server: Pick<RunningServer, 'url'>,
  fullName: string,
  examId: string,
): Promise<Session> {
  const admin = await openAdminSession(server);
  const { uid, password } = await addProctor(server, admin, fullName);
  const { token } = admin;
  await callApi(server, `staff/${uid}/exams/${examId}`, { method: 'PUT', token });
  const first = await openSession(server, uid, password);
  const newPassword = 'the proctor’s own password';
  const body = { password, newPassword };
  await callApi(server, 'auth/change-password', { token: first.token, body });
  return openSession(server, uid, newPassword);
}

/**
 * Puts a session into the browser, as if the user had signed in there before; the rest of its storage is emptied. If
 * the only page is still blank, that page stores the session itself: Playwright's `setStorageState` opens another page
 * in a process of its own, which costs a quarter of what a short test does.
 */
export async function signedIn(
  context: BrowserContext,
  { url }: Pick<RunningServer, 'url'>,
  { stored }: Pick<Session, 'stored'>,
): Promise<void> {
  const [page, ...others] = context.pages();
  if (page?.url() === 'about:blank' && others.length === 0) {
    await page.goto(`${url}/healthz`);
    await page.evaluate((text) => localStorage.setItem('user', text), stored);
    return;
  }
  const user = [{ name: 'user', value: stored }];
  await context.setStorageState({ cookies: [], origins: [{ origin: url, localStorage: user }] });
}

/** Signs in as the administrator and opens a screen of the desk. */
export async function openDesk(
  page: Page,
  server: Pick<RunningServer, 'url'>,
  path = '/adminexammanager',
): Promise<void> {
  await signedIn(page.context(), server, await openAdminSession(server));
  await page.goto(server.url + path);
}
