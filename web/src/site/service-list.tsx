/** The services as an offer sheet: one line each, to be compared before anything is pressed. */
import { Button } from '#web/ui/button.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { services } from './content/services.ts';
import styles from './service-list.module.css';

export function ServiceList({ onHireUs }: { onHireUs: (service: string) => void }) {
  return (
    <ul className={styles.list}>
      {services.map(({ title, text, includes, time, price }) => (
        <li key={title}>
          <div className={styles.what}>
            <h3>{title}</h3>
            <p>{text}</p>
            <p className={styles.includes}>{includes}</p>
          </div>
          <dl className={styles.terms}>
            <div>
              <dt>In what time</dt>
              <dd>{time}</dd>
            </div>
            <div>
              <dt>At what price</dt>
              <dd>{price}</dd>
            </div>
          </dl>
          <Button onClick={() => onHireUs(title)}>
            Hire Us
            <VisuallyHidden> for {title}</VisuallyHidden>
          </Button>
        </li>
      ))}
    </ul>
  );
}
