/**
 * A form on something that somebody else may save meanwhile: their version is fetched and told, never overwritten
 * unseen, and nothing typed is lost.
 */
import { useState } from 'react';
import { ApiProblem } from './api-problem.ts';
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
};

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
    try {
      return { reply: await act(seen) };
    } catch (error) {
      if (!(error instanceof ApiProblem && error.code === 'changed-meanwhile')) throw error;
      setTold({ seen, theirs: await plan.readNewest(), kept: false });
      return null;
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
