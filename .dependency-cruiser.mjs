/**
 * Who may import whom, as one table: an import that no row allows is an error. Colocated tests may import
 * anything; nothing imports a test or tests/.
 */
import swc from '@swc/core';

// The checker reads TypeScript through swc without telling it which files hold JSX.
const parseFileSync = swc.parseFileSync;
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: /x$/.test(file) });

const TEST_FILE = String.raw`\.test\.tsx?$`;

/** A package by name, whatever of it is imported: npm('zod') also admits zod/mini. */
const npm = (...names) => names.map((name) => `^node_modules/${name}/`);
const nodeItself = { dependencyTypes: ['core'] };

/** A row: what `room` may import besides its own files. Text is a path or package; else a condition. */
const row = (room, ...may) => {
  const from = { path: `^${room}`, pathNot: TEST_FILE };
  const paths = [`^${room}`, ...may.flat().filter((item) => typeof item === 'string')];
  const conditions = may.flat().filter((item) => typeof item === 'object');
  return [
    { from, to: { path: paths, pathNot: TEST_FILE } },
    ...conditions.map((to) => ({ from, to })),
  ];
};

const CONTRACT = '^state-machines/contract/';
const MACHINES = '^state-machines/';
const SEALS = '^seals/';
const API_CORE = ['^edge-api/(deps|problem)\\.ts$'];
const SERVICES = '^edge-api/services/';
const WEB_TOKENS = ['^web/src/brand\\.ts$', '^web/src/styles/'];
const REACT = npm('react', 'react-dom', 'react-router-dom');
const SHARED = '^web/src/shared/';

/** One wing of the web: what stands below all wings, and what is its own. */
const wing = (name, ...may) =>
  row(
    name === 'exam' ? 'web/src/exam/screens/' : `web/src/${name}/`,
    WEB_TOKENS,
    '^web/src/(ui|shared|pwa)/',
    MACHINES,
    SEALS,
    REACT,
    npm('radix-ui', 'zod'),
    ...may,
  );

