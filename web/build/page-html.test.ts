// The policy of a prerendered page allows one script and one style by their hashes, so the page may contain no other.
import { expect, it } from 'vitest';
import { pageHtml } from './page-html.ts';

const SHELL = `<html><head><script>first()</script><title>x</title><meta name="description" content="x">
<link rel="stylesheet" href="/assets/base.css">
</head><body><div id="root">…</div><noscript>…</noscript></body></html>`;

const page = (body: string) =>
  pageHtml(SHELL, {
    path: '/results',
    canonical: '/results',
    said: '<title>Results</title><meta name="description" content="Yours"/>',
    body,
    scripts: [],
    start: [],
    styles: new Map([
      ['assets/base.css', 'p{margin:0}\n'],
      ['assets/results.css', 'h1{margin:0}\n'],
    ]),
    isListed: true,
  });

it('joins all sheets into one style, in their order, one line each', () => {
  const html = page('<h1>Results</h1>');
  expect(html.split('<style')).toHaveLength(2);
  expect(html).toContain('<style>p{margin:0}\nh1{margin:0}\n</style>');
  expect(html).toContain('<link rel="stylesheet" href="/assets/results.css" disabled/>');
});

it.each([
  '<h1 style="color:red">Results</h1>',
  '<style>h1{color:red}</style>',
  '<script>later()</script>',
  '<h1 onclick="later()">Results</h1>',
])('refuses markup that the policy would block: %s', (body) => {
  expect(() => page(body)).toThrow('/results carries');
  expect(() => page('<h1>On the day: style and script</h1>')).not.toThrow();
});
