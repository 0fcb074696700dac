/**
 * Progress of the lists added last: their one-time passwords are sent after the list itself is saved. After a reload in the
 * middle of adding a list, the page also says whether that list was added.
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
/** By then, even a list of 2,000 candidates that had to wait for another one has been added. */
const LOOKED_FOR_MS = 60_000;

const askLists = (signal: AbortSignal) => api.get('candidates/lists', addedListsSchema, { signal });

/** A list that this browser tab is sending. `after` is the id of the list added last before it; 0 for none. */
const underWaySchema = z.object({ fileName: z.string(), after: z.int() });
type UnderWay = z.infer<typeof underWaySchema>;
const KEY = 'list-under-way';

/** Notes, for this browser tab only, that the list is about to be sent, so that a reload knows of it. */
export async function noteUnderWay(fileName: string): Promise<void> {
  const [newest] = await api.get('candidates/lists', addedListsSchema);
  const list: UnderWay = { fileName, after: newest?.id ?? 0 };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    // Without storage, an administrator finds out after a reload by checking the list again.
  }
}

/** The reply has come, so a reload need not know of it. */
export function forgetUnderWay(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was noted.
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
  /** The list that was being added when the page was reloaded; null when there was none. */
  left: UnderWay | null;
  /** The list in `left` didn't appear among the added ones within a minute. */
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
    if (isDone) forgetUnderWay();
  }, [isDone]);
  return { latest, left, gaveUp, retry };
}

const findLeft = (lists: readonly AddedList[] | null, left: UnderWay) =>
  lists?.find(({ id, fileName }) => id > left.after && fileName === left.fileName);

export function AddedLists({ latest, left, gaveUp }: Omit<AddedListsState, 'retry'>) {
  /** Ids of lists seen while their passwords were being sent: the page also says when all are sent. */
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
  /** The administrator hasn't been told yet that the list was added. */
  isNews: boolean;
}

function HowFar({ list, isNews }: HowFarProps) {
  const { fileName, exam, people, waiting, failed, failedCount = failed.length } = list;
  const unnamed = failedCount - failed.length;
  if (waiting === 0 && failed.length > 0)
    return (
      <Notice tone="warn" title="We couldn’t send some one-time passwords">
        <p>
          {formatCount(failedCount, 'candidate')} from “{fileName}” didn’t get one:{' '}
          {failed.map(({ uid, fullName }, at) => (
            <Fragment key={uid}>
              {at > 0 && ', '}
              <Link to={candidatePath(uid)}>{fullName}</Link>
            </Fragment>
          ))}
          {unnamed > 0 && ` and ${formatCount(unnamed, 'other')}`}. Please check their mobile
          numbers and send it again.
        </p>
      </Notice>
    );
  const sent = people - waiting - failedCount;
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
