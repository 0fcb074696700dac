/** How far a file is, in figures and as a bar, with the way out. */
import { useEffect, useId, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { describeProgress } from './describe-import.ts';
import styles from './import-progress.module.css';
import type { Progress } from './send-question-file.ts';

interface ImportProgressProps {
  fileName: string;
  progress: Progress;
  onCancel: () => void;
}

export function ImportProgress({ fileName, progress, onCancel }: ImportProgressProps) {
  const id = useId();
  const name = useRef<HTMLParagraphElement>(null);
  useEffect(() => name.current?.focus(), []);
  const { done, of } = progress;
  const measured = of !== null && of > 0 && !(progress.stage === 'sending' && done >= of);
  return (
    <div className={styles.progress}>
      <p ref={name} tabIndex={-1} className={styles.name}>
        {fileName}
      </p>
      <p id={id} className={styles.figures}>
        {describeProgress(progress)}
      </p>
      <progress
        className={styles.bar}
        aria-labelledby={id}
        {...(measured && { max: of, value: done })}
      />
      <div>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  );
}
