/** Downloads all participants of the exam as a workbook, whatever page or search is being shown. */
import { useState } from 'react';
import type { ExamName } from '#contract/exams.ts';
import { exportFileName } from '#contract/participants.ts';
import { saveFile } from '#web/components/desk/save-file.ts';
import { Button } from '#web/components/ui/button.tsx';
import { api } from '#web/lib/http.ts';
import { reasonOf } from '#web/lib/use-load.ts';

interface ExportButtonProps {
  exam: ExamName;
  /** Null when it has worked. */
  onProblem: (why: string | null) => void;
}

/** 100,000 participants are written and sent in this time on a slow line. */
const TIMEOUT_MS = 10 * 60_000;

export function ExportButton({ exam, onProblem }: ExportButtonProps) {
  const [pending, setPending] = useState(false);

  async function download() {
    setPending(true);
    onProblem(null);
    try {
      const path = `exams/by-exam/${exam._id}/export`;
      saveFile(await api.getFile(path, { timeoutMs: TIMEOUT_MS }), exportFileName(exam.name));
    } catch (error) {
      onProblem(reasonOf(error).message);
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
