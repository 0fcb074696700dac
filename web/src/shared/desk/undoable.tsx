/** Acts on rows that can be undone: a press does them at once, and the outcome is shown with Undo beside it. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatCount } from '#web/shared/format-count.ts';
import { type Asked, reasonOf } from '#web/shared/use-load.ts';
import type { NoticeTone } from '#web/ui/notice.tsx';
import { RowAct } from './row-act.tsx';

export interface UndoableAct<Row, Reply> {
  /** What was done: "archived". */
  past: string;
  act: (row: Row) => Promise<Reply>;
  undo: (reply: Reply) => Promise<unknown>;
  /** What undoing did: "brought back". */
  undone: string;
}

interface Rows<Row> {
  /** What a row is called: "exam". */
  one: string;
  nameOf: (row: Row) => string;
  /** Shows the outcome, together with the list as it is afterwards. */
  tell: (what: ActOutcome) => void;
}

/** @returns a function that does an act on each of the rows; it resolves once the outcome is told */
export function undoable<Row>({ one, nameOf, tell }: Rows<Row>) {
  return async function run<Reply>(rows: readonly Row[], what: UndoableAct<Row, Reply>) {
    const done: { row: Row; reply: Reply }[] = [];
    const act = async (row: Row) => done.push({ row, reply: await what.act(row) });
    const { done: said, tone } = await doToAll(rows, act, one, what.past, nameOf);
    const takeBack = async () => {
      const undo = ({ reply }: { reply: Reply }) => what.undo(reply);
      tell(await doToAll(done, undo, one, what.undone, ({ row }) => nameOf(row)));
    };
    tell({
      done: (
        <>
          {said} {done.length > 0 && <Undo onUndo={takeBack} />}
        </>
      ),
      tone,
    });
  };
}

/** Takes the focus, because the row that had it is gone. */
export function Undo({ onUndo }: { onUndo: () => Promise<void> }) {
  const [pending, setPending] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <RowAct
      ref={button}
      pending={pending}
      onClick={async () => {
        setPending(true);
        await onUndo();
        setPending(false);
      }}
    >
      Undo
    </RowAct>
  );
}

/**
 * What was just done, shown once the list is up to date: until then the rows on screen have an older version, on which
 * the server would refuse another act.
 * @returns the outcome to show, and a function that reloads the list and then shows another outcome
 */
export function useOutcome(
  asked: Asked<unknown>,
): [Partial<ActOutcome>, (what: ActOutcome) => void] {
  const [told, setTold] = useState<Partial<ActOutcome>>({});
  const toTell = useRef<ActOutcome>(null);
  const isLoading = asked.loaded.state === 'loading';
  useEffect(() => {
    if (isLoading || toTell.current === null) return;
    setTold(toTell.current);
    toTell.current = null;
  }, [isLoading]);
  return [
    told,
    (what) => {
      setTold({});
      toTell.current = what;
      asked.retry();
    },
  ];
}

// One act on each of the selected rows, one after the other; a failure stops nothing and is reported.

/** What was just done, in words; `warn`: it was done in part, `danger`: not at all. */
export interface ActOutcome {
  done: ReactNode;
  tone: NoticeTone;
}

/**
 * @param one what a row is called: "question"
 * @param past what was done: "deleted"
 * @param nameOf the name of a row, used when there is only one
 * @returns the outcome, in words: "3 questions were deleted. 1 question was not: …"
 */
export async function doToAll<Row>(
  rows: readonly Row[],
  act: (row: Row) => Promise<unknown>,
  one: string,
  past: string,
  nameOf?: (row: Row) => string,
): Promise<ActOutcome> {
  const refused: string[] = [];
  for (const row of rows) {
    try {
      await act(row);
    } catch (error) {
      refused.push(reasonOf(error).message);
    }
  }
  const tone = refused.length === 0 ? 'success' : refused.length < rows.length ? 'warn' : 'danger';
  const [only] = rows;
  if (nameOf && only && rows.length === 1) {
    const name = `“${nameOf(only)}”`;
    // The reason repeats the name, because it may also be shown among others.
    const why = refused[0]?.replaceAll(` ${name}`, ' it');
    return { done: why ? `${name} was not ${past}. ${why}` : `${name} was ${past}.`, tone };
  }
  const said = sentence(rows.length - refused.length, one, past);
  if (refused.length === 0) return { done: said, tone };
  const reasons = [...new Set(refused)].join(' ');
  const not = `${formatCount(refused.length, one)} ${refused.length === 1 ? 'was' : 'were'} not: ${reasons}`;
  return { done: refused.length === rows.length ? `${said} ${reasons}` : `${said} ${not}`, tone };
}

function sentence(count: number, one: string, past: string): string {
  return `${count === 0 ? `No ${one}` : formatCount(count, one)} ${count < 2 ? 'was' : 'were'} ${past}.`;
}
