/** A form's column: its fields, what is wrong with the whole, and its one button, in this order. */
import type { ReactNode } from 'react';
import type { Submit } from '#web/lib/use-submit.ts';
import { Button } from './button.tsx';
import styles from './form.module.css';
import { Notice } from './notice.tsx';

interface FormProps {
  submit: Submit;
  /** Label of the button, and what replaces it while sending. */
  action: string;
  pendingLabel: string;
  /** Said above a problem: "You are not signed in". */
  problemTitle: string;
  /** Stands between fields and button, such as what one agrees to. */
  before?: ReactNode;
  children: ReactNode;
}

export function Form(props: FormProps) {
  const { submit, action, pendingLabel, problemTitle, before, children } = props;
  return (
    <form className={styles.form} {...submit.form}>
      {children}
      {submit.problem && (
        <Notice tone="danger" title={problemTitle} live>
          <p>{submit.problem}</p>
        </Notice>
      )}
      {before}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        full
        pending={submit.pending}
        pendingLabel={pendingLabel}
      >
        {action}
      </Button>
    </form>
  );
}
