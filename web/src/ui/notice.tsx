/**
 * A message to the reader. Colour, icon and word show its tone; errors interrupt a screen reader, other messages wait.
 */
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
  /** True when the message appears in answer to something, so that a screen reader reads it out. */
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
