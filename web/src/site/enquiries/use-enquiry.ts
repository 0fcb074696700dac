/**
 * The behaviour of every public form. It is checked by the server's own schema, problems are marked at their fields,
 * and it is sent once. Nothing is lost: what is typed survives a reload, a failure leaves it in its place, and without
 * a network the form is kept on the phone and sent later. A kept form that the server then refuses waits for its writer.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiProblem, unreachable } from '#web/shared/api-problem.ts';
import { dropDraft, readDraft, saveDraft } from '#web/shared/form-draft.ts';
import { type FormSchema, type Submit, useSubmit } from '#web/shared/use-submit.ts';
import { useKept } from './kept-counts.ts';

/** Drafts and kept forms are stored under these names. */
export type FormName = 'contact' | 'hire-us' | 'germany' | 'newsletter' | 'course';

interface EnquiryPlan {
  form: FormName;
  /** Below /api/v1/. */
  path: string;
  /** Fetched when something is typed: most visitors only read. */
  schema: () => Promise<FormSchema<Record<string, unknown>>>;
  /** Shown when a failure has no message of its own. */
  fallback: string;
  /** Called when the server has just received the form, but not for a form that was kept before. */
  onSent?: () => void;
}

export interface EnquirySubmit extends Submit {
  /** The state of the form, which `EnquiryForm` shows. */
  standing: 'typing' | 'kept' | 'sent';
  /** What is shown about a kept form that the server refused for good. */
  refused: ReactNode;
}

/** Waits for code that checks or sends a form. If the code doesn't load, the problem is the network. */
const come = <T>(part: Promise<T>): Promise<T> =>
  part.catch((cause: unknown) => {
    throw unreachable(cause);
  });

const loadSender = () => come(import('./kept-forms.ts'));

function getReady(schema: EnquiryPlan['schema']): void {
  Promise.all([schema(), loadSender()]).catch(() => console.warn('Nothing can be sent yet'));
}

export function useEnquiry({ form, path, schema, fallback, onSent }: EnquiryPlan): EnquirySubmit {
  const element = useRef<HTMLFormElement>(null);
  const attempt = useRef({ text: '', id: '' });
  const [justSent, setJustSent] = useState(false);
  const kept = useKept(form);
  const [sentBefore, setSentBefore] = useState(kept.sent);

  // After the first paint, so that the first render matches the prerendered page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before the app was loaded.
  useEffect(() => {
    fill(element.current, readDraft(form));
    const fields = element.current?.querySelectorAll<HTMLInputElement>('input, textarea') ?? [];
    if ([...fields].some(({ value }) => value !== '')) getReady(schema);
  }, [form]);

  const submit = useSubmit({
    schema: () => come(schema()),
    send: async (typed) => {
      const body = textsOf(typed);
      const text = JSON.stringify(body);
      // The same text sent again keeps its id; changed text is another form with another id.
      if (attempt.current.text !== text) attempt.current = { text, id: madeId() };
      const { id } = attempt.current;
      setJustSent(false);
      const { keep, sendForm } = await loadSender();
      try {
        await sendForm({ id, form, path, body });
        return true;
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error;
        if (error.code !== 'offline') throw inOurWords(error);
        await keep({ id, form, path, body, keptAt: Date.now() });
        return false;
      }
    },
    onDone: (hasArrived) => {
      attempt.current = { text: '', id: '' };
      dropDraft(form);
      empty(element.current);
      setJustSent(hasArrived);
      if (hasArrived) onSent?.();
    },
    onTyped: (typedIn) => {
      getReady(schema); // the network may go while the visitor types
      setJustSent(false);
      setSentBefore(kept.sent);
      saveDraft(form, typedIn);
    },
    fallback,
  });

  const hasSent = justSent || kept.sent > sentBefore;
  const standing = kept.waiting > 0 ? 'kept' : hasSent ? 'sent' : 'typing';
  const props: Submit['form'] & { ref: typeof element } = { ...submit.form, ref: element };
  return { ...submit, form: props, standing, refused: kept.refused };
}

/** An unreadable reply is a page of the network or a proxy, whose text says nothing to the reader. */
function inOurWords(error: ApiProblem): ApiProblem {
  if (error.code !== 'unreadable-reply') return error;
  return new ApiProblem(error.code, '', error.retry, { cause: error });
}

const seenIn = (form: HTMLFormElement | null) => [
  ...(form?.querySelectorAll<HTMLInputElement>('input[name]:not([type=hidden]), textarea[name]') ??
    []),
];

/** What was typed before this script was loaded is newer than any draft. */
function fill(form: HTMLFormElement | null, draft: Record<string, string>): void {
  for (const control of seenIn(form)) put(control, control.value || (draft[control.name] ?? ''));
}

function empty(form: HTMLFormElement | null): void {
  for (const control of seenIn(form)) put(control, '');
}

/** Sets a value and tells the field, which may count its characters, but not the form, because nobody has typed. */
function put(control: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  control.value = value;
  control.dispatchEvent(new Event('input'));
}

function textsOf(typed: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(typed).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts);
}

/** 128 random bits, because anyone who knows an application's id may see its order. */
function madeId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
