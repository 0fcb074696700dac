/** A message to the reader. Tone shows as colour, icon and word; errors interrupt, the rest waits. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './notice.module.css';
import tones from './tones.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export type NoticeTone = 'info' | 'success' | 'warn' | 'danger';

const looks: Record<NoticeTone, { icon: IconName; word: string }> = {
  info: { icon: 'info', word: 'Note' },
  success: { icon: 'circle-check', word: 'Done' },
  warn: { icon: 'alert', word: 'Please note' },
  danger: { icon: 'circle-cross', word: 'Problem' },
};

interface NoticeProps {
  tone: NoticeTone;
  title?: string;
  /** True when it appears in answer to something, so that it is spoken. */
  live?: boolean;
  children?: ReactNode;
}

export function Notice({ tone, title, live = false, children }: NoticeProps) {
  const { icon, word } = looks[tone];
  const role = live ? (tone === 'danger' ? 'alert' : 'status') : undefined;
  return (
    <div
      className={classNames(styles.notice, tones[tone === 'info' ? 'accent' : tone])}
      role={role}
    >
      <Icon name={icon} />
      <div className={styles.text}>
        <VisuallyHidden>{word}: </VisuallyHidden>
        {title && <p className={styles.title}>{title}</p>}
        {children}
      </div>
    </div>
  );
}
