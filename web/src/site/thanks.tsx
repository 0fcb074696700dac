/** After an application: that it has arrived, what happens next, and what can be done now. */
import type { ReactNode } from 'react';
import { paths } from '#web/shared/paths.ts';
import { telHref, useBrand } from '#web/shared/use-brand.ts';
import { Icon } from '#web/ui/icon.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import type { ThanksContent } from './content/thanks.ts';
import styles from './thanks.module.css';

interface ThanksProps {
  content: ThanksContent;
  /** The payment of the seat, where there is one. */
  children?: ReactNode;
}

export function Thanks({ content, children }: ThanksProps) {
  const brand = useBrand();
  return (
    <div className={styles.page} data-beside={children !== undefined}>
      <div className={styles.text}>
        <span className={styles.mark}>
          <Icon name="check" size="lg" />
        </span>
        <h1>{content.title}</h1>
        <p className={styles.lead}>{content.lead}</p>
        <h2>What happens next</h2>
        <ol>
          {content.next.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      {children && <div className={styles.now}>{children}</div>}
      <div className={styles.more}>
        <p>
          Something wrong? Call <a href={telHref(brand.phone)}>{brand.phone}</a> or write to{' '}
          <a href={`mailto:${brand.email}`}>{brand.email}</a>.
        </p>
        <p className={styles.acts}>
          <LinkButton to={content.back.to}>{content.back.label}</LinkButton>
          <LinkButton to={paths.home} variant="quiet">
            Home page
          </LinkButton>
        </p>
      </div>
    </div>
  );
}
