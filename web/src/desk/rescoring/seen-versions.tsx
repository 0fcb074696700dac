/** What the candidates saw of the question, and which option is right before and after the correction. */
import type { Rescore } from '#contract/desk/rescores.ts';
import { optionNames } from '#contract/wire/values.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './rescore.module.css';

type Version = Rescore['versions'][number];

export function SeenVersions({ rescore }: { rescore: Rescore }) {
  if (rescore.versions.length === 0) return null;
  return (
    <section className={styles.versions} aria-label="What the candidates saw">
      {rescore.versions.map((version) => (
        <SeenVersion key={version.revision} version={version} />
      ))}
    </section>
  );
}

function SeenVersion({ version }: { version: Version }) {
  const { text, options, sameText, before, after } = version;
  return (
    <div className={styles.version}>
      <h2 className={styles.head}>What the candidates saw</h2>
      {!sameText && (
        <>
          <p>{text}</p>
          <Notice tone="warn" title="The question was worded differently">
            <p>Please make sure that the corrected answer is right for this wording too.</p>
          </Notice>
        </>
      )}
      <ol className={styles.options}>
        {optionNames.map((name, index) => (
          <li key={name}>
            {options[index]} {name === before.CorrectAnswer && <Badge>Right before</Badge>}{' '}
            {name === after?.CorrectAnswer && (
              <Badge tone="success" icon="check">
                Right now
              </Badge>
            )}
          </li>
        ))}
      </ol>
      {after ? (
        <p className={styles.muted}>
          Right: {marks(before.Weightage, after.Weightage)}. Wrong:{' '}
          {marks(before.Negative, after.Negative)} taken off.
        </p>
      ) : (
        <Notice tone="warn" title="The correction can’t be used for these sittings">
          <p>The option that is right now was not among theirs.</p>
        </Notice>
      )}
    </div>
  );
}

function marks(before: number, after: number): string {
  return before === after ? String(after) : `${after} instead of ${before}`;
}
