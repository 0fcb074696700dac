/** The acts on a question, in reach of a thumb. */
import { Button } from '#web/ui/button.tsx';
import styles from './move-bar.module.css';

interface MoveBarProps {
  first: boolean;
  readOnly: boolean;
  onPrevious: () => void;
  onClear: () => void;
  onMark: () => void;
  onNext: () => void;
}

export function MoveBar({ first, readOnly, onPrevious, onClear, onMark, onNext }: MoveBarProps) {
  return (
    <nav className={styles.bar} aria-label="This question">
      <Button className={styles.previous} icon="arrow-left" onClick={onPrevious} disabled={first}>
        Previous
      </Button>
      <Button onClick={onClear} disabled={readOnly}>
        Clear response
      </Button>
      <Button onClick={onMark} disabled={readOnly}>
        Mark for review & next
      </Button>
      <Button variant="primary" onClick={onNext}>
        Save & next
      </Button>
    </nav>
  );
}
