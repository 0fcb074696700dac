/** Where the proctor types what a candidate reads out: each group is checked while it is typed, and nothing wrong is kept. */
import type { RefObject } from 'react';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { sayTyped } from './read-given.ts';
import styles from './take-in.module.css';

interface TypedFieldProps {
  form: RefObject<HTMLFormElement | null>;
  text: string;
  /** Whether all was to be there: what is missing is told as well. */
  isAll: boolean;
  onText: (text: string) => void;
  onTakeIn: () => void;
}

export function TypedField({ form, text, isAll, onText, onTakeIn }: TypedFieldProps) {
  const { slip, progress } = sayTyped(text, isAll);
  return (
    <form
      ref={form}
      className={styles.way}
      onSubmit={(event) => {
        event.preventDefault();
        onTakeIn();
      }}
    >
      <h3>Code to read out</h3>
      <TextArea
        label="Typed or scanned code"
        hint="Type it as they read it out. Small letters are fine, and O counts as 0, I and L as 1. A text message can be pasted."
        error={slip}
        value={text}
        onChange={({ target }) => onText(target.value)}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
      />
      <p role="status" className={styles.progress}>
        {slip && progress ? <VisuallyHidden>{progress}</VisuallyHidden> : progress}
      </p>
      <Button type="submit">Take in</Button>
    </form>
  );
}
