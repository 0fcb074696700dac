/**
 * Starts the exam and nothing else, so that no stray tap leaves it. No new version of the app takes over here (rule 5).
 */
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { ExamPage } from '#web/exam/screens/exam-page.tsx';
import { keepExam } from '#web/pwa/keep-exam.ts';
import { refreshBrandWhenIdle } from '#web/shared/known-brand.ts';
import { PageMeta } from '#web/shared/page-meta.tsx';
import { paths } from '#web/shared/paths.ts';
import { useBrand } from '#web/shared/use-brand.ts';
import { Loading } from '#web/ui/loading.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import styles from './layouts/main-region.module.css';
import { SkipLink } from './layouts/skip-link.tsx';

const PracticePage = lazy(async () => ({
  default: (await import('#web/exam/screens/practice-exam/practice-page.tsx')).PracticePage,
}));

/** Who runs the exam. Hidden once the timer is on screen, because the paper then needs every line. */
function Brand() {
  return <p className={styles.brand}>{useBrand().name}</p>;
}

export function start(root: HTMLElement): void {
  const address = location.pathname.replace(/\/$/, '');
  const isPractice = address === paths.practice;
  void keepExam();
  // Whom to call, and the number for a text message, must be known without a network, too.
  if (!isPractice) refreshBrandWhenIdle('exam');
  // Going back to a page that was left by a link within the site changes only the address: load that page.
  addEventListener('popstate', () => {
    if (location.pathname !== address) location.reload();
  });
  createRoot(root).render(
    <StrictMode>
      <SkipLink />
      <ErrorBoundary place={address}>
        <PageMeta
          title={isPractice ? 'Practice exam' : 'Your exam'}
          description="Take your exam on this phone. Every answer is saved here first, even without a network."
        />
        <main id="content" tabIndex={-1} className={styles.main}>
          <Brand />
          {isPractice ? (
            <Suspense fallback={<Loading label="Opening the practice exam…" />}>
              <PracticePage />
            </Suspense>
          ) : (
            <ExamPage />
          )}
        </main>
      </ErrorBoundary>
    </StrictMode>,
  );
}
