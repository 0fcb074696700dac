/** Question Manager: upload, download, find, correct, archive and delete questions. */
import { useState } from 'react';
import { DeskPage } from '#web/shared/desk/desk-page.tsx';
import { DownloadButton } from '#web/shared/desk/download-button.tsx';
import { useAsk } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { ImportsDialog } from './imports-dialog.tsx';
import { listTypes, QuestionList } from './question-list.tsx';
import { UploadPanel } from './upload-panel.tsx';

export default function QuestionManager() {
  const types = useAsk(listTypes);
  const [imports, setImports] = useState(0);
  const [listed, setListed] = useState(false);
  function changed() {
    setImports(imports + 1);
    types.retry();
  }
  return (
    <DeskPage
      title="Question Manager"
      acts={
        <>
          <Button icon="document" onClick={() => setListed(true)}>
            Imports
          </Button>
          <DownloadButton path="questions/template" fileName="questions-template.xlsx">
            Download template
          </DownloadButton>
          <DownloadButton path="questions/download" fileName="questions.xlsx">
            Download all questions
          </DownloadButton>
        </>
      }
    >
      <UploadPanel onImported={changed} />
      <QuestionList types={types} imports={imports} />
      <ImportsDialog open={listed} onClose={() => setListed(false)} onTakenBack={changed} />
    </DeskPage>
  );
}
