/** Panels side by side, each a list of points marked like answers, and a link below where there is one. */
import { LinkButton } from '#web/ui/link-button.tsx';
import styles from './check-panels.module.css';

export interface Panel {
  title: string;
  text?: string;
  points: readonly string[];
  act?: { to: string; label: string };
}

/** The second panel has the dark background, so that each of two groups of readers finds its own at once. */
export function CheckPanels({ panels }: { panels: readonly Panel[] }) {
  return (
    <div className={styles.panels}>
      {panels.map(({ title, text, points, act }) => (
        <section key={title} className={styles.panel}>
          <h3>{title}</h3>
          {text && <p>{text}</p>}
          <ul className={styles.points}>
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
          {act && <LinkButton to={act.to}>{act.label}</LinkButton>}
        </section>
      ))}
    </div>
  );
}
