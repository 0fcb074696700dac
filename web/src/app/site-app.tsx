/** Every page but the exam: routed within the document, with updates let in between pages. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { refreshBrandWhenIdle } from '#web/lib/use-brand.ts';
import { registerServiceWorker } from '#web/pwa/register.ts';
import { keepSending } from './keep-sending.ts';
import { AppRoutes, preloadPage } from './router.tsx';
import { UpdateNotice } from './update-notice.tsx';

export function start(root: HTMLElement): void {
  preloadPage(location.pathname);
  keepSending().catch((error: unknown) => console.error('Answers could not be sent on', error));
  refreshBrandWhenIdle();
  const update = registerServiceWorker();
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <AppRoutes />
        <UpdateNotice update={update} />
      </BrowserRouter>
    </StrictMode>,
  );
}
