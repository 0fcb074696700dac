/**
 * How far the lists added last are: their one-time passwords go out after the list is in. A page that was reloaded while a
 * list was being added says whether it was.
 */
import { Fragment, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import { type AddedList, addedListsSchema } from '#contract/desk/candidates.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { api } from '#web/shared/http.ts';
import { candidatePath } from '#web/shared/paths.ts';
import { useAsk } from '#web/shared/use-load.ts';
import { Notice } from '#web/ui/notice.tsx';

const EVERY_MS = 3_000;
/** A list of two thousand behind another one is added by then. */
const LOOKED_FOR_MS = 60_000;

const askLists = (signal: AbortSignal) => api.get('candidates/lists', addedListsSchema, { signal });

/** A list that this window sends: its file, and the list that was added last before it. */
const underWaySchema = z.object({ fileName: z.string(), after: z.int() });
type UnderWay = z.infer<typeof underWaySchema>;
const KEY = 'list-under-way';

/** Kept only by this window, until an answer has come. */
export function noteUnderWay(list: UnderWay | null): void {
  try {
    if (list) sessionStorage.setItem(KEY, JSON.stringify(list));
    else sessionStorage.removeItem(KEY);
  } catch {
    // After a reload a person finds out by checking the list again.
  }
}

function readUnderWay(): UnderWay | null {
  try {
    return underWaySchema.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? '')).data ?? null;
  } catch {
    return null;
  }
}

interface AddedListsState {
  latest: readonly AddedList[] | null;
  /** That the page was left while it was being added. */
  left: UnderWay | null;
  /** It was not found within a minute. */
  gaveUp: boolean;
  retry: () => void;
}

export function useAddedLists(): AddedListsState {
  const { loaded, latest, retry } = useAsk(askLists);
  const [left] = useState(readUnderWay);
  const [gaveUp, setGaveUp] = useState(false);
  const isLookedFor = left !== null && !gaveUp && !findLeft(latest, left);
  const goesOn = isLookedFor || (latest?.some(({ waiting }) => waiting > 0) ?? false);
  useEffect(() => {
    if (loaded.state === 'loading' || !goesOn) return;
    const timer = setTimeout(retry, EVERY_MS);
    return () => clearTimeout(timer);
  }, [loaded, goesOn, retry]);
  useEffect(() => {
    if (!isLookedFor) return;
    const timer = setTimeout(() => setGaveUp(true), LOOKED_FOR_MS);
    return () => clearTimeout(timer);
  }, [isLookedFor]);
  const isDone = left !== null && latest !== null && !isLookedFor;
  useEffect(() => {
    if (isDone) noteUnderWay(null);
  }, [isDone]);
  return { latest, left, gaveUp, retry };
}

const findLeft = (lists: readonly AddedList[] | null, left: UnderWay) =>
  lists?.find(({ id, fileName }) => id > left.after && fileName === left.fileName);

export function AddedLists({ latest, left, gaveUp }: Omit<AddedListsState, 'retry'>) {
  /** Those whose passwords were on their way: their end is told, too. */
  const [watched, setWatched] = useState<readonly number[]>([]);
  const found = left && findLeft(latest, left);
  const lists = latest ?? [];
  const fresh = lists.find(({ id, waiting }) => waiting > 0 && !watched.includes(id));
  if (fresh) setWatched([...watched, fresh.id]);
  return (
    <>
      {left && !found && latest && (
        <Notice tone={gaveUp ? 'warn' : 'info'} live>
          <p>
            {gaveUp
              ? `“${left.fileName}” wasn’t added. Please add it again. Nobody will be added twice.`
              : `“${left.fileName}” was being added when you left this page. Checking whether it was added…`}
          </p>
        </Notice>
      )}
      {lists.map((list) => {
        const isTold = watched.includes(list.id) || list === found || list.failed.length > 0;
        return isTold && <HowFar key={list.id} list={list} isNews={list === found} />;
      })}
    </>
  );
}

interface HowFarProps {
  list: AddedList;
  /** Nobody has told yet that it was added. */
  isNews: boolean;
}

function HowFar({ list: { fileName, exam, people, waiting, failed }, isNews }: HowFarProps) {
  if (waiting === 0 && failed.length > 0)
    return (
      <Notice tone="warn" title="We couldn’t send some one-time passwords">
        <p>
          {formatCount(failed.length, 'candidate')} from “{fileName}” didn’t get one:{' '}
          {failed.map(({ uid, fullName }, at) => (
            <Fragment key={uid}>
              {at > 0 && ', '}
              <Link to={candidatePath(uid)}>{fullName}</Link>
            </Fragment>
          ))}
          . Please check their mobile numbers and send it again.
        </p>
      </Notice>
    );
  const sent = people - waiting - failed.length;
  return (
    <Notice tone={waiting > 0 ? 'info' : 'success'} live={waiting === 0}>
      <p>
        “{fileName}”: {isNews && `${formatCount(people, 'candidate')} added to ${exam}. `}
        {waiting > 0
          ? `${sent.toLocaleString('en-IN')} of ${formatCount(people, 'one-time password')} sent.`
          : `${isNews ? 'T' : 't'}he one-time passwords have been sent.`}
      </p>
    </Notice>
  );
}
