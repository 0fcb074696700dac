/** Chooses one Active exam, with a search because there may be many; latest start first. */

import { useState } from 'react';
import { startTextsSchema } from '#contract/desk/start-texts.ts';
import type { Exam } from '#contract/wire/exams.ts';
import { DeskList } from '#web/shared/desk/desk-page.tsx';
import { SearchBox, useDebounced } from '#web/shared/desk/search-box.tsx';
import { useExamPages } from '#web/shared/exam/use-exam-pages.ts';
import { formatDateTime } from '#web/shared/format.ts';
import { formatRupees } from '#web/shared/money.ts';
import { useLoad } from '#web/shared/use-load.ts';
import { FieldError, useFieldError } from '#web/ui/field.tsx';
import styles from './exam-choice.module.css';

/** Keeps the list as tall as its first results, so that late search results never move a button under somebody's finger. */
function keepHeight(list: HTMLElement | null) {
  if (list && list.style.minHeight === '') list.style.minHeight = `${list.offsetHeight}px`;
}

interface ExamChoiceProps {
  label: string;
  /** Ids of exams that can't be chosen, such as those the candidate has already paid for. */
  without?: ReadonlySet<string>;
  onChosen?: (exam: Exam) => void;
}

export function ExamChoice({ label, without, onChosen }: ExamChoiceProps) {
  const refused = useFieldError('examID');
  const { asked, search, setSearch, total } = useExamPages();
  // While a search is on its way, the old results can't be pressed: new ones may replace them under somebody's finger.
  const isNotYetFound = useDebounced(search) !== search || asked.loaded.state === 'loading';
  const [chosen, setChosen] = useState<Exam | null>(null);
  const error = refused && !chosen ? 'Please choose an exam.' : refused;
  return (
    <fieldset className={styles.choice}>
      <legend>{label}</legend>
      {/* Keeps the choice when a later search no longer lists the chosen exam. */}
      <input type="hidden" name="examID" value={chosen?._id ?? ''} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only keeps Enter in the search from sending the form. */}
      <div onKeyDown={(press) => press.key === 'Enter' && press.preventDefault()}>
        <SearchBox label="Search exams..." value={search} onChange={setSearch} />
      </div>
      {chosen && (
        <p>
          Chosen: <strong>{chosen.name}</strong>, {formatRupees(chosen.price)}
        </p>
      )}
      <div role="alert">{error && <FieldError>{error}</FieldError>}</div>
      <DeskList
        asked={asked}
        loadingLabel="Loading the exams…"
        failedTitle="We couldn’t load the exams"
      >
        {({ data }) => {
          const open = data.filter((exam) => exam.status === 'Active' && !without?.has(exam._id));
          return (
            <div ref={keepHeight} className={styles.found} inert={isNotYetFound}>
              {open.length === 0 && <p className={styles.about}>No Active exam found.</p>}
              <ul className={styles.exams}>
                {open.map((exam) => (
                  <li key={exam._id}>
                    <label>
                      <input
                        type="radio"
                        name="choice"
                        checked={chosen?._id === exam._id}
                        onChange={() => {
                          setChosen(exam);
                          onChosen?.(exam);
                        }}
                      />
                      <span>
                        {exam.name}
                        <span className={styles.about}>
                          {formatDateTime(exam.startDate)}, {formatRupees(exam.price)}
                        </span>
                      </span>
                    </label>
                  </li>
                ))}
              </ul>
              {total > data.length && <p className={styles.about}>Not here? Search by name.</p>}
            </div>
          );
        }}
      </DeskList>
    </fieldset>
  );
}

/** Offers to text the people being moved when their new exam starts, if the server can send such a message (decision 100). */
export function TellStart({ exam }: { exam: Exam }) {
  const [texts] = useLoad(`exams/${exam._id}/start-texts`, startTextsSchema);
  if (texts.state !== 'ready' || texts.data.refused !== null) return null;
  return (
    <label className={styles.tell}>
      <input type="checkbox" name="tell" defaultChecked />
      Send a text message with the new start time, {formatDateTime(exam.startDate)}.
    </label>
  );
}
