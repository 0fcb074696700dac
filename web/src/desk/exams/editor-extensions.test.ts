// The editor's own test is in a browser; here only what it is told about addresses.
import { expect, it } from 'vitest';
import { toAddress } from './editor-extensions.ts';

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
