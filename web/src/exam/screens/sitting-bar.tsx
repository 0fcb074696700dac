/** Above the question: time left, where the answers are, and the way to submit. */
import type { ReactNode } from 'react';
import { SavedLine } from '#web/shared/sitting/saved-line.tsx';
import { Button } from '#web/ui/button.tsx';
import styles from './sitting-bar.module.css';

interface SittingBarProps {
  examName: string;
  clock: ReactNode;
  waiting: number;
  online: boolean;
  signedOut: boolean;
  readOnly: boolean;
  saving: unknown;
  unsaved?: boolean;
  onSubmit: () => void;
}

export function SittingBar(props: SittingBarProps) {
  const { examName, clock, waiting, online, signedOut, readOnly, saving, unsaved, onSubmit } =
    props;
  return (
    <header className={styles.bar}>
      <h1 className={styles.name} dir="auto">
        {examName}
      </h1>
      {clock}
      <Button className={styles.submit} disabled={readOnly} onClick={onSubmit}>
        Submit exam
      </Button>
      <div className={styles.saved}>
        <SavedLine
          waiting={waiting}
          saving={unsaved ? 'refused' : saving !== null}
          online={online}
          signedOut={signedOut}
        />
      </div>
    </header>
  );
}
