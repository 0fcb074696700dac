/** Starts the app in #root. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import '#web/styles/tokens.css';
import '#web/styles/base.css';
import { registerServiceWorker } from '#web/pwa/register.ts';
import { isSittingNoted } from '#web/pwa/sitting-note.ts';
import { AppRoutes, preloadPage } from './router.tsx';
import { UpdateNotice } from './update-notice.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

preloadPage(location.pathname);
// Each page brings its own title and description; the ones in index.html are for before that.
for (const element of document.head.querySelectorAll('title, meta[name="description"]')) {
  element.remove();
}
// The note instead of the database it copies: no visitor of a public page should pay for the latter.
const update = registerServiceWorker(isSittingNoted);
createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <AppRoutes />
      <UpdateNotice update={update} />
    </BrowserRouter>
  </StrictMode>,
);
