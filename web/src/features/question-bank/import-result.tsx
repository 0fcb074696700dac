/** What became of an uploaded file: how many questions came in, and every row that did not, with the reason. */
import type { ImportReport } from '#contract/questions.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import { describeImport } from './describe-import.ts';
import styles from './import-result.module.css';
import { RowNotes } from './row-notes.tsx';

interface ImportResultProps {
  fileName: string;
  report: ImportReport;
  onTakeSound: () => void;
  onDismiss: () => void;
}

export function ImportResult({ fileName, report, onTakeSound, onDismiss }: ImportResultProps) {
  const { tone, title, facts, sound } = describeImport(report);
  return (
    <div className={styles.result}>
      <Notice tone={tone} title={title} live>
        <p className={styles.file}>{fileName}</p>
        <ul className={styles.facts}>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        <div className={styles.acts}>
          {sound > 0 && (
            <Button onClick={onTakeSound}>
              {sound === 1 ? 'Add the 1 sound question' : `Add the ${sound} sound questions`}
            </Button>
          )}
          <Button variant="quiet" onClick={onDismiss}>
            Close report
          </Button>
        </div>
      </Notice>
      <RowNotes title="Refused rows" notes={report.errors} />
      <RowNotes title="Duplicates" notes={report.repeats} />
      <RowNotes title="Warnings" notes={report.warnings} />
    </div>
  );
}
