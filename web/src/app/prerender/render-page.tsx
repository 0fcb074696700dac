/** A page as HTML, made at build by the very components that the browser then brings to life. */
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { AppRoutes } from '../router.tsx';
import { structuredData } from './structured-data.ts';

/**
 * @param path an address of the app, such as `/results`
 * @returns what goes into #root, with the page's own <title> and <meta> at its front, where React puts them
 */
async function renderPage(path: string): Promise<string> {
  const failures: unknown[] = [];
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={path}>
        <AppRoutes />
      </StaticRouter>
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

/** What the build asks for; see web/build/prerender-pages.ts. */
export const renderer = {
  renderPage,
  structuredData,
};
