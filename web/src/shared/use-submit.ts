/**
 * One behaviour for every form: check, mark the fields, keep what was typed, send once, say what went wrong. The inputs
 * are uncontrolled, so a re-render can't lose anything that was typed.
 */
import { type FormEvent, useState } from 'react';
import type * as z from 'zod/mini';
import { ApiProblem } from './api-problem.ts';

/** The same schema that the server uses. */
export type FormSchema<Body> = z.ZodMiniType<Body>;

export interface SubmitPlan<Body, Reply> {
  /** The schema, or a function that loads it. */
  schema: FormSchema<Body> | (() => Promise<FormSchema<Body>>);
  send: (body: Body) => Promise<Reply>;
  onDone: (reply: Reply) => void;
  /** Called after each change of anything in the form. */
  onTyped?: (form: HTMLFormElement) => void;
  /** Shown when the failure has no message of its own. */
  fallback: string;
}

export interface Submit {
  /** Message per field name. */
  errors: Record<string, string>;
  /** What is wrong with the form as a whole, or null. */
  problem: string | null;
  pending: boolean;
  /** Spread on the <form>. */
  form: {
    noValidate: true;
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    onInput: (event: FormEvent<HTMLFormElement>) => void;
  };
}

export function useSubmit<Body, Reply>(plan: SubmitPlan<Body, Reply>): Submit {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);

  function refuse(form: HTMLFormElement, found: Record<string, string>) {
    setErrors(found);
    const first = controlsOf(form).find(({ name }) => found[name]);
    // A folded part can't take the focus, so open it first.
    for (let part = first?.closest('details'); part; part = part.parentElement?.closest('details'))
      part.open = true;
    first?.focus();
  }

  async function submit(form: HTMLFormElement) {
    setProblem(null);
    try {
      if (typeof plan.schema === 'function') setPending(true);
      const schema = typeof plan.schema === 'function' ? await plan.schema() : plan.schema;
      const typed = schema.safeParse(Object.fromEntries(new FormData(form)));
      const found = { ...(typed.success ? {} : firstPerField(typed.error)), ...missingIn(form) };
      if (!typed.success || Object.keys(found).length > 0) return refuse(form, found);
      setErrors({});
      setPending(true);
      const release = hold(form);
      plan.onDone(await plan.send(typed.data).finally(release));
    } catch (error) {
      const known = error instanceof ApiProblem;
      if (!known) console.error(error);
      setProblem((known && error.message) || plan.fallback);
      if (known) refuse(form, error.fields);
    } finally {
      setPending(false);
    }
  }

  return {
    errors,
    problem,
    pending,
    form: {
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault();
        if (!pending) submit(event.currentTarget);
      },
      onInput: ({ target, currentTarget }) => {
        plan.onTyped?.(currentTarget);
        if (!(target instanceof Element)) return;
        const name = target.getAttribute('name');
        if (name && errors[name]) setErrors(({ [name]: _, ...others }) => others);
      },
    },
  };
}

/**
 * A dialog closes as soon as its form is saved, and a change made meanwhile would be lost: so until then the form is
 * read-only. The focused element keeps the focus. A form on a page can still be typed in. @returns a function that
 * releases the form
 */
function hold(form: HTMLFormElement): () => void {
  const parts = form.closest('dialog') ? [...form.querySelectorAll(CHANGEABLE)] : [];
  const focused = document.activeElement;
  const over = new AbortController();
  const turn = (on: boolean) => {
    form.toggleAttribute(SAVING, on);
    for (const part of parts)
      if (part.matches(TYPED_IN)) part.toggleAttribute('readonly', on);
      else if (part !== focused) part.toggleAttribute('inert', on);
  };
  turn(true);
  // Made inert, it would lose the focus, so its changes are blocked instead.
  if (focused && parts.includes(focused) && !focused.matches(TYPED_IN))
    for (const change of ['click', 'mousedown', 'keydown', 'beforeinput'])
      focused.addEventListener(change, leaveUnchanged, { signal: over.signal });
  return () => {
    over.abort();
    turn(false);
  };
}

/** Tab and Escape change nothing, so they still work. */
function leaveUnchanged(event: Event): void {
  const isWayOut = event instanceof KeyboardEvent && ['Tab', 'Escape'].includes(event.key);
  if (!isWayOut) event.preventDefault();
}

const SAVING = 'data-saving';

/** Whether a form inside is being saved at this moment. */
export function isSaving(content: Element | null): boolean {
  return content?.querySelector(`form[${SAVING}]`) != null;
}

const TYPED_IN = ':is(input, textarea):not([type=checkbox], [type=radio], [type=file])';
const CHANGEABLE =
  ':is(input, textarea, select, [contenteditable], [type=button]):not([readonly], [inert])';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.querySelectorAll<Control>('input[name], select[name], textarea[name]')];
}

function missingIn(form: HTMLFormElement): Record<string, string> {
  const missing = controlsOf(form).filter((control) => control.validity.valueMissing);
  return Object.fromEntries(missing.map((control) => [control.name, whatToDo(control)]));
}

function whatToDo(control: Control): string {
  if (control instanceof HTMLSelectElement) return 'Please choose one.';
  return control.type === 'file' ? 'Please choose a file.' : 'Please fill this in.';
}

function firstPerField(error: z.core.$ZodError): Record<string, string> {
  const messages = error.issues.map((issue) => [String(issue.path[0]), issue.message] as const);
  return Object.fromEntries(messages.reverse());
}
