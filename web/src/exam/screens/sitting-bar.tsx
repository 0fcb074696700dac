/** The bar above the question: time left, where the answers are, the size of the text, and the button to submit. */
import { type ReactNode, useState } from 'react';
import { type TextSize, textSizes } from '#web/shared/sitting/question-view.tsx';
import { SavedLine } from '#web/shared/sitting/saved-line.tsx';
import { Button } from '#web/ui/button.tsx';
import styles from './sitting-bar.module.css';

interface SittingBarProps {
  examName: string;
  clock: ReactNode;
  waiting: number;
  online: boolean;
  signedOut: boolean;
  readOnly: boolean;
  saving: unknown;
  unsaved?: boolean;
  onSubmit: () => void;
}

export function SittingBar(props: SittingBarProps) {
  const { examName, clock, waiting, online, signedOut, readOnly, saving, unsaved, onSubmit } =
    props;
  return (
    <header className={styles.bar}>
      <h1 className={styles.name} dir="auto">
        {examName}
      </h1>
      {clock}
      <Button className={styles.submit} disabled={readOnly} onClick={onSubmit}>
        Submit exam
      </Button>
      <div className={styles.saved}>
        <SavedLine
          waiting={waiting}
          saving={unsaved ? 'refused' : saving !== null}
          online={online}
          signedOut={signedOut}
        />
      </div>
    </header>
  );
}

// The buttons A− and A+ beside the question.

interface TextSizeButtonsProps {
  /** Gives the function that takes a step; null when there is no further step. */
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
      // Starts with the visible sign: someone who controls the phone by voice says what they see.
      aria-label={`${sign} ${label}`}
      // `disabled` would lose the focus after the last step.
      aria-disabled={!act}
      onClick={() => act?.()}
    >
      {sign}
    </button>
  );
}

// The text size that the candidate chose; stored on the phone, so that it survives a reload.

const KEY = 'exam_text_size';

function readSize(first: TextSize): TextSize {
  try {
    return textSizes.find((size) => size === localStorage.getItem(KEY)) ?? first;
  } catch {
    return first; // Storage switched off.
  }
}

function keepSize(size: TextSize) {
  try {
    localStorage.setItem(KEY, size);
  } catch {
    // Storage switched off: the size is only forgotten.
  }
}

/**
 * The text size, and a function that steps up (1) or down (-1); null when there is no further step.
 * @param first the size until the candidate chooses another
 */
export function useTextSize(
  first: TextSize = 'md',
): [TextSize, (step: 1 | -1) => (() => void) | null] {
  const [size, setSize] = useState(() => readSize(first));
  const stepTo = (step: 1 | -1) => {
    const next = textSizes[textSizes.indexOf(size) + step];
    if (!next) return null;
    return () => {
      keepSize(next);
      setSize(next);
    };
  };
  return [size, stepTo];
}
