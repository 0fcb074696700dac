/** Every refused row, duplicate and warning as a file, where there are any. */
import { saveFile } from '#web/shared/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { reportCsv } from './report-csv.ts';
import type { ImportOutcome } from './send-question-file.ts';

export function ReportButton({ fileName, outcome }: { fileName: string; outcome: ImportOutcome }) {
  const { errors, repeats, warnings } = outcome;
  if (errors.length + repeats.length + warnings.length === 0) return null;
  const save = () =>
    saveFile(
      new Blob([reportCsv(outcome)], { type: 'text/csv;charset=utf-8' }),
      `${fileName.replace(/\.\w+$/, '')}-report.csv`,
    );
  return (
    <Button icon="download" onClick={save}>
      Download report
    </Button>
  );
}
