/** Exams that are shifts of this one: each candidate is measured within their own, and the list is one. */
import { examNameListSchema } from '#contract/wire/exams.ts';
import { formatDateTime } from '#web/shared/format.ts';
import { useLoad } from '#web/shared/use-load.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import styles from './merit-list.module.css';

interface ShiftFieldsProps {
  examId: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
  error: string | undefined;
}

export function ShiftFields({ examId, value, onChange, error }: ShiftFieldsProps) {
  const [loaded] = useLoad('exams/names?archived=1', examNameListSchema);
  const exams = loaded.state === 'ready' ? loaded.data : [];
  const label = (id: string) => {
    const exam = exams.find(({ _id }) => _id === id);
    return exam ? `${exam.name}, ${formatDateTime(exam.startDate)}` : id;
  };
  return (
    <fieldset className={styles.group}>
      <legend>Other shifts of this exam</legend>
      <p>
        With other shifts the list ranks by percentile within each shift, so that a harder paper
        costs nobody a place.
      </p>
      <ul className={styles.ordered}>
        {value.map((id) => (
          <li key={id}>
            <span className={styles.grow}>{label(id)}</span>
            <Button
              aria-label={`${label(id)}: leave out`}
              onClick={() => onChange(value.filter((each) => each !== id))}
            >
              Leave out
            </Button>
          </li>
        ))}
      </ul>
      <Select
        label="Add a shift"
        placeholder="Choose an exam"
        optional
        options={exams
          .filter(({ _id, archived }) => _id !== examId && !archived && !value.includes(_id))
          .map(({ _id }) => ({ value: _id, label: label(_id) }))}
        value=""
        onChange={({ target }) => target.value !== '' && onChange([...value, target.value])}
      />
      {error && <p className={styles.error}>{error}</p>}
    </fieldset>
  );
}
