/** The first stop of the Tab key: leads past the navigation to the page's content. */
import styles from './main-region.module.css';

export function SkipLink() {
  return (
    <a className={styles.skip} href="#content">
      Skip to the content
    </a>
  );
}
