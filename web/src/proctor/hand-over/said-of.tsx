/** Shows what has become of the hand-over that was just taken in: from saved on this phone to the server's reply. */
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { type HandOverReply, handOverReplySchema } from '#contract/hall/hand-over.ts';
import { Button } from '#web/ui/button.tsx';
import { intoView } from '#web/ui/into-view.ts';
import { Notice, type NoticeTone } from '#web/ui/notice.tsx';
import type { QueuedRow } from '../local-db/hall-db.ts';
import { lettersOf } from './read-given.ts';
import styles from './take-in.module.css';

/** The last thing the proctor gave this phone: `wrong` says why it isn't a hand-over, otherwise it is in the queue. */
export type Given = { wrong: string } | Taken;
/** @property isSure false for letters in which only the server can find a mistake */
type Taken = { id: string; isNew: boolean; isSure: boolean };

interface SaidOfProps {
  given: Given;
  /** All hand-overs on this phone. */
  rows: readonly QueuedRow[];
  /** Puts the letters of a refused hand-over back into the field, to be corrected. */
  onCorrect: (row: QueuedRow) => void;
}

export function SaidOf({ given, rows, onCorrect }: SaidOfProps) {
  const row = 'id' in given ? rows.find(({ id }) => id === given.id) : undefined;
  const isRefused = row?.refusal != null;
  return (
    <div ref={intoView}>
      <Notice tone={toneOf(given, row)} live>
        <p>{'wrong' in given ? given.wrong : words(given, row)}</p>
        {row && isRefused && lettersOf(row.body) !== null && (
          <Button onClick={() => onCorrect(row)}>Correct what was typed</Button>
        )}
      </Notice>
    </div>
  );
}

/** A hand-over that may still turn out wrong must not look like one that is done. */
function toneOf(given: Given, row: QueuedRow | undefined): NoticeTone {
  if ('wrong' in given || row?.refusal != null) return 'danger';
  return given.isSure || row?.answer !== undefined ? 'success' : 'warn';
}

interface BeforeProps {
  rows: readonly QueuedRow[];
  ids: readonly string[];
  /** Id of the hand-over that is shown above already. */
  now: string | null;
}

/**
 * The hand-overs taken in earlier in the same window, for a proctor who goes from desk to desk: the last one first,
 * each candidate once.
 */
export function Before({ rows, ids, now }: BeforeProps) {
  const people = standings(rows).filter(
    ({ ids: own }) => ids.some((id) => own.includes(id)) && !(now !== null && own.includes(now)),
  );
  if (people.length === 0) return null;
  const placeOf = (own: readonly string[]) => ids.findIndex((id) => own.includes(id));
  return (
    <ul className={styles.before} aria-label="Taken in before">
      {people
        .toSorted((a, b) => placeOf(a.ids) - placeOf(b.ids))
        .map(({ ids: own, of, reply, refusal }) => (
          <li key={own[0]}>
            {whose(of, reply)}:{' '}
            {refusal !== null ? (
              'refused'
            ) : reply?.receipt ? (
              <>
                receipt <strong className={styles.receipt}>{reply.receipt.code}</strong>
              </>
            ) : reply ? (
              'received so far'
            ) : (
              'on this phone'
            )}
          </li>
        ))}
    </ul>
  );
}

function words({ isNew, isSure }: Taken, row: QueuedRow | undefined): ReactNode {
  if (row && row.refusal !== null) return `Refused: ${row.refusal}`;
  const reply = z.safeParse(handOverReplySchema, row?.answer).data;
  const before = isNew ? '' : 'This one is already on this phone. ';
  if (!row || !reply) return `${isNew ? kept(row) : before.trim()} ${isSure ? SURE : UNSURE}`;
  const them = whose(row.of, reply);
  if (reply.submitted)
    return (
      <>
        {before}Received by the exam server: the submission of {them}.
        {reply.receipt && (
          <>
            {' '}
            Please tell them their receipt:{' '}
            <strong className={styles.receipt}>{reply.receipt.code}</strong>
          </>
        )}
      </>
    );
  return `${before}Received by the exam server: the answers of ${them} so far. The exam isn’t submitted yet.`;
}

/**
 * Uses only what is known without a network: the candidate whom this phone's boards have for the sitting that the
 * hand-over names.
 */
function kept(row: QueuedRow | undefined): string {
  return row?.of
    ? `On this phone now: the hand-over of ${row.of}.`
    : 'It’s on this phone now. You’ll see whose it is once the exam server gets it.';
}

const UNSURE =
  'A typing mistake won’t show until the exam server gets it, so please ask the candidate to wait until then.';
const SURE =
  'The candidate can put their phone away and go. Their receipt will come once the exam server has this.';

// What has become of each candidate's hand-overs on this phone. A candidate who handed over in several ways, or twice,
// has one outcome: the newest that the server has told.
type Standing = {
  /** All hand-overs of this candidate, oldest first. */
  ids: string[];
  of?: string;
  /** The server's last reply; undefined while there is none. */
  reply?: HandOverReply;
  /** Why the server refused the last hand-over it answered; null when it accepted that one, or has answered none. */
  refusal: string | null;
};

/** @param rows oldest first */
export function standings(rows: readonly QueuedRow[]): Standing[] {
  const found = new Map<string, Standing>();
  for (const { id, kind, sittingId, of, answer, refusal, waiting } of rows) {
    if (kind !== 'handover') continue;
    const reply = z.safeParse(handOverReplySchema, answer).data;
    const key = reply?.sittingId ?? sittingId ?? id;
    const before = found.get(key) ?? { ids: [], refusal: null };
    found.set(key, {
      ...before,
      ids: [...before.ids, id],
      ...(of && { of }),
      ...(reply && { reply }),
      refusal: waiting === 1 ? before.refusal : refusal,
    });
  }
  return [...found.values()];
}

/**
 * The server's name comes first, because the server also knows candidates who are on no board of this phone. The UID is
 * in brackets: after a comma, the first digits of the UID would jump to the other side of a name that is written from
 * right to left.
 */
export function whose(of: string | undefined, reply: HandOverReply | undefined): string {
  if (reply?.fullName && reply.uid) return `${reply.fullName} (${reply.uid})`;
  return of ?? 'a candidate';
}
