import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { pages } from '../../pages.ts';
import { footerNavigation, getHired, topNavigation } from './site-nav.ts';
import { NavItem } from './top-nav.tsx';

it('shows a group as a closed menu of its links', () => {
  const group = { label: 'Courses', links: [{ label: 'US CMA', to: '/cmacourse' }] };
  const html = renderToStaticMarkup(
    <StaticRouter location="/">
      <NavItem entry={group} />
    </StaticRouter>,
  );
  expect(html).toMatch(/<button[^>]*aria-expanded="false"[^>]*>Courses/);
  expect(html).toContain('href="/cmacourse"');
});

it('links only to pages that exist', () => {
  const groups = [{ label: '', links: [getHired] }, ...footerNavigation, ...topNavigation];
  const links = groups.flatMap((entry) => ('links' in entry ? entry.links : [entry]));
  const known = new Set(pages.map(({ path }) => path));
  expect(links.map(({ to }) => to).filter((to) => !known.has(to))).toEqual([]);
});
