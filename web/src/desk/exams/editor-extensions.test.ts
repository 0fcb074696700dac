// The editor itself is tested in a browser. These tests cover typed addresses, and pasted text before it is parsed.
import { expect, it } from 'vitest';
import { tamePasted, toAddress } from './editor-extensions.ts';

it('completes an address without a scheme to a web or mail address', () => {
  expect(toAddress(' example.com/syllabus.pdf ')).toBe('https://example.com/syllabus.pdf');
  expect(toAddress('help@example.com')).toBe('mailto:help@example.com');
  expect(toAddress('http://example.com')).toBe('http://example.com');
  expect(toAddress('tel:+914012345678')).toBe('tel:+914012345678');
});

it('makes no link from text that is no address or would run something', () => {
  for (const typed of ['', 'click here', 'javascript:alert(1)', 'data:text/html,x', '//x.example'])
    expect(toAddress(typed)).toBeNull();
});

it('turns pasted headings into the two levels that a description has', () => {
  expect(tamePasted('<H1 class="x">A</H1><h5>B</h5><h3>C</h3><header>D</header>')).toBe(
    '<h3 class="x">A</h3><h4>B</h4><h3>C</h3><header>D</header>',
  );
});

it('renames pasted style attributes, which the page’s policy would refuse, and leaves text unchanged', () => {
  expect(tamePasted('<p lang=EN\n STYLE = "margin:0">set style="x" and 1 < 2</p>')).toBe(
    '<p lang=EN\n data-pasted-style = "margin:0">set style="x" and 1 < 2</p>',
  );
});
