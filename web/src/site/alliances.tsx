/** Who stands behind a certificate, as entries of a register: what it is, what it means, by what number to ask there. */
import styles from './alliances.module.css';
import { alliances } from './content/partners.ts';

export function Alliances() {
  return (
    <ul className={styles.alliances}>
      {alliances.map(({ title, text, proof, link }) => (
        <li key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
          <p className={styles.proof}>
            {proof}
            {link && (
              <>
                {', '}
                <a href={link.to} rel="noopener">
                  {link.label}
                </a>
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
