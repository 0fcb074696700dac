/** Downloads all participants of the exam as a workbook, whatever page or search is being shown. */
import { useState } from 'react';
import type { Participant } from '#contract/participants.ts';
import { saveFile } from '#web/components/desk/save-file.ts';
import { Button } from '#web/components/ui/button.tsx';
import { exportFileName, exportRows } from './export-rows.ts';
import { exportWorkbook } from './export-workbook.ts';

interface ExportButtonProps {
  examName: string;
  participants: readonly Participant[];
  /** Null when it has worked. */
  onProblem: (why: string | null) => void;
}

export function ExportButton({ examName, participants, onProblem }: ExportButtonProps) {
  const [pending, setPending] = useState(false);

  async function download() {
    setPending(true);
    try {
      const rows = exportRows(participants, location.origin);
      saveFile(await exportWorkbook(rows), exportFileName(examName));
      onProblem(null);
    } catch (error) {
      console.error(error);
      onProblem('Please check your network and try again.');
    } finally {
      setPending(false);
    }
  }

  return (
    <Button icon="download" pending={pending} pendingLabel="Exporting…" onClick={download}>
      Export to Excel
    </Button>
  );
}
