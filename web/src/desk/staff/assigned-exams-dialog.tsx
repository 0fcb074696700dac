/**
 * The exams that a proctor watches over, and a search to add more. Each act is saved at once; closing the window asks first when
 * typed rooms aren't saved.
 */
import { useCallback, useState } from 'react';
import { examRoomsSchema } from '#contract/desk/participants.ts';
import { type Staff, type WatchedExam, watchedExamListSchema } from '#contract/desk/staff.ts';
import { DeskList } from '#web/shared/desk/desk-page.tsx';
import { FormDialog } from '#web/shared/desk/form-dialog.tsx';
import { RowAct } from '#web/shared/desk/row-act.tsx';
import { SearchBox } from '#web/shared/desk/search-box.tsx';
import { useExamPages } from '#web/shared/exam/use-exam-pages.ts';
import { formatDateTime } from '#web/shared/format.ts';
import { api } from '#web/shared/http.ts';
import { reasonOf, useAsk, useLoad } from '#web/shared/use-load.ts';
import { TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './staff.module.css';

interface AssignedExamsDialogProps {
  proctor: Staff | null;
  onClose: () => void;
  onChanged: () => void;
}

export function AssignedExamsDialog({ proctor, onClose, onChanged }: AssignedExamsDialogProps) {
  return (
    <FormDialog
      open={proctor !== null}
      onClose={onClose}
      title={proctor ? `Exams of ${proctor.fullName}` : ''}
      done="Done"
    >
      {proctor && <AssignedExams uid={proctor.uid} onChanged={onChanged} />}
    </FormDialog>
  );
}

const OUTDATED =
  'Someone else has changed this in the meantime. Below is what’s saved now; your change isn’t saved.';

function AssignedExams({ uid, onChanged }: { uid: string; onChanged: () => void }) {
  const [answered, setAnswered] = useState<WatchedExam[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const [pending, setPending] = useState<string | null>(null);
  const read = useCallback(
    (signal?: AbortSignal) => api.get(`staff/${uid}/exams`, watchedExamListSchema, { signal }),
    [uid],
  );
  const asked = useAsk(read);

  /** @returns the exams as saved; null when the call failed, after showing the problem and what is saved now */
  async function act(examId: string, call: Promise<WatchedExam[]>, done: string) {
    setPending(examId);
    setProblem(null);
    setSaid('');
    try {
      const saved = await call;
      setAnswered(saved);
      setSaid(done);
      onChanged();
      return saved;
    } catch (error) {
      const { code, message } = reasonOf(error);
      const isOutdated = code === 'changed-meanwhile' || code === 'not-found';
      const theirs = isOutdated ? await read().catch(() => null) : null;
      if (theirs) setAnswered(theirs);
      setProblem(theirs ? OUTDATED : message);
      return null;
    } finally {
      setPending(null);
    }
  }

  return (
    <DeskList
      asked={asked}
      loadingLabel="Loading the exams…"
      failedTitle="We couldn’t load the exams"
    >
      {(loaded) => {
        const assigned = answered ?? loaded;
        return (
          <div className={styles.stack}>
            {problem && (
              <Notice tone="danger" title="That didn’t work" live>
                <p>{problem}</p>
              </Notice>
            )}
            {said && (
              <p className={styles.muted} role="status">
                {said}
              </p>
            )}
            {assigned.length === 0 ? (
              <p className={styles.muted}>No exams assigned yet. Find one below and add it.</p>
            ) : (
              <ul className={styles.exams} aria-label="Assigned exams">
                {assigned.map((exam) => (
                  <li key={exam._id}>
                    <ExamLine id={`assigned-${exam._id}`} exam={exam} />
                    <RoomsOf
                      exam={exam}
                      describedBy={`assigned-${exam._id}`}
                      pending={pending === exam._id}
                      onRooms={async (rooms) => {
                        const path = `staff/${uid}/exams/${exam._id}/rooms`;
                        const change = { rooms, seen: exam.rooms };
                        const saved = await act(
                          exam._id,
                          api.put(path, change, watchedExamListSchema),
                          'The rooms were saved.',
                        );
                        return saved?.find(({ _id }) => _id === exam._id) ?? null;
                      }}
                    />
                    <RowAct
                      danger
                      pending={pending === exam._id}
                      aria-describedby={`assigned-${exam._id}`}
                      onClick={() =>
                        act(
                          exam._id,
                          api.del(`staff/${uid}/exams/${exam._id}`, watchedExamListSchema),
                          'The exam was removed.',
                        )
                      }
                    >
                      Remove
                    </RowAct>
                  </li>
                ))}
              </ul>
            )}
            <ExamPicker
              taken={new Set(assigned.map(({ _id }) => _id))}
              pending={pending}
              onPick={(id) =>
                act(
                  id,
                  api.put(`staff/${uid}/exams/${id}`, undefined, watchedExamListSchema),
                  'The exam was added.',
                )
              }
            />
          </div>
        );
      }}
    </DeskList>
  );
}

interface RoomsOfProps {
  exam: WatchedExam;
  /** The id of the element that names the exam. */
  describedBy: string;
  pending: boolean;
  /** @returns the exam as it is saved; null when it wasn't */
  onRooms: (rooms: string[] | null) => Promise<WatchedExam | null>;
}

const inWords = ({ rooms }: WatchedExam) => rooms?.join(', ') ?? '';

/** The field for a proctor's rooms, separated by commas; empty for all. What somebody else saved meanwhile is shown below it. */
function RoomsOf({ exam, describedBy, pending, onRooms }: RoomsOfProps) {
  const saved = inWords(exam);
  /** The text with which the field was last filled. */
  const [opened, setOpened] = useState(saved);
  const [typed, setTyped] = useState(saved);
  const openWith = (words: string) => {
    setOpened(words);
    setTyped(words);
  };
  const rooms = typed
    .split(',')
    .map((room) => room.trim())
    .filter(Boolean);
  const isSame = rooms.join(', ') === saved;
  const isOutdated = opened !== saved;
  if (isOutdated && (isSame || typed === opened)) openWith(saved);
  const [loaded] = useLoad(`exams/${exam._id}/rooms`, examRoomsSchema);
  const found = loaded.state === 'ready' ? loaded.data : [];
  const known = found.flatMap(({ room }) => room || []);
  const nowhere = found.find(({ room }) => room === '')?.candidates ?? 0;
  const empty = (known.length > 0 && exam.rooms?.filter((room) => !known.includes(room))) || [];
  return (
    <form
      className={styles.rooms}
      aria-labelledby={describedBy}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSame)
          void onRooms(rooms.length === 0 ? null : rooms).then(
            (now) => now && openWith(inWords(now)),
          );
      }}
    >
      <TextField
        key={opened}
        name="rooms"
        label="Rooms"
        hint={[
          'Separate them with commas. Leave this blank for the whole exam.',
          known.length > 0 && `Rooms with candidates: ${known.join(', ')}.`,
          known.length > 0 &&
            nowhere > 0 &&
            `Only a proctor of the whole exam sees candidates without a room (${nowhere.toLocaleString('en-IN')} now).`,
        ]
          .filter(Boolean)
          .join(' ')}
        error={
          empty.length > 0
            ? `There are no candidates in ${empty.join(' or ')} right now.`
            : undefined
        }
        optional
        maxLength={1_000}
        defaultValue={opened}
        onChange={({ target }) => setTyped(target.value)}
      />
      {isOutdated && (
        <p className={styles.muted}>Saved now: {saved || 'the whole exam'}. Saving replaces it.</p>
      )}
      {!isSame && (
        <RowAct type="submit" pending={pending}>
          Save rooms
        </RowAct>
      )}
    </form>
  );
}

