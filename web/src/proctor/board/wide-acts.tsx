/** One act for a whole room, or for everyone in the exam. */
import { useState } from 'react';
import type { ActFor } from '#contract/hall/acts.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/field.tsx';
import type { WishedAct } from '../local-db/queue.ts';
import { ActForm, type AskedKind } from './act-form.tsx';
import styles from './board.module.css';

const EVERYONE = 'all';
const kinds = [
  { value: 'extra-time', label: 'Give extra time' },
  { value: 'pause', label: 'Pause' },
  { value: 'resume', label: 'Resume' },
  { value: 'resync', label: 'Re-sync now' },
  { value: 'incident', label: 'Note an incident' },
] as const;
type Wide = (typeof kinds)[number]['value'];

interface WideActsProps {
  examId: string;
  rooms: readonly string[];
  /** Whether this proctor watches the whole exam, not only some of its rooms. */
  mayAll: boolean;
  /** True when an act may not reach the phone of at least one candidate over the network. */
  isUnheard: boolean;
  does: (wish: WishedAct) => Promise<void>;
  /** Never rejects: the board itself shows when the act couldn't be saved. */
  doNow: (wish: WishedAct) => Promise<void>;
  onDone: () => void;
}

export function WideActs(props: WideActsProps) {
  const { examId, rooms, mayAll, isUnheard, does, doNow, onDone } = props;
  const [what, setWhat] = useState<Wide | ''>('');
  const whoms = [
    ...rooms.map((room) => ({ value: `room ${room}`, label: room })),
    ...(mayAll ? [{ value: EVERYONE, label: 'Everyone in this exam' }] : []),
  ];
  // A choice without an alternative is selected already.
  const [whom, setWhom] = useState(whoms.length === 1 ? (whoms[0]?.value ?? '') : '');
  const to: ActFor | null =
    whom === '' ? null : whom === EVERYONE ? { all: true } : { room: whom.slice('room '.length) };
  const asked: AskedKind | null =
    what === '' || what === 'resume' || what === 'resync' ? null : what;
  return (
    <div className={styles.sheet}>
      <Select
        label="For whom"
        placeholder="Choose…"
        options={whoms}
        value={whom}
        onChange={(event) => setWhom(event.target.value)}
      />
      <Select
        label="What"
        placeholder="Choose…"
        options={kinds}
        value={what}
        onChange={({ target }) =>
          setWhat(kinds.find(({ value }) => value === target.value)?.value ?? '')
        }
      />
      {to && asked && (
        <ActForm
          key={asked}
          kind={asked}
          isUnheard={isUnheard}
          examId={examId}
          to={to}
          does={does}
          onDone={onDone}
        />
      )}
      {what === 'resume' && (
        <p>
          A paused phone that’s offline stays paused. Ask its candidate to press{' '}
          <strong>My proctor says we can continue</strong>.
        </p>
      )}
      {to && (what === 'resume' || what === 'resync') && (
        <Button
          variant="primary"
          size="lg"
          full
          onClick={() => void doNow({ kind: what, examId, to }).then(onDone)}
        >
          {what === 'resume' ? 'Resume' : 'Re-sync now'}
        </Button>
      )}
    </div>
  );
}
