/** Tells the writer that a form which waited on this phone was refused for good, and gives it back. */
import { saveDraft } from '#web/shared/form-draft.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

interface RefusedFormProps {
  /** Names the form, as its draft does. */
  form: string;
  /** By the name of the field. */
  body: Readonly<Record<string, string>>;
  /** The server's reason. */
  refusal: string;
  /** The form is back in its fields, to be corrected. */
  onCorrect: () => void;
  onDelete: () => void;
}

export function RefusedForm({ form, body, refusal, onCorrect, onDelete }: RefusedFormProps) {
  const putBack = (element: HTMLFormElement | null) => {
    if (!element || (isBegun(element) && !window.confirm(REPLACES))) return;
    onCorrect();
    for (const control of fieldsOf(element)) {
      control.value = body[control.name] ?? '';
      // Only the field hears of it, which may count its characters: nobody has typed.
      control.dispatchEvent(new Event('input'));
    }
    saveDraft(form, element);
  };
  const about = body.course ?? body.service;
  return (
    <Notice tone="danger" title="We couldn’t send what you wrote earlier" live>
      {about && (
        <p>
          <strong>{about}</strong>
        </p>
      )}
      <p>{refusal}</p>
      <Button onClick={({ currentTarget }) => putBack(currentTarget.form)}>
        Put it back in the form
      </Button>{' '}
      <Button onClick={onDelete}>Delete it</Button>
    </Notice>
  );
}

const REPLACES = 'This replaces what’s in the form now.';

const fieldsOf = (form: HTMLFormElement) =>
  form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input:not([type=hidden]), textarea',
  );

const isBegun = (form: HTMLFormElement) => [...fieldsOf(form)].some(({ value }) => value !== '');
