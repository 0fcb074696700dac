import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, it, vi } from 'vitest';
import { brandSchema } from '#contract/desk/settings.ts';
import { brand } from '#web/brand.ts';

/** The phone's localStorage. `freshPage` loads the modules as a new page does. */
const stored = new Map<string, string>();
async function freshPage() {
  vi.resetModules();
  return { ...(await import('./known-brand.ts')), ...(await import('./use-brand.ts')) };
}

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  return () => vi.unstubAllGlobals();
});

it('prerendered pages have the built-in name, whatever a phone has stored', async () => {
  const { useBrand, showBrand } = await freshPage();
  showBrand({ ...brand, address: [...brand.address], name: 'Kaveri Careers' });
  const Name = () => useBrand().name;
  expect(renderToStaticMarkup(<Name />)).toBe(brand.name);
});

it('a phone stores the brand that the administrator set for the next visit, and ignores a stored one that it can’t read', async () => {
  const { showBrand } = await freshPage();
  showBrand({ ...brand, address: [...brand.address], name: 'Kaveri Careers' });
  expect(stored.get('brand')).toContain('Kaveri Careers');
  stored.set('brand', '{"name":""}');
  const { showBrand: again, builtIn } = await freshPage();
  // Stored text that can't be read counts as the built-in brand, so showing that brand changes nothing.
  again(builtIn);
  expect(stored.get('brand')).toBe('{"name":""}');
});

it('the built-in brand is the very text that the server sends while nothing is set', async () => {
  const { builtIn } = await freshPage();
  const sent = brandSchema.parse({ ...brand, address: [...brand.address] });
  expect(JSON.stringify(builtIn)).toBe(JSON.stringify(sent));
});

it('a telephone link contains only the digits', async () => {
  const { telHref } = await freshPage();
  expect(telHref('+91 40 5550 0142')).toBe('tel:+914055500142');
});
