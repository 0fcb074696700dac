/**
 * One candidate on the board: name, progress, why they need the proctor, and the acts. Rendered again only when one of
 * its props changes.
 */
import { memo, type Ref } from 'react';
import type { BoardRow } from '#contract/hall/board.ts';
import { needsOf } from '#machines/hall/needs-me.ts';
import { RowAct } from '#web/shared/desk/row-act.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { span } from '../live/in-words.ts';
import type { AskedKind } from './act-form.tsx';
import styles from './board.module.css';
import { sayAgreed, sayNeed, sayProgress, sayState } from './board-words.ts';
import type { SeatClock } from './clock-once-sent.ts';

/** What a button on a row asks for: an act right away, or a form. */
export type SeatPress =
  | { act: 'resync' | 'resume' | 'allow-device' | 'late' | 'more' }
  | { act: 'ask'; kind: AskedKind };

interface SeatRowProps {
  ref: Ref<HTMLTableRowElement>;
  /** Position among all rows, rendered or not, from 0. */
  index: number;
  row: BoardRow;
  /** By the server's clock, ms. */
  now: number;
  /** The time of the board that is shown, by the server's clock, ms; null while the board is live. */
  seenAt: number | null;
  /** How the candidate's clock will stand once the acts that wait on this phone have arrived. */
  clock: SeatClock;
  /** What waits on this phone for this candidate; empty for nothing. */
  queued: string;
  /**
   * What the server refused for this candidate, until the proctor has dismissed the notice above; empty for nothing.
   */
  refused: string;
  /** How to read out a code for extra time; empty when none is needed. */
  code: string;
  onPress: (row: BoardRow, press: SeatPress) => void;
}

export const SeatRow = memo(function SeatRow(props: SeatRowProps) {
  const { ref, index, row, now, seenAt, clock, queued, refused, code, onPress } = props;
  const { state } = row;
  // Without a network there is no news of any phone, so silence is judged as of the time when the board was last seen.
  const needs = needsOf(row, seenAt ?? now);
  const nameId = `seat-${row.id}`;
  const agreed = sayAgreed(row);
  const { checkedInAt, photoUnseen, extraSeconds, moved } = row;
  const isMarked =
    needs.length > 0 || checkedInAt !== null || photoUnseen || extraSeconds > 0 || moved > 0;
  const marks = isMarked ? needs.map((need) => sayNeed(need, row, seenAt ?? now)) : [sayState(row)];
  const press = (said: SeatPress) => ({
    'aria-describedby': nameId,
    onClick: () => onPress(row, said),
  });
  return (
    <tr
      ref={ref}
      data-index={index}
      aria-rowindex={index + 1}
      aria-label={`${row.name} ${row.uid}`}
      className={classNames(styles.seat, needs.length > 0 && styles.needed)}
    >
      <th scope="row" className={styles.who}>
        <h3 id={nameId} className={styles.name}>
          <bdi>{row.name}</bdi> <span className={styles.uid}>{row.uid}</span>
        </h3>
        <p className={styles.facts}>
          {sayProgress(row, { needs, state: !isMarked }, now, seenAt === null)
            .join(' · ')
            // Keeps each number on the same line as its unit.
            .replace(/(\d) (s|min|h)\b/g, '$1\u00a0$2')}
        </p>
        {agreed.length > 0 && <p className={styles.facts}>Accommodations: {agreed.join(', ')}</p>}
        <p className={styles.badges}>
          {marks.map(({ tone, icon, words }) => (
            <Badge key={words} tone={tone} icon={icon}>
              {words}
            </Badge>
          ))}
          {checkedInAt !== null && (
            <Badge tone="success" icon="check">
              Present
            </Badge>
          )}
          {photoUnseen && (
            <Badge tone="warn" icon="user">
              Photo not checked at check-in
            </Badge>
          )}
          {extraSeconds > 0 && <Badge icon="clock">{span(extraSeconds * 1_000)} extra</Badge>}
          {moved > 0 && <Badge icon="phone">On another phone</Badge>}
        </p>
        {queued !== '' && <p className={styles.queued}>Waiting on this phone: {queued}</p>}
        {refused !== '' && <p className={styles.refused}>{refused}</p>}
        {code !== '' && <p className={styles.queued}>{code}</p>}
      </th>
      <td className={styles.acts}>
        {state !== null && (
          <RowAct icon="refresh" {...press({ act: 'resync' })}>
            Re-sync now
          </RowAct>
        )}
        <RowAct icon="clock" {...press({ act: 'ask', kind: 'extra-time' })}>
          Give extra time
        </RowAct>
        {state === 'open' && clock === 'runs' && (
          <RowAct icon="pause" {...press({ act: 'ask', kind: 'pause' })}>
            Pause
          </RowAct>
        )}
        {state === 'open' && clock === 'stands' && (
          <RowAct icon="play" {...press({ act: 'resume' })}>
            Resume
          </RowAct>
        )}
        {(state === 'open' || row.wantedDevice !== null) && (
          <RowAct icon="phone" {...press({ act: 'allow-device' })}>
            Allow another phone
          </RowAct>
        )}
        {(state === 'submitted' || state === 'closed') && (
          <RowAct icon="refresh" {...press({ act: 'ask', kind: 'reopen' })}>
            Reopen
          </RowAct>
        )}
        {row.held > 0 && (
          <RowAct icon="alert" {...press({ act: 'late' })}>
            Late work
          </RowAct>
        )}
        <RowAct icon="menu" {...press({ act: 'more' })}>
          More
        </RowAct>
      </td>
    </tr>
  );
});
