/** Takes the code for extra time that a proctor reads out, on a phone without a network. */
import { type FormEvent, useId, useState } from 'react';
import { readExtraTimeCode } from '#seals/extra-time-code.ts';
import { localDb } from '#web/exam/local-db/database.ts';
import { takeExtraTime } from '#web/exam/local-db/record-time.ts';
import { serverClock } from '#web/exam/sync/server-clock.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from '../sign-in-form.module.css';

interface ExtraTimeDialogProps {
  sittingId: string;
  extraKey: string;
  onClose: () => void;
}

export default function ExtraTimeDialog({ sittingId, extraKey, onClose }: ExtraTimeDialogProps) {
  const id = useId();
  const [error, setError] = useState('');
  const [added, setAdded] = useState(0);

  async function take(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('code');
    const read = await readExtraTimeCode(extraKey, typeof typed === 'string' ? typed : '');
    if (read.kind === 'slip')
      return setError('One character is wrong. Please ask your proctor to repeat the code.');
    if (read.kind === 'foreign') return setError('This code is for another candidate’s phone.');
    try {
      const isNew = await takeExtraTime(localDb, sittingId, read, serverClock.now());
      setError(isNew ? '' : 'You’ve already used this code. Please ask for a new one.');
      if (isNew) setAdded(read.minutes);
    } catch (trouble) {
      setError(trouble instanceof Error ? trouble.message : 'We couldn’t save it.');
    }
  }

  return (
    <Dialog open onClose={onClose} title="Extra time by code" placement="sheet">
      {added > 0 ? (
        <Notice tone="success" live>
          <p>{added === 1 ? '1 minute was' : `${added} minutes were`} added to your time.</p>
        </Notice>
      ) : (
        <form className={styles.form} onSubmit={(event) => void take(event)} noValidate>
          <label htmlFor={`${id}-code`}>Code</label>
          <input
            id={`${id}-code`}
            name="code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            aria-describedby={`${id}-about`}
            aria-invalid={error !== ''}
          />
          <p id={`${id}-about`} aria-live="polite">
            {error || 'The eight characters your proctor reads out.'}
          </p>
          <Button type="submit" variant="primary" size="lg" full>
            Add the time
          </Button>
        </form>
      )}
    </Dialog>
  );
}
