/**
 * A form on something that somebody else may save meanwhile: their version is fetched and told, never overwritten
 * unseen, and nothing typed is lost.
 */
import { useState } from 'react';
import { ApiProblem } from './api-problem.ts';
import { type InWords, listChanges } from './desk/list-changes.ts';
import { type Submit, type SubmitPlan, useSubmit } from './use-submit.ts';

export interface Conflict<T> {
  /** As it was when editing began, or when somebody else's version was last told; and as it is now. */
  seen: T;
  theirs: T;
  /** What was typed is to replace theirs with the next try. */
  kept: boolean;
  keepMine: () => void;
}

type Plan<Body, T, Reply> = Omit<SubmitPlan<Body, Reply>, 'send'> & {
  opened: T;
  /** @param seen whose version goes along */
  send: (body: Body, seen: T) => Promise<Reply>;
  readNewest: () => Promise<T>;
  /** All that saving would replace: who sees the same in another version goes on from it unasked. */
  replaces?: (version: T) => InWords;
};

/** A server before this one may count versions otherwise: each gets a try. */
const MOST_UNASKED = 3;

export interface VersionedSubmit<T> {
  submit: Submit;
  conflict: Conflict<T> | null;
  /** Another act on the same thing. @returns null when it was changed meanwhile, and told */
  tryAct: <R>(act: (seen: T) => Promise<R>) => Promise<{ reply: R } | null>;
  /** The form stays open, and this is what it goes on from. */
  goOnFrom: (saved: T) => void;
}

export function useVersionedSubmit<Body, T, Reply>(plan: Plan<Body, T, Reply>): VersionedSubmit<T> {
  const [seen, setSeen] = useState(plan.opened);
  const [told, setTold] = useState<Omit<Conflict<T>, 'keepMine'> | null>(null);

  async function tryAct<R>(act: (seen: T) => Promise<R>): Promise<{ reply: R } | null> {
    for (let version = seen, tries = 1; ; tries += 1)
      try {
        return { reply: await act(version) };
      } catch (error) {
        if (!(error instanceof ApiProblem && error.code === 'changed-meanwhile')) throw error;
        const theirs = await plan.readNewest();
        const isSame =
          plan.replaces && listChanges(plan.replaces(seen), plan.replaces(theirs)).length === 0;
        if (!isSame || tries > MOST_UNASKED) {
          setTold({ seen, theirs, kept: false });
          return null;
        }
        version = theirs;
      }
  }

  const submit = useSubmit({
    ...plan,
    send: (body) => tryAct((version) => plan.send(body, version)),
    onDone: (saved) => saved && plan.onDone(saved.reply),
  });
  return {
    submit,
    conflict: told && {
      ...told,
      keepMine: () => {
        setSeen(told.theirs);
        setTold({ ...told, kept: true });
      },
    },
    tryAct,
    goOnFrom: (saved) => {
      setSeen(saved);
      setTold(null);
    },
  };
}
