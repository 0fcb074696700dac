/** In place of the exam when the phone's storage was taken from under it: what happened, and what to do. */
import { Button } from '#web/ui/button.tsx';
import { DoorMessage } from './door-message.tsx';

/** @param trouble why it can't be read, for a person; null when the exam is no longer on the phone */
export function StorageDoor({ trouble }: { trouble: string | null }) {
  return (
    <DoorMessage
      icon="alert"
      title={trouble ? 'Your exam can’t be read' : 'Your exam is no longer on this phone'}
      acts={
        <Button variant="primary" icon="refresh" onClick={() => location.reload()}>
          Open the exam again
        </Button>
      }
    >
      {trouble ? (
        <p role="alert">{trouble}</p>
      ) : (
        <p role="alert">
          This phone’s storage was emptied, or you signed out in another tab. What the exam server
          received is safe. Open the exam again, and sign in if you are asked to. Your time keeps
          running meanwhile: if it doesn’t open, call the proctor.
        </p>
      )}
    </DoorMessage>
  );
}
