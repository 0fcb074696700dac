/**
 * Document answers: photos or PDFs as pages in order. A page is on the phone's disk before it is shown; from there it
 * is sent in pieces, continuing where sending stopped.
 */
import { useEffect, useRef, useState } from 'react';
import { MOST_PAGES } from '#contract/wire/sync.ts';
import type { PageRow } from '#web/exam/local-db/rows.ts';
import { sha256Hex } from '#web/exam/sync/sha256.ts';
import { RichText } from '#web/shared/exam/rich-text.tsx';
import { Button } from '#web/ui/button.tsx';
import { continueAt } from '#web/ui/continue-at.ts';
import { Notice } from '#web/ui/notice.tsx';
import styles from './documents-screen.module.css';
import { PageCard } from './page-card.tsx';
import { type PreparedPage, preparePage, UnusablePage } from './prepare-page.ts';

export interface DocumentsScreenProps {
  /** What to write on paper, as the exam's markup. */
  task: string;
  /** Hashes of the pages, in order. */
  documents: readonly string[];
  /** Those on this phone, by hash; null until they have been read. */
  pages: ReadonlyMap<string, PageRow> | null;
  readOnly: boolean;
  /**
   * Stores a page in the place of the one with the hash `replaces`, or after the others; rejects with an error whose
   * message is for the candidate.
   */
  onAdd: (page: PreparedPage, replaces: string | null) => Promise<void>;
  onOrder: (documents: string[]) => void;
}

export function DocumentsScreen(props: DocumentsScreenProps) {
  const { task, documents, pages, readOnly, onAdd, onOrder } = props;
  const camera = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  /** Hash of the page that the next file replaces; null to add at the end. */
  const [replaces, setReplaces] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const full = documents.length >= MOST_PAGES;
  const title = useRef<HTMLHeadingElement>(null);
  const order = documents.join();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that is removed or retaken takes the focus with it.
  useEffect(() => continueAt(title.current), [order]);

  async function add(chosen: FileList | null) {
    setBusy(true);
    setProblem(null);
    try {
      await take(chosen);
    } catch (error) {
      if (!(error instanceof UnusablePage)) console.error(error);
      setProblem(error instanceof Error ? error.message : 'We couldn’t save this page.');
    } finally {
      setBusy(false);
    }
  }

  async function take(chosen: FileList | null) {
    const list = [...documents];
    for (const file of [...(chosen ?? [])].slice(0, replaces === null ? MOST_PAGES : 1)) {
      if (replaces === null && list.length >= MOST_PAGES) {
        throw new UnusablePage(`You can add up to ${MOST_PAGES} pages. Please remove one first.`);
      }
      const page = await preparePage(file);
      const sha256 = await sha256Hex(page.bytes);
      if (list.includes(sha256)) throw new UnusablePage('This page is already in your answer.');
      await onAdd(page, replaces);
      list.push(sha256);
    }
    setReplaces(null);
  }

  const pick = (input: HTMLInputElement | null, replaced: string | null) => {
    setReplaces(replaced);
    input?.click();
  };
  const input = {
    type: 'file',
    hidden: true,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      const chosen = currentTarget.files;
      add(chosen).finally(() => {
        currentTarget.value = ''; // The same file may be chosen again.
      });
    },
  } as const;

  return (
    <section className={styles.documents} aria-labelledby="documents">
      <h2 id="documents" ref={title} className={styles.title}>
        Documents
      </h2>
      <RichText markup={task} />
      <p>Take a photo of each page of your answer, or choose photos and PDF files.</p>
      {problem && (
        <Notice tone="danger" title="This page wasn’t added">
          <p role="alert">{problem}</p>
        </Notice>
      )}
      <div className={styles.acts}>
        <Button
          variant="primary"
          icon="camera"
          pending={busy}
          pendingLabel="Saving…"
          disabled={readOnly || full}
          onClick={() => pick(camera.current, null)}
        >
          Take a photo
        </Button>
        <Button
          icon="upload"
          disabled={readOnly || full}
          // `disabled` would lose the focus that the file chooser gives back.
          aria-disabled={busy}
          onClick={() => busy || pick(files.current, null)}
        >
          Choose files
        </Button>
      </div>
      <input ref={camera} {...input} accept="image/*" capture="environment" aria-label="Photo" />
      <input
        ref={files}
        {...input}
        accept="image/*,application/pdf"
        multiple={replaces === null}
        aria-label="Files"
      />
      {documents.length === 0 ? (
        <p className={styles.none}>No pages yet.</p>
      ) : (
        <ol className={styles.pages}>
          {documents.map((sha256, index) => (
            <PageCard
              key={sha256}
              number={index + 1}
              last={index === documents.length - 1}
              page={pages ? (pages.get(sha256) ?? null) : undefined}
              readOnly={readOnly || busy}
              onMove={(step) => onOrder(movePage(documents, index, step))}
              onRetake={() => pick(files.current, sha256)}
              onRemove={() => onOrder(removePage(documents, index))}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

/** The order of the pages, as lists of hashes; each act gives a new list. */

export function movePage(list: readonly string[], index: number, step: 1 | -1): string[] {
  const moved = [...list];
  const [page] = moved.splice(index, 1);
  if (page !== undefined) moved.splice(Math.max(0, index + step), 0, page);
  return moved;
}

export function removePage(list: readonly string[], index: number): string[] {
  return list.filter((_, at) => at !== index);
}
