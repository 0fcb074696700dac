/** A page as HTML, made at build, or by the server where it shows what changes, by the components that the browser brings to life. */
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { READY_EXAMS, ReadyExams, type ShownExams } from '#web/candidate/exams/ready-exams.ts';
import { AppRoutes } from '../router.tsx';
import { dataScript, splitRendered } from './in-head.ts';
import { examData, structuredData } from './structured-data.ts';

/**
 * @param path an address of the app, such as `/results`
 * @param exams what the page shows of the database; left out at build, which knows none
 * @returns what goes into #root, with the page's own <title> and <meta> at its front, where React puts them
 */
async function renderPage(path: string, exams: ShownExams | null = null): Promise<string> {
  const failures: unknown[] = [];
  const { prelude } = await prerender(
    <StrictMode>
      <ReadyExams value={exams}>
        <StaticRouter location={path}>
          <AppRoutes />
        </StaticRouter>
      </ReadyExams>
    </StrictMode>,
    {
      // Large parts would be moved to their place by an inline script, which no page of ours may carry.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError: (error) => {
        failures.push(error);
      },
    },
  );
  const html = await new Response(prelude).text();
  if (failures.length > 0) throw failures[0];
  return html;
}

/** @returns what the server puts into a page's template: its content, and at the end of its head what it was made from */
async function renderShown(path: string, origin: string, exams: ShownExams) {
  const { body } = splitRendered(path, await renderPage(path, exams));
  const data = examData(path, exams.exams, origin).map((thing) =>
    dataScript('application/ld+json', thing),
  );
  return { body, head: [...data, dataScript('application/json', exams, READY_EXAMS)].join('') };
}

/** What the build asks for, see web/build/prerender-pages.ts, and the server, see edge-api/middleware/shown-pages.ts. */
export const renderer = {
  renderPage,
  renderShown,
  structuredData,
};
