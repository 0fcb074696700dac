/** The last step: what came in and what did not. */
import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { describeImport } from './describe-import.ts';
import styles from './import-preview.module.css';
import { ReportButton } from './report-button.tsx';
import type { ImportOutcome } from './send-question-file.ts';

interface ImportDoneProps {
  fileName: string;
  outcome: ImportOutcome;
  onLeave: () => void;
}

export function ImportDone({ fileName, outcome, onLeave }: ImportDoneProps) {
  const { tone, title, facts } = describeImport(outcome.report);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.preview}>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        Upload of {fileName}
      </h2>
      <Notice tone={tone} title={title} live>
        <ul>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </Notice>
      <div className={styles.acts}>
        <Button onClick={onLeave}>Upload another file</Button>
        <ReportButton fileName={fileName} outcome={outcome} />
      </div>
    </div>
  );
}
