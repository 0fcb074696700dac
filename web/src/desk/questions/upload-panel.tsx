/** Question files into the bank in three steps: choose, look at what would come of it, add. */

import { useEffect, useId, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import { ChooseFile } from './choose-file.tsx';
import { describeProgress } from './describe-import.ts';
import { ImportDone, ImportPreview } from './import-preview.tsx';
import type { Progress } from './send-question-file.ts';
import styles from './upload-panel.module.css';
import { type Step, useImport } from './use-import.ts';

const STEPS = ['Choose a file', 'Preview', 'Add'] as const;

export function UploadPanel({ onImported }: { onImported: () => void }) {
  const { step, file, choose, upload, confirm, cancel, restart } = useImport(onImported);
  const name = file?.name ?? '';
  const problem = step.is === 'choosing' ? step.problem : null;
  // Until there is something to look at it is one line above the bank.
  const folded = step.is === 'choosing' && problem === null;
  return (
    <section
      className={classNames(styles.panel, folded && styles.folded)}
      aria-label="Upload questions"
    >
      {!folded && <Stepper label="Steps of the upload" steps={STEPS} current={placeOf(step)} />}
      <ChooseFile
        file={file}
        problem={problem !== null}
        hidden={step.is !== 'choosing'}
        folded={folded}
        onChoose={choose}
        onUpload={upload}
      />
      {problem && (
        <Notice tone="danger" title="The file was not imported" live>
          <p>{problem}</p>
        </Notice>
      )}
      {step.is === 'working' && (
        <ImportProgress fileName={name} progress={step.progress} onCancel={cancel} />
      )}
      {step.is === 'preview' && (
        <ImportPreview
          fileName={name}
          outcome={step.outcome}
          problem={step.problem}
          onConfirm={confirm}
          onLeave={restart}
        />
      )}
      {step.is === 'done' && (
        <ImportDone fileName={name} outcome={step.outcome} onLeave={restart} />
      )}
    </section>
  );
}

function placeOf(step: Step): number {
  if (step.is === 'choosing') return 0;
  if (step.is === 'working') return step.purpose === 'preview' ? 1 : 2;
  return step.is === 'preview' ? 1 : STEPS.length;
}

interface ImportProgressProps {
  fileName: string;
  progress: Progress;
  onCancel: () => void;
}

/** How far a file is, in figures and as a bar, with the way out. */
function ImportProgress({ fileName, progress, onCancel }: ImportProgressProps) {
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
