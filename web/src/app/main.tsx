/**
 * Starts the app in #root. The exam is a page of its own, entered and left by a full page load: it needs neither the
 * router nor the other pages, so a phone on 2G loads it sooner, and every way into it is the same.
 */
import '#web/styles/tokens.css';
import '#web/styles/base.css';
import { paths } from '#web/shared/paths.ts';
import { mendPage } from '../shared/mend-page.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// Each page brings its own title and description; those in index.html only serve until then. A page that came ready
// from the server already has its own.
if (!root.dataset.page) {
  for (const element of document.head.querySelectorAll('title, meta[name="description"]')) {
    element.remove();
  }
}
const address = location.pathname.replace(/\/$/, '');
const isExam = address === paths.exam || address === paths.practice;
const app = isExam ? import('./exam-app.tsx') : import('./site-start.ts');
app
  .then(({ start }) => start(root))
  .catch((error: unknown) => {
    if (!mendPage(false)) throw error;
  });
