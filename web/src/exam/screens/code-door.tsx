/**
 * For when the exam has started but the phone has no network: the proctor reads out a code, which opens the paper on
 * this phone. A mistyped character is reported at once; the network is still being tried.
 */
import { useSelector } from '@xstate/react';
import { type FormEvent, useId, useState } from 'react';
import { readStartCode } from '#seals/start-code.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './door.module.css';
import { DoorMessage } from './door-message.tsx';
import { placeOf, type SittingActor } from './use-exam.ts';

const problems = {
  wrong:
    'That’s not a start code. One character is wrong, or there’s one too many. Please check it against what was read out.',
  unfinished: 'A start code has ten characters.',
} as const;

const refusedText = (waits: number) =>
  `This code doesn’t open your paper. Please ask your proctor to repeat it, and tell them your room: each can have its own code.${waits > 0 ? ` You can try again in ${waits} seconds.` : ''}`;

interface CodeDoorProps {
  sitting: SittingActor;
  /** Whether the time runs from the exam's start, for everyone. */
  together: boolean;
}

export default function CodeDoor({ sitting, together }: CodeDoorProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState(false);
  const isOpening = useSelector(sitting, (snapshot) => placeOf(snapshot) === 'open.unlocking');
  const failures = useSelector(sitting, ({ context }) => context.codeFailures);
  const waits = useSelector(sitting, ({ context }) =>
    Math.max(0, Math.ceil((context.codeAt - context.now) / 1_000)),
  );
  const read = readStartCode(typed);
  const slip = read.kind === 'wrong' || (asked && read.kind === 'unfinished') ? read.kind : null;
  const wasRefused = failures > 0 && !isOpening && typed !== '';
  const problem = slip ? problems[slip] : wasRefused ? refusedText(waits) : null;

  const open = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (read.kind === 'right' && waits === 0) sitting.send({ type: 'START_CODE', code: read.code });
  };
  return (
    <DoorMessage
      icon="phone"
      title={
        together
          ? 'The exam has started. You don’t need a network'
          : 'The exam server didn’t respond. You don’t need a network'
      }
      acts={
        <Button icon="refresh" onClick={() => sitting.send({ type: 'RETRY' })}>
          Try the network again
        </Button>
      }
    >
      <p>
        Your paper is on this phone.{' '}
        {together
          ? 'The timer is already running for everyone.'
          : 'This phone asked to start the exam but got no reply. If the server received the request, the timer is already running. If not, it starts when your proctor gives out the code.'}{' '}
        Your proctor will read out a start code of ten characters. Type it as soon as you hear it.
        If the network comes back first, the exam will open automatically.
      </p>
      <form className={styles.code} onSubmit={open} noValidate>
        <label htmlFor={`${id}-code`}>Start code</label>
        <input
          id={`${id}-code`}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setAsked(false);
          }}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={40}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-about`}
        />
        <p id={`${id}-about`} role="status" className={problem ? styles.problem : undefined}>
          {problem ?? 'Capital or small letters, with or without spaces: it doesn’t matter.'}
        </p>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          pending={isOpening}
          pendingLabel="Opening the paper…"
        >
          Open the paper
        </Button>
      </form>
    </DoorMessage>
  );
}
