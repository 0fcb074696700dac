/** Starts the app in #root. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import '#web/styles/tokens.css';
import '#web/styles/base.css';
import { registerServiceWorker } from '#web/pwa/register.ts';
import { keepSending } from './keep-sending.ts';
import { AppRoutes, preloadPage } from './router.tsx';
import { UpdateNotice } from './update-notice.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

preloadPage(location.pathname);
// Each page brings its own title and description; the ones in index.html are for before that.
for (const element of document.head.querySelectorAll('title, meta[name="description"]')) {
  element.remove();
}
keepSending().catch((error: unknown) => console.error('Answers could not be sent on', error));
const update = registerServiceWorker();
createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <AppRoutes />
      <UpdateNotice update={update} />
    </BrowserRouter>
  </StrictMode>,
);
