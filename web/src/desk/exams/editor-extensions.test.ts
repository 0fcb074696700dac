// The editor itself is tested in a browser. These tests cover typed addresses, and pasted text before it is parsed.
import { expect, it } from 'vitest';
import { tamePasted, toAddress } from './editor-extensions.ts';

it('takes an address without a scheme for a site or a mailbox', () => {
  expect(toAddress(' example.com/syllabus.pdf ')).toBe('https://example.com/syllabus.pdf');
  expect(toAddress('help@example.com')).toBe('mailto:help@example.com');
  expect(toAddress('http://example.com')).toBe('http://example.com');
  expect(toAddress('tel:+914012345678')).toBe('tel:+914012345678');
});

it('makes no link of what leads nowhere or runs something', () => {
  for (const typed of ['', 'click here', 'javascript:alert(1)', 'data:text/html,x', '//x.example'])
    expect(toAddress(typed)).toBeNull();
});

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
