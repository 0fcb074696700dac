/** Shows the current place in a short series of steps; done, current and coming steps differ in shape and word. */
import { Icon } from './icon.tsx';
import styles from './stepper.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

interface StepperProps {
  /** Names the series: "Your application". */
  label: string;
  steps: readonly string[];
  /** Index of the step being done now; `steps.length` when all are done. */
  current: number;
}

export function Stepper({ label, steps, current }: StepperProps) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map((step, index) => {
        const state = index < current ? 'done' : index === current ? 'now' : 'ahead';
        return (
          <li
            key={step}
            className={styles[state]}
            aria-current={state === 'now' ? 'step' : undefined}
          >
            <span className={styles.bubble} aria-hidden="true">
              {state === 'done' ? <Icon name="check" size="sm" /> : index + 1}
            </span>
            <span>
              {step}
              {state === 'done' && <VisuallyHidden> (done)</VisuallyHidden>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
