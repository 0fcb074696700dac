import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import CheckReceipt from './check-receipt.page.tsx';

it.each([
  ['#ABCD%2DEFGH', 'ABCD-EFGH'],
  ['#%', '%'],
  ['#ABCD%E0%A4', 'ABCD%E0%A4'],
  ['', ''],
])('a scanned address with “%s” puts “%s” into the field', (hash, typed) => {
  vi.stubGlobal('location', { hash });
  expect(renderToStaticMarkup(<CheckReceipt />)).toContain(`>${typed}</textarea>`);
});
