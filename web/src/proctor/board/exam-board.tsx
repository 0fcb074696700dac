/**
 * The board of one exam: candidates who need the proctor come first, a search finds the others, and each row has its
 * acts.
 */
import { useCallback, useMemo, useRef, useState } from 'react';
import { type ActFor, type HallAct, hallActSchema } from '#contract/hall/acts.ts';
import type { BoardRow } from '#contract/hall/board.ts';
import { needsOf } from '#machines/hall/needs-me.ts';
import { spokenExtraTimeCode } from '#seals/extra-time-code.ts';
import { SearchBox } from '#web/shared/desk/search-box.tsx';
import { formatTime } from '#web/shared/format.ts';
import { formatCount } from '#web/shared/format-count.ts';
import { hallReportPath } from '#web/shared/paths.ts';
import { useSessionEnded } from '#web/shared/session.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { intoView } from '#web/ui/into-view.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { EmptyState } from '#web/ui/state-panel.tsx';
import { type ExtraCode, hallDb } from '../local-db/hall-db.ts';
import { addExtraCodes, isOf, type WishedAct } from '../local-db/queue.ts';
import { hallNow } from '../sync/hall-clock.ts';
import { ActForm, type AskedKind } from './act-form.tsx';
import styles from './board.module.css';
import { LOOK_MS, sayAct, sayChanged, sayPhotos } from './board-words.ts';
import { clockOnceSent } from './clock-once-sent.ts';
import { LateWork } from './late-work.tsx';
import { ScanCandidate } from './scan-candidate.tsx';
import { SeatList } from './seat-list.tsx';
import type { SeatPress } from './seat-row.tsx';
import { SeatSheet } from './seat-sheet.tsx';
import { StartCodePanel } from './start-code.tsx';
import { type Hall, useBoard, useExtraCodes, useHallNow } from './use-hall.ts';
import { usePhotosAhead } from './use-photos.ts';
import { useStillOrder } from './use-still-order.ts';
import { WideActs } from './wide-acts.tsx';

const STREAM_MS = 30_000;

const filters = [
  { key: 'all', label: 'Everyone' },
  { key: 'needed', label: 'Needs me' },
  { key: 'open', label: 'Under way' },
  { key: 'absent', label: 'Not started' },
  { key: 'over', label: 'Submitted or closed' },
] as const;
type Filter = (typeof filters)[number]['key'];

type Asked =
  | { row: BoardRow; kind: AskedKind | 'more' | 'late' }
  | { panel: 'wide' | 'start-code' | 'scan' }
  | null;

interface ExamBoardProps {
  uid: string;
  examId: string;
  hall: Hall;
}

