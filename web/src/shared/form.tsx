/**
 * A form's column: its fields, what is wrong with the whole, and its one button, in this order; in a window the last two
 * stay in sight. A press on a page that came as ready HTML waits until the page is alive (web/build/first-script.ts).
 * Where no script runs at all, `dialog` sends nothing: the browser alone would reload the page with what was typed in its address.
 */
import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { FieldErrors } from '../ui/field.tsx';
import { Notice, type NoticeTone } from '../ui/notice.tsx';
import styles from './form.module.css';
import type { Submit } from './use-submit.ts';

interface FormProps {
  submit: Submit;
  /** Label of the button, and what replaces it while sending. */
  action: string;
  pendingLabel: string;
  /** Said above a problem: "You are not signed in". */
  problemTitle: string;
  /** What to do about it. */
  problemHelp?: string | false;
  /** When it is none, only what comes next. */
  problemTone?: NoticeTone;
  /** What it does can't be taken back. */
  danger?: boolean;
  /** Below /api/v1/: where a ready page sends it before the script has come. */
  sendsTo?: string;
  /** Stands between fields and button, such as what one agrees to. */
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

// A form whose layout is its own: marks its fields with what is wrong, by their names.

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
