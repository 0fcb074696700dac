/** Starts every page but the exam: routed within the document; a new version of the app may take over between pages. */
import { StrictMode, startTransition, useEffect, useRef, useSyncExternalStore } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { isLate } from '#web/pwa/in-time.ts';
import { isDataDear } from '#web/pwa/is-data-dear.ts';
import { isSittingNoted } from '#web/pwa/is-sitting-noted.ts';
import type { AppUpdate } from '#web/pwa/register.ts';
import { noteSitting } from '#web/pwa/sitting-note.ts';
import { HALL_DB, hasDatabase, KEPT_FORMS, LOCAL_DB } from '#web/shared/has-database.ts';
import { refreshBrandWhenIdle } from '#web/shared/known-brand.ts';
import { readLocal } from '#web/shared/local-keys.ts';
import { doors } from '#web/shared/paths.ts';
import { hasUserRecord, onSessionChange, onSessionEnded } from '#web/shared/session-watch.ts';
import { Button } from '#web/ui/button.tsx';
import { AppRoutes, preloadPage } from './router.tsx';
import styles from './update-notice.module.css';

/** @param update tells of a newer version of the app and lets it take over */
export function start(root: HTMLElement, update: AppUpdate): void {
  preloadPage(location.pathname);
  fetchNext();
  keepSending().catch((error: unknown) => console.error('Answers were not sent', error));
  forgetHallWithSession();
  refreshBrandWhenIdle();
  keepSendingForms().catch((error: unknown) => console.warn('Kept forms wait on', error));
  const practised = readLocal('exam_end_practice') ?? readLocal('exam_done_practice');
  if (practised) void import('./forget-practice.ts');
  const site = (
    <StrictMode>
      <BrowserRouter>
        <AppRoutes
          beside={
            <>
              <UpdateNotice update={update} />
              <KeepForOffline />
            </>
          }
        />
      </BrowserRouter>
    </StrictMode>
  );
  // A public page comes ready from the server (web/build/prerender-pages.ts); any other address comes as an empty
  // shell. As a transition, hydration runs in slices: a slow phone can answer a finger in between.
  if (root.dataset.page) startTransition(() => void hydrateRoot(root, site));
  else createRoot(root).render(site);
}

/**
 * On the pages where people sign in and register: brings the next page into the browser's cache while they type. Only
 * small files, because going on to the exam cancels what is still loading, but not what the service worker fetches.
 */
function fetchNext(): void {
  if (isDataDear()) return;
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-next]')) {
    link.rel = 'prefetch';
  }
}

/**
 * What a proctor's desk stores about others on this phone is deleted with the session, on whatever page the app learns
 * that the session is over. Everything goes once nobody or somebody else is signed in. The photographs go at once when
 * the server no longer knows the session, even though the desk waits for a new sign-in. The code that reads the
 * database is loaded only when there is one.
 */
function forgetHallWithSession(): void {
  const others = () => forget((hall) => hall.forgetOthers());
  forget(async (hall) => hall.leadToDesk());
  others();
  onSessionChange(others);
  onSessionEnded(() => forget((hall) => hall.erasePhotos()));
}

type OutsideHall = typeof import('#web/proctor/sync/outside-hall.ts');

function forget(what: (hall: OutsideHall) => Promise<void>): void {
  const look = async () => {
    if (await hasDatabase(HALL_DB)) await what(await import('#web/proctor/sync/outside-hall.ts'));
  };
  look().catch((error: unknown) => console.error('The hall was not erased', error));
}

/**
 * For people who are here for an exam, stores the exam on the device at once, and the other pages in time. Visitors
 * load neither those files nor the script for it.
 */
function KeepForOffline() {
  const { pathname } = useLocation();
  useEffect(() => {
    if (!hasUserRecord() && !doors.includes(pathname)) return;
    const left = new AbortController();
    import('./keep-candidate.ts')
      .then(({ keepCandidate }) => keepCandidate(left.signal))
      .catch((error: unknown) => console.warn('The exam is not kept yet', error));
    return () => left.abort();
  }, [pathname]);
  return null;
}

/**
 * Sends what was done in an exam to the server from whatever page is open, until the receipt comes. The database and
 * the machines are loaded only on a phone that has such a sitting.
 */
async function keepSending(): Promise<void> {
  if (!hasUserRecord()) await restoreWhoWasHere();
  if (!hasUserRecord() || !(await isSittingNoted().catch(isLate))) return;
  const { readUser } = await import('#web/shared/session.ts');
  const uid = readUser()?.uid;
  if (!uid) return;
  const { startSync, syncDepsOf } = await import('#web/exam/sync/start-sync.ts');
  await (await import('#web/exam/local-db/database.ts')).whenToOpen;
  startSync(syncDepsOf(uid), { uid, noteSitting });
}

/** When the battery died, localStorage may have lost the session, because browsers write it late. */
async function restoreWhoWasHere(): Promise<void> {
  if (!(await hasDatabase(LOCAL_DB))) return;
  await (await import('#web/exam/sync/outside-exam.ts')).restoreWhoWasHere();
}

/** Sends public forms that were written without a network; the code for it is loaded only when there ever were any. */
async function keepSendingForms(): Promise<void> {
  if (!(await hasDatabase(KEPT_FORMS))) return;
  const kept = await import('#web/site/enquiries/kept-forms.ts');
  kept.keepSendingForms();
}

/**
 * Offers a waiting version of the app, and lets it take over automatically when the reader moves to another page; the
 * update policy refuses both while a sitting is under way.
 */
function UpdateNotice({ update }: { update: AppUpdate }) {
  const waiting = useSyncExternalStore(update.subscribe, update.isWaiting, () => false);
  const { pathname } = useLocation();

  const shown = useRef(pathname);

  useEffect(() => {
    // Mounting is no move: somebody may already be writing on this page.
    if (shown.current === pathname) return;
    shown.current = pathname;
    update.activate('navigated').catch(console.error);
  }, [update, pathname]);

  if (!waiting) return null;
  return (
    <div className={styles.notice} role="status">
      <p>A newer version of this app is ready.</p>
      <Button onClick={() => update.activate('tapped').catch(console.error)}>Update</Button>
    </div>
  );
}
