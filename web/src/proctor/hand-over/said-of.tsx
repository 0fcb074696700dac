/** What has become of the hand-over that was just taken in, where the proctor looks: from this phone to the server’s word. */
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { handOverReplySchema } from '#contract/hall/hand-over.ts';
import { intoView } from '#web/ui/into-view.ts';
import { Notice } from '#web/ui/notice.tsx';
import type { QueuedRow } from '../local-db/hall-db.ts';
import styles from './take-in.module.css';
import { whose } from './taken-in.tsx';

/** What the proctor has given this phone last. */
export type Given = { wrong: string } | Taken;
type Taken = { id: string; isNew: boolean; typed: boolean };

interface SaidOfProps {
  given: Given;
  /** All hand-overs on this phone. */
  rows: readonly QueuedRow[];
}

export function SaidOf({ given, rows }: SaidOfProps) {
  const row = 'id' in given ? rows.find(({ id }) => id === given.id) : undefined;
  const isRefused = 'wrong' in given || (row?.refusal ?? null) !== null;
  return (
    <div ref={intoView}>
      <Notice tone={isRefused ? 'danger' : 'success'} live>
        <p>{'wrong' in given ? given.wrong : words(given, row)}</p>
      </Notice>
    </div>
  );
}

/** Those taken in before in the same window, for who goes from desk to desk: the last one first. */
export function Before({ rows, ids }: { rows: readonly QueuedRow[]; ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <ul className={styles.before} aria-label="Taken in before">
      {ids.map((id) => {
        const row = rows.find((one) => one.id === id);
        const reply = z.safeParse(handOverReplySchema, row?.answer).data;
        return (
          <li key={id}>
            {whose(row?.of, reply)}:{' '}
            {row && row.refusal !== null ? (
              'refused'
            ) : reply?.receipt ? (
              <>
                receipt <strong className={styles.receipt}>{reply.receipt.code}</strong>
              </>
            ) : (
              'on this phone'
            )}
          </li>
        );
      })}
    </ul>
  );
}

function words({ isNew, typed }: Taken, row: QueuedRow | undefined): ReactNode {
  if (row && row.refusal !== null) return `Refused: ${row.refusal}`;
  const reply = z.safeParse(handOverReplySchema, row?.answer).data;
  const before = isNew ? '' : 'This one is on this phone already. ';
  if (!isNew && !reply) return before;
  if (!row || !reply) return `${kept(row)} ${typed ? TYPED : SCANNED}`;
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
  return `${before}Received by the exam server: the answers of ${them} so far. The exam is not submitted yet.`;
}

/** By what is known without a network: whom this phone's boards have under the sitting that it names. */
function kept(row: QueuedRow | undefined): string {
  return row?.of
    ? `On this phone now: the hand-over of ${row.of}.`
    : 'On this phone now. Whose it is shows when the exam server gets it.';
}

const TYPED =
  'A slip in typing shows only when the exam server gets it: please keep the candidate until then.';
const SCANNED =
  'The candidate can put their phone away and go; their receipt comes when the exam server has it.';
