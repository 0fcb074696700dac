/** What is studied, part by part; where the paper gives each subject a share, a bar shows it, true to scale. */
import type { SyllabusPart } from './content/course.ts';
import styles from './syllabus.module.css';

export function Syllabus({ parts }: { parts: readonly SyllabusPart[] }) {
  return (
    <div className={styles.parts}>
      {parts.map(({ title, topics }) => (
        <section key={title} className={styles.part}>
          <h3>{title}</h3>
          <ul className={styles.topics}>
            {topics.map(({ name, weight }) => (
              <li key={name}>
                <span>{name}</span>
                {weight !== undefined && (
                  <>
                    <span className={styles.share}>{weight}%</span>
                    {/* The line is the whole paper. */}
                    <svg className={styles.bar} viewBox="0 0 100 1" preserveAspectRatio="none">
                      <title>{`${weight} percent of the paper`}</title>
                      <rect width={weight} height={1} />
                    </svg>
                  </>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