const allowed = [
  // The wire, and what both ends agree on. Pure: not even Node.
  row('state-machines/contract/', npm('zod')),
  row('state-machines/(?!contract/)', MACHINES, npm('xstate')),

  // What both ends seal, sign and pack alike, by what phone and server both have: WebCrypto.
  row('seals/', MACHINES, npm('zod')),

  // The database; its typed columns hold what the machines define.
  row('db/', MACHINES, npm('drizzle-orm', 'pg', '@electric-sql/pglite', 'zod'), nodeItself),

  // Who runs this site is one file for both ends: invoices name the supplier.
  row('edge-api/services/payments/', '^web/src/brand\\.ts$'),

  // The server: routes call services; services keep the rules and never see a request.
  row(
    'edge-api/routes/',
    API_CORE,
    SERVICES,
    '^edge-api/middleware/',
    CONTRACT,
    npm('hono', 'zod'),
  ),
  row(
    'edge-api/middleware/',
    API_CORE,
    SERVICES,
    CONTRACT,
    npm('hono', '@hono/node-server', 'zod'),
    nodeItself,
  ),
  row(
    'edge-api/services/',
    API_CORE,
    SERVICES,
    '^edge-api/(gateways|question-files)/',
    '^db/',
    MACHINES,
    SEALS,
    npm('drizzle-orm', '@node-rs/argon2', 'fflate', 'sharp', 'zod', 'pino', 'prom-client'),
    npm('sanitize-html', '@zxcvbn-ts/language-common', 'otpauth'),
    npm('pdfkit', 'fontkit', 'harfbuzzjs'),
    nodeItself,
  ),
  // Question files are read from bytes alone: no database, no request.
  row(
    'edge-api/question-files/',
    CONTRACT,
    npm('xlsx', 'saxes', 'htmlparser2', 'yauzl', 'csv-parse'),
    nodeItself,
  ),
  // The company's own details are one file for both: data, which imports nothing.
  row('edge-api/services/settings/', '^web/src/brand\\.ts$'),
  row('edge-api/tracing\\.ts$', npm('@opentelemetry')),
  row('edge-api/build/', npm('esbuild'), nodeItself),
  row('edge-api/gateways/', API_CORE, CONTRACT, npm('hono', 'zod', 'aws4fetch'), nodeItself),
  row(
    'edge-api/[^/]+$',
    '^edge-api/',
    '^db/',
    CONTRACT,
    npm('hono', '@hono/node-server', 'pino', 'prom-client', 'zod'),
    nodeItself,
  ),

  // The phone, from the ground up. A wing is for who stands in it and knows no other wing.
  row('web/src/(brand\\.ts$|styles/)'),
  row('web/src/ui/', '^web/src/styles/', REACT, npm('radix-ui')),
  row('web/src/pwa/', npm('workbox-[^/]+', 'react')),
  row('web/src/shared/', WEB_TOKENS, '^web/src/(ui|pwa)/', CONTRACT, REACT, npm('zod', 'lean-qr')),
  // Of this room only the desk's table has it: no other page carries it.
  row('web/src/shared/desk/desk-table\\.tsx$', npm('@tanstack/react-table')),
  row('web/src/proctor/board/seat-list\\.tsx$', npm('@tanstack/react-virtual')),
  row(
    'web/src/exam/local-db/',
    SHARED,
    '^web/src/pwa/(?:in-time|is-sitting-noted)\\.ts$',
    CONTRACT,
    npm('dexie', 'zod'),
  ),
  row(
    'web/src/exam/sync/',
    '^web/src/exam/local-db/',
    SHARED,
    MACHINES,
    SEALS,
    npm('xstate', 'zod'),
  ),
  wing(
    'exam',
    '^web/src/exam/(local-db|sync)/',
    npm('xstate', '@xstate/react', 'dexie'),
    npm('dexie-react-hooks'),
  ),
  // Who signs out is asked for by what the exam still holds: the one door between two wings.
  wing('candidate', '^web/src/exam/sync/outside-exam\\.ts$'),
  wing('proctor', npm('dexie', 'xstate', '@xstate/react', 'qr')),
  wing('desk', npm('@tiptap/[^/]+')),
  wing('site'),
  row(
    'web/src/pages\\.ts$',
    npm('react'),
    '^web/src/shared/paths\\.ts$',
    '^web/src/ui/icon\\.tsx$',
  ),
  row('web/src/app/', '^web/src/', CONTRACT, REACT, npm('radix-ui')),
  row(
    'web/(build|scripts)/|web/vite\\.config\\.ts$',
    '^web/src/(brand|pages|pwa/kept-files|app/prerender/in-head)\\.ts$',
    npm(
      'vite',
      'vite-plugin-pwa',
      '@swc/core',
      '@vitejs/plugin-react',
      'sharp',
      '@playwright/test',
    ),
    nodeItself,
  ),

  // Tests look into everything.
  { from: { path: ['^tests/', TEST_FILE] }, to: {} },
].flat();

export default {
  allowed,
  allowedSeverity: 'error',
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Two files that need each other are one file, or have a third thing in common.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nothing imports and that imports nothing is dead code.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [TEST_FILE, String.raw`\.d\.ts$`],
      },
      to: {},
    },
    {
      name: 'resolvable',
      comment: 'What the checker cannot find it cannot judge.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'declared-packages',
      comment: 'A package that is there only because another brought it can vanish with that one.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-dev-packages-at-run-time',
      comment: 'The server must start where only the run-time packages are installed.',
      severity: 'error',
      from: {
        path: '^(db|edge-api|state-machines)/',
        pathNot: [TEST_FILE, '^edge-api/build/'],
      },
      to: { dependencyTypes: ['npm-dev'] },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css', '.json'],
    },
  },
};