interface ExamPickerProps {
  taken: ReadonlySet<string>;
  pending: string | null;
  onPick: (examId: string) => void;
}

function ExamPicker({ taken, pending, onPick }: ExamPickerProps) {
  const { asked, search, setSearch, total } = useExamPages();
  return (
    <section className={styles.picker} aria-labelledby="exam-picker">
      <h3 id="exam-picker" className={styles.pickerTitle}>
        Add an exam
      </h3>
      <SearchBox label="Search exams..." value={search} onChange={setSearch} />
      <DeskList
        asked={asked}
        loadingLabel="Loading the exams…"
        failedTitle="We couldn’t load the exams"
      >
        {({ data }) => (
          <>
            {data.length === 0 && <p className={styles.muted}>No exams found.</p>}
            <ul className={styles.exams} aria-label="Exams found">
              {data.map((exam) => (
                <li key={exam._id}>
                  <ExamLine id={`found-${exam._id}`} exam={exam} />
                  {taken.has(exam._id) ? (
                    <span className={styles.muted}>Assigned</span>
                  ) : (
                    <RowAct
                      pending={pending === exam._id}
                      aria-describedby={`found-${exam._id}`}
                      onClick={() => onPick(exam._id)}
                    >
                      Add
                    </RowAct>
                  )}
                </li>
              ))}
            </ul>
            {total > data.length && (
              <p className={styles.muted}>
                {data.length} of {total.toLocaleString('en-IN')} shown. Search for the rest.
              </p>
            )}
          </>
        )}
      </DeskList>
    </section>
  );
}

function ExamLine({ id, exam }: { id: string; exam: Pick<WatchedExam, 'name' | 'startDate'> }) {
  return (
    <span id={id} className={styles.exam}>
      <span className={styles.examName}>{exam.name}</span>
      <span className={styles.muted}>{formatDateTime(exam.startDate)}</span>
    </span>
  );
}