export function ExamBoard({ uid, examId, hall }: ExamBoardProps) {
  const { board, live, trouble } = useBoard(uid, examId);
  const ended = useSessionEnded();
  const clock = useHallNow(LOOK_MS);
  const [filter, setFilter] = useState<Filter>('all');
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState<Asked>(null);
  const { queue } = hall;
  const codes = useExtraCodes(uid);

  const rows = useMemo(() => board?.rows ?? [], [board]);
  const startsAt = board?.exam.startDate ?? null;
  const photos = usePhotosAhead({ uid, examId }, { rows, startsAt, live });
  // A stream that died unnoticed must not make candidates look silent. A live stream sends something every 25 seconds,
  // so time stops 30 seconds after its last event.
  const now = live && board ? Math.min(clock, board.heardAt + STREAM_MS) : clock;
  const at = live || !board ? now : board.heardAt;
  const sorted = useMemo(() => {
    const isNeeded = (row: BoardRow) => needsOf(row, at).length > 0;
    return {
      needed: rows.filter(isNeeded),
      others: rows.filter((row) => !isNeeded(row)),
    };
  }, [rows, at]);
  const groups: Record<Filter, readonly BoardRow[]> = {
    all: [...sorted.needed, ...sorted.others],
    needed: sorted.needed,
    open: rows.filter(({ state }) => state === 'open'),
    absent: rows.filter(({ state }) => state === null),
    over: rows.filter(({ state }) => state === 'submitted' || state === 'closed'),
  };
  const words = search.trim().normalize().toLowerCase().split(/\s+/).filter(Boolean);
  const found = groups[filter].filter(({ name, uid: number, room }) => {
    const text = `${name} ${number} ${room}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const { shown, hasChanged, sortAgain } = useStillOrder({ rows, found, live });
  /** True when an act may reach this candidate's phone only by a code that they type. */
  const isUnheard = (row: BoardRow) => !live || needsOf(row, at).includes('silent');
  const { does: keep } = hall;
  const known = useRef(rows);
  known.current = rows;
  const does = useCallback(
    async (wish: WishedAct) => {
      await keep(wish);
      if (wish.kind !== 'extra-time') return;
      const { minutes, to } = wish;
      const given = known.current.filter((row) => isFor(row, to) && row.state !== 'submitted');
      // The extra time is queued already. If this failed visibly, the proctor would give it a second time.
      await addExtraCodes(hallDb, uid, given, { minutes, madeAt: hallNow() }).catch(
        (error: unknown) => console.warn('A code could not be kept', error),
      );
    },
    [keep, uid],
  );
  const [unsaved, setUnsaved] = useState(false);
  /** For acts without a form: the board shows the problem when the act couldn't be saved. */
  const doNow = useCallback(
    async (wish: WishedAct) => {
      setUnsaved(false);
      await does(wish).catch((error: unknown) => {
        console.warn('An act could not be kept', error);
        setUnsaved(true);
      });
    },
    [does],
  );
  const waiting = useMemo(() => {
    const byRow = new Map<string, HallAct[]>();
    for (const act of queue.acts)
      for (const row of rows)
        if (act.examId === examId && isFor(row, act.to))
          byRow.set(row.id, [...(byRow.get(row.id) ?? []), act]);
    return byRow;
  }, [queue, rows, examId]);
  const queued = useMemo(() => {
    const byRow = new Map([...waiting].map(([id, acts]) => [id, acts.map(sayAct)]));
    const note = ({ id }: BoardRow, words: string) =>
      byRow.set(id, [...(byRow.get(id) ?? []), words]);
    for (const { kind, sittingId } of queue.waiting) {
      const row = kind === 'handover' && rows.find((each) => isOf(each, sittingId));
      if (row) note(row, 'Hand-over');
    }
    return byRow;
  }, [queue, rows, waiting]);
  const refused = useMemo(() => {
    const byRow = new Map<string, string>();
    for (const { body, refusal } of queue.refused) {
      const act = hallActSchema.safeParse(body).data;
      if (act && 'row' in act.to) byRow.set(act.to.row, `Not done: ${sayAct(act)}. ${refusal}`);
    }
    return byRow;
  }, [queue]);

  const onPress = useCallback(
    (row: BoardRow, press: SeatPress) => {
      const to = { row: row.id };
      switch (press.act) {
        case 'resync':
        case 'resume':
          return void doNow({ kind: press.act, examId, to });
        case 'allow-device': {
          const wanted = row.wantedDevice === null ? {} : { wanted: row.wantedDevice };
          return void doNow({ kind: 'allow-device', examId, to, ...wanted });
        }
        case 'more':
        case 'late':
          return setAsked({ row, kind: press.act });
        case 'ask':
          return setAsked({ row, kind: press.kind });
      }
    },
    [doNow, examId],
  );
  const close = useCallback(() => setAsked(null), []);

  if (!board)
    return trouble === '' ? (
      <Loading label="Loading the board…" />
    ) : (
      <Notice tone="danger" title="We couldn’t load the board">
        <p>{trouble} We’ll keep trying.</p>
      </Notice>
    );
  const photosSaid = photos.of > 0 ? ` ${sayPhotos(photos)}` : '';
  const rooms = [...new Set(rows.map(({ room }) => room))].filter(Boolean).sort();
  return (
    <section className={styles.board} aria-labelledby="board-name">
      <header className={styles.head}>
        <h2 id="board-name" className={styles.exam}>
          {board.exam.name}
        </h2>
        <p className={styles.facts}>
          <span role="status" className={live ? undefined : styles.stale}>
            {live
              ? 'Up to date.'
              : `${ended ? 'This' : 'Can’t reach the exam server. This'} is the board as of ${formatTime(new Date(board.heardAt).toISOString())}.`}
          </span>
          {photosSaid}
        </p>
      </header>
      {unsaved && (
        <div ref={intoView}>
          <Notice tone="danger" title="Nothing was done" live>
            <p>This phone couldn’t save it. Free up some space, then press again.</p>
          </Notice>
        </div>
      )}
      <div className={styles.tools}>
        <Button icon="clock" onClick={() => setAsked({ panel: 'start-code' })}>
          Start code
        </Button>
        <Button icon="user" onClick={() => setAsked({ panel: 'wide' })}>
          Act on a room or everyone
        </Button>
        <Button icon="camera" onClick={() => setAsked({ panel: 'scan' })}>
          Find by camera
        </Button>
        <LinkButton to={hallReportPath(examId)} variant="quiet" icon="document">
          Report
        </LinkButton>
      </div>
      <SearchBox
        label="Search by name, UID or room..."
        value={search}
        onChange={(typed) => {
          setSearch(typed);
          sortAgain();
        }}
      />
      <fieldset className={styles.filters} aria-label="Who to show">
        {filters.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            className={classNames(
              styles.filter,
              key === 'needed' && sorted.needed.length > 0 && styles.urgent,
            )}
            aria-pressed={key === filter}
            onClick={() => {
              setFilter(key);
              sortAgain();
            }}
          >
            {label} <strong>{groups[key].length.toLocaleString('en-IN')}</strong>
          </button>
        ))}
      </fieldset>
      <p className={styles.order}>
        <span>{hasChanged ? sayChanged(shown, at) : formatCount(shown.length, 'candidate')}</span>
        {hasChanged && (
          <Button variant="quiet" icon="refresh" onClick={sortAgain}>
            Sort again
          </Button>
        )}
      </p>
      {shown.length === 0 ? (
        <EmptyState icon="user" title="Nobody here.">
          <p>
            {words.length > 0
              ? 'No candidates match your search.'
              : 'None of your candidates are here right now.'}
          </p>
        </EmptyState>
      ) : (
        <SeatList
          rows={shown}
          now={now}
          seenAt={live ? null : board.heardAt}
          clockOf={(row) => clockOnceSent(row, waiting.get(row.id) ?? [], clock)}
          queuedOf={(row) => queued.get(row.id)?.join(', ') ?? ''}
          refusedOf={(row) => refused.get(row.id) ?? ''}
          codeOf={(row) => sayCode(codes.get(row.id), isUnheard(row))}
          onPress={onPress}
        />
      )}
      <Dialog open={asked !== null} onClose={close} title={titleOf(asked)} placement="sheet">
        {asked && 'panel' in asked && asked.panel === 'start-code' && (
          <StartCodePanel uid={uid} exam={board.exam} rooms={rooms} />
        )}
        {asked && 'panel' in asked && asked.panel === 'scan' && (
          <ScanCandidate
            rows={rows}
            onFound={(row) => setAsked({ row, kind: 'more' })}
            onStop={close}
          />
        )}
        {asked && 'panel' in asked && asked.panel === 'wide' && (
          <WideActs
            examId={examId}
            rooms={rooms}
            mayAll={board.exam.rooms === null}
            isUnheard={rows.some(isUnheard)}
            does={does}
            doNow={doNow}
            onDone={close}
          />
        )}
        {asked && 'row' in asked && asked.kind === 'more' && (
          <SeatSheet
            uid={uid}
            row={rows.find(({ id }) => id === asked.row.id) ?? asked.row}
            examId={examId}
            does={does}
            doNow={doNow}
            onDone={close}
          />
        )}
        {asked && 'row' in asked && asked.kind === 'late' && (
          <LateWork examId={examId} rowId={asked.row.id} does={does} onDone={close} />
        )}
        {asked && 'row' in asked && asked.kind !== 'more' && asked.kind !== 'late' && (
          <ActForm
            kind={asked.kind}
            isUnheard={isUnheard(asked.row)}
            examId={examId}
            to={{ row: asked.row.id }}
            does={does}
            onDone={close}
          />
        )}
      </Dialog>
    </section>
  );
}

const isFor = ({ id, room }: BoardRow, to: ActFor) =>
  'row' in to ? to.row === id : 'room' in to ? to.room === room : true;

/**
 * How to read out a code for extra time; empty when there is no code, or the network brings the extra time to the
 * phone.
 */
function sayCode(made: ExtraCode | undefined, isNeeded: boolean): string {
  if (!made || !isNeeded) return '';
  const minutes = made.minutes === 1 ? '1 minute' : `${made.minutes} minutes`;
  return `If their phone is offline, ask them to press Extra time by code and type ${spokenExtraTimeCode(made.code)} for ${minutes} more.`;
}

const titles: Readonly<Record<AskedKind, string>> = {
  'extra-time': 'Extra time for',
  reopen: 'Reopen the exam of',
  pause: 'Pause the exam of',
  incident: 'An incident with',
};

const panelTitles = {
  wide: 'Act on a room or everyone',
  'start-code': 'The code for starting without a network',
  scan: 'Find by camera',
} as const;

function titleOf(asked: Asked): string {
  if (!asked) return '';
  if ('panel' in asked) return panelTitles[asked.panel];
  const { row, kind } = asked;
  const person = `${row.name} (${row.uid})`;
  if (kind === 'more') return person;
  return kind === 'late' ? `Late work of ${person}` : `${titles[kind]} ${person}`;
}
