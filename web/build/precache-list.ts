/**
 * The service worker's list: every file of the built app, with its digest, without which no file is stored, and with
 * the stage in which it is stored. What an exam needs follows from what its page leads to, so moving code between files
 * can't break it.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from 'vite';
import type { Stage } from '../src/pwa/kept-files.ts';
import { filesOf, isCandidateModule, isExamModule } from './chunk-graph.ts';

interface ListEntry {
  url: string;
  revision: string | null;
  size: number;
}

/** Narrows and completes workbox's list of the build in `outDir`. */
export function listWithDigests(outDir: string) {
  return (entries: ListEntry[]) => {
    const manifestFile = join(outDir, '.vite/manifest.json');
    // The build of a page has failed; Vite is about to say why.
    if (!existsSync(manifestFile)) return { manifest: entries, warnings: [] };
    const manifest: Manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
    const exam = filesOf(manifest, EXAM_ROOTS, isExamModule);
    const candidate = filesOf(manifest, ['index.html'], isCandidateModule);
    const stageOf = (url: string): Stage => {
      if (url === 'index.html') return 'shell';
      if (exam.has(url)) return 'exam';
      return candidate.has(url) || !url.startsWith('assets/') ? 'rest' : 'shown';
    };
    const begun = filesOf(manifest, ['index.html', 'src/app/site-app.tsx'], () => false);
    const signedIn = filesOf(manifest, [SIGNED_IN], () => false);
    const isNext = ({ url }: ListEntry) => Number(signedIn.has(url) && !begun.has(url));
    const files = entries
      .toSorted((a, b) => isNext(b) - isNext(a) || b.size - a.size)
      .filter(({ url }) => existsSync(join(outDir, url)) && !url.endsWith('.webmanifest'))
      .map(({ url, size }) => ({ url, size, digest: digestOf(readFileSync(join(outDir, url))) }));
    return {
      manifest: files.map((file) => ({ ...file, revision: null, stage: stageOf(file.url) })),
      warnings: [],
    };
  };
}

/** A candidate who has signed in waits for this page: in each stage its files are fetched first, then the largest. */
const SIGNED_IN = 'src/candidate/payments/exam-payment.page.tsx';

/**
 * Stored with the exam: the way to it from where signing in leads, and the code that keeps anyone from signing out
 * while answers wait.
 */
const EXAM_ROOTS = ['index.html', 'src/app/exam-app.tsx', 'src/app/site-app.tsx', SIGNED_IN];

/** Half a SHA-256: with whole digests the service worker would be a third larger to fetch. */
export function digestOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest().subarray(0, 16).toString('base64');
}
