/**
 * A form in one column: its fields, what is wrong with the form as a whole, and its one button, in this order; in a
 * dialog the last two stay in sight. On a page that came as ready HTML, a press waits until the page's script runs
 * (web/build/first-script.ts). Where no script runs at all, `method="dialog"` sends nothing: otherwise the browser
 * would reload the page with what was typed in its address.
 */
import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { FieldErrors } from '../ui/field.tsx';
import { Notice, type NoticeTone } from '../ui/notice.tsx';
import styles from './form.module.css';
import type { Submit } from './use-submit.ts';

interface FormProps {
  submit: Submit;
  /** The button's label, and what replaces it while sending. */
  action: string;
  pendingLabel: string;
  /** Shown above a problem: "You are not signed in". */
  problemTitle: string;
  /** What to do about the problem. */
  problemHelp?: string | false;
  /** For when the message is no problem but only says what comes next. */
  problemTone?: NoticeTone;
  /** The form does something that can't be taken back. */
  danger?: boolean;
  /** Path below /api/v1/ to which a ready page sends the form before its script has come. */
  sendsTo?: string;
  /** Stands between fields and button, such as terms to agree to. */
  before?: ReactNode;
  children: ReactNode;
}

export function Form(props: FormProps) {
  const { submit, action, pendingLabel, problemTitle, problemTone = 'danger' } = props;
  const { problemHelp, danger = false, sendsTo, before, children } = props;
  return (
    <BareForm className={styles.form} method="dialog" data-sends-to={sendsTo} submit={submit}>
      {children}
      {before}
      <div className={styles.end}>
        {submit.problem && (
          <Notice tone={problemTone} title={problemTitle} live>
            <p>{submit.problem}</p>
            {problemHelp && <p>{problemHelp}</p>}
          </Notice>
        )}
        <Button
          type="submit"
          variant={danger ? 'danger' : 'primary'}
          size="lg"
          full
          pending={submit.pending}
          pendingLabel={pendingLabel}
        >
          {action}
        </Button>
      </div>
    </BareForm>
  );
}

// A form with a layout of its own: it marks each field, by name, with what is wrong.

interface BareFormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  submit: Pick<Submit, 'errors' | 'form'>;
}

export function BareForm({ submit, children, ...form }: BareFormProps) {
  return (
    <form {...submit.form} {...form}>
      <FieldErrors value={submit.errors}>{children}</FieldErrors>
    </form>
  );
}
