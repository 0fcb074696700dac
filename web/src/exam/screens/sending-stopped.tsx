/** The server will never take what this phone sends, as when the app is too old: why, and a way to hand it over. */
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

interface SendingStoppedProps {
  sittingId: string;
  /** The server's sentence. */
  reason: string;
}

export function SendingStopped({ sittingId, reason }: SendingStoppedProps) {
  const save = () =>
    import('./save-answers.ts')
      .then(({ saveAnswers }) => saveAnswers(sittingId))
      .catch(() => alert('The file was not saved.'));
  return (
    <Notice tone="warn" title="Sending has stopped" live>
      <p>{reason}</p>
      <Button onClick={save}>Save answers to a file</Button>
    </Notice>
  );
}
