/** Which exams the grid shows: chosen by a press, told in the address so that it can be sent, counted before it is pressed. */
import { useLocation, useSearchParams } from 'react-router-dom';
import type { Exam } from '#contract/wire/exams.ts';
import { useIsAlive } from '#web/ui/use-is-alive.ts';
import { chooseExams, type Wanted, whens } from './choose-exams.ts';
import styles from './exam-filter.module.css';

export const ANY: Wanted = { when: null, format: null };

const formats = ['MCQ', 'MIX', 'DOC Upload'] as const;
const whenWords = { open: 'Open now', upcoming: 'Upcoming' } as const;

/** What the address says; not before the page is alive, for it came ready with all exams. */
export function useWanted(): [Wanted, (wanted: Wanted) => void] {
  const isAlive = useIsAlive();
  const { state } = useLocation();
  const [address, setAddress] = useSearchParams();
  const wanted: Wanted = {
    when: whens.find((when) => when === address.get('when')) ?? null,
    format: formats.find((format) => format === address.get('format')) ?? null,
  };
  const want = ({ when, format }: Wanted) =>
    setAddress(
      { ...(when && { when }), ...(format && { format }) },
      // The same page, so Back leads to the page before it; and it keeps greeting who just registered.
      { replace: true, preventScrollReset: true, state },
    );
  return [isAlive ? wanted : ANY, want];
}

interface ExamFilterProps {
  exams: readonly Exam[];
  at: number;
  wanted: Wanted;
  onWant: (wanted: Wanted) => void;
  found: number;
}

export function ExamFilter({ exams, at, wanted, onWant, found }: ExamFilterProps) {
  const there = formats.filter((format) => exams.some((exam) => exam.format === format));
  const choice = (label: string, chosen: Wanted) => {
    const isChosen = chosen.when === wanted.when && chosen.format === wanted.format;
    return (
      <button
        key={label}
        type="button"
        className={styles.choice}
        aria-pressed={isChosen}
        onClick={() => onWant(chosen)}
      >
        {label} <span className={styles.count}>{chooseExams(exams, chosen, at).length}</span>
      </button>
    );
  };
  return (
    <div className={styles.filter}>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>When</legend>
        {choice('All', { ...wanted, when: null })}
        {whens.map((when) => choice(whenWords[when], { ...wanted, when }))}
      </fieldset>
      {there.length > 1 && (
        <fieldset className={styles.group}>
          <legend className={styles.legend}>Format</legend>
          {choice('Any', { ...wanted, format: null })}
          {there.map((format) => choice(format, { ...wanted, format }))}
        </fieldset>
      )}
      <p className={styles.found} role="status">
        {found === 1 ? '1 exam' : `${found} exams`}
      </p>
    </div>
  );
}
