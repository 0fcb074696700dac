/** What an installed app shows of itself: name, colours, icons, shortcut and the store-like pictures. */
import type { ManifestOptions } from 'vite-plugin-pwa';
import { brand } from '../src/brand.ts';
import { PAGE_COLOUR, SLAB_COLOUR } from './mark.ts';

export const webManifest: Partial<ManifestOptions> = {
  id: '/',
  name: brand.name,
  short_name: 'Nipuna',
  description: brand.line,
  lang: 'en-IN',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  orientation: 'any',
  theme_color: SLAB_COLOUR,
  background_color: PAGE_COLOUR,
  categories: ['education', 'business'],
  icons: [
    { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    {
      name: 'My exam',
      short_name: 'Exam',
      description: 'Go on with your exam, with or without network',
      url: '/exam',
      icons: [{ src: '/icons/shortcut-exam.png', sizes: '96x96', type: 'image/png' }],
    },
  ],
  screenshots: [
    {
      src: '/screenshots/narrow.png',
      sizes: '1080x2400',
      type: 'image/png',
      form_factor: 'narrow',
      label: 'The exams open for application, on a phone',
    },
    {
      src: '/screenshots/wide.png',
      sizes: '1440x900',
      type: 'image/png',
      form_factor: 'wide',
      label: 'The front page',
    },
  ],
};
