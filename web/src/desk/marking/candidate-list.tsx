/** The candidates of this page of the list: one tab stop, the arrows move; each says whether it is marked. */
import { useEffect, useRef } from 'react';
import { type MarkingFilter, type MarkingList, markingListSchema } from '#contract/desk/marking.ts';
import { api } from '#web/shared/http.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import styles from './marking.module.css';

interface CandidateListProps {
  rows: MarkingList['rows'];
  /** Marks given since the rows came. */
  given: ReadonlyMap<string, number | null>;
  current: string;
  onOpen: (sittingId: string) => void;
  onBack: (() => void) | null;
  onForward: (() => void) | null;
}

export function CandidateList(props: CandidateListProps) {
  const { rows, given, current, onOpen, onBack, onForward } = props;
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another candidate is another button.
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>('[aria-current]');
    const frame = list.current;
    if (!chosen || !frame) return;
    if (frame.contains(document.activeElement)) chosen.focus();
    // Only the list scrolls: the page stays where the marker has it.
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

// Pages of the ended sittings of an exam whose documents are marked by hand.

/** As many as a list is walked through without turning. */
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
