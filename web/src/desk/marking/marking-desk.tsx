/** The list of candidates, the pages of one of them and the mark form, side by side, with keyboard shortcuts. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import {
  type DocumentMark,
  type MarkingFilter,
  type MarkingList,
  markingListSchema,
} from '#contract/desk/marking.ts';
import { api } from '#web/shared/http.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { MarkedSitting } from './marked-sitting.tsx';
import styles from './marking.module.css';
import { usePageView } from './page-viewer.tsx';

interface MarkingDeskProps {
  rows: MarkingList['rows'];
  given: ReadonlyMap<string, number | null>;
  onGiven: (sittingId: string, documents: number | null) => void;
  /** Gets the name of the candidate whose mark was typed but not saved; null when there is none. */
  onUnsaved: (fullName: string | null) => void;
  /** Calls `go`; when an unsaved mark would be lost, only after the marker agrees. */
  leave: (go: () => void) => void;
  /** Turn to the previous and the next page of the list; null when there is none. */
  onBack: (() => void) | null;
  onForward: (() => void) | null;
}

export function MarkingDesk(props: MarkingDeskProps) {
  const { rows, given, onGiven, onUnsaved, leave, onBack, onForward } = props;
  const [chosen, setChosen] = useState('');
  const [lastReason, setLastReason] = useState('');
  const index = Math.max(
    rows.findIndex(({ sittingId }) => sittingId === chosen),
    0,
  );
  const row = rows[index];
  const current = row?.sittingId ?? '';
  const desk = useRef<HTMLDivElement>(null);
  const view = usePageView(current);
  useEffect(() => {
    // Only with a mouse: on a phone, no keyboard may open over the page that the marker is about to read.
    const isNobodysElse = document.activeElement?.contains(desk.current) ?? true;
    if (isNobodysElse && matchMedia('(pointer: fine)').matches)
      desk.current?.focus({ preventScroll: true });
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a dialog that closes gives the focus back to the previous candidate's field, which is gone.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body && chosen !== '')
        desk.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [current]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed for a candidate goes with their form, whoever takes it away.
  useEffect(() => () => onUnsaved(null), [current]);

  function open(sittingId: string) {
    setChosen(sittingId);
    if (document.activeElement?.closest('[data-candidates]')) return;
    // The mark field appears once the candidate's pages have loaded; until then the desk has the focus and handles the keys.
    desk.current?.focus({ preventScroll: true });
  }

  function step(by: 1 | -1) {
    const next = rows[index + by];
    if (next) leave(() => open(next.sittingId));
    else if (by === 1 && onForward) leave(onForward);
    else if (by === -1 && onBack) leave(onBack);
  }

  function saved(mark: DocumentMark | null) {
    onGiven(current, mark?.documents ?? null);
    onUnsaved(null);
    if (!mark) return;
    setLastReason(mark.reason);
    const next = rows[index + 1];
    if (next) open(next.sittingId);
    else onForward?.();
  }

  function onKey(event: KeyboardEvent<HTMLDivElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (!target || target.closest('dialog, select, textarea, [name="reason"]')) return;
    // The form refuses a mark below zero. If the desk took the minus sign as a shortcut, −5 would become 5.
    if (event.key === '-' && target.closest('[name="documents"]')) return;
    const acts: Record<string, () => void> = {
      j: () => step(1),
      k: () => step(-1),
      n: () => view.turn(1),
      p: () => view.turn(-1),
      r: view.rotate,
      l: () => view.zoom(1),
      s: () => view.zoom(-1),
      '+': () => view.zoom(1),
      '=': () => view.zoom(1),
      '-': () => view.zoom(-1),
      m: () => desk.current?.querySelector<HTMLElement>('[name="documents"]')?.focus(),
      // Elsewhere the arrow keys scroll.
      ...(target.closest('[data-candidates], [name="documents"]') && {
        ArrowDown: () => step(1),
        ArrowUp: () => step(-1),
      }),
    };
    const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys pressed anywhere inside.
    <div ref={desk} className={styles.desk} tabIndex={-1} data-desk onKeyDown={onKey}>
      <CandidateList
        rows={rows}
        given={given}
        current={current}
        onOpen={(sittingId) => leave(() => open(sittingId))}
        onBack={onBack && (() => leave(onBack))}
        onForward={onForward && (() => leave(onForward))}
      />
      {row && (
        <MarkedSitting
          key={current}
          sittingId={current}
          view={view}
          lastReason={lastReason}
          onDirty={(dirty) => {
            setChosen(current); // stays when the list is loaded again and others stand before it
            onUnsaved(dirty ? row.fullName : null);
          }}
          onSaved={saved}
        />
      )}
    </div>
  );
}

// The candidates on this page of the list: one Tab stop, with arrow keys between them; each says whether it is marked.

interface CandidateListProps {
  rows: MarkingList['rows'];
  /** Marks saved since the rows were loaded, by sitting id; null for a removed mark. */
  given: ReadonlyMap<string, number | null>;
  current: string;
  onOpen: (sittingId: string) => void;
  onBack: (() => void) | null;
  onForward: (() => void) | null;
}

function CandidateList(props: CandidateListProps) {
  const { rows, given, current, onOpen, onBack, onForward } = props;
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `current` decides which button is `aria-current`.
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>('[aria-current]');
    const frame = list.current;
    if (!chosen || !frame) return;
    if (frame.contains(document.activeElement)) chosen.focus();
    // Scrolls only the list; the page stays where the marker put it.
    const top = chosen.offsetTop - frame.offsetTop;
    if (top < frame.scrollTop) frame.scrollTop = top;
    const over = top + chosen.offsetHeight - frame.clientHeight;
    if (over > frame.scrollTop) frame.scrollTop = over;
  }, [current]);

  return (
    <nav className={styles.candidates} aria-label="Candidates" data-candidates>
      <ol ref={list} className={styles.list}>
        {rows.map(({ sittingId, fullName, uid, pages, mark, outdated }) => {
          const isNew = given.has(sittingId);
          const marks = isNew ? given.get(sittingId) : mark?.documents;
          return (
            <li key={sittingId}>
              <button
                type="button"
                className={styles.candidate}
                aria-current={sittingId === current || undefined}
                tabIndex={sittingId === current ? 0 : -1}
                onClick={() => onOpen(sittingId)}
              >
                <bdi className={styles.name}>{fullName}</bdi>
                <span className={styles.facts}>
                  {uid} · {countPages(pages)}
                </span>
                {marks !== null && marks !== undefined ? (
                  outdated && !isNew ? (
                    <Badge tone="warn" icon="alert">
                      New pages
                    </Badge>
                  ) : (
                    <Badge tone="success" icon="check">
                      {marks}
                    </Badge>
                  )
                ) : (
                  <Badge>To mark</Badge>
                )}
              </button>
            </li>
          );
        })}
      </ol>
      {(onBack || onForward) && (
        <div className={styles.turn}>
          {onBack && <Button onClick={onBack}>Prev</Button>}
          {onForward && <Button onClick={onForward}>Next</Button>}
        </div>
      )}
    </nav>
  );
}

function countPages(pages: number): string {
  if (pages === 0) return 'no pages';
  return pages === 1 ? '1 page' : `${pages} pages`;
}

// Loads one page of an exam's ended sittings, whose documents are marked by hand.

/** Sittings per page of the list. */
export const PAGE_SIZE = 50;

/** @param wanted `after` is the last sitting of the page before, or empty */
export function listMarkable(
  wanted: { examId: string; filter: MarkingFilter; search: string; after: string },
  signal: AbortSignal,
) {
  const { examId, ...query } = wanted;
  const words = new URLSearchParams({ ...query, pageSize: String(PAGE_SIZE) });
  return api.getPage(`exams/${examId}/marking?${words}`, markingListSchema, { signal });
}
