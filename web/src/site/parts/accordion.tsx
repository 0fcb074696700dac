/** Questions that open one at a time. The browser itself does this, so it works without JavaScript. */
import { Icon } from '#web/ui/icon.tsx';
import styles from './accordion.module.css';

export interface QuestionAnswer {
  question: string;
  answer: string;
}

interface AccordionProps {
  /** Opening a question closes the others of the same name. */
  name: string;
  items: readonly QuestionAnswer[];
}

export function Accordion({ name, items }: AccordionProps) {
  return (
    <div className={styles.list}>
      {items.map(({ question, answer }) => (
        <details key={question} name={name} className={styles.item}>
          <summary>
            <h3>{question}</h3>
            <Icon name="chevron-down" />
          </summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  );
}
