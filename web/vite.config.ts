/** Builds web/ to dist/web: hashed chunks, the service worker, then everything packed. */
import { join } from 'node:path';
import { minify } from '@swc/core';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { className } from './build/class-name.ts';
import { listWithDigests } from './build/precache-list.ts';
import { precompress } from './build/precompress.ts';
import { prerenderPages } from './build/prerender-pages.ts';
import { webManifest } from './build/web-manifest.ts';

/**
 * Makes each script as small as can be: of our own code swc leaves 1 to 5 % less to send than Vite's own minifier. With
 * the output's `minify` off, and before a chunk gets its name, which tells one making of it from another.
 */
function minifyScripts(): Plugin {
  return {
    name: 'minify-scripts',
    apply: 'build',
    renderChunk: {
      order: 'post',
      handler: (code) =>
        minify(code, { module: true, ecma: 2022, compress: { passes: 3 }, mangle: true }),
    },
  };
}

const root = import.meta.dirname;
const outDir = join(root, '../dist/web');
const api = `http://127.0.0.1:${process.env.PORT ?? 8787}`;

/** What stands before the app: all that a page to be read begins with. */
const START =
  /web\/src\/(?:styles\/|brand\.|shared\/(?:paths|known-brand|local-keys|has-database|mend-page)|pwa\/(?:in-time|is-sitting-noted|is-data-dear|worker-address|worker-messages))/;

/** What every page of the app starts with, in one piece: a dozen crumbs pack and travel worse on 2G. */
const BASE = new RegExp(
  [
    'node_modules/(?:react|react-dom|scheduler)/',
    'web/src/(?:pwa/sitting-note|shared/(?:api-problem|exam/rich-text|sitting/|session-watch|use-brand|money|page-meta)|app/(?:error-boundary|update-notice\\.module|layouts/(?:skip-link|main-region\\.module))|ui/(?:use-is-alive|badge|button|class-names|dialog|icon|loading|notice|page\\.|state-panel|visually-hidden))|state-machines/contract/site/courses',
  ].join('|'),
);

const ALWAYS_THERE = /assets\/(?:first|base|rolldown-runtime|chunk|frame)-/;

/** What stands around every public page, and what lets its parts come later. */
const FRAME =
  /web\/src\/(?:(?:candidate\/exams\/enter-exam|app\/(?:early-press|layouts\/(?:public-layout|top-nav|site-nav|main-region)))|shared\/(?:brand-mark|server-now)|ui\/link-button)|node_modules\/react-router/;

/** What most pages that advertise are drawn with. */
const SITE = /web\/src\/site\/parts\/(?:band|hero|opening|ruled-table|steps)\./;

/** What every course's page and the legal pages say besides. */
const COURSES = /web\/src\/site\/(?:content\/course-list|fee-card|parts\/trail)\./;

/** What every public form is made of; others use most of it. */
const FORMS =
  /web\/src\/(?:ui\/field\.|candidate\/(?:sign-in\/auth\.module|person\/form-section)|shared\/(?:form\.|use-submit|form-draft)|site\/enquiries\/(?:enquir|kept-counts|use-enquiry))/;

/** What every page that talks with the server has besides. */
const WIRE = new RegExp(
  [
    'node_modules/zod/',
    'web/src/shared/(?:brand-record|next-step|http|session|format|is-unsure|use-load|refresh-user)\\.',
    'web/src/(?:app/keep-candidate|candidate/exams/ready-exams|pwa/keep-exam)\\.',
    'state-machines/(?:contract/(?:wire/(?:exams|problems|results|users|values)|site/brand)|user-status/)',
  ].join('|'),
);

/** What a person registers with and corrects. */
const PERSON =
  /state-machines\/contract\/(?:wire\/typed|site\/registration)|web\/src\/candidate\/person\/education-fields/;

/** What stands under every public page. */
const FOOTER = /web\/src\/app\/layouts\/footer/;

/** What a candidate has on every page besides, and the page that signing in leads to. */
const CANDIDATE =
  /web\/src\/(?:app\/layouts\/logout-button|candidate\/(?:sign-in\/sign-out|exams\/paper-ahead|payments\/(?:outcome|payment-response)))|state-machines\/contract\/site\/payments/;

