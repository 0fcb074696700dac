/** Where a page stands: the pages above it as links, then its own name. */
import { Link } from 'react-router-dom';
import styles from './trail.module.css';

interface TrailProps {
  above: readonly { to: string; label: string }[];
  here: string;
}

export function Trail({ above, here }: TrailProps) {
  return (
    <nav className={styles.trail} aria-label="You are here">
      <ol className={styles.list}>
        {above.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  );
}
