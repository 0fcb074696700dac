/** Mission, approach and vision, and what sets the two kinds of outsourcing apart. */
import { Band } from '#web/site/parts/band.tsx';
import { RuledTable } from '#web/site/parts/ruled-table.tsx';
import styles from './about.module.css';
import { outsourcing } from './content/hiring.ts';
import { about } from './content/home.ts';

export function About() {
  const { title, mission, approach, vision } = about;
  return (
    <Band id="about" title={title}>
      <div className={styles.about}>
        <div className={styles.mission}>
          <h3>{mission.title}</h3>
          <p>{mission.text}</p>
        </div>
        <div className={styles.part}>
          <h3>{approach.title}</h3>
          <p>{approach.text}</p>
        </div>
        <div className={styles.part}>
          <h3>{vision.title}</h3>
          <p>{vision.text}</p>
        </div>
        <div className={styles.table}>
          <RuledTable {...outsourcing} />
        </div>
      </div>
    </Band>
  );
}
