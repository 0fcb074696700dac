/** Candidates, the pages of one of them, and the mark field, side by side; worked through from the keyboard. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { MarkingList } from '#contract/desk/marking.ts';
import { CandidateList } from './candidate-list.tsx';
import { MarkedSitting } from './marked-sitting.tsx';
import styles from './marking.module.css';
import { usePageView } from './use-page-view.ts';

interface MarkingDeskProps {
  rows: MarkingList['rows'];
  given: ReadonlyMap<string, number | null>;
  onGiven: (sittingId: string, documents: number | null) => void;
  /** Whose mark was typed and not saved; null: nobody's. */
  onUnsaved: (fullName: string | null) => void;
  /** Does it, once nothing unsaved is lost by it unasked. */
  leave: (go: () => void) => void;
  /** To the page of the list before or after; null where there is none. */
  onBack: (() => void) | null;
  onForward: (() => void) | null;
}

export function MarkingDesk(props: MarkingDeskProps) {
  const { rows, given, onGiven, onUnsaved, leave, onBack, onForward } = props;
  const [chosen, setChosen] = useState('');
  const index = Math.max(
    rows.findIndex(({ sittingId }) => sittingId === chosen),
    0,
  );
  const row = rows[index];
  const current = row?.sittingId ?? '';
  const desk = useRef<HTMLDivElement>(null);
  const view = usePageView(current);
  useEffect(() => {
    // On a phone the mark field would open the keyboard over the page to be read.
    const isNobodysElse = document.activeElement?.contains(desk.current) ?? true;
    if (isNobodysElse && matchMedia('(pointer: fine)').matches)
      desk.current?.focus({ preventScroll: true });
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a closed dialog gives focus back to a field that is gone.
  useEffect(() => {
    const settled = requestAnimationFrame(() => {
      if (document.activeElement === document.body && chosen !== '')
        desk.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(settled);
  }, [current]);

  function open(sittingId: string) {
    onUnsaved(null);
    setChosen(sittingId);
    if (document.activeElement?.closest('[data-candidates]')) return;
    // The mark field comes with the candidate's pages; until then the keys are heard here.
    desk.current?.focus({ preventScroll: true });
  }

  function step(by: 1 | -1) {
    const next = rows[index + by];
    if (next) leave(() => open(next.sittingId));
    else if (by === 1 && onForward) leave(onForward);
    else if (by === -1 && onBack) leave(onBack);
  }

  function saved(documents: number | null) {
    onGiven(current, documents);
    onUnsaved(null);
    const next = rows[index + 1];
    if (documents === null) return;
    if (next) open(next.sittingId);
    else onForward?.();
  }

  function onKey(event: KeyboardEvent<HTMLDivElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (!target || target.closest('dialog, select, textarea, [name="reason"]')) return;
    // A mark below zero is refused where it is typed; swallowed, its sign would leave another mark.
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
      // Elsewhere the arrows scroll.
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
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of everything within.
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
          onDirty={(dirty) => onUnsaved(dirty ? row.fullName : null)}
          onSaved={saved}
        />
      )}
    </div>
  );
}
