// The editor's own test is in a browser; here only what becomes of pasted text before it is parsed.
import { expect, it } from 'vitest';
import { tamePasted } from './pasted-markup.ts';

it('brings pasted headings to the two levels of a description', () => {
  expect(tamePasted('<H1 class="x">A</H1><h5>B</h5><h3>C</h3><header>D</header>')).toBe(
    '<h3 class="x">A</h3><h4>B</h4><h3>C</h3><header>D</header>',
  );
});

it('leaves no style attribute for the page’s policy to refuse, and text as it is', () => {
  expect(tamePasted('<p lang=EN\n STYLE = "margin:0">set style="x" and 1 < 2</p>')).toBe(
    '<p lang=EN\n data-pasted-style = "margin:0">set style="x" and 1 < 2</p>',
  );
});
