/**
 * A legal page: a summary, the contents, numbered sections, then links to the other policies. The contents and the
 * links aren't printed.
 */
import { Link } from 'react-router-dom';
import { paths } from '#web/shared/paths.ts';
import { telHref, useBrand } from '#web/shared/use-brand.ts';
import { Trail } from '#web/site/parts/trail.tsx';
import { trailAbove } from './content/course-list.ts';
import type { LegalText } from './content/legal-text.ts';
import styles from './legal-page.module.css';

/** The policies that the legal pages link to. */
const policies = [
  { title: 'Cancellation and Refund Policy', to: paths.cancellation },
  { title: 'Privacy Policy', to: paths.privacyPolicy },
];

interface LegalProps {
  path: string;
  content: LegalText;
}

export default function LegalPage({ path, content: text }: LegalProps) {
  const sections = text.sections(useBrand());
  const others = policies.filter(({ title }) => title !== text.title);
  return (
    <>
      <Trail above={trailAbove(path)} here={text.title} />
      <article className={styles.page}>
        <header className={styles.head}>
          <h1>{text.title}</h1>
          <p className={styles.dated}>{text.dated}</p>
          <p className={styles.summary}>{text.summary}</p>
        </header>
        <nav className={styles.contents} aria-labelledby="contents-title">
          <h2 id="contents-title">Contents</h2>
          <ol className={styles.list}>
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={styles.sections}>
          {sections.map(({ id, title, blocks }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`}>{title}</h2>
              {blocks.map((block) =>
                typeof block === 'string' ? (
                  <p key={block}>
                    <Linked text={block} />
                  </p>
                ) : (
                  <ul key={block[0]}>
                    {block.map((point) => (
                      <li key={point}>
                        <Linked text={point} />
                      </li>
                    ))}
                  </ul>
                ),
              )}
            </section>
          ))}
        </div>
        <nav className={styles.others} aria-labelledby="others-title">
          <h2 id="others-title">See also</h2>
          {others.map(({ title, to }) => (
            <p key={to}>
              <Link to={to}>{title}</Link>
            </p>
          ))}
        </nav>
      </article>
    </>
  );
}

/** A sentence in which the office's phone number, its email address and the names of policies are links. */
function Linked({ text }: { text: string }) {
  const { phone, email } = useBrand();
  const hrefs = new Map([
    [phone, telHref(phone)],
    [email, `mailto:${email}`],
    ...policies.map(({ title, to }) => [title, to] as const),
  ]);
  const [found] = [...hrefs]
    .map(([told, href]) => ({ told, href, at: text.indexOf(told) }))
    .filter(({ told, at }) => told && at >= 0)
    .sort((one, other) => one.at - other.at);
  if (!found) return text;
  const { told, href, at } = found;
  return (
    <>
      {text.slice(0, at)}
      <Link to={href}>{told}</Link>
      <Linked text={text.slice(at + told.length)} />
    </>
  );
}
