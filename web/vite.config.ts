/** Builds web/ to dist/web: hashed chunks, the service worker, then everything packed. */
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { keepCandidateFiles } from './build/precache-list.ts';
import { precompress } from './build/precompress.ts';
import { webManifest } from './build/web-manifest.ts';

const root = import.meta.dirname;
const outDir = join(root, '../dist/web');
const api = `http://127.0.0.1:${process.env.PORT ?? 8787}`;

export default defineConfig({
  root,
  build: {
    outDir,
    emptyOutDir: true,
    manifest: true,
    // Every browser with module preload of its own, which is all that the app supports.
    modulePreload: { polyfill: false },
    // A data: image is downloaded by everyone, an asset only by who sees it, and is kept by hash.
    assetsInlineLimit: 1024,
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': api, '/files': api, '/simulated-gateway': api } },
  plugins: [
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/pwa',
      filename: 'service-worker.ts',
      registerType: 'prompt',
      injectRegister: false,
      manifest: webManifest,
      includeManifestIcons: false,
      injectManifest: {
        // Launchers fetch their icons themselves; the web manifest is added by the plugin.
        globPatterns: ['index.html', 'assets/**', 'icons/*.svg'],
        manifestTransforms: [keepCandidateFiles(join(outDir, '.vite/manifest.json'))],
      },
    }),
    precompress(outDir),
  ],
});
