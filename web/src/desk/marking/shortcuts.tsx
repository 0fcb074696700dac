/** The keys of the marking desk, as they are heard while the focus is in it and not in the reason. */
import styles from './marking.module.css';

const shortcuts: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['Enter'], 'save and continue'],
  [['J', '↓'], 'next candidate'],
  [['K', '↑'], 'previous candidate'],
  [['N'], 'next page'],
  [['P'], 'previous page'],
  [['L', '+'], 'larger'],
  [['S', '−'], 'smaller'],
  [['R'], 'rotate'],
  [['M'], 'to the mark field'],
];

export function Shortcuts() {
  return (
    <details className={styles.shortcuts} open>
      <summary>Keyboard</summary>
      <dl>
        {shortcuts.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p>
        The letters work everywhere but in the reason; the arrows in the list and the mark field; −
        outside the mark field.
      </p>
    </details>
  );
}
