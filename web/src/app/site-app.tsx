/** Every page but the exam: routed within the document, with updates let in between pages. */
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import type { AppUpdate } from '#web/pwa/register.ts';
import { refreshBrandWhenIdle } from '#web/shared/known-brand.ts';
import { readLocal } from '#web/shared/local-keys.ts';
import { fetchNext } from './fetch-next.ts';
import { forgetHallWithSession } from './forget-hall.ts';
import { KeepForOffline } from './keep-for-offline.tsx';
import { keepSending, keepSendingForms } from './keep-sending.ts';
import { AppRoutes, preloadPage } from './router.tsx';
import { UpdateNotice } from './update-notice.tsx';

/** @param update tells of a newer version of the app, and lets it in */
export function start(root: HTMLElement, update: AppUpdate): void {
  preloadPage(location.pathname);
  fetchNext();
  keepSending().catch((error: unknown) => console.error('Answers could not be sent on', error));
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
  // A public page comes ready from the server (web/build/prerender-pages.ts); any other address as a shell.
  // As a transition it is taken up in slices: a slow phone answers a finger in between.
  if (root.dataset.page) startTransition(() => void hydrateRoot(root, site));
  else createRoot(root).render(site);
}
