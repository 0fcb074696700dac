/**
 * The service worker's list: the shell and every chunk of a candidate's pages, no staff screen and no page
 * that advertises. A chunk is left out exactly when only those lead to it, so moving code between files
 * can't break the rule.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { Manifest } from 'vite';
import { filesOf, isCandidateModule } from './chunk-graph.ts';

interface ListEntry {
  url: string;
  revision: string | null;
  size: number;
}

/** Narrows workbox's list; `manifestFile` is Vite's manifest of the build at hand. */
export function keepCandidateFiles(manifestFile: string) {
  return (entries: ListEntry[]) => {
    // A page that failed to build: Vite is about to say why.
    if (!existsSync(manifestFile)) return { manifest: entries, warnings: [] };
    const manifest: Manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
    const kept = filesOf(manifest, ['index.html'], isCandidateModule);
    return {
      manifest: entries.filter(({ url }) => !url.startsWith('assets/') || kept.has(url)),
      warnings: [],
    };
  };
}
