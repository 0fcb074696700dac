/** A− and A+ beside the question. */
import styles from './text-size-buttons.module.css';

interface TextSizeButtonsProps {
  /** How to take a step; null where there is none. */
  stepTo: (step: 1 | -1) => (() => void) | null;
}

export function TextSizeButtons({ stepTo }: TextSizeButtonsProps) {
  return (
    <div className={styles.sizes}>
      <StepButton label="Smaller text" sign="A−" act={stepTo(-1)} />
      <StepButton label="Larger text" sign="A+" act={stepTo(1)} />
    </div>
  );
}

interface StepButtonProps {
  label: string;
  sign: string;
  act: (() => void) | null;
}

function StepButton({ label, sign, act }: StepButtonProps) {
  return (
    <button
      type="button"
      className={styles.step}
      aria-label={label}
      disabled={!act}
      onClick={() => act?.()}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}