/** Shared with a page that shows no exam. */
const TICKET = /web\/src\/shared\/exam\/hall-ticket/;

/** An exam on a card, in the grid and wherever one is chosen. */
const CARDS =
  /web\/src\/(?:shared\/exam\/(?:exam-card|describe-exam)|candidate\/exams\/(?:assessment-card|choose-exams|ready-exams))/;

/** The phone's disk, what exchanges it with the server, and the exam's screens: with the above, all that an exam is. */
const STORE = /node_modules\/dexie\/|web\/src\/exam\/local-db\//;
const SYNC =
  /node_modules\/xstate\/|state-machines\/(?:sitting|sync)\/|web\/src\/(?:shared\/event-stream|exam\/sync\/(?!hand-over))/;
const SITTING = /web\/src\/exam\/screens\/(?!preview|practice-exam|extra-time\/|hand-over\/)/;

/** What keeps what is typed on the desk: in one piece, as each more is a name in the list that every page brings. */
const DESK_FORMS = /web\/src\/shared\/desk\/(?:form-dialog|leave-guard)\./;

/** What candidates’ pages share with the desk: each piece more is a name in the list that every page brings. */
const ROWS =
  /web\/src\/shared\/(?:desk\/(?:row-act|age-words|download-button)|day-and-time|format-marks)\./;

/** Three ways to the exam server without a network: kept with the exam, run by those alone who need one. */
const HAND_OVER =
  /seals\/(?:hand-over|answer|base|extra-time)|web\/src\/exam\/(?:sync\/hand-over|screens\/(?:extra-time|hand-over)\/)/;

export default defineConfig({
  root,
  resolve: {
    alias: [
      // These packages name their larger build first: for browsers before modules, or with warnings.
      { find: /^dexie$/, replacement: join(root, '../node_modules/dexie/dist/modern/dexie.mjs') },
      {
        find: /^react-router$/,
        replacement: join(root, '../node_modules/react-router/dist/production/index.mjs'),
      },
      // For what React itself has since its version 18, these bring another of their own.
      {
        find: /^use-sync-external-store\/shim\/with-selector$/,
        replacement: 'use-sync-external-store/with-selector',
      },
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      {
        find: /^workbox-window$/,
        replacement: join(root, '../node_modules/workbox-window/build/workbox-window.prod.mjs'),
      },
    ],
  },
  css: { modules: { generateScopedName: className } },
  build: {
    outDir,
    emptyOutDir: true,
    manifest: true,
    // Every browser with module preload of its own, which is all that the app supports.
    modulePreload: {
      polyfill: false,
      // What every page has begun with is there already: not named once more for each page that may follow.
      resolveDependencies: (_, names) => names.filter((name) => !ALWAYS_THERE.test(name)),
    },
    // A data: image is downloaded by everyone, an asset only by those who see it, and is kept by hash.
    assetsInlineLimit: 1024,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Every name of a chunk travels with each page that may lead to it. Seven letters tell one making of it from another.
        chunkFileNames: ({ name }) => `assets/${name.replace('.page', '')}-[hash:7].js`,
        // minifyScripts does it, and better.
        minify: false,
        codeSplitting: {
          groups: [
            { name: 'first', test: START },
            { name: 'base', test: BASE },
            { name: 'frame', test: FRAME },
            { name: 'site', test: SITE },
            { name: 'courses', test: COURSES },
            { name: 'forms', test: FORMS },
            { name: 'wire', test: WIRE },
            { name: 'person', test: PERSON },
            { name: 'footer', test: FOOTER },
            { name: 'candidate', test: CANDIDATE },
            { name: 'ticket', test: TICKET },
            { name: 'cards', test: CARDS },
            { name: 'store', test: STORE },
            { name: 'sync', test: SYNC },
            { name: 'sitting', test: SITTING },
            { name: 'hand-over', test: HAND_OVER },
            { name: 'desk-forms', test: DESK_FORMS },
            { name: 'rows', test: ROWS },
          ],
        },
      },
    },
  },
  server: { proxy: { '/.well-known': api, '/api': api, '/files': api, '/simulated-gateway': api } },
  plugins: [
    react(),
    minifyScripts(),
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
        manifestTransforms: [listWithDigests(outDir)],
      },
    }),
    prerenderPages(root, outDir),
    precompress(outDir),
  ],
});
